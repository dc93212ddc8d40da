/* What the subcommands write: files, and standard output, which may be full or closed like any
 * file. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

static bool is_standard_output(const char *file) { return !file || !strcmp(file, "-"); }

static bool cannot_create(const char *file, int why) {
  cli_fail(EXIT_CANNOT_CREATE, "cannot write %s: %s", file, strerror(why));
  return false;
}

FILE *cli_create(const char *file) {
  if (is_standard_output(file)) return stdout;
  FILE *stream = fopen(file, "wb");
  if (!stream) cannot_create(file, errno);
  return stream;
}

/* Of standard output the end of the program takes notice. */
int cli_close(FILE *stream, const char *file) {
  if (is_standard_output(file)) return EXIT_HOLDS;
  bool failed = ferror(stream) || fflush(stream);
  int why = errno;
  if (fclose(stream)) failed = true;
  return failed ? cli_fail(EXIT_CANNOT_WRITE, "cannot write %s: %s", file, strerror(why))
                : EXIT_HOLDS;
}

/* To open a pipe that nobody reads yet would wait for the reader, and is refused without waiting;
 * a link may name a file that is not there yet: there is nothing wrong with either. */
bool cli_can_create(const char *file) {
  if (!file) return true;
  int made = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (made >= 0) {
    close(made);
    return !unlink(file) || cannot_create(file, errno);
  }
  if (errno != EEXIST) return cannot_create(file, errno);
  int there = open(file, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (there < 0 && errno != ENXIO && errno != ENOENT) return cannot_create(file, errno);
  if (there >= 0) close(there);
  return true;
}

bool cli_can_fill(const char *folder) {
  struct stat there;
  if (!folder) return true;
  if (mkdir(folder, 0777) && errno != EEXIST) return cannot_create(folder, errno);
  if (stat(folder, &there)) return cannot_create(folder, errno);
  if (!S_ISDIR(there.st_mode)) return cannot_create(folder, ENOTDIR);
  return !access(folder, W_OK | X_OK) || cannot_create(folder, errno);
}

/* ---- standard output ---- */

static int output_error; /* errno of what first went wrong there */

bool cli_flush(void) {
  errno = 0;
  if ((fflush(stdout) || ferror(stdout)) && !output_error) output_error = errno ? errno : EIO;
  return !output_error;
}

static bool nobody_reads(void) {
  struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
  return output_error == EPIPE || (poll(&output, 1, 0) > 0 && output.revents & POLLERR);
}

int cli_exit_code(int code) {
  if (cli_flush()) return code;
  if (nobody_reads()) return EXIT_CANNOT_WRITE;
  return cli_fail(EXIT_CANNOT_WRITE, "cannot write to standard output: %s", strerror(output_error));
}
