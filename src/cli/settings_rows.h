/* The settings of the library as options of `rondo check`: every option that rondo_option tells of
 * becomes a row, whose value goes to rondo_settings_set. */
#ifndef RONDO_CLI_SETTINGS_ROWS_H
#define RONDO_CLI_SETTINGS_ROWS_H

#include "base/option.h"
#include "rondo/rondo.h"

/* Appends the groups. They, and the settings that they write to, stay until settings_rows_free. */
void settings_rows_add(OptionGroupVec *groups);

/* The settings, once options were parsed. What was not given there has the default of the program,
 * which in some cases is not that of the library. */
RondoSettings *settings_rows_chosen(void);

void settings_rows_free(void);

#endif
