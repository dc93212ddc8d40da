#include "model/process_visible.h"

ProcessVisible process_visible_new(const ProcessEffects *effects) {
  const ProcessResources *resources = process_effects_resources(effects);
  const Processes *program = resources->program;
  size_t types = program->proctypes.size;
  ProcessVisible visible = {.resources = resources,
                            .bits = mem_array(resources->words, sizeof(ProcessBits)),
                            .proctypes = mem_array(types + 1, sizeof(bool)),
                            .watched = mem_array(types + 1, sizeof(bool)),
                            .controls = mem_array(types + 1, sizeof(Bits))};
  for (size_t t = 0; t < types; t++)
    visible.controls[t] = bits_new(program->proctypes.data[t].controls.size + 1);
  return visible;
}

void process_visible_free(ProcessVisible *visible) {
  if (!visible->resources) return;
  for (size_t t = 0; t < visible->resources->program->proctypes.size; t++)
    bits_free(visible->controls + t);
  mem_free(visible->bits);
  mem_free(visible->proctypes);
  mem_free(visible->watched);
  mem_free(visible->controls);
}

static void watch(ProcessVisible *visible, uint32_t type, uint32_t control) {
  visible->watched[type] = true;
  bits_set(visible->controls + type, control);
}

/* Which process a remote reference means hangs on who is there. */
static void watch_processes(ProcessVisible *visible) {
  process_bits_set(visible->bits, visible->resources->born);
  process_bits_set(visible->bits, visible->resources->ended);
}

/* References to other processes, anywhere in an expression; the rest is as in programs. Whether it
 * is only made of what is known here. */
static bool add_references(ProcessVisible *visible, uint32_t expression) {
  const ProcessExpression *x = visible->resources->program->expressions.data + expression;
  switch (x->operator) {
  case PROCESS_REMOTE:
    visible->proctypes[x->value] = true;
    watch_processes(visible);
    return x->b == PROCESS_NONE || add_references(visible, x->b);
  case PROCESS_AT:
    watch(visible, x->c, (uint32_t)x->value);
    watch_processes(visible);
    return x->b == PROCESS_NONE || add_references(visible, x->b);
  case PROCESS_NO_PROGRESS: process_visible_add_labels(visible, true); return true;
  case PROCESS_IF:
    return add_references(visible, x->a) && add_references(visible, x->b) &&
           add_references(visible, x->c);
  case PROCESS_NOT:
  case PROCESS_NEGATE:
  case PROCESS_COMPLEMENT: return add_references(visible, x->a);
  default: break;
  }
  if (x->operator>= PROCESS_ADD && x->operator<= PROCESS_OR)
    return add_references(visible, x->a) && add_references(visible, x->b);
  ProcessGather g = {.resources = visible->resources,
                     .constants = {.program = visible->resources->program},
                     .reads = visible->bits,
                     .writes = visible->bits};
  Bits all_change = bits_new(visible->resources->program->global_size + 1);
  bits_fill(&all_change, true);
  g.constants.changing = g.constants.locals_changing = &all_change;
  g.constants.pid = PROCESS_NONE;
  process_gather_expression(&g, expression);
  bits_free(&all_change);
  return !g.everything && !g.waits;
}

void process_visible_add(ProcessVisible *visible, uint32_t expression) {
  if (!add_references(visible, expression)) visible->everything = true;
}

void process_visible_add_labels(ProcessVisible *visible, bool progress) {
  const Processes *program = visible->resources->program;
  for (uint32_t t = 0; t < program->proctypes.size; t++) {
    const Proctype *type = program->proctypes.data + t;
    for (uint32_t q = 1; q < type->controls.size; q++) {
      const ProcessControl *control = type->controls.data + q;
      if (!(progress ? control->progress : control->accept)) continue;
      watch(visible, t, q);
      if (q == type->start) watch_processes(visible);
    }
  }
}

bool process_visible_sees(const ProcessVisible *visible, const ProcessTouched *touched,
                          uint32_t proctype, uint32_t control, const ProcessCommand *command) {
  if (visible->everything || touched->everything || visible->proctypes[proctype]) return true;
  if (process_bits_meet(visible->bits, touched->writes, visible->resources->words)) return true;
  if (!visible->watched[proctype]) return false;
  if (command->atomic) return true; /* where the step ends is not known here */
  const Bits *seen = visible->controls + proctype;
  return control != command->target && (bits_get(seen, control) || bits_get(seen, command->target));
}
