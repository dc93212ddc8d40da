/* GLPK (version 5) behind the gate.
 *
 * Where the rows cannot be met, the dual simplex ends at a basic variable that is outside of its
 * bounds and that no nonbasic one can bring back: its row of the simplex tableau says that. Read as
 * a combination of the rows it is Farkas' certificate, which GLPK has no function for. */
#include <glpk.h>

#include <math.h>

#include "logic/linear.h"

/* Iterations between two looks at the budget. */
enum { SLICE = 200 };
static const double TOLERANCE = 1e-7;

struct Linear {
  glp_prob *problem;
  VEC(double) multipliers; /* by row */
  IntVec index;            /* scratch for rows; GLPK counts from 1 */
  VEC(double) value;
};

Linear *linear_new(void) {
  Linear *linear = mem_zalloc(sizeof *linear);
  glp_term_out(GLP_OFF);
  linear->problem = glp_create_prob();
  return linear;
}

void linear_free(Linear *linear) {
  if (!linear) return;
  glp_delete_prob(linear->problem);
  vec_free(&linear->multipliers);
  vec_free(&linear->index);
  vec_free(&linear->value);
  mem_free(linear);
}

void linear_bound_column(Linear *linear, uint32_t column, double lower, double upper) {
  int type = upper >= LINEAR_INFINITY ? GLP_LO : lower < upper ? GLP_DB : GLP_FX;
  glp_set_col_bnds(linear->problem, (int)column + 1, type, lower, upper);
}

void linear_set_cost(Linear *linear, uint32_t column, double cost) {
  glp_set_obj_coef(linear->problem, (int)column + 1, cost);
}

double linear_cost(const Linear *linear, uint32_t column) {
  return glp_get_obj_coef(linear->problem, (int)column + 1);
}

uint32_t linear_add_column(Linear *linear, double cost) {
  uint32_t column = (uint32_t)glp_add_cols(linear->problem, 1) - 1;
  linear_bound_column(linear, column, 0, LINEAR_INFINITY);
  linear_set_cost(linear, column, cost);
  return column;
}

uint32_t linear_add_row(Linear *linear, const LinearTermVec *terms, double at_least) {
  vec_clear(&linear->index);
  vec_clear(&linear->value);
  vec_push(&linear->index, 0);
  vec_push(&linear->value, 0);
  for (size_t i = 0; i < terms->size; i++) {
    vec_push(&linear->index, (int)terms->data[i].column + 1);
    vec_push(&linear->value, terms->data[i].coefficient);
  }
  int row = glp_add_rows(linear->problem, 1);
  glp_set_mat_row(linear->problem, row, (int)terms->size, linear->index.data, linear->value.data);
  glp_set_row_bnds(linear->problem, row, GLP_LO, at_least, 0);
  return (uint32_t)row - 1;
}

void linear_remove_rows(Linear *linear, uint32_t from) {
  int rows = glp_get_num_rows(linear->problem), count = rows - (int)from;
  if (count <= 0) return;
  vec_clear(&linear->index);
  vec_push(&linear->index, 0);
  for (int i = 0; i < count; i++) vec_push(&linear->index, (int)from + 1 + i);
  glp_del_rows(linear->problem, count, linear->index.data);
}

/* ---- where the solver stands ---- */

LinearBasis linear_basis(const Linear *linear) {
  LinearBasis basis = {0};
  int rows = glp_get_num_rows(linear->problem), columns = glp_get_num_cols(linear->problem);
  for (int i = 1; i <= rows; i++)
    vec_push(&basis.rows, (unsigned char)glp_get_row_stat(linear->problem, i));
  for (int i = 1; i <= columns; i++)
    vec_push(&basis.columns, (unsigned char)glp_get_col_stat(linear->problem, i));
  return basis;
}

