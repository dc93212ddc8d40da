/* The five checks of a witness circuit (Yu, Biere, Heljanko 2021, "Progress in certifying hardware
 * model checking results", and the papers that follow it). The first three say that the witness
 * simulates the model: any run of the model, with values for the inputs and latches that only the
 * witness has, is a run of the witness, and where the property of the witness holds so does that of
 * the model. The last two say that the property of the witness is inductive. Together: the model is
 * safe.
 *
 * K is the set of mapped variables. Latches that only the witness has take arbitrary values in
 * 'reset' and 'transition', so that a run of the model can be extended one latch after another: by
 * the resets, which are stratified, and then by the next-state functions. */
#include "evidence/certify_query.h"

/* R{K}: mapped latches of the model have their reset value. */
static void reset_mapped(Query *query, Copy *model) {
  const System *system = model->system;
  Bits mapped = bits_new(system->aig->size);
  for (size_t i = 0; i < query->certificate->mapping.size; i++)
    bits_set(&mapped, lit_node(query->certificate->mapping.data[i].model));
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    uint32_t node = lit_node(latch->current);
    if (bits_get(&mapped, node) && latch->reset != RESET_FREE)
      model->map[node] = lit_constant(latch->reset == RESET_1);
  }
  bits_free(&mapped);
}

/* F{K}: mapped latches of the model follow, the others are arbitrary. */
static void follow_mapped(Query *query, Copy *before, Copy *after) {
  const System *system = before->system;
  Lit *next = aig_map_new(system->aig); /* of a latch, by its node */
  for (size_t i = 0; i < system->latches.size; i++)
    next[lit_node(system->latches.data[i].current)] = system->latches.data[i].next;
  for (size_t i = 0; i < query->certificate->mapping.size; i++) {
    uint32_t node = lit_node(query->certificate->mapping.data[i].model);
    if (next[node] != LIT_NONE) after->map[node] = copy_literal(query, before, next[node]);
  }
  mem_free(next);
}

/* Which latches of the witness are mapped, by index. */
static Bits mapped_latches(const Certificate *certificate) {
  const System *circuit = certificate->circuit;
  Bits nodes = bits_new(circuit->aig->size), latches = bits_new(circuit->latches.size);
  for (size_t i = 0; i < certificate->mapping.size; i++)
    bits_set(&nodes, lit_node(certificate->mapping.data[i].witness));
  for (size_t i = 0; i < circuit->latches.size; i++)
    if (bits_get(&nodes, lit_node(circuit->latches.data[i].current))) bits_set(&latches, i);
  bits_free(&nodes);
  return latches;
}

/* R{K} and C imply R'{K} and C'. */
static bool check_reset(const Task *task, const Certificate *certificate, Error *error) {
  Query query = query_new("reset", task, certificate);
  Copy *model = query_model(&query, 's'), *witness = query_witness(&query, 's');
  reset_mapped(&query, model);
  copy_fresh(&query, model);
  copy_share(&query, model, witness);
  copy_fresh(&query, witness);
  query_assume(&query, copy_constraints(&query, model));
  Lit goal = copy_constraints(&query, witness);
  Bits mapped = mapped_latches(certificate);
  for (size_t i = bits_next(&mapped, 0); i < mapped.size; i = bits_next(&mapped, i + 1)) {
    Lit value = copy_literal(&query, witness, certificate->circuit->latches.data[i].current);
    Lit reset = copy_literal(&query, witness, certificate->resets.data[i]);
    goal = aig_and(query.aig, goal, aig_equal(query.aig, value, reset));
  }
  bool good = query_prove(&query, goal, NULL, error);
  bits_free(&mapped);
  query_free(&query);
  return good;
}

