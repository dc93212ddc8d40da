/* See net_beside.h. A message is a Header, and then the transitions of a run of the net as it was
 * asked about, or what check_tell says of the circuit. Both processes make that circuit from the
 * question as it was when they parted: with the same reductions of the net, the same bounds of its
 * places, and, of a bound, the number of tokens that can be exceeded or not. */
#include "check/net_beside.h"

#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/check_told.h"
#include "check/net_circuit.h"
#include "net/run.h"

/* Rounds there: so many seconds in all, and some for each question. */
#define FIRST_SECONDS 1.0
#define LEAST_SECONDS 0.2
#define GROWTH 3

struct NetBeside {
  NetJob *job;
  NetQuestionVec asked; /* as they were; result NULL: not open, or none for circuits */
  Aside *aside;
};

typedef struct {
  uint32_t engine; /* its place in the table */
  uint32_t is_run;
  int64_t loop;
  int64_t reached; /* of a bound: what was asked is whether it can be larger */
} Header;

static bool suits(const NetQuestion *question) {
  Ask ask = question->ask;
  return ask == ASK_REACH || ask == ASK_LTL || ask == ASK_CTL || ask == ASK_BOUND;
}

/* ---- what both processes make of a question ---- */

typedef struct {
  NetJob of_smaller;
  NetAbove above;
  bool is_smaller, is_above;
  NetJob *job;           /* whose net becomes a circuit */
  NetQuestion *question; /* of that job: its first */
} Subject;

/* The smaller net of the question is made once. The watch gets what is given out about the
 * subject. */
static void subject_open(Subject *s, NetJob *job, NetQuestion *asked, int64_t reached,
                         const CheckWatch *watch) {
  *s = (Subject){.job = job, .question = asked};
  if (!asked->reduced && job->net_reduce) asked->smaller = net_smaller_new(job->model, asked, NULL);
  asked->reduced = true;
  s->is_smaller = asked->smaller != NULL;
  s->is_above = asked->ask == ASK_BOUND;
  if (s->is_smaller) {
    s->of_smaller = net_job_of_smaller(job, asked, asked->smaller);
    s->of_smaller.watch = watch;
    s->job = &s->of_smaller;
    s->question = s->of_smaller.questions.data;
  }
  if (!s->is_above) return;
  net_above_new(&s->above, s->job, s->question, reached, watch);
  s->job = &s->above.job;
  s->question = s->above.job.questions.data;
}

static void subject_close(Subject *s) {
  if (s->is_above) net_above_free(&s->above);
  if (s->is_smaller) net_job_end(&s->of_smaller);
}

/* ---- there ---- */

static void tell(NetBeside *beside, size_t number, Header header, const Text *rest, bool decides) {
  Text message = {0};
  text_add_n(&message, (const char *)&header, sizeof header);
  text_add_n(&message, rest->data ? rest->data : "", rest->size);
  aside_tell(beside->aside, number, &message, decides);
  text_free(&message);
}

static void tell_proof(NetBeside *beside, size_t number, Header header, const Result *proof) {
  Text rest = {0};
  check_tell(proof, &rest);
  tell(beside, number, header, &rest, true);
  text_free(&rest);
}

/* The run as one of the net that was asked about. Of a bound it is a value that is reached. */
static bool tell_run(NetBeside *beside, size_t number, Subject *subject, const NetRun *run,
                     Header header) {
  NetQuestion *asked = beside->asked.data + number;
  NetRun own = {.loop = run->loop};
  bool back = true;
  if (asked->smaller) back = net_smaller_run_back(asked->smaller, run, &own);
  else vec_append(&own.fired, &run->fired);
  Tokens *end = NULL;
  if (back && subject->is_above) {
    end = net_replay(beside->job->model->net, own.fired.data, own.fired.size);
    back = end && net_sum_of(beside->job->model, asked, end) > asked->reached;
  }
  header.is_run = true;
  header.loop = own.loop;
  Text rest = {0};
  if (own.fired.size)
    text_add_n(&rest, (const char *)own.fired.data, own.fired.size * sizeof *own.fired.data);
  if (back) tell(beside, number, header, &rest, !subject->is_above);
  text_free(&rest);
  if (end && back) asked->reached = net_sum_of(beside->job->model, asked, end);
  mem_free(end);
  net_run_free(&own);
  return back;
}

