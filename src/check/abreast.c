/* See abreast.h. What the process of a place says are messages, a letter and what belongs to it. */
#include "check/abreast.h"

#include <poll.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/aside.h"
#include "check/check_parts.h"
#include "check/check_told.h"
#include "portfolio/wire.h"

enum {
  LEAST_JOBS = 2, /* of a place: what one property has for itself on a machine with two cores */
  MOST_PLACES = 64,
  LOOK_MILLISECONDS = 50
};

/* For a process to say how far it got when it was asked to stop. */
#define GRACE_SECONDS 1.0

enum { SAY_PROGRESS = 'p', SAY_LEMMAS = 'l', SAY_NOTE = 'n', SAY_ERROR = 'e', SAY_REASON = 'r' };
enum { SAY_ANSWER = 'a', SAY_DONE = 'd', SAY_MORE = 'm' };

typedef struct {
  struct Abreast *all;
  Check *check; /* NULL: the place is free */
  Aside *aside;
  double begun, seconds;
  size_t jobs;
  uint64_t number; /* of its turn, among all */
  double stopped;  /* when it was asked to stop; 0: it was not */
  bool told;       /* how its turn ended */
} Place;

struct Abreast {
  const Settings *settings;
  Learned *learned;
  const CheckWatch *watch;
  Place *places;
  size_t count;
  volatile uint32_t *lent; /* by place; processes see it */
  uint64_t turns;
  const Place *shown; /* whose progress is told, and whose turn it is for those who watch */
};

/* ---- in the process of a place ---- */

static void say(Aside *aside, char what, const char *bytes, size_t size) {
  Text message = {0};
  text_add_n(&message, &what, 1);
  text_add_n(&message, bytes, size);
  aside_tell(aside, 0, &message, false);
  text_free(&message);
}

static void say_text(Aside *aside, char what, const char *text) {
  if (text) say(aside, what, text, strlen(text));
}

static void say_progress(void *context, const char *engine, uint64_t number, const char *words) {
  WireProgress progress = {.entry = told_engine_number(engine), .number = number};
  strncpy(progress.words, words, sizeof progress.words - 1);
  Text message = {0};
  wire_add_progress(&message, &progress);
  say(context, SAY_PROGRESS, message.data, message.size);
  text_free(&message);
}

/* Literals are numbers of latches here, which mean the same in every process: each clause is the
 * number of its literals and these. */
static void say_lemmas(Aside *aside, const ClauseVec *clauses) {
  Text message = {0};
  for (size_t i = 0; i < clauses->size; i++) {
    const Clause *clause = clauses->data[i];
    text_add_n(&message, (const char *)&clause->size, sizeof clause->size);
    text_add_n(&message, (const char *)clause->lits, clause->size * sizeof *clause->lits);
  }
  if (message.size) say(aside, SAY_LEMMAS, message.data, message.size);
  text_free(&message);
}

/* The verdict, or how far it got. */
static void say_end(Aside *aside, const Check *check) {
  const Result *result = check->result;
  const Outcome *outcome = &result->outcome;
  Text message = {0};
  if (outcome->verdict != VERDICT_UNKNOWN) {
    check_tell(result, &message);
    say(aside, SAY_ANSWER, message.data, message.size);
  } else {
    WireResult so_far = {
        .entry = WIRE_NO_ENTRY, .result.bound = outcome->bound, .stats = outcome->stats};
    say_text(aside, SAY_REASON, outcome->reason);
    wire_add_result(&message, result->task, &so_far);
    say(aside, check->done ? SAY_DONE : SAY_MORE, message.data, message.size);
  }
  text_free(&message);
}

static void work(void *context, Aside *aside) {
  const Place *place = context;
  const Abreast *all = place->all;
  Check *check = place->check;
  Settings settings = *all->settings;
  Learned learned = *all->learned; /* of this process from here on */
  settings.jobs = (int64_t)place->jobs;
  settings.lent = all->lent + (place - all->places);
  settings.stop = (volatile sig_atomic_t *)aside_is_done(aside, 0); /* STOP_PROPERTY, in time */
  if (settings.progress) settings.progress = say_progress;
  settings.progress_context = aside;
  check->scrutiny = (Scrutiny){0};
  check->lasting = false;
  size_t notes = check->result->notes.size;
  check_run(check, &settings, place->seconds, &learned);
  say_lemmas(aside, &learned.clauses);
  for (; notes < check->result->notes.size; notes++)
    say_text(aside, SAY_NOTE, check->result->notes.data[notes]);
  say_text(aside, SAY_ERROR, check->result->internal_error);
  say_end(aside, check);
}

