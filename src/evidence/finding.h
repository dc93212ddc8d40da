/* What a check found out that is not able to decide everything. */
#ifndef RONDO_EVIDENCE_FINDING_H
#define RONDO_EVIDENCE_FINDING_H

typedef enum {
  FINDING_SHOWN,   /* it is so */
  FINDING_REFUTED, /* it is not so */
  FINDING_OPEN,    /* too large, too much work, or beyond the method */
} Finding;

#endif
