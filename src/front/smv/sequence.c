/* Sequences of PSL to LTL. What LTL cannot say, latches that watch the model can see, where an
 * implication is claimed of every step or of the first; else the property is not checked. */
#include "front/smv/flat.h"

#include "formula/nnf.h"
#include "formula/sere/sere_formula.h"
#include "formula/sere/sere_watch.h"

typedef struct {
  Flat *flat;
  NodeIndex first;  /* of the whole expression: where its values are */
  NodeIndex lowest; /* of this sequence */
  Seres seres;
  Sere *image; /* of the nodes from `lowest` on */
} Reading;

static bool is_operator(NodeKind kind) {
  return kind >= NODE_SEQUENCE_CONCAT && kind <= NODE_SEQUENCE_OCCURS;
}

static bool letter_of(Reading *r, NodeIndex node, Formula *letter) {
  if (!flat_to_formula(r->flat, node, r->flat->stack.data + (node - r->first), letter))
    return false;
  return !formula_is_temporal(r->seres.formulas, *letter) ||
         syntax_error(r->flat->syntax, node, "a sequence is made of Boolean expressions");
}

/* The sequence that an operand is: its own, or that of one letter. */
static bool operand_of(Reading *r, NodeIndex node, Sere *sere) {
  Formula letter;
  if (is_operator(syntax_node(r->flat->syntax, node)->kind)) {
    *sere = r->image[node - r->lowest];
    return true;
  }
  if (!letter_of(r, node, &letter)) return false;
  *sere = sere_letter(&r->seres, letter);
  return true;
}

static bool read_repeated(Reading *r, const Node *node, Sere *made) {
  int64_t low = sequence_low(node->number), high = sequence_high(node->number);
  Formula letter;
  Sere body;
  if (node->kind == NODE_SEQUENCE_REPEAT) {
    if (!operand_of(r, node->left, &body)) return false;
    *made = sere_repeat(&r->seres, body, low, high);
    return true;
  }
  if (!letter_of(r, node->left, &letter)) return false;
  *made = node->kind == NODE_SEQUENCE_GOTO ? sere_goto(&r->seres, letter, low, high)
                                           : sere_occurs(&r->seres, letter, low, high);
  return true;
}

static bool read_operator(Reading *r, const Node *node, Sere *made) {
  static const SereKind kinds[] = {SERE_CONCAT, SERE_FUSION, SERE_OR, SERE_AND};
  Sere left, right;
  if (node->kind >= NODE_SEQUENCE_REPEAT) return read_repeated(r, node, made);
  if (!operand_of(r, node->left, &left) || !operand_of(r, node->right, &right)) return false;
  *made = node->kind == NODE_SEQUENCE_BOTH
              ? sere_both(&r->seres, left, right)
              : sere_binary(&r->seres, kinds[node->kind - NODE_SEQUENCE_CONCAT], left, right);
  return true;
}

/* A property of a sequence; `f` is what an implication promises. */
static Formula say(Reading *r, NodeKind kind, Sere sere, Formula f, Error *error) {
  switch (kind) {
  case NODE_SEQUENCE_WEAK: return sere_weak(&r->seres, sere, error);
  case NODE_SEQUENCE_STRONG: return sere_exists(&r->seres, sere, FORMULA_TRUE, error);
  case NODE_SEQUENCE_IMPLIES_NEXT: /* {r} |=> p is {r; TRUE} |-> p */
    sere = sere_binary(&r->seres, SERE_CONCAT, sere, sere_letter(&r->seres, FORMULA_TRUE));
    return sere_implies(&r->seres, sere, f, error);
  default: return sere_implies(&r->seres, sere, f, error);
  }
}

/* ---- claims ---- */

/* The node below G of `always`, or the property itself, and both sides of a conjunction. */
void flat_mark_claims(Flat *flat, NodeIndex root) {
  NodeIndex first = syntax_node(flat->syntax, root)->first;
  flat->claimed_first = bits_new(root - first + 1);
  flat->claimed_always = bits_new(root - first + 1);
  bits_set(&flat->claimed_first, root - first);
  for (NodeIndex i = root + 1; i-- > first;) {
    const Node *node = syntax_node(flat->syntax, i);
    bool once = bits_get(&flat->claimed_first, i - first);
    bool always = bits_get(&flat->claimed_always, i - first);
    if (node->kind == NODE_AND && once) {
      bits_set(&flat->claimed_first, node->left - first);
      bits_set(&flat->claimed_first, node->right - first);
    }
    if (node->kind == NODE_AND && always) {
      bits_set(&flat->claimed_always, node->left - first);
      bits_set(&flat->claimed_always, node->right - first);
    }
    if (node->kind == NODE_GLOBALLY && node->right == NODE_NONE && (once || always))
      bits_set(&flat->claimed_always, node->left - first);
  }
}

