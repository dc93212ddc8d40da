/* The reports of one run of `rondo check`: VCD files and the page. What is not asked for costs
 * nothing: the functions then do nothing. */
#ifndef RONDO_CLI_REPORTS_H
#define RONDO_CLI_REPORTS_H

#include "rondo/rondo.h"

/* The files of --vcd and --html, or NULL; whether several models are checked. */
void reports_open(const char *vcd, const char *html, bool several_models);

/* From here on properties of this model are checked, so many of them. */
void reports_begin_model(size_t properties);

/* Progress from here on is that of this property. */
void reports_begin(size_t property);
void reports_progress(const char *engine, uint64_t number, const char *words);

/* Takes notice of a result; writes its trace. Returns an exit code, after a message if the file
 * cannot be written. */
int reports_add(const RondoModel *model, size_t property, const RondoResult *result);

/* The file for what is written about one property: the one given if but this property is checked,
 * else with its name before the extension, out-served.vcd, and with several models the model's name
 * before that. NULL if none is given; the caller frees it. */
char *reports_file(const char *file, const RondoModel *model, size_t property);

/* Writes the page. An exit code, as before. */
void reports_remark(const RondoModel *model, const RondoRemark *remark);
int reports_close(void);

#endif
