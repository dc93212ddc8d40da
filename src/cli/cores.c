#include "base/platform.h"
#include "cli/cli.h"

int64_t cli_cores(void) { return platform_cores(); }
