/* Prints a file as an indented list, with callbacks in the classic style: see kifu_classic.h. */
#include <kifu_classic.h>
#include <stdio.h>

static void tree(void *user) {
  printf("%*s(\n", *(int *)user, "");
  *(int *)user += 2;
}

static void tree_end(void *user) {
  *(int *)user -= 2;
  printf("%*s)\n", *(int *)user, "");
}

static void node(void *user) { printf("%*s;", *(int *)user, ""); }

static void node_end(void *user) {
  (void)user;
  printf("\n");
}

static void property(void *user, const char *id, const char *value) {
  (void)user;
  printf(" %s[%s]", id, value);
}

int main(void) {
  static const char TEXT[] = "(;GM[1]SZ[9];B[ee](;W[ge])(;W[gd]))";
  int indent = 0;
  sgf_callbacks calls = {&indent, tree, tree_end, node, node_end, property};
  const char *end = TEXT + sizeof TEXT - 1;
  return sgf_tree(TEXT, end, &calls) == end ? 0 : 1;
}
