/* Events allocate nothing: neither kifu_visit() nor the callbacks in the classic style on lawful text. Copies within a
 * collection allocate little. Linked with `--wrap` for each function that allocates. */
#include "check.h"

static size_t allocations = 0;

extern void *__real_malloc(size_t size);
extern void *__real_calloc(size_t count, size_t size);
extern void *__real_realloc(void *old, size_t size);
extern int __real_posix_memalign(void **out, size_t alignment, size_t size);
extern void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size) {
  allocations++;
  return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  allocations++;
  return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  allocations++;
  return __real_realloc(old, size);
}
int __wrap_posix_memalign(void **out, size_t alignment, size_t size) {
  allocations++;
  return __real_posix_memalign(out, alignment, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __real_aligned_alloc(alignment, size);
}

static size_t seen = 0;
static int32_t item(void *user, const kifu_context *context) {
  (void)user;
  seen += context->span_end >= context->span_start;
  return KIFU_GO_ON;
}
static int32_t property(void *user, kifu_str id, const kifu_context *context) {
  (void)user;
  (void)context;
  seen += id.len > 0;
  return KIFU_GO_ON;
}
static int32_t value(void *user, kifu_str id, kifu_str text, const kifu_context *context) {
  (void)user;
  (void)id;
  (void)text;
  (void)context;
  seen++;
  return KIFU_GO_ON;
}

/* A copy within a collection allocates what the copied game needs, however many games were changed. */
static void test_own_copies(void) {
  enum { GAMES = 2000 };
  kifu_collection *c = NULL;
  kifu_node root = {0, 0}, child = {0, 0}, made;
  OK(kifu_collection_new(&c));
  for (int i = 0; i < GAMES; i++) {
    OK(kifu_collection_add_game(c, &root));
    OK(kifu_node_add_child(c, root, 0, &child));
    OK(kifu_node_set_value(c, child, "B", "aa", 2));
  }
  size_t before = allocations;
  OK(kifu_collection_add_copy(c, c, root, &made));
  OK(kifu_node_graft(c, root, c, child, &made));
  CHECK(allocations - before < 100);
  /* A replay keeps the games: what is not changed is shared with it. */
  kifu_replay *replay = NULL;
  OK(kifu_replay_new(c, root, &replay));
  before = allocations;
  OK(kifu_node_set_value(c, root, "C", "x", 1));
  CHECK(allocations - before < 100);
  kifu_replay_free(replay);
  kifu_collection_free(c);
}

int main(void) {
  /* Games with variations, escapes, lists and texts. */
  static const char GAME[] =
      "(;FF[4]GM[1]SZ[19]PB[a \\] b]AB[aa][bb:cc]C[two\nlines];B[dd];W[pp](;B[dp];W[pd](;B[cc])(;B[ee]))(;B[qd]))\n";
  static char text[200 * sizeof GAME];
  size_t length = 0;
  for (int i = 0; i < 200; i++) {
    memcpy(text + length, GAME, sizeof GAME - 1);
    length += sizeof GAME - 1;
  }
  kifu_visitor visitor;
  KIFU_INIT(&visitor);
  visitor.tree_begin = visitor.tree_end = visitor.node_begin = visitor.node_end = visitor.property_end = item;
  visitor.property_begin = property;
  visitor.value = value;
  /* The shim itself must count. */
  void *volatile made = malloc(1);
  free(made);
  CHECK(allocations == 1);
  size_t before = allocations;
  OK(kifu_visit(text, length, &visitor));
  CHECK(allocations == before);
  CHECK(seen > 200 * 30);
  /* UTF-8 that is said to be UTF-8 is read in place. */
  visitor.text = KIFU_TEXT_UTF8;
  visitor.encoding = "UTF-8";
  before = allocations;
  OK(kifu_visit(text, length, &visitor));
  CHECK(allocations == before);
  size_t end = 0;
  visitor.text = KIFU_TEXT_RAW;
  OK(kifu_visit_part(text, length, 0, KIFU_PART_TREE, &visitor, &end));
  CHECK(allocations == before && end == sizeof GAME - 2);
  test_own_copies();
  return finish("allocations");
}
