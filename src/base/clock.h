/* Wall and CPU time in seconds. Used for deadlines and reports, never to steer a search. */
#ifndef RONDO_BASE_CLOCK_H
#define RONDO_BASE_CLOCK_H

double clock_wall(void); /* monotonic */
double clock_cpu(void);  /* of this process */

#endif
