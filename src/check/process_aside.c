/* See process_aside.h and aside.h. A message is a Header, then the choices of the run, the text,
 * and what is unreached, a line each. */
#include "check/process_aside.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/aside.h"

enum { SLICE_SECONDS = 1 };

struct ProcessAside {
  ProcessJob *job;
  ProcessStates *states;
  const Budget *there;
  Budget *here;
  Aside *aside;
};

typedef struct {
  uint32_t kind, zero;
  int64_t loop;
  uint64_t states, choices, text, unreached; /* the last three: how many of them follow */
  ProcessStats stats;
} Header;

static size_t number_of(const ProcessJob *job, const ProcessQuestion *question) {
  return (size_t)(question - job->questions.data);
}

/* ---- there ---- */

void process_aside_tell(ProcessAside *aside, const ProcessJob *job, const ProcessQuestion *question,
                        AsideAnswer answer) {
  Text message = {0}, unreached = {0};
  for (size_t i = 0; i < job->unreached.size; i++)
    text_format(&unreached, "%s\n", job->unreached.data[i]);
  Header header = {.kind = answer.kind,
                   .loop = answer.loop,
                   .states = answer.states,
                   .choices = answer.run ? answer.run->size : 0,
                   .text = answer.text ? strlen(answer.text) : 0,
                   .unreached = unreached.size,
                   .stats = job->stats};
  text_add_n(&message, (const char *)&header, sizeof header);
  if (header.choices)
    text_add_n(&message, (const char *)answer.run->data, header.choices * sizeof(uint32_t));
  text_add_n(&message, answer.text ? answer.text : "", header.text);
  text_add_n(&message, unreached.data ? unreached.data : "", unreached.size);
  aside_tell(aside->aside, number_of(job, question), &message, true);
  text_free(&message);
  text_free(&unreached);
}

/* What the parent has decided is not looked for any more. */
static void drop_done(ProcessAside *aside) {
  ProcessJob *job = aside->job;
  for (size_t i = 0; i < job->questions.size; i++)
    if (*aside_is_done(aside->aside, i)) job->questions.data[i].result = NULL;
}

static void search(void *context, Aside *process) {
  ProcessAside *aside = context;
  ProcessJob *job = aside->job;
  Settings silent = *job->settings;
  Budget whole = *aside->there;
  aside->aside = process;
  silent.progress = NULL;
  job->settings = &silent;
  job->aside = aside;
  for (bool over = !aside->states; !over && !budget_spent(&whole);) {
    Budget turn = budget_slice(&whole, 0);
    turn.deadline = clock_wall() + SLICE_SECONDS;
    drop_done(aside);
    over = process_states_turn(aside->states, &turn, &whole);
  }
  if (aside->states) process_states_free(aside->states); /* the second search needs the memory */
  for (size_t i = 0; i < job->questions.size && !budget_spent(&whole); i++) {
    ProcessQuestion *question = job->questions.data + i;
    drop_done(aside);
    if (!question->result || !question->by_runs || question->defect.kind != SHOWS_RUN) continue;
    Budget own = budget_slice(&whole, 0);
    own.stop = aside_is_done(process, i);
    process_answer_runs(job, question, &own);
  }
}

/* ---- here ---- */

ProcessAside *process_aside_start(ProcessJob *job, ProcessStates *states, const Budget *there,
                                  Budget *here) {
  ProcessAside *aside = mem_zalloc(sizeof *aside);
  *aside = (ProcessAside){.job = job, .states = states, .there = there, .here = here};
  aside->aside = aside_start(job->questions.size, search, aside);
  if (aside->aside) return aside;
  mem_free(aside);
  return NULL;
}

void process_aside_end(ProcessAside *aside) {
  if (!aside) return;
  aside_end(aside->aside);
  mem_free(aside);
}

static void give_out(const ProcessAside *aside, ProcessQuestion *question, const Header *header,
                     const char *data) {
  ProcessJob *job = aside->job;
  U32Vec run = {0};
  for (uint64_t i = 0; i < header->choices; i++) {
    uint32_t choice;
    memcpy(&choice, data + i * sizeof choice, sizeof choice);
    vec_push(&run, choice);
  }
  data += header->choices * sizeof(uint32_t);
  char *text = mem_string_n(data, header->text);
  data += header->text;
  for (const char *line = data, *end; line < data + header->unreached; line = end + 1) {
    end = memchr(line, '\n', (size_t)(data + header->unreached - line));
    if (!end) break;
    vec_push(&job->unreached, mem_string_n(line, (size_t)(end - line)));
  }
  job->stats = header->stats;
  switch (header->kind) {
  case ASIDE_RUN: process_give_run(job, question, &run, header->loop); break;
  case ASIDE_HOLDS:
    if (question->defect.kind == SHOWS_RUN) process_confirm_runs(job, question, aside->here);
    else process_confirm_states(job, header->states, text, aside->here);
    break;
  case ASIDE_UNKNOWN: process_give_unknown(job, question, text); break;
  default: process_give_error(job, question, text);
  }
  vec_free(&run);
  mem_free(text);
}

static bool take(void *context, size_t question, const char *bytes, size_t size) {
  const ProcessAside *aside = context;
  ProcessQuestion *asked = aside->job->questions.data + question;
  Header header;
  if (size < sizeof header) return false;
  memcpy(&header, bytes, sizeof header);
  uint64_t rest = size - sizeof header;
  bool good = header.choices <= rest / sizeof(uint32_t) && header.text <= rest &&
              header.unreached <= rest &&
              header.choices * sizeof(uint32_t) + header.text + header.unreached == rest;
  if (good && asked->result) give_out(aside, asked, &header, bytes + sizeof header);
  return good;
}

bool process_aside_hear(ProcessAside *aside, double seconds) {
  return aside_hear(aside->aside, seconds, take, aside);
}

Budget process_aside_budget(ProcessAside *aside, const ProcessQuestion *question) {
  return (Budget){.stop = aside_told(aside->aside, number_of(aside->job, question))};
}

void process_aside_done(ProcessAside *aside, const ProcessQuestion *question) {
  aside_done(aside->aside, number_of(aside->job, question));
}
