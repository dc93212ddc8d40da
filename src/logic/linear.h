/* The one gate to linear programming. Nothing outside src/logic knows that GLPK is behind it.
 *
 *   columns  x_j with  lower_j <= x_j <= upper_j, lower_j >= 0
 *   rows     sum of a_ij x_j >= b_i
 *
 * All answers are in floating point, hence hints: a caller that concludes something from them makes
 * whole numbers of the multipliers (linear_integers) and checks them exactly. Costs are not
 * negative where linear_feasible is asked, so that the dual simplex can begin anywhere.
 *
 * The solver works in slices and asks the budget between them; its iterations are work. */
#ifndef RONDO_LOGIC_LINEAR_H
#define RONDO_LOGIC_LINEAR_H

#include "base/budget.h"
#include "base/vec.h"

#define LINEAR_INFINITY 1e300

typedef enum {
  LINEAR_UNKNOWN,    /* the budget was spent, or the solver gave up */
  LINEAR_OPTIMAL,    /* there are values */
  LINEAR_INFEASIBLE, /* there are multipliers that contradict the rows */
  LINEAR_UNBOUNDED,  /* of linear_maximise alone */
} LinearResult;

typedef struct Linear Linear;

typedef struct {
  uint32_t column;
  double coefficient;
} LinearTerm;
typedef VEC(LinearTerm) LinearTermVec;

Linear *linear_new(void);
void linear_free(Linear *linear);

uint32_t linear_add_column(Linear *linear, double cost); /* from 0 to infinity */
uint32_t linear_add_row(Linear *linear, const LinearTermVec *terms, double at_least);
void linear_remove_rows(Linear *linear, uint32_t from); /* and all behind it */
void linear_bound_column(Linear *linear, uint32_t column, double lower, double upper);
void linear_set_cost(Linear *linear, uint32_t column, double cost);
double linear_cost(const Linear *linear, uint32_t column);

/* Values with the smallest cost, or multipliers. */
LinearResult linear_feasible(Linear *linear, Budget *budget);
/* Values with the largest cost, and multipliers that show that it is not larger. */
LinearResult linear_maximise(Linear *linear, Budget *budget);

/* Where the solver stands, to go back to after rows behind those of then were removed: it then
 * begins from the same basis, and new rows are satisfied by it or repaired. */
typedef struct {
  VEC(unsigned char) rows, columns;
} LinearBasis;
LinearBasis linear_basis(const Linear *linear);
void linear_use_basis(Linear *linear, const LinearBasis *basis);
void linear_basis_free(LinearBasis *basis);

double linear_value(const Linear *linear, uint32_t column);
/* By row, not negative but for rounding: after LINEAR_INFEASIBLE such that the sum of the rows,
 * each times its multiplier, cannot be met within the bounds of the columns; after LINEAR_OPTIMAL
 * of linear_maximise such that cost + the sum of the rows has no column with a positive coefficient
 * that is not at its upper bound. */
double linear_multiplier(const Linear *linear, uint32_t row);

/* Makes whole numbers, in proportion, of numbers that are fractions with small denominators but for
 * rounding. False if they do not look like that. */
bool linear_integers(const double *numbers, size_t count, int64_t *integers);

#endif
