/* Which variable to decide next: activities in the way of VSIDS, in a binary heap.
 *
 * A query with a domain gets a heap of just its variables, built when the first decision is due. A
 * query without one uses a heap of all variables, which is kept from one such query to the next. */
#include "logic/lean.h"

static void place(Lean *s, size_t index, uint32_t variable) {
  s->heap[index] = variable;
  s->heap_index[variable] = (uint32_t)index + 1;
}

static void sift_up(Lean *s, size_t index) {
  uint32_t variable = s->heap[index];
  double activity = s->activity[variable];
  while (index) {
    size_t parent = (index - 1) / 2;
    if (s->activity[s->heap[parent]] >= activity) break;
    place(s, index, s->heap[parent]);
    index = parent;
  }
  place(s, index, variable);
}

static void sift_down(Lean *s, size_t index) {
  uint32_t variable = s->heap[index];
  double activity = s->activity[variable];
  for (;;) {
    size_t child = 2 * index + 1;
    if (child >= s->heap_size) break;
    if (child + 1 < s->heap_size &&
        s->activity[s->heap[child + 1]] > s->activity[s->heap[child]])
      child++;
    if (s->activity[s->heap[child]] <= activity) break;
    place(s, index, s->heap[child]);
    index = child;
  }
  place(s, index, variable);
}

void lean_heap_insert(Lean *s, uint32_t variable) {
  if (s->heap_index[variable]) return;
  place(s, s->heap_size++, variable);
  sift_up(s, s->heap_size - 1);
}

static void heap_clear(Lean *s) {
  for (size_t i = 0; i < s->heap_size; i++) s->heap_index[s->heap[i]] = 0;
  s->heap_size = 0;
}

static void heapify(Lean *s) {
  for (size_t i = s->heap_size / 2; i-- > 0;) sift_down(s, i);
}

static void scope_add(Lean *s, uint32_t variable) {
  if (s->scope[variable] == s->scope_id) return;
  s->scope[variable] = s->scope_id;
  if (!s->value[2 * variable]) place(s, s->heap_size++, variable);
}

void lean_scope_open(Lean *s) {
  s->scope_ready = true;
  if (s->has_domain) {
    heap_clear(s);
    s->scope_id = s->query;
    for (size_t i = 0; i < s->domain.size; i++) scope_add(s, s->domain.data[i]);
    for (size_t i = 0; i < s->temporary.size; i++) scope_add(s, lean_var(s->temporary.data[i]));
    heapify(s);
  } else if (s->scope_id) {
    heap_clear(s);
    s->scope_id = 0;
    for (uint32_t v = 1; v < s->variables; v++)
      if (!s->value[2 * v]) place(s, s->heap_size++, v);
    heapify(s);
  }
}

LeanLit lean_pick(Lean *s) {
  while (s->heap_size) {
    uint32_t variable = s->heap[0], last = s->heap[--s->heap_size];
    s->heap_index[variable] = 0;
    if (s->heap_size) {
      place(s, 0, last);
      sift_down(s, 0);
    }
    if (!s->value[2 * variable]) return 2 * variable + s->phase[variable];
  }
  return NOT_GUARD;
}

void lean_bump(Lean *s, uint32_t variable) {
  if ((s->activity[variable] += s->increment) > 1e100) {
    for (uint32_t v = 0; v < s->variables; v++) s->activity[v] *= 1e-100;
    s->increment *= 1e-100;
  }
  if (s->heap_index[variable]) sift_up(s, s->heap_index[variable] - 1);
}

void lean_decay(Lean *s) { s->increment *= 1 / 0.95; }