void linear_use_basis(Linear *linear, const LinearBasis *basis) {
  int rows = glp_get_num_rows(linear->problem);
  assert((size_t)rows >= basis->rows.size);
  for (int i = 1; i <= rows; i++) {
    bool old = (size_t)i <= basis->rows.size;
    glp_set_row_stat(linear->problem, i, old ? basis->rows.data[i - 1] : GLP_BS);
  }
  for (size_t i = 0; i < basis->columns.size; i++)
    glp_set_col_stat(linear->problem, (int)i + 1, basis->columns.data[i]);
}

void linear_basis_free(LinearBasis *basis) {
  vec_free(&basis->rows);
  vec_free(&basis->columns);
}

/* ---- solving ---- */

/* The basis may have become one that cannot be used, by removing rows. */
static void mend_basis(Linear *linear) {
  if (!glp_bf_exists(linear->problem) && glp_factorize(linear->problem))
    glp_std_basis(linear->problem);
}

/* Zero if it came to an end. */
static int simplex(Linear *linear, int method, Budget *budget) {
  glp_smcp control;
  glp_init_smcp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.meth = method;
  control.it_lim = SLICE;
  mend_basis(linear);
  bool again = true;
  for (;;) {
    if (budget_spent(budget)) return GLP_ETMLIM;
    int result = glp_simplex(linear->problem, &control);
    budget_use(budget, SLICE);
    if (result == GLP_EITLIM) continue;
    if (!result || !again) return result;
    again = false; /* numerical trouble: once more from the beginning */
    glp_std_basis(linear->problem);
  }
}

/* ---- certificates ---- */

static double primal(glp_prob *problem, int k) {
  int rows = glp_get_num_rows(problem);
  return k <= rows ? glp_get_row_prim(problem, k) : glp_get_col_prim(problem, k - rows);
}

static int status(glp_prob *problem, int k) {
  int rows = glp_get_num_rows(problem);
  return k <= rows ? glp_get_row_stat(problem, k) : glp_get_col_stat(problem, k - rows);
}

static double lower(glp_prob *problem, int k) {
  int rows = glp_get_num_rows(problem);
  return k <= rows ? glp_get_row_lb(problem, k) : glp_get_col_lb(problem, k - rows);
}

static double upper(glp_prob *problem, int k) {
  int rows = glp_get_num_rows(problem);
  return k <= rows ? glp_get_row_ub(problem, k) : glp_get_col_ub(problem, k - rows);
}

/* Whether no nonbasic variable of the row can move the basic one in the direction (1 or -1). */
static bool is_stuck(glp_prob *problem, const int *index, const double *value, int size,
                     int direction) {
  for (int i = 1; i <= size; i++) {
    double moves = value[i] * direction;
    if (fabs(moves) < TOLERANCE) continue;
    int where = status(problem, index[i]);
    if (where == GLP_NS) continue;
    if (where == GLP_NF || (where == GLP_NL ? moves > 0 : moves < 0)) return false;
  }
  return true;
}

/* The row of the tableau, k = sum of value * nonbasic, as multipliers of the rows: the identity
 * holds for the columns, whatever the auxiliary variables of the rows are. */
static void keep_multipliers(Linear *linear, int k, const int *index, const double *value, int size,
                             int direction) {
  int rows = glp_get_num_rows(linear->problem);
  vec_clear(&linear->multipliers);
  vec_resize(&linear->multipliers, (size_t)rows);
  for (int i = 1; i <= size; i++)
    if (index[i] <= rows) linear->multipliers.data[index[i] - 1] = -direction * value[i];
  if (k <= rows) linear->multipliers.data[k - 1] = direction;
}

