/* The rank that walls and closed sides make: what fair, the engines for progress and iictl rest
 * their certificates on. How walls are found is theirs.
 *
 * A wall W_j is a set that no edge leaves of those that cross no earlier wall and touch no side
 * that was closed before; elsewhere it may be crossed at will. So its entry in the rank is A_j and
 * W_j, where A_j says that the state is on no side that was closed before wall j. Then along every
 * edge the rank grows, or it stays: suppose the entries before j are equal at both ends and A_j
 * holds at the start. Going through the earlier walls in order, A_i holds at both ends, so W_i is
 * equal at both ends, so no side closed so far is entered; in the end A_j holds at the end, too,
 * and the proof of W_j applies. */
#ifndef RONDO_ENGINE_PROGRESS_WALL_RANK_H
#define RONDO_ENGINE_PROGRESS_WALL_RANK_H

#include "logic/aig.h"

typedef struct {
  LitVec entries; /* A_1 and W_1, ...: the first is the most significant */
  Lit open;       /* the state is on no side that was closed so far */
} WallRank;

WallRank wall_rank_new(void); /* no walls: everything is open */
void wall_rank_free(WallRank *rank);
void wall_rank_add(WallRank *rank, Aig *aig, Lit wall);
void wall_rank_close(WallRank *rank, Aig *aig, Lit side);

#endif
