/* Values of slots: wires from what drives them, registers from their state, and what processes
 * give. */
#include <inttypes.h>

#include "front/vl2mv/elaborate.h"

/* ---- who drives what ---- */

uint32_t target_width(Elaborator *all, Scope *scope, const Expr *target) {
  Context c = {.all = all, .scope = scope};
  uint32_t width = expr_width(&c, target, 0);
  context_free(&c);
  return width;
}

static void drive_part(Context *c, const Expr *target, uint32_t source, uint32_t offset) {
  Reference reference;
  int64_t element = 0;
  Elaborator *all = c->all;
  if (target->kind == EXPR_CONCAT) {
    uint32_t top = offset + expr_width(c, target, 0);
    for (size_t i = 0; i < target->count && !all->failed; i++) {
      top -= expr_width(c, target->parts[i], 0);
      drive_part(c, target->parts[i], source, top);
    }
    return;
  }
  if (!vl_refer(c, target, &reference)) return;
  Object *object = reference.object;
  bool constant = reference.kind != REFER_BIT &&
                  (reference.element == TERM_NONE ||
                   vl_term_value(all->relation->terms, reference.element, &element));
  if (!constant) {
    elaborator_error(all, target->place, "what is driven has constant indices");
    return;
  }
  if (object->role != ROLE_WIRE) {
    elaborator_error(all, target->place, "'%s' is a register; it cannot be driven", object->name);
    return;
  }
  if (object->is_array) element -= object->lowest;
  if (element < 0 || element >= object->count) return;
  bool whole = reference.kind == REFER_WHOLE;
  Driver driver = {.source = source,
                   .high = whole ? object->width - 1 : reference.high,
                   .low = whole ? 0 : reference.low,
                   .offset = offset};
  Slot *slot = all->slots.data + object->slot + element;
  for (size_t i = 0; i < slot->drivers.size; i++)
    if (slot->drivers.data[i].low <= driver.high && driver.low <= slot->drivers.data[i].high)
      elaborator_error(all, target->place, "'%s' is driven twice", object->name);
  vec_push(&slot->drivers, driver);
}

void vl_drive(Elaborator *all, Scope *scope, const Expr *target, uint32_t source, Place place) {
  Context c = {.all = all, .scope = scope};
  (void)place;
  drive_part(&c, target, source, 0);
  context_free(&c);
}

/* ---- wires ---- */

/* Where the bits of one assignment depend on each other, as the carries of an adder do, each is
 * evaluated for itself. */
static Term source_bit(Elaborator *all, uint32_t number, Phase phase, uint32_t bit) {
  Source *source = all->sources.data + number;
  Terms *terms = all->relation->terms;
  SourceBit *own = source->bits[phase] + bit;
  if (own->value != TERM_NONE) return own->value;
  if (own->busy || all->failed) {
    elaborator_error(all, source->place, "'%s' depends on itself in the same step",
                     source->object->name);
    return term_bit(terms, false);
  }
  own->busy = true;
  if (source->expr) {
    Context c = {.all = all, .scope = source->scope, .phase = phase};
    own->value = vl_evaluate_bit(&c, source->expr, source->width, bit);
    context_free(&c);
  } else if (bit < source->object->width) {
    own->value = slot_bits(all, source->object->slot, phase, bit, bit);
  } else {
    own->value = term_bit(terms, false);
  }
  own->busy = false;
  return own->value;
}

/* Some bits of a source that is being evaluated already. */
static Term bit_by_bit(Elaborator *all, uint32_t number, Phase phase, uint32_t high, uint32_t low) {
  Source *source = all->sources.data + number;
  Terms *terms = all->relation->terms;
  bool splits = source->expr ? !source->enumeration && vl_can_split(source->expr)
                             : source->object->role == ROLE_WIRE;
  if (!splits) {
    elaborator_error(all, source->place, "'%s' depends on itself in the same step",
                     source->object->name);
    return term_number(terms, 0, high - low + 1);
  }
  if (!source->bits[phase]) {
    source->bits[phase] = arena_alloc(&all->arena, source->width * sizeof(SourceBit));
    for (uint32_t i = 0; i < source->width; i++)
      source->bits[phase][i] = (SourceBit){.value = TERM_NONE};
  }
  Term result = source_bit(all, number, phase, low);
  for (uint32_t bit = low + 1; bit <= high; bit++)
    result = term_binary(terms, TERM_CONCAT, source_bit(all, number, phase, bit), result);
  return result;
}

/* A word of the source's width. */
static Term source_value(Elaborator *all, uint32_t number, Phase phase) {
  Source *source = all->sources.data + number;
  Terms *terms = all->relation->terms;
  if (source->value[phase] != TERM_NONE) return source->value[phase];
  source->busy[phase] = true;
  Term value;
  if (source->expr) {
    Context c = {.all = all, .scope = source->scope, .phase = phase};
    c.target = source->object->name;
    value = vl_evaluate(&c, source->expr, source->width, source->enumeration);
    context_free(&c);
  } else {
    value = slot_value(all, source->object->slot, phase);
  }
  source = all->sources.data + number;
  source->busy[phase] = false;
  return source->value[phase] = vl_fit(terms, value, source->width);
}

