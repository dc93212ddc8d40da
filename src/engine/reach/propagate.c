/* Propagation: lemmas move to later frames when they are found to hold there. It happens in two
 * places: a new lemma is pushed as far as it goes at once, and when a frame is complete all lemmas
 * from the lowest changed frame on are tried again. A frame that loses its last own lemma equals
 * the next one: the fixpoint.
 *
 * A query that lets a lemma pass often needs only part of its cube; the stronger lemma that this
 * gives holds in all frames up to the next one, because earlier frames are contained in this one.
 * */
#include "engine/reach/internal.h"

size_t push_forward(Reach *reach, LitVec *cube, size_t at) {
  LitVec core = {0};
  while (at < reach->level && query_relative(reach, at, cube->data, cube->size, true, QUERY_PUSH,
                                             &core) == SAT_UNSATISFIABLE) {
    vec_clear(cube);
    vec_append(cube, &core);
    at++;
  }
  vec_free(&core);
  return at;
}

/* Tries one lemma; true if it has left its place. */
static bool try_lemma(Reach *reach, size_t at, size_t index) {
  const Clause *clause = reach->frames.data[at].lemmas.data[index];
  Cube *cube = clause_negation(clause);
  LitVec core = {0};
  SatResult result = query_relative(reach, at, cube->lits, cube->size, false, QUERY_PUSH, &core);
  if (result == SAT_UNSATISFIABLE) {
    if (core.size < cube->size) {
      Cube *smaller = clause_new(core.data, core.size);
      frames_add_clause(reach, clause_negation(smaller), at + 1); /* removes the old one */
      clause_free(smaller);
    } else frames_advance(reach, at, index);
  }
  clause_free(cube);
  vec_free(&core);
  return result == SAT_UNSATISFIABLE;
}

/* A lemma that has come to the last frame may hold forever: inductive on its own, relative to C. */
static void try_infinite(Reach *reach) {
  ClauseVec *lemmas = &reach->frames.data[reach->level].lemmas;
  const Clause *clause = vec_last(lemmas);
  Cube *cube = clause_negation(clause);
  LitVec core = {0};
  if (query_relative(reach, LEVEL_INFINITE, cube->lits, cube->size, true, QUERY_PUSH, &core) ==
      SAT_UNSATISFIABLE) {
    Cube *smaller = clause_new(core.data, core.size);
    frames_add_clause(reach, clause_negation(smaller), LEVEL_INFINITE);
    clause_free(smaller);
  }
  clause_free(cube);
  vec_free(&core);
}

void propagate_begin(Reach *reach) {
  reach->level++;
  if (reach->level > reach->stats.frames) reach->stats.frames = reach->level;
  frames_reach(reach, reach->level);
  reach->push_frame = reach->first_changed < reach->level ? reach->first_changed : reach->level;
  reach->push_next = 0;
  reach->first_changed = reach->level;
  if (reach->push_frame < reach->level) frames_sort(&reach->frames.data[reach->push_frame]);
}

bool propagate_step(Reach *reach) {
  size_t at = reach->push_frame;
  if (at < reach->level) {
    if (reach->push_next < reach->frames.data[at].lemmas.size) {
      size_t last = reach->frames.data[reach->level].lemmas.size;
      if (!try_lemma(reach, at, reach->push_next)) reach->push_next += !reach->interrupted;
      else if (reach->options.infinite && reach->frames.data[reach->level].lemmas.size > last)
        try_infinite(reach);
      return false;
    }
    reach->push_next = 0;
    if (++reach->push_frame < reach->level) frames_sort(&reach->frames.data[reach->push_frame]);
    return false;
  }
  for (size_t k = 1; k < reach->level && reach->result == REACH_UNKNOWN; k++)
    if (!reach->frames.data[k].lemmas.size) {
      reach->result = REACH_PROOF;
      reach->proof_frame = k + 1;
    }
  return true;
}