static bool find_multipliers(Linear *linear) {
  glp_prob *problem = linear->problem;
  int rows = glp_get_num_rows(problem), columns = glp_get_num_cols(problem);
  if (!glp_bf_exists(problem) && glp_factorize(problem)) return false;
  int *index = mem_array((size_t)(rows + columns) + 1, sizeof *index);
  double *value = mem_array((size_t)(rows + columns) + 1, sizeof *value);
  bool found = false;
  for (int i = 1; i <= rows && !found; i++) {
    int k = glp_get_bhead(problem, i);
    double now = primal(problem, k);
    int direction = now < lower(problem, k) - TOLERANCE   ? 1
                    : now > upper(problem, k) + TOLERANCE ? -1
                                                          : 0;
    if (!direction) continue;
    int size = glp_eval_tab_row(problem, k, index, value);
    found = is_stuck(problem, index, value, size, direction);
    if (found) keep_multipliers(linear, k, index, value, size, direction);
  }
  mem_free(index);
  mem_free(value);
  return found;
}

LinearResult linear_feasible(Linear *linear, Budget *budget) {
  glp_set_obj_dir(linear->problem, GLP_MIN);
  if (simplex(linear, GLP_DUAL, budget)) return LINEAR_UNKNOWN;
  int result = glp_get_status(linear->problem);
  if (result == GLP_OPT || result == GLP_FEAS) return LINEAR_OPTIMAL;
  if (glp_get_prim_stat(linear->problem) == GLP_NOFEAS && find_multipliers(linear))
    return LINEAR_INFEASIBLE;
  return LINEAR_UNKNOWN;
}

LinearResult linear_maximise(Linear *linear, Budget *budget) {
  glp_set_obj_dir(linear->problem, GLP_MAX);
  if (simplex(linear, GLP_PRIMAL, budget)) return LINEAR_UNKNOWN;
  int result = glp_get_status(linear->problem);
  if (result == GLP_UNBND) return LINEAR_UNBOUNDED;
  if (result != GLP_OPT) return LINEAR_UNKNOWN;
  int rows = glp_get_num_rows(linear->problem);
  vec_clear(&linear->multipliers);
  for (int i = 1; i <= rows; i++)
    vec_push(&linear->multipliers, -glp_get_row_dual(linear->problem, i));
  return LINEAR_OPTIMAL;
}

double linear_value(const Linear *linear, uint32_t column) {
  return glp_get_col_prim(linear->problem, (int)column + 1);
}

double linear_multiplier(const Linear *linear, uint32_t row) {
  return row < linear->multipliers.size ? linear->multipliers.data[row] : 0;
}

/* ---- whole numbers ---- */

/* The denominator of the simplest fraction near the number, by continued fractions; 0 if it is
 * not simple. */
static int64_t denominator(double number) {
  static const int64_t most = 100000;
  double rest = fabs(number), near = 1e-9 * fmax(1, rest);
  int64_t before = 0, now = 1;
  double whole = floor(rest), p_before = 1, p_now = whole;
  while (fabs(fabs(number) - p_now / (double)now) > near) {
    rest = 1 / (rest - whole);
    whole = floor(rest);
    if (!(whole < (double)most)) return 0;
    int64_t next = (int64_t)whole * now + before;
    double p_next = whole * p_now + p_before;
    before = now, now = next, p_before = p_now, p_now = p_next;
    if (now > most) return 0;
  }
  return now;
}

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b, b = rest;
  }
  return a;
}

bool linear_integers(const double *numbers, size_t count, int64_t *integers) {
  static const int64_t most = (int64_t)1 << 40;
  int64_t factor = 1, divisor = 0;
  for (size_t i = 0; i < count; i++) {
    if (fabs(numbers[i]) < TOLERANCE) continue;
    int64_t needed = denominator(numbers[i]);
    if (!needed) return false;
    factor = factor / common_divisor(factor, needed) * needed;
    if (factor > most) return false;
  }
  for (size_t i = 0; i < count; i++) {
    double scaled = round(numbers[i] * (double)factor);
    if (fabs(scaled) > (double)most) return false;
    integers[i] = fabs(numbers[i]) < TOLERANCE ? 0 : (int64_t)scaled;
    divisor = common_divisor(divisor, integers[i] < 0 ? -integers[i] : integers[i]);
  }
  for (size_t i = 0; i < count && divisor > 1; i++) integers[i] /= divisor;
  return true;
}