void flat_forget_claims(Flat *flat) {
  bits_free(&flat->claimed_first);
  bits_free(&flat->claimed_always);
  flat->claimed_first = flat->claimed_always = (Bits){0};
}

static bool is_claimed(const Bits *claims, NodeIndex offset) {
  return offset < claims->size && bits_get(claims, offset);
}

/* The atom that a match ends here. */
static Formula ending(Reading *r, NodeIndex index, Sere sere, bool first, Error *error) {
  System *system = r->flat->model->system;
  Text name = {0};
  text_format(&name, "_sequence_%zu_", ++r->flat->sequences);
  Lit ends = sere_watch(system, &r->seres, sere, first, name.data, error);
  text_free(&name);
  if (ends == LIT_NONE) return FORMULA_NONE;
  if (ends <= LIT_TRUE) return ends == LIT_TRUE ? FORMULA_TRUE : FORMULA_FALSE;
  char *text = syntax_text(r->flat->syntax, syntax_node(r->flat->syntax, index)->left);
  Text mark = {0};
  text_format(&mark, "%s ends%s", text, first ? " first" : "");
  mem_free(text);
  Formula atom = flat_atom(r->flat->model->formulas, mark.data, ends);
  text_free(&mark);
  return atom;
}

/* What say could not: an implication that is claimed of every step or of the first. */
static Formula watch(Reading *r, NodeIndex index, Sere sere, Formula f, Error *error) {
  const Flat *flat = r->flat;
  NodeKind kind = syntax_node(flat->syntax, index)->kind;
  bool always = is_claimed(&flat->claimed_always, index - r->first);
  bool first = !always && is_claimed(&flat->claimed_first, index - r->first);
  if (kind < NODE_SEQUENCE_IMPLIES || (!always && !first)) return FORMULA_NONE;
  error_free(error);
  if (kind == NODE_SEQUENCE_IMPLIES_NEXT)
    sere = sere_binary(&r->seres, SERE_CONCAT, sere, sere_letter(&r->seres, FORMULA_TRUE));
  Formula ends = ending(r, index, sere, first, error);
  if (ends == FORMULA_NONE) return FORMULA_NONE;
  Formula claim = formula_binary(r->seres.formulas, OP_IMPLIES, ends, f);
  return first ? formula_unary(r->seres.formulas, OP_GLOBALLY, claim) : claim;
}

bool flat_sequence(Flat *flat, NodeIndex index, NodeIndex first, Value *out) {
  const Node *node = syntax_node(flat->syntax, index);
  *out = (Value){.kind = VALUE_LIST};
  if (is_operator(node->kind)) return true; /* the property above it reads it */
  if (!flat->in_specification || flat->ctl)
    return syntax_error(flat->syntax, index, "a sequence is only allowed in a PSL property of LTL");
  Reading r = {flat,
               first,
               syntax_node(flat->syntax, node->left)->first,
               {.formulas = flat->model->formulas},
               NULL};
  Formula f = FORMULA_TRUE;
  Sere sere = SERE_NONE;
  Error error = {0};
  r.image = mem_array(node->left - r.lowest + 1, sizeof *r.image);
  bool fine = node->right == NODE_NONE ||
              flat_to_formula(flat, node->right, flat->stack.data + (node->right - first), &f);
  for (NodeIndex i = r.lowest; i <= node->left && fine; i++)
    if (is_operator(syntax_node(flat->syntax, i)->kind))
      fine = read_operator(&r, syntax_node(flat->syntax, i), r.image + (i - r.lowest));
  fine = fine && operand_of(&r, node->left, &sere);
  if (fine) {
    Formula formula = say(&r, node->kind, sere, f, &error);
    if (formula == FORMULA_NONE) formula = watch(&r, index, sere, f, &error);
    if (formula == FORMULA_NONE && !flat->unsayable) flat->unsayable = mem_string(error.message);
    *out =
        (Value){.kind = VALUE_FORMULA, .formula = formula == FORMULA_NONE ? FORMULA_TRUE : formula};
    flat->has_sequence = true;
  }
  error_free(&error);
  mem_free(r.image);
  seres_free(&r.seres);
  return fine;
}
