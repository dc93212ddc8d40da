/* See wall_rank.h. */
#include "engine/progress/wall_rank.h"

WallRank wall_rank_new(void) { return (WallRank){.open = LIT_TRUE}; }

void wall_rank_free(WallRank *rank) { vec_free(&rank->entries); }

void wall_rank_add(WallRank *rank, Aig *aig, Lit wall) {
  vec_push(&rank->entries, aig_and(aig, rank->open, wall));
}

void wall_rank_close(WallRank *rank, Aig *aig, Lit side) {
  rank->open = aig_and(aig, rank->open, lit_not(side));
}