typedef enum { OPEN, HIGHER, SETTLED } Progress; /* settled: it has an answer, or will have none */

static Progress ask_once(NetBeside *beside, size_t number, double seconds,
                         const Settings *settings) {
  NetQuestion *asked = beside->asked.data + number;
  Subject subject;
  NetCircuit circuit;
  Progress progress = SETTLED;
  double start = clock_wall();
  Budget budget = {.stop = aside_is_done(beside->aside, number), .deadline = start + seconds};
  Settings own = *settings;
  own.within = &budget;
  own.timeout = seconds;
  subject_open(&subject, beside->job, asked, asked->reached, beside->job->watch);
  if (net_circuit_new(subject.job, subject.question, &budget, &circuit)) {
    Result *found = check_property(circuit.model, 0, &own);
    Header header = {.reached = asked->reached};
    NetRun run;
    if (found->outcome.engine) header.engine = told_engine_number(found->outcome.engine);
    if (!net_circuit_answers(subject.question, found)) {
      progress = clock_wall() - start < seconds / 2 ? SETTLED : OPEN;
    } else if (net_circuit_run(&circuit, subject.question, found, &run)) {
      bool told = tell_run(beside, number, &subject, &run, header);
      progress = told && subject.is_above ? HIGHER : SETTLED;
      net_run_free(&run);
    } else {
      tell_proof(beside, number, header, found);
    }
    result_free(found);
    net_circuit_free(&circuit);
  } else if (budget_state(&budget) != BUDGET_LEFT) {
    progress = OPEN; /* it may become one */
  }
  subject_close(&subject);
  return progress;
}

static size_t open_there(const NetBeside *beside) {
  size_t open = 0;
  for (size_t i = 0; i < beside->asked.size; i++)
    open += beside->asked.data[i].result && !*aside_is_done(beside->aside, i);
  return open;
}

static void work(void *context, Aside *aside) {
  NetBeside *beside = context;
  NetJob *job = beside->job;
  Settings settings = *job->settings;
  beside->aside = aside;
  settings.progress = NULL;
  settings.jobs = settings.jobs > 2 ? settings.jobs - 1 : 1;
  settings.memory /= 4;
  settings.keep = NULL;
  settings.explain_effort = false;
  settings.scrutiny = (Scrutiny){0}; /* that of the parent counts */
  space_free(job->space);
  job->space = NULL;
  for (double seconds = FIRST_SECONDS; open_there(beside); seconds *= GROWTH)
    for (size_t i = 0; i < beside->asked.size; i++) {
      double end = clock_wall() + seconds / (double)(open_there(beside) + 1) + LEAST_SECONDS;
      Progress progress = HIGHER;
      bool open = beside->asked.data[i].result;
      while (open && progress == HIGHER && !*aside_is_done(aside, i) && clock_wall() < end)
        progress = ask_once(beside, i, end - clock_wall(), &settings);
      if (progress == SETTLED) beside->asked.data[i].result = NULL;
    }
}

/* ---- here ---- */

NetBeside *net_beside_start(NetJob *job) {
  NetBeside *beside = mem_zalloc(sizeof *beside);
  bool any = false;
  beside->job = job;
  for (size_t i = 0; i < job->questions.size; i++) {
    NetQuestion *question = job->questions.data + i;
    if (question->result && question->ask == ASK_BOUND) net_begin_bound(job, question);
    NetQuestion asked = *question;
    if (!suits(question)) asked.result = NULL;
    any |= asked.result != NULL;
    asked.reduced = false;
    asked.smaller = NULL;
    asked.local = NULL;
    asked.not_unfolded = NULL;
    asked.reaching = (U32Vec){0};
    vec_push(&beside->asked, asked);
  }
  if (any) beside->aside = aside_start(job->questions.size, work, beside);
  if (beside->aside) return beside;
  net_beside_end(beside);
  return NULL;
}

void net_beside_end(NetBeside *beside) {
  if (!beside) return;
  aside_end(beside->aside);
  for (size_t i = 0; i < beside->asked.size; i++) net_smaller_free(beside->asked.data[i].smaller);
  vec_free(&beside->asked);
  mem_free(beside);
}

