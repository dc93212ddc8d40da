/* See elaborate.h: the order of the whole, and what becomes of it in the relation. */
#include "front/vl2mv/elaborate.h"

#include <inttypes.h>
#include <stdarg.h>

#include "base/bits.h"
#include "base/log.h"

bool elaborator_error(Elaborator *all, Place place, const char *format, ...) {
  if (all->failed) return false;
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  sources_error(&all->design->sources, place, "%s", text.data);
  text_free(&text);
  all->failed = true;
  return false;
}

void elaborator_warning(const Elaborator *all, Place place, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  log_warning("%s:%d:%d: %s", all->design->sources.files.data[place.file].name, place.line,
              place.column, text.data);
  text_free(&text);
}

/* ---- types and variables ---- */

static void make_enumerations(Elaborator *all) {
  size_t count = all->design->enumerations.size;
  all->enumerations = mem_array(count + 1, sizeof *all->enumerations);
  for (size_t i = 0; i < count; i++) {
    const Enumeration *one = all->design->enumerations.data + i;
    uint32_t width = 1;
    while ((size_t)1 << width < one->values.size) width++;
    all->enumerations[i] = types_enumeration(&all->relation->terms->types, width, one->values.data,
                                             (uint32_t)one->values.size);
  }
}

uint32_t elaborator_enumeration(const Elaborator *all, const char *name) {
  for (uint32_t i = 0; i < all->design->enumerations.size; i++)
    if (!strcmp(all->design->enumerations.data[i].name, name)) return i + 1;
  return 0;
}

Type object_type(Elaborator *all, const Object *object) {
  return object->enumeration ? all->enumerations[object->enumeration - 1]
                             : types_word(&all->relation->terms->types, object->width);
}

/* A variable has one of the values of its type: codes beyond the last are excluded. */
static void restrict_codes(Elaborator *all, Term term, TermVec *conditions) {
  Terms *terms = all->relation->terms;
  const TypeInfo *info = type_info(&terms->types, term_type(terms, term));
  if (info->kind != TYPE_ENUMERATION || info->value_count == (uint64_t)1 << info->width) return;
  Term limit = term_number(terms, info->value_count, info->width);
  Term fine = term_binary(terms, TERM_LESS, term, limit);
  vec_push(conditions, fine);
}

Variable *elaborator_input(Elaborator *all, const char *name, Type type, Phase phase) {
  Relation *relation = all->relation;
  size_t number = relation->variables.size;
  Term term = relation_input(relation, name, type)->term;
  restrict_codes(all, term, phase == PHASE_FIRST ? &relation->initially : &relation->constraints);
  return relation->variables.data + number;
}

static void element_name(const Slot *slot, uint32_t element, const char *end, Text *name) {
  text_add(name, slot->object->name);
  if (slot->object->is_array) text_format(name, "<*%" PRId64 "*>", slot->object->lowest + element);
  text_add(name, end);
}

/* The variable of a register, or of what a combinational process holds. */
Term slot_state(Elaborator *all, uint32_t number) {
  Slot *slot = all->slots.data + number;
  if (!slot->variable) {
    Text name = {0};
    element_name(slot, number - slot->object->slot, slot->object->role == ROLE_HELD ? "$held" : "",
                 &name);
    relation_state(all->relation, name.data, object_type(all, slot->object));
    slot->variable = (uint32_t)all->relation->variables.size;
    text_free(&name);
  }
  return all->relation->variables.data[slot->variable - 1].term;
}

/* ---- processes ---- */

/* What a process leaves in a slot. */
static void leave(Elaborator *all, uint32_t run_number, Phase phase, uint32_t number, Term value) {
  number &= ~DEFERRED;
  const Run *run = all->runs.data + run_number - 1;
  Slot *slot = all->slots.data + number;
  if (slot->object->role == ROLE_LOCAL) return;
  switch (run->process->kind) {
  case PROCESS_CLOCKED: slot->next = value; break;
  case PROCESS_INITIAL: slot->first = value; break;
  case PROCESS_COMBINATIONAL:
    if (slot->object->override && slot->object->override != run_number) slot->plain[phase] = value;
    else slot->value[phase] = value;
  }
}