/* ---- what is heard ---- */

static void hear_lemmas(Learned *learned, const char *bytes, size_t size) {
  uint32_t count;
  while (size >= sizeof count) {
    LitVec lits = {0};
    memcpy(&count, bytes, sizeof count);
    bytes += sizeof count;
    size -= sizeof count;
    if (!count || count > size / sizeof(Lit)) return;
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
      Lit lit;
      memcpy(&lit, bytes + i * sizeof lit, sizeof lit);
      good = good && lit_node(lit) < learned->latches;
      vec_push(&lits, lit);
    }
    if (good) vec_push(&learned->clauses, clause_new(lits.data, count));
    vec_free(&lits);
    bytes += count * sizeof(Lit);
    size -= count * sizeof(Lit);
  }
  learned_tidy(learned);
}

static void hear_progress(const Place *place, const char *bytes, size_t size) {
  const Settings *settings = place->all->settings;
  Text received = {.data = (char *)bytes, .size = size};
  WireProgress progress;
  WireFrame frame;
  size_t at = 0;
  bool broken;
  if (place != place->all->shown || !settings->progress) return;
  if (!wire_take(&received, &at, &frame, &broken) || !wire_read_progress(&frame, &progress)) return;
  const Engine *engine = told_engine(progress.entry);
  if (!engine) return;
  settings->progress(settings->progress_context, engine->name, progress.number, progress.words);
}

static void be_alone(Check *check, const char *why) {
  check->alone = true;
  vec_push(&check->result->notes, mem_string(why));
}

/* The judge's second look; in the other process it had one within the limits. */
static void hear_answer(const Place *place, const char *bytes, size_t size) {
  Check *check = place->check;
  const Settings *settings = place->all->settings;
  Budget budget = settings_budget(settings, settings->timeout);
  Error error = {0};
  check->done = check_hear(check, settings, bytes, size, &budget, &error);
  bool wrong = !check->done && !budget_spent_now(&budget);
  if (check->done) check_reason(&check->result->outcome, NULL);
  else be_alone(check, wrong ? error.message : "its answer could not be judged in time");
  if (wrong && !check->result->internal_error)
    check->result->internal_error = mem_string(error.message);
  error_free(&error);
}

static char *text_of(const char *bytes, size_t size) { return mem_string_n(bytes, size); }

static bool hear_one(void *context, size_t question, const char *bytes, size_t size) {
  (void)question;
  Place *place = context;
  Check *check = place->check;
  Result *result = check->result;
  if (!size || place->told) return false;
  char what = *bytes++;
  size--;
  switch (what) {
  case SAY_PROGRESS: hear_progress(place, bytes, size); return true;
  case SAY_LEMMAS: hear_lemmas(place->all->learned, bytes, size); return true;
  case SAY_NOTE: vec_push(&result->notes, text_of(bytes, size)); return true;
  case SAY_REASON: check_reason(&result->outcome, text_of(bytes, size)); return true;
  case SAY_ERROR:
    if (!result->internal_error) result->internal_error = text_of(bytes, size);
    return true;
  case SAY_ANSWER:
    place->told = true;
    hear_answer(place, bytes, size);
    return true;
  case SAY_DONE:
  case SAY_MORE:
    place->told = check_hear_open(check, bytes, size);
    check->done = place->told && what == SAY_DONE;
    return place->told;
  default: return false;
  }
}

/* ---- here ---- */

Abreast *abreast_new(const Model *model, const Settings *settings, Learned *learned,
                     const CheckWatch *watch) {
  size_t places = settings->jobs > 0 ? (size_t)settings->jobs / LEAST_JOBS : 0;
  if (places > MOST_PLACES) places = MOST_PLACES;
  bool shared = settings->memory || settings->work || settings->within || settings->keep;
  if (places < 2 || settings->engine || shared || settings->explain_effort || model->memories)
    return NULL;
  size_t bytes = places * sizeof(uint32_t);
  void *lent = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (lent == MAP_FAILED) return NULL;
  Abreast *abreast = mem_zalloc(sizeof *abreast);
  *abreast = (Abreast){.settings = settings,
                       .learned = learned,
                       .watch = watch,
                       .places = mem_array(places, sizeof *abreast->places),
                       .count = places,
                       .lent = lent};
  return abreast;
}

void abreast_free(Abreast *abreast) {
  if (!abreast) return;
  for (size_t i = 0; i < abreast->count; i++) aside_end(abreast->places[i].aside);
  munmap((void *)abreast->lent, abreast->count * sizeof *abreast->lent);
  mem_free(abreast->places);
  mem_free(abreast);
}

