/* A test is a function that states a fact:
 *
 *   TEST(a_vector_grows) {
 *     ...
 *     CHECK(v.size == 3);
 *   }
 *
 * All tests are linked into one program, rondo-tests, which runs those whose "file/name" contains
 * one of its arguments (all without arguments) and closes with "N passed, N failed, N skipped".
 * A failing CHECK prints its place and what it compared and ends the test. SKIP("why") leaves a
 * test whose prerequisite is not there. */
#ifndef RONDO_TESTS_TEST_H
#define RONDO_TESTS_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*TestFunction)(void);
void test_register(const char *file, const char *name, TestFunction function);
_Noreturn void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void test_skip(const char *why);

#define TEST(name)                                                                                 \
  static void test_##name(void);                                                                   \
  __attribute__((constructor)) static void register_##name(void) {                                 \
    test_register(__FILE__, #name, test_##name);                                                   \
  }                                                                                                \
  static void test_##name(void)

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) test_fail(__FILE__, __LINE__, "%s", #condition);                             \
  } while (0)

#define CHECK_EQUAL(actual, expected)                                                              \
  do {                                                                                             \
    long long actual_ = (long long)(actual), expected_ = (long long)(expected);                    \
    if (actual_ != expected_)                                                                      \
      test_fail(__FILE__, __LINE__, "%s is %lld, not %lld", #actual, actual_, expected_);          \
  } while (0)

/* The same in a test of random cases: says which one, the variable `seed`. */
#define CHECK_SEED(actual, expected)                                                               \
  do {                                                                                             \
    long long actual_ = (long long)(actual), expected_ = (long long)(expected);                    \
    if (actual_ != expected_)                                                                      \
      test_fail(__FILE__, __LINE__, "seed %llu: %s is %lld, not %lld", (unsigned long long)seed,   \
                #actual, actual_, expected_);                                                      \
  } while (0)

#define CHECK_TEXT(actual, expected)                                                               \
  do {                                                                                             \
    const char *actual_ = (actual), *expected_ = (expected);                                       \
    if (!actual_ || strcmp(actual_, expected_))                                                    \
      test_fail(__FILE__, __LINE__, "%s is\n%s\nnot\n%s", #actual, actual_ ? actual_ : "(null)",   \
                expected_);                                                                        \
  } while (0)

#define SKIP(why) test_skip(why)

/* How thorough random tests are: the number of cases, scaled by the environment variable
 * RONDO_TEST_SCALE (in percent; 100 if not set). */
unsigned test_cases(unsigned cases);

/* For checks that random cases covered what they should: they hold only with enough cases. */
#define CHECK_COVERAGE(condition)                                                                  \
  do {                                                                                             \
    if (test_cases(100) >= 100) CHECK(condition);                                                  \
  } while (0)

/* Where the shared benchmark models are: the environment variable RONDO_BENCH, or ../shared/bench
 * beside the source tree; NULL if absent. */
const char *test_bench_folder(void);

/* Small models of our own, of every kind; see expected.tsv there. */
#define TEST_MODELS RONDO_SOURCE_DIR "/tests/models"

/* A fresh path in a temporary folder that is removed when the tests end. */
const char *test_temporary_path(const char *name);

#endif