/* F{K} from s to t, C in s and t and C' in s imply F'{K} and C' in t. */
static bool check_transition(const Task *task, const Certificate *certificate, Error *error) {
  Query query = query_new("transition", task, certificate);
  Copy *model = query_model(&query, 's'), *witness = query_witness(&query, 's');
  Copy *model_next = query_model(&query, 't'), *witness_next = query_witness(&query, 't');
  copy_fresh(&query, model);
  copy_share(&query, model, witness);
  copy_fresh(&query, witness);
  follow_mapped(&query, model, model_next);
  copy_fresh(&query, model_next);
  copy_share(&query, model_next, witness_next);
  copy_fresh(&query, witness_next);
  query_assume(&query, copy_constraints(&query, model));
  query_assume(&query, copy_constraints(&query, model_next));
  query_assume(&query, copy_constraints(&query, witness));
  Lit goal = copy_constraints(&query, witness_next);
  Bits mapped = mapped_latches(certificate);
  for (size_t i = bits_next(&mapped, 0); i < mapped.size; i = bits_next(&mapped, i + 1)) {
    const Latch *latch = certificate->circuit->latches.data + i;
    Lit value = copy_literal(&query, witness_next, latch->current);
    Lit next = copy_literal(&query, witness, latch->next);
    goal = aig_and(query.aig, goal, aig_equal(query.aig, value, next));
  }
  bool good = query_prove(&query, goal, NULL, error);
  bits_free(&mapped);
  query_free(&query);
  return good;
}

/* C, C' and P' imply P. */
static bool check_property(const Task *task, const Certificate *certificate, Error *error) {
  Query query = query_new("property", task, certificate);
  Copy *model = query_model(&query, 's'), *witness = query_witness(&query, 's');
  copy_fresh(&query, model);
  copy_share(&query, model, witness);
  copy_fresh(&query, witness);
  query_assume(&query, copy_constraints(&query, model));
  query_assume(&query, copy_constraints(&query, witness));
  query_assume(&query, copy_property(&query, witness));
  bool good = query_prove(&query, copy_property(&query, model), NULL, error);
  query_free(&query);
  return good;
}

/* R' and C' imply P'. */
static bool check_base(const Task *task, const Certificate *certificate, const U32Vec *order,
                       Error *error) {
  Query query = query_new("base", task, certificate);
  Copy *witness = query_witness(&query, 's');
  const System *circuit = certificate->circuit;
  for (size_t i = 0; i < circuit->inputs.size; i++)
    witness->map[lit_node(circuit->inputs.data[i])] = aig_variable(query.aig);
  /* Each after all that its reset reads, so everything the copy meets is known. */
  for (size_t i = 0; i < order->size; i++) {
    Lit current = circuit->latches.data[order->data[i]].current;
    Lit reset = certificate->resets.data[order->data[i]];
    witness->map[lit_node(current)] =
        reset == current ? aig_variable(query.aig) : copy_literal(&query, witness, reset);
  }
  query_assume(&query, copy_constraints(&query, witness));
  bool good = query_prove(&query, copy_property(&query, witness), NULL, error);
  query_free(&query);
  return good;
}

/* F' from s to t, C' in s and t and P' in s imply P' in t. */
static bool check_step(const Task *task, const Certificate *certificate, Error *error) {
  Query query = query_new("step", task, certificate);
  Copy *witness = query_witness(&query, 's'), *witness_next = query_witness(&query, 't');
  copy_fresh(&query, witness);
  copy_follow(&query, witness, witness_next);
  copy_fresh(&query, witness_next);
  query_assume(&query, copy_constraints(&query, witness));
  query_assume(&query, copy_constraints(&query, witness_next));
  query_assume(&query, copy_property(&query, witness));
  bool good = query_prove(&query, copy_property(&query, witness_next), NULL, error);
  query_free(&query);
  return good;
}

bool certify_safety(const Task *task, const Certificate *certificate, const U32Vec *order,
                    Error *error) {
  return check_reset(task, certificate, error) && check_transition(task, certificate, error) &&
         check_property(task, certificate, error) && check_base(task, certificate, order, error) &&
         check_step(task, certificate, error);
}
