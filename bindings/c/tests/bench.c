/* The events of the C library beside a plain recursive parser of the same interface, on the same text in memory. Each
 * way takes turns, and the best time of each counts. What the callbacks saw must be equal.
 *
 * Usage: bench FILE...; without files, games of moves and comments are made up. */
#include <ctype.h>
#include <time.h>

#include "check.h"
#include "kifu_classic.h"

/* -- The plain parser: each part is a function, and calls those of its parts. ------------------------------- */

typedef struct string {
  char *bytes;
  size_t length, capacity;
} string;

static void push(string *to, char byte) {
  if (to->length == to->capacity) {
    to->capacity = to->capacity == 0 ? 16 : 2 * to->capacity;
    char *grown = (char *)realloc(to->bytes, to->capacity);
    if (grown == NULL) abort();
    to->bytes = grown;
  }
  to->bytes[to->length++] = byte;
}

static const char *skip_space(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at)) at++;
  return at;
}

static const char *plain_property(const char *at, const char *end, const sgf_callbacks *calls) {
  string id = {NULL, 0, 0};
  while (at < end && isalpha((unsigned char)*at)) push(&id, *at++);
  push(&id, '\0');
  at = skip_space(at, end);
  while (at < end && *at == '[') {
    string value = {NULL, 0, 0};
    at++;
    while (at < end && *at != ']') {
      if (*at == '\\' && at + 1 < end) push(&value, *at++);
      push(&value, *at++);
    }
    push(&value, '\0');
    if (calls->property != NULL) calls->property(calls->user, id.bytes, value.bytes);
    free(value.bytes);
    at = skip_space(at < end ? at + 1 : end, end);
  }
  free(id.bytes);
  return at;
}

static const char *plain_node(const char *at, const char *end, const sgf_callbacks *calls) {
  if (calls->node != NULL) calls->node(calls->user);
  at = skip_space(at + 1, end);
  while (at < end && isalpha((unsigned char)*at)) at = plain_property(at, end, calls);
  if (calls->node_end != NULL) calls->node_end(calls->user);
  return at;
}

static const char *plain_sequence(const char *at, const char *end, const sgf_callbacks *calls) {
  while (at < end && *at == ';') at = skip_space(plain_node(at, end, calls), end);
  return at;
}

static const char *plain_tree(const char *at, const char *end, const sgf_callbacks *calls) {
  while (at < end && *at != '(') at++;
  if (at == end) return end;
  if (calls->tree != NULL) calls->tree(calls->user);
  at = plain_sequence(skip_space(at + 1, end), end, calls);
  while (at < end && *at == '(') at = skip_space(plain_tree(at, end, calls), end);
  if (calls->tree_end != NULL) calls->tree_end(calls->user);
  return at < end ? at + 1 : end;
}

/* -- What the callbacks see ---------------------------------------------------------------------------------- */

typedef struct seen {
  size_t trees, nodes, values, ends, bytes;
  uint64_t hash;
} seen;

static void tree(void *user) { ((seen *)user)->trees++; }
static void tree_end(void *user) { ((seen *)user)->ends++; }
static void node(void *user) { ((seen *)user)->nodes++; }
static void node_end(void *user) { ((seen *)user)->ends++; }
static void property(void *user, const char *id, const char *value) {
  seen *own = (seen *)user;
  own->values++;
  own->bytes += (unsigned char)id[0] + (unsigned char)value[0];
}

/* Every call with all that it is given, as one number. */
static void mix(seen *own, char sign, const char *text) {
  own->hash = (own->hash ^ (unsigned char)sign) * 1099511628211u;
  for (; *text != '\0'; text++) own->hash = (own->hash ^ (unsigned char)*text) * 1099511628211u;
}
static void tree_hash(void *user) { mix((seen *)user, '(', ""); }
static void tree_end_hash(void *user) { mix((seen *)user, ')', ""); }
static void node_hash(void *user) { mix((seen *)user, ';', ""); }
static void node_end_hash(void *user) { mix((seen *)user, ',', ""); }
static void property_hash(void *user, const char *id, const char *value) {
  mix((seen *)user, '=', id);
  mix((seen *)user, '[', value);
}

/* -- Ways of reading ----------------------------------------------------------------------------------------- */

static int32_t on_tree(void *user, const kifu_context *c) {
  (void)c;
  ((seen *)user)->trees++;
  return KIFU_GO_ON;
}
static int32_t on_end(void *user, const kifu_context *c) {
  (void)c;
  ((seen *)user)->ends++;
  return KIFU_GO_ON;
}
static int32_t on_node(void *user, const kifu_context *c) {
  (void)c;
  ((seen *)user)->nodes++;
  return KIFU_GO_ON;
}
static int32_t on_value(void *user, kifu_str id, kifu_str value, const kifu_context *c) {
  (void)c;
  seen *own = (seen *)user;
  own->values++;
  own->bytes += (unsigned char)id.ptr[0] + (value.len > 0 ? (unsigned char)value.ptr[0] : 0u);
  return KIFU_GO_ON;
}

typedef void way(const char *text, const char *end, seen *into);