size_t abreast_places(const Abreast *abreast) { return abreast->count; }

size_t abreast_busy(const Abreast *abreast) {
  size_t busy = 0;
  for (size_t i = 0; i < abreast->count; i++) busy += abreast->places[i].check != NULL;
  return busy;
}

/* The one that began last. */
static void show(Abreast *abreast) {
  const Place *last = NULL;
  for (const Place *place = abreast->places; place < abreast->places + abreast->count; place++)
    if (place->check && (!last || place->number > last->number)) last = place;
  if (last && last != abreast->shown && abreast->watch->begin)
    abreast->watch->begin(abreast->watch->context, last->check->result->outcome.index);
  abreast->shown = last;
}

bool abreast_start(Abreast *abreast, Check *check, double seconds, size_t waiting) {
  size_t jobs = (size_t)abreast->settings->jobs, sharing = abreast_busy(abreast) + waiting;
  if (check->compute || check->done || check->alone) return false;
  Place *place = abreast->places;
  while (place->check) place++;
  check_end_engines(check);
  if (sharing > abreast->count) sharing = abreast->count;
  *place = (Place){.all = abreast,
                   .check = check,
                   .begun = clock_wall(),
                   .seconds = seconds,
                   .jobs = jobs / sharing,
                   .number = ++abreast->turns};
  for (size_t i = 0; i < abreast->count; i++) abreast->lent[i] = 0;
  place->aside = aside_start(1, work, place);
  if (!place->aside) place->check = NULL;
  else show(abreast);
  return place->aside;
}

/* Nobody waits for the jobs of free places. */
static void lend(Abreast *abreast) {
  size_t busy = abreast_busy(abreast), jobs = (size_t)abreast->settings->jobs, used = 0;
  for (size_t i = 0; i < abreast->count; i++)
    if (abreast->places[i].check) used += abreast->places[i].jobs;
  for (size_t i = 0; i < abreast->count && busy && jobs > used; i++)
    abreast->lent[i] = (uint32_t)((jobs - used) / busy);
}

/* A turn is over: whatever the process did not say is not known. */
static Check *leave(Abreast *abreast, Place *place) {
  Check *check = place->check;
  if (!place->told) be_alone(check, "its process ended without a word");
  aside_end(place->aside);
  check->seconds += clock_wall() - place->begun;
  check->looked = true; /* in that process, if at all */
  abreast->learned->hard |= !check->done;
  *place = (Place){0};
  lend(abreast);
  show(abreast);
  return check;
}

/* What users ask for: to end the property that is shown, or all. */
static void obey(Abreast *abreast) {
  const Settings *settings = abreast->settings;
  bool all = settings_over(settings) != NULL, one = *settings->stop == STOP_PROPERTY;
  for (Place *place = abreast->places; place < abreast->places + abreast->count; place++) {
    bool asked = all || (one && place == abreast->shown);
    if (!place->check || !asked || place->stopped > 0) continue;
    aside_done(place->aside, 0);
    place->stopped = clock_wall();
  }
  if (one) *settings->stop = STOP_NOTHING;
}

/* What the process did not live to say. */
static void end_late(Place *place) {
  const char *over = settings_over(place->all->settings);
  place->told = place->check->done = true;
  check_reason(&place->check->result->outcome,
               mem_string(over ? over : budget_reason(BUDGET_CANCEL)));
}

Check *abreast_wait(Abreast *abreast) {
  while (abreast_busy(abreast)) {
    VEC(struct pollfd) files = {0};
    for (size_t i = 0; i < abreast->count; i++)
      vec_push(&files,
               ((struct pollfd){
                   .fd = abreast->places[i].check ? aside_file(abreast->places[i].aside) : -1,
                   .events = POLLIN}));
    poll(files.data, files.size, LOOK_MILLISECONDS);
    obey(abreast);
    for (size_t i = 0; i < abreast->count; i++) {
      Place *place = abreast->places + i;
      if (!place->check) continue;
      bool heard = files.data[i].revents != 0, over = false;
      if (heard) over = !aside_hear(place->aside, 0, hear_one, place) || place->told;
      if (!over && place->stopped > 0 && clock_wall() - place->stopped > GRACE_SECONDS) {
        end_late(place);
        over = true;
      }
      if (!over) continue;
      vec_free(&files);
      return leave(abreast, place);
    }
    vec_free(&files);
  }
  return NULL;
}
