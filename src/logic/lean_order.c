/* The domain of a query, and which of its variables to decide next: activities in the way of VSIDS,
 * in a binary heap.
 *
 * A query gets a heap of those of its variables that were in conflicts lately, filled when the
 * first decision is due; when it is empty, the others follow in the order of the domain, or where
 * there is none in that in which they were made. Most are assigned by then, and their order hardly
 * matters. (A heap of all variables that is kept from query to query took 25 % and more of FAIR's
 * time, whose queries have no domain.) */
#include "logic/lean.h"

/* A variable counts as active while its activity is more than this part of one bump. */
static const double HOT = 0.01;

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
    if (child + 1 < s->heap_size && s->activity[s->heap[child + 1]] > s->activity[s->heap[child]])
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

static void enter(Lean *s, uint32_t variable) {
  if (s->value[2 * variable] != LEAN_OUTSIDE) return;
  s->value[2 * variable] = s->value[2 * variable + 1] = LEAN_OPEN;
  vec_push(&s->domain, variable);
}

static void leave(Lean *s, uint32_t variable) {
  if (s->value[2 * variable] == LEAN_OPEN)
    s->value[2 * variable] = s->value[2 * variable + 1] = LEAN_OUTSIDE;
}

void lean_domain_open(Lean *s) {
  s->heap_ready = false;
  if (!s->has_domain) {
    for (uint32_t v = 1; !s->everything && v < s->variables; v++) enter(s, v);
    s->everything = true;
    return;
  }
  if (s->everything)
    for (uint32_t v = 1; v < s->variables; v++) leave(s, v);
  else
    for (size_t i = 0; i < s->domain.size; i++) leave(s, s->domain.data[i]);
  s->everything = false;
  vec_clear(&s->domain);
  for (size_t i = 0; i < s->next_domain.size; i++) enter(s, s->next_domain.data[i]);
  /* What the query itself names belongs to it in any case. */
  for (size_t i = 0; i < s->temporary.size; i++) enter(s, lean_var(s->temporary.data[i]));
  for (size_t i = 0; i < s->assumptions.size; i++) enter(s, lean_var(s->assumptions.data[i]));
}

/* Variables of the query by number. */
static size_t variable_count(const Lean *s) {
  return s->everything ? s->variables - 1 : s->domain.size;
}

static uint32_t variable_at(const Lean *s, size_t index) {
  return s->everything ? (uint32_t)index + 1 : s->domain.data[index];
}

static void fill_heap(Lean *s) {
  s->heap_ready = true;
  heap_clear(s);
  s->cold = 0;
  double hot = s->increment * HOT;
  for (size_t i = 0; i < variable_count(s); i++) {
    uint32_t v = variable_at(s, i);
    if (!s->value[2 * v] && s->activity[v] > hot) place(s, s->heap_size++, v);
  }
  heapify(s);
}

LeanLit lean_pick(Lean *s) {
  if (!s->heap_ready) fill_heap(s);
  while (s->heap_size) {
    uint32_t variable = s->heap[0], last = s->heap[--s->heap_size];
    s->heap_index[variable] = 0;
    if (s->heap_size) {
      place(s, 0, last);
      sift_down(s, 0);
    }
    if (!s->value[2 * variable]) return 2 * variable + s->phase[variable];
  }
  while (s->cold < variable_count(s)) {
    uint32_t variable = variable_at(s, s->cold++);
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
