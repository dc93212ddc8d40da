/* The table of the kinds of evidence. What its functions do with evidence that is there is shown
 * where engines make it: wire.c, gate.c, reduce_test.c. */
#include "evidence/evidence_form.h"

#include "base/memory.h"
#include "test.h"

static const Verdict verdicts[] = {VERDICT_UNKNOWN, VERDICT_HOLDS, VERDICT_VIOLATED};
static const TaskKind task_kinds[] = {TASK_BAD, TASK_FAIR, TASK_CTL};

/* Of nets: the verdict comes with it, and no engine can hand it over. */
static bool is_of_nets(EvidenceKind kind) {
  return kind == EVIDENCE_STATES || kind == EVIDENCE_LINEAR || kind == EVIDENCE_CLAIMS ||
         kind == EVIDENCE_RUNS || kind == EVIDENCE_PREFIX || kind == EVIDENCE_DIAGRAM;
}

TEST(every_kind_of_evidence_has_its_row) {
  for (EvidenceKind kind = EVIDENCE_NONE + 1; kind < EVIDENCE_KINDS; kind++) {
    const EvidenceRow *row = evidence_table + kind;
    CHECK(row->name != NULL);
    if (is_of_nets(kind)) {
      CHECK(!row->tasks && !row->holds && !row->violated && !row->form);
      continue;
    }
    CHECK(row->tasks && (row->holds || row->violated));
    for (EvidenceKind other = EVIDENCE_NONE; other < kind; other++)
      CHECK(strcmp(row->name, evidence_table[other].name) != 0);
    const EvidenceForm *form = row->form;
    CHECK(form && form->is_there && form->check && form->write && form->pack && form->unpack);
    CHECK(form->back || row->tasks == TASKS_CTL); /* the others are reduced */
  }
}

/* One kind for each task and answer, and proofs by bounded model checking, so that what fits and is
 * missing is called empty. */
static bool fits(EvidenceKind kind, TaskKind task, Verdict verdict) {
  static const EvidenceKind expected[][3] = {
      [TASK_BAD] = {[VERDICT_HOLDS] = EVIDENCE_INVARIANT, [VERDICT_VIOLATED] = EVIDENCE_TRACE},
      [TASK_FAIR] = {[VERDICT_HOLDS] = EVIDENCE_RANKING, [VERDICT_VIOLATED] = EVIDENCE_LASSO},
      [TASK_CTL] = {[VERDICT_HOLDS] = EVIDENCE_CTL, [VERDICT_VIOLATED] = EVIDENCE_CTL},
  };
  if (kind == EVIDENCE_BMC) return task != TASK_CTL && verdict == VERDICT_HOLDS;
  return verdict != VERDICT_UNKNOWN && kind == expected[task][verdict];
}

TEST(evidence_shows_what_its_kind_can_show) {
  for (size_t t = 0; t < 3; t++)
    for (size_t v = 0; v < 3; v++)
      for (EvidenceKind kind = EVIDENCE_NONE; kind < EVIDENCE_KINDS; kind++) {
        Task *task = task_new(task_kinds[t], system_new());
        EvidenceClaim claim = {.task = task, .verdict = verdicts[v]};
        Evidence evidence = {.kind = kind};
        Error error = {0};
        CHECK(!evidence_form(&evidence));
        CHECK(!evidence_check(&claim, &evidence, &error));
        bool none = kind == EVIDENCE_NONE || is_of_nets(kind);
        const char *why = none                                     ? "gave no evidence"
                          : fits(kind, task_kinds[t], verdicts[v]) ? "is empty"
                                                                   : "does not fit";
        CHECK(strstr(error.message, why));
        error_free(&error);
        task_free(task);
      }
}

TEST(a_ctl_proof_that_is_packed_is_unpacked_for_its_own_answer) {
  Task *task = task_new(TASK_CTL, system_new());
  Evidence evidence = {.kind = EVIDENCE_CTL, .ctl = ctl_proof_new()};
  for (size_t v = 1; v < 3; v++) {
    EvidenceClaim claim = {.task = task, .verdict = verdicts[v]};
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    CHECK(stream && form_ctl.pack(stream, &claim, &evidence) && !fclose(stream));
    for (size_t read = 1; read < 3; read++) {
      EvidenceClaim other = {.task = task, .verdict = verdicts[read]};
      Evidence copy = {.kind = EVIDENCE_CTL};
      Error error = {0};
      CHECK_EQUAL(form_ctl.unpack(bytes, size, &other, &copy, &error), read == v);
      CHECK_EQUAL(copy.ctl != NULL, read == v);
      evidence_free(&copy);
      error_free(&error);
    }
    free(bytes);
  }
  evidence_free(&evidence);
  task_free(task);
}