static Term source_bits(Elaborator *all, uint32_t number, Phase phase, uint32_t high,
                        uint32_t low) {
  if (all->sources.data[number].busy[phase]) return bit_by_bit(all, number, phase, high, low);
  return term_slice(all->relation->terms, source_value(all, number, phase), high, low);
}

/* Bits that no one drives are free. */
static Term free_bits(Elaborator *all, uint32_t slot, Phase phase) {
  Slot *own = all->slots.data + slot;
  if (own->value[phase] == TERM_NONE) {
    Text name = {0};
    text_add(&name, own->object->name);
    if (own->object->is_array) {
      int64_t index = own->object->lowest + (slot - own->object->slot);
      text_format(&name, "<*%" PRId64 "*>", index);
    }
    if (phase == PHASE_FIRST) text_add(&name, "$initial");
    Term term = elaborator_input(all, name.data, object_type(all, own->object), phase)->term;
    all->slots.data[slot].value[phase] = term;
    text_free(&name);
  }
  return all->slots.data[slot].value[phase];
}

/* From the lowest bit on: pieces of drivers, and of what is free between them. */
Term slot_bits(Elaborator *all, uint32_t slot, Phase phase, uint32_t high, uint32_t low) {
  Terms *terms = all->relation->terms;
  Term result = TERM_NONE;
  for (uint32_t bit = low; bit <= high;) {
    const Slot *own = all->slots.data + slot;
    const Driver *driver = NULL;
    uint32_t end = high;
    for (size_t i = 0; i < own->drivers.size; i++) {
      const Driver *one = own->drivers.data + i;
      if (one->low <= bit && bit <= one->high) driver = one;
      else if (one->low > bit && one->low <= end) end = one->low - 1;
    }
    Term piece;
    if (driver) {
      const Driver d = *driver;
      if (d.high < end) end = d.high;
      piece = source_bits(all, d.source, phase, d.offset + end - d.low, d.offset + bit - d.low);
    } else {
      piece = term_slice(terms, free_bits(all, slot, phase), end, bit);
    }
    result = result == TERM_NONE ? piece : term_binary(terms, TERM_CONCAT, piece, result);
    bit = end + 1;
  }
  return result;
}

/* ---- registers ---- */

/* Before the first step a register has what `initial` gives it. */
static Term first_value(Elaborator *all, uint32_t slot) {
  const Object *object = all->slots.data[slot].object;
  for (uint32_t i = 0; i < all->runs.size; i++)
    if (all->runs.data[i].process->kind == PROCESS_INITIAL &&
        !all->runs.data[i].busy[PHASE_FIRST] && all->runs.data[i].scope == object->scope)
      vl_run_process(all, i, PHASE_FIRST);
  Term first = all->slots.data[slot].first;
  return first != TERM_NONE ? first : slot_state(all, slot);
}

static void run_writer(Elaborator *all, const Object *object, uint32_t run, Phase phase) {
  if (all->runs.data[run - 1].busy[phase])
    elaborator_error(all, object->place, "'%s' depends on itself in the same step", object->name);
  else vl_run_process(all, run - 1, phase);
}

Term slot_plain(Elaborator *all, uint32_t slot, Phase phase) {
  const Object *object = all->slots.data[slot].object;
  if (all->slots.data[slot].plain[phase] == TERM_NONE)
    run_writer(all, object, object->process, phase);
  Term value = all->slots.data[slot].plain[phase];
  return value != TERM_NONE ? value : slot_state(all, slot);
}

static Term held(Elaborator *all, uint32_t slot, Phase phase) {
  const Object *object = all->slots.data[slot].object;
  uint32_t last = object->override ? object->override : object->process;
  if (all->slots.data[slot].value[phase] == TERM_NONE) run_writer(all, object, last, phase);
  Term value = all->slots.data[slot].value[phase];
  if (value == TERM_NONE && object->override) value = slot_plain(all, slot, phase);
  /* An element that the process writes only if an index says so, or never. */
  return value != TERM_NONE ? value : slot_state(all, slot);
}

Term slot_value(Elaborator *all, uint32_t slot, Phase phase) {
  const Object *object = all->slots.data[slot].object;
  if (all->failed) return term_number(all->relation->terms, 0, object->width);
  switch (object->role) {
  case ROLE_WIRE: return slot_bits(all, slot, phase, object->width - 1, 0);
  case ROLE_REGISTER: return phase == PHASE_STEP ? slot_state(all, slot) : first_value(all, slot);
  case ROLE_HELD: return held(all, slot, phase);
  case ROLE_LOCAL: break;
  }
  return term_number(all->relation->terms, 0, object->width);
}
