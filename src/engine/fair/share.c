/* R and the board of lemmas that engines on one task share (engine/lemmas.h). Stem proofs and
 * upgraded cycle proofs hold for every property of the system, and are inductive relative to the
 * earlier ones alone: so they may be offered as they come. What others have put on the board
 * becomes an assertion of R, for the same reason. */
#include "engine/fair/internal.h"

#include "engine/lemmas.h"

/* The same clauses over another system with these latches. */
static ClauseVec translate(const ClauseVec *clauses, const System *from, const System *to) {
  Roles roles = roles_new(from);
  ClauseVec result = {0};
  LitVec lits = {0};
  for (size_t i = 0; i < clauses->size; i++) {
    vec_clear(&lits);
    for (size_t k = 0; k < clauses->data[i]->size; k++) {
      Lit lit = clauses->data[i]->lits[k];
      Lit latch = to->latches.data[roles.index[lit_node(lit)]].current;
      vec_push(&lits, lit_not_if(latch, lit_negated(lit)));
    }
    vec_push(&result, clause_new(lits.data, lits.size));
  }
  vec_free(&lits);
  roles_free(&roles);
  return result;
}

bool share_assertions(Sharing *sharing, Knowledge *knowledge) {
  if (!sharing->board) return false;
  const System *own = knowledge->system, *common = sharing->task->system;
  for (; sharing->offered < knowledge->assertions.size; sharing->offered++) {
    ClauseVec offer =
        translate(&knowledge->assertions.data[sharing->offered].clauses, own, common);
    lemma_board_offer(sharing->board, &offer);
    clauses_free(&offer);
  }
  ClauseVec view = lemma_board_take(sharing->board, &sharing->position);
  if (!view.size) return false;
  ClauseVec taken = translate(&view, common, own);
  knowledge_strip(knowledge, &taken); /* what this engine has put there comes back, too */
  bool news = taken.size > 0;
  if (news) knowledge_assert(knowledge, &taken);
  else clauses_free(&taken);
  sharing->offered = knowledge->assertions.size;
  return news;
}
