/* The proof of a run of the lean solver, in ASCII DRAT: every clause that was learnt, and those
 * given up. All of them are RUP, as is the nature of what is learnt from conflicts. What the solver
 * drops from its lists without a line (satisfied binary clauses, clauses that were shorter from the
 * start than the caller's) stays in the proof, where it does no harm.
 *
 * A proof is about clauses alone: no query has assumptions, a temporary clause or a domain then. */
#include "logic/lean.h"

/* Printing numbers is most of the work, so not by printf. */
static void log_literal(Text *proof, LeanLit lit) {
  assert(lean_var(lit) != lean_var(GUARD));
  char digits[16];
  size_t at = sizeof digits;
  digits[--at] = ' ';
  for (uint32_t rest = lean_var(lit); rest; rest /= 10) digits[--at] = (char)('0' + rest % 10);
  if (lit & 1) digits[--at] = '-';
  text_add_n(proof, digits + at, sizeof digits - at);
}

void lean_log_learnt(Lean *s, const LeanLit *lits, size_t count) {
  if (!s->proof) return;
  for (size_t i = 0; i < count; i++) log_literal(s->proof, lits[i]);
  text_add(s->proof, "0\n");
}

void lean_log_dropped(Lean *s, const LeanClause *clause) {
  if (!s->proof) return;
  text_add(s->proof, "d ");
  for (uint32_t i = 0; i < clause->size; i++) log_literal(s->proof, clause->lits[i]);
  text_add(s->proof, "0\n");
}

void lean_log_stripped(Lean *s, const LeanClause *clause) {
  if (!s->proof) return;
  for (uint32_t i = 0; i < clause->size; i++)
    if (s->value[clause->lits[i]] != LEAN_FALSE) log_literal(s->proof, clause->lits[i]);
  text_add(s->proof, "0\n");
  lean_log_dropped(s, clause);
}