/* A latch that toggles, and some evidence of each form about it: not good, but there. */
static Task *toggle_task(void) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_0);
  system_set_next(system, latch, lit_not(latch));
  Task *task = task_new(TASK_BAD, system);
  task->bad = latch;
  return task;
}

static Evidence some_evidence(const Task *task, EvidenceKind kind) {
  Evidence evidence = {.kind = kind};
  if (kind == EVIDENCE_TRACE) {
    evidence.trace = trace_new();
    trace_add_step(evidence.trace, task->system);
  } else if (kind == EVIDENCE_CTL) {
    evidence.ctl = ctl_proof_new();
  } else if (kind == EVIDENCE_INVARIANT) {
    evidence.witness = witness_new(system_copy(task->system, NULL));
  } else {
    evidence.bmc = mem_zalloc(sizeof *evidence.bmc);
    evidence.bmc->method = BMC_BAD;
    evidence.bmc->criterion = BMC_FORWARD;
    evidence.bmc->invariant = witness_new(system_copy(task->system, NULL));
  }
  return evidence;
}

static const EvidenceKind each_form[] = {EVIDENCE_TRACE, EVIDENCE_INVARIANT, EVIDENCE_BMC,
                                         EVIDENCE_CTL};

TEST(evidence_that_could_not_be_written_is_not_said_to_be) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  for (size_t i = 0; i < 8; i++) {
    Evidence evidence = some_evidence(task, each_form[i / 2]);
    EvidenceFile file = {.note = i % 2 ? "a note" : NULL};
    const EvidenceForm *form = evidence_form(&evidence);
    for (int packed = 0; packed < 2 && form != &form_ctl; packed++) {
      FILE *full = fopen("/dev/full", "w");
      if (!full) SKIP("no /dev/full here");
      setvbuf(full, NULL, _IONBF, 0);
      CHECK(packed ? !form->pack(full, &claim, &evidence)
                   : !form->write(full, &claim, &file, &evidence));
      fclose(full);
    }
    evidence_free(&evidence);
  }
  task_free(task);
}

TEST(notes_are_comments_behind_the_evidence) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  EvidenceFile file = {.note = "one\ntwo"};
  for (size_t i = 0; i < 3; i++) {
    Evidence evidence = some_evidence(task, each_form[i]);
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    CHECK(stream && evidence_form(&evidence)->write(stream, &claim, &file, &evidence));
    CHECK(!fclose(stream));
    CHECK(strstr(bytes, i ? "one\ntwo\n" : ".\nc one\nc two\n"));
    free(bytes);
    evidence_free(&evidence);
  }
  task_free(task);
}

/* The way back from a reduced model reads latches by these numbers. */
TEST(a_bounded_proof_that_names_a_latch_behind_the_last_is_not_unpacked) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  for (uint32_t latch = 0; latch < 2; latch++) {
    Evidence evidence = some_evidence(task, EVIDENCE_BMC), copy = {.kind = EVIDENCE_BMC};
    vec_push(&evidence.bmc->latches, latch);
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    Error error = {0};
    CHECK(stream && form_bmc.pack(stream, &claim, &evidence) && !fclose(stream));
    CHECK_EQUAL(form_bmc.unpack(bytes, size, &claim, &copy, &error), latch == 0);
    free(bytes);
    error_free(&error);
    evidence_free(&copy);
    evidence_free(&evidence);
  }
  task_free(task);
}

TEST(nothing_is_not_unpacked) {
  for (EvidenceKind kind = EVIDENCE_NONE + 1; kind < EVIDENCE_KINDS; kind++) {
    if (!evidence_table[kind].form) continue; /* no engine hands it over */
    Task *task = task_new(TASK_BAD, system_new());
    EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
    Evidence evidence = {.kind = kind};
    Error error = {0};
    CHECK(!evidence_table[kind].form->unpack("", 0, &claim, &evidence, &error));
    CHECK(error.message && !evidence_form(&evidence));
    error_free(&error);
    task_free(task);
  }
}
