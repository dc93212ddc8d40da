/* Proofs by bounded model checking in files: a circuit with one bad literal, which is false in
 * every reachable state, and a line of comment
 *
 *   BMC <method> <set> <criterion> <m> <n> : <latch> <latch> ...
 */
#include <stdio.h>
#include <string.h>

#include "judge/bounded.h"
#include "judge/file.h"

static const char *const methods[BOUNDED_METHODS] = {"one",     "or",    "flag",
                                                     "counter", "trans", "bad"};
static const char *const criteria[BOUNDED_CRITERIA] = {"into", "out-of", "forward", "backward"};

static bool read_line(const char *text, BoundedProof *proof) {
  Judge *judge = proof->model->judge;
  size_t method = take_one(&text, methods, BOUNDED_METHODS);
  if (method == BOUNDED_METHODS || !take_number(&text, &proof->set)) return false;
  size_t criterion = take_one(&text, criteria, BOUNDED_CRITERIA);
  if (criterion == BOUNDED_CRITERIA || !take_number(&text, &proof->m) ||
      !take_number(&text, &proof->n) || !take_word(&text, ":"))
    return false;
  proof->method = (BoundedMethod)method;
  proof->criterion = (BoundedCriterion)criterion;
  for (size_t latch; take_number(&text, &latch);) list_add(judge, &proof->latches, (Lit)latch);
  return text_ends(text);
}

/* The circuit is a copy of the model. */
static void check_resets(const AigerFile *f) {
  for (size_t i = 0; i < f->circuit->latches.size; i++) {
    const Register *latch = f->circuit->latches.data + i;
    if (latch->reset > 1 && latch->reset != latch->lit)
      unreadable(f->circuit->judge, "%s: the reset of latch %zu must be 0, 1 or the latch", f->name,
                 i);
  }
}

bool check_bounded_file(const AigerFile *model, long property, const AigerFile *f) {
  static const char mark[] = "BMC ";
  Judge *judge = model->circuit->judge;
  const char *line = NULL;
  for (size_t i = 0; i < f->comments.size && !line; i++)
    if (!strncmp(f->comments.data[i], mark, strlen(mark)))
      line = f->comments.data[i] + strlen(mark);
  if (!line) return false;
  BoundedProof proof = {.model = model->circuit, .known = f->circuit, .known_bad = f->bad};
  if (f->bad.size != 1 || !read_line(line, &proof))
    unreadable(
        judge,
        "%s: expected one bad literal and a comment 'BMC method set criterion m n : latches'",
        f->name);
  check_resets(f);
  proof.progress = property >= (long)model->bad.size;
  if (property < 0) proof.bad = model->bad; /* all of them */
  else if (!proof.progress) list_add(judge, &proof.bad, model->bad.data[property]);
  else proof.conditions = conditions_of(model, (size_t)property - model->bad.size);
  check_bounded(&proof);
  printf("accepted: %s\n", property < 0 ? "no bad state of the model can be reached"
                                        : worded(judge, "property %ld holds", property));
  return true;
}
