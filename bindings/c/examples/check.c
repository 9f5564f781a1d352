/* Checks files against the standard and the rules of the game, as `kifu check` does. Ends with 1 if there is an error. */
#include <kifu.h>
#include <stdio.h>
#include <stdlib.h>

/* The bytes of a file. */
static char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  size_t capacity = 0;
  *length = 0;
  while (file != NULL && !feof(file) && !ferror(file)) {
    capacity = capacity == 0 ? 65536 : 2 * capacity;
    char *grown = (char *)realloc(bytes, capacity);
    if (grown == NULL) abort();
    bytes = grown;
    *length += fread(bytes + *length, 1, capacity - *length, file);
  }
  if (file != NULL) fclose(file);
  return bytes;
}

int main(int count, char **paths) {
  static const char *const NAMES[] = {"hint", "warning", "error"};
  int status = 0;
  for (int i = 1; i < count; i++) {
    size_t length;
    char *bytes = read_file(paths[i], &length);
    kifu_report *report = NULL;
    if (bytes == NULL || kifu_check(bytes, length, NULL, &report) != KIFU_OK) {
      fprintf(stderr, "%s: %s\n", paths[i], bytes == NULL ? "cannot read it" : kifu_last_error());
      return 2;
    }
    kifu_diagnostic found;
    for (size_t j = 0; kifu_report_diagnostic(report, j, &found) == KIFU_OK; j++) {
      printf("%s:%zu:%zu: %s[%.*s]: %.*s\n", paths[i], found.line, found.column, NAMES[found.severity],
             (int)found.code.len, found.code.ptr, (int)found.message.len, found.message.ptr);
      if (found.fix.len > 0) printf("  fix: %.*s\n", (int)found.fix.len, found.fix.ptr);
      if (found.severity == KIFU_ERROR) status = 1;
    }
    kifu_report_free(report);
    free(bytes);
  }
  return status;
}