/* A run is one of the net as it was asked about. */
static bool take_run(NetBeside *beside, size_t number, const Header *header, const char *bytes,
                     size_t size) {
  NetJob *job = beside->job;
  NetQuestion *question = job->questions.data + number, *asked = beside->asked.data + number;
  const Engine *engine = told_engine(header->engine);
  NetRun run = {.loop = header->loop};
  vec_resize(&run.fired, size / sizeof *run.fired.data);
  bool good = engine && size % sizeof *run.fired.data == 0 && header->loop >= -1 &&
              header->loop < (int64_t)run.fired.size;
  if (run.fired.size) memcpy(run.fired.data, bytes, run.fired.size * sizeof *run.fired.data);
  for (size_t i = 0; i < run.fired.size && good; i++)
    good = run.fired.data[i] < job->model->net->transitions.size ||
           run.fired.data[i] == NET_NOTHING_FIRED;
  if (good && question->ask == ASK_BOUND) {
    Error error = {0};
    Tokens *end = net_run_end(job->model->net, &run, &error);
    good = end != NULL;
    if (end) net_note_reached(question, net_sum_of(job->model, question, end), &run.fired);
    mem_free(end);
    error_free(&error);
  } else if (good) {
    question->verdict = asked->ask == ASK_REACH ? net_reach_verdict(asked, true) : VERDICT_VIOLATED;
    give_out_run(job, question, asked, &run, NULL, engine->name);
  }
  net_run_free(&run);
  return good;
}

static void keep_result(void *context, Result *result) { *(Result **)context = result; }

/* A proof is judged on the circuit; of a bound, that there is no larger value than the one for
 * which a run is known. */
static void take_proof(NetBeside *beside, size_t number, const Header *header, const char *bytes,
                       size_t size) {
  NetJob *job = beside->job;
  NetQuestion *question = job->questions.data + number, *asked = beside->asked.data + number;
  const Engine *engine = told_engine(header->engine);
  bool bound = question->ask == ASK_BOUND;
  Result *kept = NULL;
  CheckWatch watch = {.result = keep_result, .context = &kept};
  Settings settings = *job->settings;
  Subject subject;
  NetCircuit circuit;
  Error error = {0};
  settings.keep = NULL;
  asked->result = question->result;
  if (bound && question->reached != header->reached) return; /* the run to it was no run */
  subject_open(&subject, job, asked, header->reached, bound ? &watch : job->watch);
  if (net_circuit_new(subject.job, subject.question, job->budget, &circuit)) {
    Result *found = check_told(circuit.model, 0, &settings, bytes, size, job->budget, &error);
    if (found && net_circuit_answers(subject.question, found))
      net_circuit_prove(subject.job, subject.question, &circuit, found);
    else if (error.message)
      give_out_error(subject.job, subject.question, engine ? engine->name : "unknown",
                     error.message);
    result_free(found);
    net_circuit_free(&circuit);
  }
  if (!bound) question->result = subject.question->result;
  subject_close(&subject);
  if (kept && kept->outcome.verdict == VERDICT_HOLDS) {
    give_out_reached(job, question, kept);
  } else if (kept) { /* it did not check */
    result_free(question->result);
    question->result = NULL;
    job->watch->result(job->watch->context, kept);
  }
  error_free(&error);
}

bool net_beside_take(NetBeside *beside, size_t number, const char *bytes, size_t size) {
  Header header;
  if (size < sizeof header) return false;
  memcpy(&header, bytes, sizeof header);
  bytes += sizeof header;
  size -= sizeof header;
  NetQuestion *question = beside->job->questions.data + number;
  if (!question->result || !suits(beside->asked.data + number)) return true;
  if (header.is_run) return take_run(beside, number, &header, bytes, size);
  take_proof(beside, number, &header, bytes, size);
  return true;
}

static bool take(void *context, size_t number, const char *bytes, size_t size) {
  return net_beside_take(context, number, bytes, size);
}

Aside *net_beside_process(NetBeside *beside) { return beside->aside; }

bool net_beside_hear(NetBeside *beside, double seconds) {
  bool more = aside_hear(beside->aside, seconds, take, beside);
  for (size_t i = 0; i < beside->asked.size; i++)
    if (!beside->job->questions.data[i].result) aside_done(beside->aside, i);
  return more;
}

bool net_beside_failed(const NetBeside *beside) { return aside_failed(beside->aside); }

const volatile sig_atomic_t *net_beside_told(const NetBeside *beside, size_t question) {
  return aside_told(beside->aside, question);
}

const volatile sig_atomic_t *net_beside_told_all(const NetBeside *beside) {
  return aside_told_all(beside->aside);
}
