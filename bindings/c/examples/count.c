/* Counts the games, nodes and moves of files, without a tree: kifu_visit() calls back for each item.
 *
 *     cc count.c $(pkg-config --cflags --libs kifu) -o count && ./count game.sgf
 */
#include <kifu.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct counts {
  size_t games, nodes, moves;
} counts;

static int32_t tree_begin(void *user, const kifu_context *tree) {
  if (tree->depth == 0) ((counts *)user)->games++;
  return KIFU_GO_ON;
}

static int32_t node_begin(void *user, const kifu_context *node) {
  (void)node;
  ((counts *)user)->nodes++;
  return KIFU_GO_ON;
}

static int32_t property_begin(void *user, kifu_str id, const kifu_context *property) {
  (void)property;
  if (id.len == 1 && (id.ptr[0] == 'B' || id.ptr[0] == 'W')) ((counts *)user)->moves++;
  return KIFU_SKIP; /* the values are of no interest */
}

static ptrdiff_t read_file(void *file, void *buffer, size_t capacity) {
  size_t count = fread(buffer, 1, capacity, (FILE *)file);
  return ferror((FILE *)file) ? -1 : (ptrdiff_t)count;
}

int main(int count, char **paths) {
  for (int i = 1; i < count; i++) {
    FILE *file = fopen(paths[i], "rb");
    if (file == NULL) {
      perror(paths[i]);
      return 1;
    }
    counts found = {0, 0, 0};
    kifu_visitor visitor;
    KIFU_INIT(&visitor);
    visitor.user = &found;
    visitor.tree_begin = tree_begin;
    visitor.node_begin = node_begin;
    visitor.property_begin = property_begin;
    if (kifu_visit_read(read_file, file, &visitor) < 0) {
      fprintf(stderr, "%s: %s\n", paths[i], kifu_last_error());
      return 1;
    }
    fclose(file);
    printf("%s: %zu games, %zu nodes, %zu moves\n", paths[i], found.games, found.nodes, found.moves);
  }
  return 0;
}
