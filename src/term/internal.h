/* Shared by the files of the store of terms. */
#ifndef RONDO_TERM_INTERNAL_H
#define RONDO_TERM_INTERNAL_H

#include "term/term.h"

/* The type of the result, for arguments that fit. */
Type term_result_type(Terms *terms, TermOperator op, const uint32_t *arguments);

/* The term with exactly this node, new or known. */
Term term_intern(Terms *terms, TermNode node);

/* A simpler term that is equal to the one of this node, or TERM_NONE. */
Term term_simplify(Terms *terms, const TermNode *node);

#endif