static void by_plain(const char *at, const char *end, seen *into) {
  sgf_callbacks calls = {into, tree, tree_end, node, node_end, property};
  while (at < end) at = plain_tree(at, end, &calls);
}
static void by_classic(const char *at, const char *end, seen *into) {
  sgf_callbacks calls = {into, tree, tree_end, node, node_end, property};
  while (at < end) at = sgf_tree(at, end, &calls);
}
static void by_visitor(const char *at, const char *end, seen *into) {
  kifu_visitor visitor;
  KIFU_INIT(&visitor);
  visitor.user = into;
  visitor.tree_begin = on_tree;
  visitor.tree_end = on_end;
  visitor.node_begin = on_node;
  visitor.node_end = on_end;
  visitor.value = on_value;
  OK(kifu_visit(at, (size_t)(end - at), &visitor));
}
static void by_tree(const char *at, const char *end, seen *into) {
  kifu_collection *collection = NULL;
  OK(kifu_collection_read(at, (size_t)(end - at), NULL, &collection));
  into->nodes = kifu_collection_node_count(collection);
  kifu_collection_free(collection);
}

static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void measure(const char *name, const char *text, size_t length) {
  static const struct {
    const char *name;
    way *way;
  } WAYS[] = {{"plain", by_plain}, {"classic", by_classic}, {"visitor", by_visitor}, {"tree", by_tree}};
  enum { COUNT = 4 };
  double best[COUNT] = {0};
  seen found[COUNT];
  const char *end = text + length;
  /* Enough rounds for two seconds of the plain parser. */
  size_t rounds = 1 + 100000000 / (length + 1);
  if (rounds > 2000) rounds = 2000;
  for (size_t round = 0; round < 5; round++) {
    for (int i = 0; i < COUNT; i++) {
      size_t times = i == 0 ? 1 + rounds / 10 : rounds;
      double begin = now();
      for (size_t time = 0; time < times; time++) {
        memset(&found[i], 0, sizeof found[i]);
        WAYS[i].way(text, end, &found[i]);
      }
      double speed = (double)length * (double)times / 1e6 / (now() - begin + 1e-9);
      if (speed > best[i]) best[i] = speed;
    }
  }
  for (int i = 1; i < 3; i++)
    CHECK(found[i].trees == found[0].trees && found[i].nodes == found[0].nodes && found[i].values == found[0].values &&
          found[i].ends == found[0].ends && found[i].bytes == found[0].bytes);
  CHECK(found[3].nodes == found[0].nodes);
  /* Call by call. */
  seen plain, ours;
  memset(&plain, 0, sizeof plain);
  memset(&ours, 0, sizeof ours);
  sgf_callbacks calls = {&plain, tree_hash, tree_end_hash, node_hash, node_end_hash, property_hash};
  for (const char *at = text; at < end;) at = plain_tree(at, end, &calls);
  calls.user = &ours;
  for (const char *at = text; at < end;) at = sgf_tree(at, end, &calls);
  CHECK(plain.hash == ours.hash);
  printf("%s: %.1f MB, %zu nodes\n", name, (double)length / 1e6, found[0].nodes);
  for (int i = 0; i < COUNT; i++) printf("  %-8s %7.0f MB/s %6.1f times\n", WAYS[i].name, best[i], best[i] / best[0]);
}

/* Games as servers write them. */
static char *made_up(size_t *length, int comment) {
  string text = {NULL, 0, 0};
  for (int game = 0; game < 2000; game++) {
    for (const char *c = "(;GM[1]FF[4]SZ[19]PB[Black Player]PW[White Player]BR[3d]WR[4d]KM[6.5]RE[W+R]\n"; *c; c++)
      push(&text, *c);
    for (int move = 0; move < 220; move++) {
      int place = (game * 31 + move * 7) % 361;
      char node[] = {';', move % 2 == 0 ? 'B' : 'W', '[', (char)('a' + place % 19), (char)('a' + place / 19), ']', 0};
      for (const char *c = node; *c; c++) push(&text, *c);
      if (comment > 0 && move % 10 == 9) {
        for (const char *c = "C["; *c; c++) push(&text, *c);
        for (int i = 0; i < comment; i++) push(&text, "White answers, and lives. "[i % 26]);
        push(&text, ']');
      }
    }
    push(&text, ')');
    push(&text, '\n');
  }
  *length = text.length;
  return text.bytes;
}

int main(int count, char **paths) {
  for (int i = 1; i < count; i++) {
    FILE *file = fopen(paths[i], "rb");
    string text = {NULL, 0, 0};
    if (file == NULL) {
      perror(paths[i]);
      return 1;
    }
    char block[65536];
    size_t read;
    while ((read = fread(block, 1, sizeof block, file)) > 0)
      for (size_t j = 0; j < read; j++) push(&text, block[j]);
    fclose(file);
    measure(paths[i], text.bytes, text.length);
    free(text.bytes);
  }
  if (count < 2) {
    size_t length;
    char *text = made_up(&length, 0);
    measure("games", text, length);
    free(text);
    text = made_up(&length, 120);
    measure("games with comments", text, length);
    free(text);
  }
  return finish("bench");
}
