/* R and the board of lemmas that engines on one task share (engine/lemmas.h). Stem proofs and
 * upgraded cycle proofs hold for every property of the system, and are inductive relative to the
 * earlier ones alone: so they may be offered as they come. What others have put on the board
 * becomes an assertion of R, for the same reason. */
#include "engine/fair/internal.h"

#include "engine/lemmas.h"

bool share_assertions(Sharing *sharing, Knowledge *knowledge) {
  if (!sharing->board) return false;
  const System *own = knowledge->system, *common = sharing->task->system;
  for (; sharing->offered < knowledge->assertions.size; sharing->offered++) {
    const ClauseVec *clauses = &knowledge->assertions.data[sharing->offered].clauses;
    ClauseVec offer = lemmas_translate(clauses, own, common, common->latches.size);
    lemma_board_offer(sharing->board, &offer);
    clauses_free(&offer);
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