void vl_run_process(Elaborator *all, uint32_t number, Phase phase) {
  Run *run = all->runs.data + number;
  if (run->done[phase] || all->failed) return;
  bool combinational = run->process->kind == PROCESS_COMBINATIONAL;
  Context c = {.all = all, .scope = run->scope, .phase = phase};
  if (combinational) c.run = number + 1;
  run->done[phase] = run->busy[phase] = true;
  vl_execute(&c, run->process->body);
  run->busy[phase] = false;
  for (size_t i = 0; i < c.values.size && !all->failed; i++)
    if (c.values.entries[i].value != TERM_NONE)
      leave(all, number + 1, phase, (uint32_t)c.values.entries[i].key,
            (Term)c.values.entries[i].value);
  context_free(&c);
}

static void run_all(Elaborator *all, ProcessKind kind, Phase phase) {
  for (uint32_t i = 0; i < all->runs.size; i++)
    if (all->runs.data[i].process->kind == kind) vl_run_process(all, i, phase);
}

/* Variables come in the order of the text: inputs of the top, and registers, before what is found
 * on the way. A clock is no input unless someone reads it. */
static void make_variables(Elaborator *all, const Scope *top) {
  for (size_t i = 0; i < all->objects.size && !all->failed; i++) {
    const Object *object = all->objects.data[i];
    bool input = object->scope == top && object->port == PORT_INPUT && !object->is_clock &&
                 object->role == ROLE_WIRE;
    if (input) slot_value(all, object->slot, PHASE_STEP);
    for (uint32_t k = 0;
         object->role == ROLE_REGISTER && !object->is_temporary && k < object->count; k++)
      slot_state(all, object->slot + k);
  }
}

/* ---- the relation ---- */

static void define_wires(Elaborator *all) {
  for (size_t i = 0; i < all->objects.size && !all->failed; i++) {
    const Object *object = all->objects.data[i];
    bool shown = (object->role == ROLE_WIRE && !object->is_clock) || object->role == ROLE_HELD;
    for (uint32_t k = 0; shown && k < object->count && !all->failed; k++) {
      Text name = {0};
      Term value = slot_value(all, object->slot + k, PHASE_STEP);
      element_name(all->slots.data + object->slot, k, "", &name);
      Definition *definition = relation_define(all->relation, name.data, value);
      definition->shown = object_type(all, object);
      text_free(&name);
    }
  }
}

static void set_states(Elaborator *all) {
  Relation *relation = all->relation;
  Terms *terms = relation->terms;
  for (size_t i = 0; i < all->slots.size && !all->failed; i++) {
    Slot *slot = all->slots.data + i;
    if (!slot->variable) continue;
    bool held = slot->object->role == ROLE_HELD && !slot->object->clocked;
    if (held && slot->value[PHASE_STEP] != TERM_NONE) slot->next = slot->value[PHASE_STEP];
    Variable *variable = relation->variables.data + slot->variable - 1;
    variable->next = slot->next != TERM_NONE ? slot->next : variable->term;
    if (slot->first == TERM_NONE) {
      restrict_codes(all, variable->term, &relation->initially);
    } else if (term_digits(terms, slot->first)) {
      variable->init = slot->first;
    } else if (slot->first != variable->term) {
      Term equal = term_binary(terms, TERM_EQUAL, variable->term, slot->first);
      vec_push(&relation->initially, equal);
    }
  }
}

/* ---- variables that nobody needs ---- */

typedef struct {
  const Relation *relation;
  Bits reached; /* terms */
} Reaching;

static void reach(Reaching *r, Term term) {
  if (term != TERM_NONE) bits_set(&r->reached, term);
}

static void reach_all(Reaching *r, const TermVec *terms) {
  for (size_t i = 0; i < terms->size; i++) reach(r, terms->data[i]);
}

/* Terms are older than those made of them, so one walk down the numbers is enough. */
static void close_downwards(Reaching *r) {
  const Terms *terms = r->relation->terms;
  for (Term t = (Term)terms->nodes.size; t-- > 0;) {
    const TermNode *node = term_node(terms, t);
    if (!bits_get(&r->reached, t)) continue;
    for (uint32_t i = 0; i < term_operators[node->op].terms; i++) reach(r, node->arguments[i]);
  }
}

/* A loop variable, or a choice that no one looks at, is left out: what is kept is what someone can
 * name, and all that this depends on. */
