/* The page of a run: one HTML file that needs nothing else, with all results in it; docs/reports.md
 * says what it shows. Its assets are in page/ and are compiled into the program.
 *
 * A Report gathers results as they come, as text, so that nothing needs to outlive its being
 * added. */
#ifndef RONDO_REPORT_HTML_H
#define RONDO_REPORT_HTML_H

#include <stdio.h>

#include "front/model.h"
#include "report/outcome.h"

typedef struct Report Report;

Report *report_new(void);
void report_free(Report *report);

/* Notes how far an engine is (see EngineProgress) with the property that was begun last; the first
 * is begun already. The same may be begun again. */
void report_begin(Report *report, size_t property);
void report_progress(Report *report, const char *engine, uint64_t number, const char *words);

/* Adds what became of a property of the model; the outcome says which. The task may be NULL if
 * there was none. The evidence has been checked. The page has the models in the order in which they
 * come, and their properties by number. */
void report_add(Report *report, const Model *model, const Outcome *outcome, const Task *task,
                const Evidence *evidence);

/* A remark about a property that was added, or about its model (SIZE_MAX), as an object of JSON. */
void report_remark(Report *report, const char *file, size_t property, const char *json);

/* Adds a run of the model that shows nothing but itself. */
void report_add_run(Report *report, const Model *model, const Trace *trace);

/* False if the stream reports an error. */
bool report_write(const Report *report, FILE *stream);

#endif
