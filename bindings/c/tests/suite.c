/* Reads inputs from standard input, each a line with its length and its encoding (or `-`) and then so many bytes, and
 * prints what each way of reading finds, one line each: see suite.py. */
#include <stdio.h>
#include <stdlib.h>

#include "kifu.h"

static void hex(kifu_str text) {
  for (size_t i = 0; i < text.len; i++) printf("%02x", (unsigned)(unsigned char)text.ptr[i]);
}

typedef struct state {
  size_t games, nodes, depth;
  bool prints;
  kifu_problem problems[512];
  size_t problem_count;
} state;

static bool is_implied(const kifu_context *context) { return context->span_start == context->span_end; }

static int32_t sign(const state *own, const kifu_context *context, const char *sign) {
  if (own->prints) printf(" %s%s", is_implied(context) ? "+" : "", sign);
  return KIFU_GO_ON;
}

static int32_t tree_begin(void *user, const kifu_context *context) {
  state *own = (state *)user;
  own->games += context->depth == 0;
  if (context->depth + 1 > own->depth) own->depth = context->depth + 1;
  return sign(own, context, "(");
}

static int32_t tree_end(void *user, const kifu_context *context) { return sign((state *)user, context, ")"); }

static int32_t node_begin(void *user, const kifu_context *context) {
  ((state *)user)->nodes++;
  return sign((state *)user, context, ";");
}

static int32_t property_begin(void *user, kifu_str id, const kifu_context *context) {
  (void)context;
  if (((state *)user)->prints) {
    printf(" =");
    hex(id);
  }
  return KIFU_GO_ON;
}

static int32_t value(void *user, kifu_str id, kifu_str value, const kifu_context *context) {
  (void)id;
  (void)context;
  if (((state *)user)->prints) {
    printf(" [");
    hex(value);
  }
  return KIFU_GO_ON;
}

static void problem(void *user, const kifu_problem *problem) {
  state *own = (state *)user;
  if (own->problem_count < sizeof own->problems / sizeof *own->problems)
    own->problems[own->problem_count++] = *problem;
}

typedef struct input {
  const char *bytes;
  size_t left;
} input;

static ptrdiff_t read_some(void *user, void *buffer, size_t capacity) {
  input *from = (input *)user;
  size_t count = from->left < 7 ? from->left : 7;
  if (count > capacity) count = capacity;
  memcpy(buffer, from->bytes, count);
  from->bytes += count;
  from->left -= count;
  return (ptrdiff_t)count;
}

/* Prints the events, their problems and their counts, by one way of reading. */
static void events(const char *name, const char *bytes, size_t length, const char *encoding, bool streams) {
  state own;
  memset(&own, 0, sizeof own);
  own.prints = length < 100000;
  kifu_visitor visitor;
  KIFU_INIT(&visitor);
  visitor.user = &own;
  visitor.text = encoding == NULL ? KIFU_TEXT_RAW : KIFU_TEXT_UTF8;
  visitor.encoding = encoding;
  visitor.tree_begin = tree_begin;
  visitor.tree_end = tree_end;
  visitor.node_begin = node_begin;
  visitor.property_begin = property_begin;
  visitor.value = value;
  visitor.problem = problem;
  input from = {bytes, length};
  printf("%s", name);
  kifu_status status = streams ? kifu_visit_read(read_some, &from, &visitor) : kifu_visit(bytes, length, &visitor);
  printf("\n%s-problems", name);
  for (size_t i = 0; i < own.problem_count; i++)
    printf(" %.*s@%zu..%zu", (int)own.problems[i].code.len, own.problems[i].code.ptr, own.problems[i].start,
           own.problems[i].end);
  printf("\n%s-counts %zu %zu %zu %s\n", name, own.games, own.nodes, own.depth, kifu_status_name((int)status));
}

typedef struct place {
  const kifu_collection *collection;
  kifu_node node;
  size_t number;
  kifu_str identifier;
} place;

static int32_t tree_value(void *user, kifu_str raw) {
  place *at = (place *)user;
  size_t capacity = raw.len + 1, length = 0;
  char *buffer = (char *)malloc(capacity);
  printf("value %zu ", at->number);
  hex(at->identifier);
  for (int simple = 0; simple < 2; simple++) {
    if (kifu_unescape(raw.ptr, raw.len, simple != 0, buffer, capacity, &length) != KIFU_OK) abort();
    kifu_str text = {buffer, length};
    printf(" ");
    hex(text);
    printf("-");
  }
  printf("\n");
  free(buffer);
  return KIFU_GO_ON;
}

static void tree(const char *bytes, size_t length, const char *encoding) {
  kifu_read_options options;
  KIFU_INIT(&options);
  options.encoding = encoding;
  kifu_collection *collection = NULL;
  if (kifu_collection_read(bytes, length, &options, &collection) != KIFU_OK) abort();
  size_t number = 0;
  place at = {collection, {0, 0}, 0, {"", 0}};
  for (size_t game = 0; kifu_collection_game(collection, game, &at.node) == KIFU_OK; game++) {
    do {
      at.number = number++;
      if (length >= 100000) continue;
      size_t count = 0;
      kifu_node_property_count(collection, at.node, &count);
      for (size_t i = 0; i < count; i++) {
        kifu_property property;
        if (kifu_node_property(collection, at.node, i, &property) != KIFU_OK) abort();
        at.identifier = property.identifier;
        kifu_node_property_values(collection, at.node, i, tree_value, &at);
      }
    } while (kifu_node_next_in_file(collection, at.node, &at.node) == KIFU_OK);
  }
  printf("tree-counts %zu %zu\n", kifu_collection_len(collection), number);
  kifu_collection_free(collection);
}

int main(void) {
  size_t length;
  char encoding[64];
  while (scanf("%zu %63s", &length, encoding) == 2) {
    getchar();
    char *bytes = (char *)malloc(length + 1);
    if (bytes == NULL || fread(bytes, 1, length, stdin) != length) return 2;
    const char *name = strcmp(encoding, "-") == 0 ? NULL : encoding;
    events("events", bytes, length, name, false);
    if (name == NULL) events("stream", bytes, length, NULL, true);
    tree(bytes, length, name == NULL ? "UTF-8" : name);
    printf("end\n");
    fflush(stdout);
    free(bytes);
  }
  return 0;
}
