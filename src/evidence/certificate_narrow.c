/* What a certificate needs of its circuit. Engines hand over the model's whole circuit with a
 * property of their own; that property depends on a part of it, often a small one, and the checks
 * of a certificate speak of the latches that it has and of no others (K in judge/safety.c). So the
 * part alone is a certificate, too, and whoever accepts it has to believe nothing about the rest.
 * This is what keeps a model with a thousand properties from being encoded a thousand times. */
#include "evidence/certificate.h"

typedef struct {
  const Certificate *whole;
  uint32_t *latch_of; /* by node: the number of its latch, plus one */
  Bits needed;        /* by node */
  U32Vec order;       /* the same, in the order in which they were met */
} Needed;

static void need(Needed *needed, Lit lit) {
  aig_cone(needed->whole->circuit->aig, &lit, 1, &needed->needed, &needed->order);
}

/* All that the property, the constraints and the conditions read, now or later. */
static Needed find_needed(const Certificate *whole) {
  const System *circuit = whole->circuit;
  Needed needed = {.whole = whole,
                   .latch_of = mem_array(circuit->aig->size, sizeof *needed.latch_of),
                   .needed = bits_new(circuit->aig->size)};
  for (size_t i = 0; i < circuit->latches.size; i++)
    needed.latch_of[lit_node(circuit->latches.data[i].current)] = (uint32_t)i + 1;
  need(&needed, whole->bad);
  for (size_t i = 0; i < circuit->constraints.size; i++)
    need(&needed, circuit->constraints.data[i]);
  for (size_t i = 0; i < whole->conditions.size; i++) need(&needed, whole->conditions.data[i]);
  for (size_t i = 0; i < whole->interventions.size; i++) {
    need(&needed, whole->interventions.data[i].signal);
    need(&needed, whole->interventions.data[i].input);
  }
  for (size_t i = 0; i < needed.order.size; i++) {
    uint32_t latch = needed.latch_of[needed.order.data[i]];
    if (!latch) continue;
    Lit next = circuit->latches.data[latch - 1].next;
    if (next != LIT_NONE) need(&needed, next);
    need(&needed, whole->resets.data[latch - 1]);
  }
  return needed;
}

/* The variables of the part; what is nobody's, an engine's mistake, becomes an input as in the
 * whole. */
static Lit *keep_variables(const Needed *needed, System *part, Certificate *narrow) {
  const Certificate *whole = needed->whole;
  const System *circuit = whole->circuit;
  Lit *map = aig_map_new(circuit->aig);
  for (size_t i = 0; i < circuit->latches.size; i++) {
    uint32_t node = lit_node(circuit->latches.data[i].current);
    if (!bits_get(&needed->needed, node)) continue;
    map[node] = system_latch(part, circuit->latches.data[i].reset);
    vec_push(&narrow->resets, whole->resets.data[i]); /* still in the whole's literals */
  }
  for (size_t i = 0; i < needed->order.size; i++) {
    uint32_t node = needed->order.data[i];
    if (aig_is_variable(circuit->aig, node) && map[node] == LIT_NONE)
      map[node] = system_input(part);
  }
  return map;
}

static void copy_literals(System *part, const System *circuit, Lit *map, LitVec *lits) {
  for (size_t i = 0; i < lits->size; i++)
    lits->data[i] = aig_copy(part->aig, circuit->aig, lits->data[i], map);
}

System *certificate_narrow(Certificate *certificate) {
  const System *circuit = certificate->circuit;
  System *part = system_new();
  Needed needed = find_needed(certificate);
  Certificate narrow = *certificate;
  narrow.circuit = part;
  narrow.resets = (LitVec){0};
  narrow.mapping = (MappedVec){0};
  Lit *map = keep_variables(&needed, part, &narrow);
  for (size_t i = 0, at = 0; i < circuit->latches.size; i++) {
    const Latch *latch = circuit->latches.data + i;
    if (!bits_get(&needed.needed, lit_node(latch->current))) continue;
    part->latches.data[at++].next =
        latch->next == LIT_NONE ? LIT_NONE : aig_copy(part->aig, circuit->aig, latch->next, map);
  }
  vec_append(&part->constraints, &circuit->constraints);
  copy_literals(part, circuit, map, &part->constraints);
  copy_literals(part, circuit, map, &narrow.resets);
  copy_literals(part, circuit, map, &narrow.conditions);
  narrow.bad = aig_copy(part->aig, circuit->aig, certificate->bad, map);
  for (size_t i = 0; i < narrow.interventions.size; i++) {
    Intervention *intervention = narrow.interventions.data + i;
    intervention->signal = aig_copy(part->aig, circuit->aig, intervention->signal, map);
    intervention->input = aig_copy(part->aig, circuit->aig, intervention->input, map);
  }
  for (size_t i = 0; i < certificate->mapping.size; i++) {
    Mapped mapped = certificate->mapping.data[i];
    if (!bits_get(&needed.needed, lit_node(mapped.witness))) continue;
    mapped.witness = aig_map_lit(map, mapped.witness);
    vec_push(&narrow.mapping, mapped);
  }
  vec_free(&certificate->resets);
  vec_free(&certificate->mapping);
  *certificate = narrow; /* conditions and interventions were changed in place */
  mem_free(map);
  mem_free(needed.latch_of);
  bits_free(&needed.needed);
  vec_free(&needed.order);
  return part;
}
