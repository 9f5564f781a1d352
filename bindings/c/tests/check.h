/* What the tests of the C library share. */
#ifndef KIFU_TESTS_CHECK_H
#define KIFU_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "kifu.h"

static int failures = 0;
static int checks = 0;

#define CHECK(condition)                                                                                \
  do {                                                                                                  \
    checks++;                                                                                           \
    if (!(condition)) {                                                                                 \
      failures++;                                                                                       \
      fprintf(stderr, "%s:%d: %s\n  last error: %s\n", __FILE__, __LINE__, #condition, kifu_last_error()); \
    }                                                                                                   \
  } while (0)

#define CHECK_STATUS(call, expected)                                                                    \
  do {                                                                                                  \
    int got_ = (int)(call);                                                                             \
    checks++;                                                                                           \
    if (got_ != (int)(expected)) {                                                                      \
      failures++;                                                                                       \
      fprintf(stderr, "%s:%d: %s\n  %s instead of %s: %s\n", __FILE__, __LINE__, #call,                 \
              kifu_status_name(got_), kifu_status_name((int)(expected)), kifu_last_error());            \
    }                                                                                                   \
  } while (0)

#define OK(call) CHECK_STATUS(call, KIFU_OK)
#define NONE(call) CHECK_STATUS(call, KIFU_NONE)

/* Whether a text is this string. */
static inline bool is_str(kifu_str text, const char *expected) {
  return text.len == strlen(expected) && memcmp(text.ptr, expected, text.len) == 0;
}

static inline int finish(const char *name) {
  if (failures > 0) {
    fprintf(stderr, "%s: %d of %d checks failed\n", name, failures, checks);
    return 1;
  }
  printf("%s: %d checks\n", name, checks);
  return 0;
}

#endif
