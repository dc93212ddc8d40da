/* R and the board of lemmas that engines on one task share (engine/lemmas.h). Stem proofs and
 * upgraded cycle proofs hold for every property of the system, and are inductive relative to the
 * earlier ones alone: so they may be offered as they come. What others have put on the board
 * becomes an assertion of R, for the same reason. The board is made of clauses, so an assertion
 * about gates stays here; of what is learned after it, the part is offered that is inductive
 * without. */
#include "engine/fair/internal.h"

#include "engine/lemmas.h"

static void offer(Sharing *sharing, const Knowledge *knowledge, const Assertion *assertion,
                  Budget *budget) {
  const System *own = knowledge->system, *common = sharing->task->system;
  ClauseVec clauses = lemmas_translate(&assertion->clauses, own, common, common->latches.size);
  if (sharing->apart) lemmas_inductive_part(sharing->task, &clauses, budget);
  lemma_board_offer(sharing->board, &clauses);
  clauses_free(&clauses);
}

bool share_assertions(Sharing *sharing, Knowledge *knowledge, Budget *budget) {
  if (!sharing->board) return false;
  const System *own = knowledge->system, *common = sharing->task->system;
  for (; sharing->offered < knowledge->assertions.size; sharing->offered++) {
    const Assertion *assertion = &knowledge->assertions.data[sharing->offered];
    if (assertion->clauses.size) offer(sharing, knowledge, assertion, budget);
    else sharing->apart = true;
  }
  ClauseVec view = lemma_board_take(sharing->board, &sharing->position);
  if (!view.size) return false;
  ClauseVec taken = lemmas_translate(&view, common, own, common->latches.size);
  knowledge_strip(knowledge, &taken); /* what this engine has put there comes back, too */
  bool news = taken.size > 0;
  if (news) knowledge_assert(knowledge, &taken);
  else clauses_free(&taken);
  sharing->offered = knowledge->assertions.size;
  return news;
}