static void drop_unneeded(Elaborator *all, const Bits *temporary) {
  Relation *relation = all->relation;
  Reaching r = {relation, {0}};
  bits_resize(&r.reached, relation->terms->nodes.size);
  reach_all(&r, &relation->initially);
  reach_all(&r, &relation->constraints);
  for (size_t i = 0; i < relation->definitions.size; i++)
    reach(&r, relation->definitions.data[i].term);
  for (size_t i = 0; i < relation->variables.size; i++)
    if (!bits_get(temporary, i)) reach(&r, relation->variables.data[i].term);
  for (size_t before = 0, now = 1; now != before;) {
    before = now;
    for (size_t i = 0; i < relation->variables.size; i++) {
      const Variable *v = relation->variables.data + i;
      if (!bits_get(&r.reached, v->term)) continue;
      reach(&r, v->next);
      reach(&r, v->init);
    }
    close_downwards(&r);
    now = bits_count(&r.reached);
  }
  size_t kept = 0;
  for (size_t i = 0; i < relation->variables.size; i++) {
    Variable *v = relation->variables.data + i;
    if (bits_get(&r.reached, v->term)) relation->variables.data[kept++] = *v;
    else mem_free(v->name);
  }
  relation->variables.size = kept;
  bits_free(&r.reached);
}

static Bits temporaries(const Elaborator *all) {
  Bits result = {0};
  bits_resize(&result, all->relation->variables.size);
  for (size_t i = 0; i < all->relation->variables.size; i++)
    if (!all->relation->variables.data[i].is_state) bits_set(&result, i);
  for (size_t i = 0; i < all->slots.size; i++) {
    const Slot *slot = all->slots.data + i;
    if (slot->variable && (slot->object->is_temporary || slot->object->role == ROLE_HELD))
      bits_set(&result, slot->variable - 1);
  }
  return result;
}

/* ---- all of it ---- */

static Module *top_module(Elaborator *all) {
  Design *design = all->design;
  for (size_t i = 0; i < design->modules.size; i++)
    for (size_t k = 0; k < design->modules.data[i]->instances.size; k++)
      for (size_t j = 0; j < design->modules.size; j++)
        if (!strcmp(design->modules.data[j]->name,
                    design->modules.data[i]->instances.data[k].module))
          design->modules.data[j]->instantiated = true;
  const ReadOptions *options = design->sources.options;
  const char *wanted = options ? options->top : NULL;
  for (size_t i = 0; i < design->modules.size; i++)
    if (wanted ? !strcmp(design->modules.data[i]->name, wanted)
               : !design->modules.data[i]->instantiated)
      return design->modules.data[i];
  Place place = {vec_last(&design->sources.tokens).place.file, 1, 1};
  if (design->modules.size) place = design->modules.data[0]->place;
  if (wanted) {
    elaborator_error(all, place, "there is no module '%s'", wanted);
    return NULL;
  }
  elaborator_error(all, place,
                   design->modules.size ? "every module is a part of another; which is the top?"
                                        : "there is no module");
  return NULL;
}

bool vl_elaborate(Elaborator *all, Design *design, Relation *relation, Error *error) {
  all->design = design;
  all->relation = relation;
  all->error = design->sources.error = error;
  make_enumerations(all);
  Module *top = top_module(all);
  Scope *scope = top ? elaborate_instance(all, top, NULL, NULL) : NULL;
  if (!all->failed) {
    make_variables(all, scope);
    run_all(all, PROCESS_INITIAL, PHASE_FIRST);
    run_all(all, PROCESS_CLOCKED, PHASE_STEP);
    run_all(all, PROCESS_COMBINATIONAL, PHASE_STEP);
    define_wires(all);
    set_states(all);
  }
  if (!all->failed) {
    Bits temporary = temporaries(all);
    drop_unneeded(all, &temporary);
    bits_free(&temporary);
  }
  return !all->failed;
}

void elaborator_free(Elaborator *all) {
  for (size_t i = 0; i < all->scopes.size; i++) {
    names_free(&all->scopes.data[i]->names);
    vec_free(&all->scopes.data[i]->symbols);
  }
  for (size_t i = 0; i < all->slots.size; i++) vec_free(&all->slots.data[i].drivers);
  vec_free(&all->scopes);
  vec_free(&all->objects);
  vec_free(&all->slots);
  vec_free(&all->sources);
  vec_free(&all->runs);
  mem_free(all->enumerations);
  arena_free(&all->arena);
}
