/* Every function of kifu.h, called as it should be. What null and stale arguments give is tested by a program that
 * is generated from the header. */
#include "check.h"
#include "kifu_classic.h"

#include <math.h>

#ifdef _WIN32
#error "the tests use POSIX paths"
#endif

static const char GAME[] =
    "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[Shusaku \\] 1]PW[Gennan]BR[4d]WR[8d]KM[6.5]HA[2]RE[B+3.5]DT[1846-09-11,12]TM[3600]"
    "RU[Japanese]OT[5x30 byo-yomi]EV[Ear-reddening]AB[cc:dd][gg]TR[aa][bb]C[First\nline \\] 2]"
    ";B[ee];W[ge](;B[gd]N[main])(;B[ff];W[fe])(;B[]))\n(;GM[1]SZ[5];B[cc])";

static kifu_collection *read_text(const char *text) {
  kifu_collection *collection = NULL;
  OK(kifu_collection_read(text, strlen(text), NULL, &collection));
  CHECK(collection != NULL);
  return collection;
}

static kifu_node root_of(const kifu_collection *collection, size_t number) {
  kifu_node root = {0, 0};
  OK(kifu_collection_game(collection, number, &root));
  return root;
}

/* The main line: the node that lies so many nodes below the root. */
static kifu_node below(const kifu_collection *collection, kifu_node node, int steps) {
  while (steps-- > 0) OK(kifu_node_first_child(collection, node, &node));
  return node;
}

static void check_buffer(kifu_buffer *buffer, const char *expected) {
  CHECK(buffer != NULL && is_str(kifu_buffer_bytes(buffer), expected));
  if (buffer != NULL && !is_str(kifu_buffer_bytes(buffer), expected))
    fprintf(stderr, "  got: %.*s\n", (int)kifu_buffer_bytes(buffer).len, kifu_buffer_bytes(buffer).ptr);
  kifu_buffer_free(buffer);
}

/* -- Status ------------------------------------------------------------------------------------------------ */

static void test_status(void) {
  CHECK(strcmp(kifu_version(), KIFU_VERSION) == 0);
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", KIFU_VERSION_MAJOR, KIFU_VERSION_MINOR, KIFU_VERSION_PATCH);
  CHECK(strcmp(version, KIFU_VERSION) == 0);
  CHECK(strcmp(kifu_status_name(KIFU_OK), "KIFU_OK") == 0);
  CHECK(strcmp(kifu_status_name(KIFU_STALE), "KIFU_STALE") == 0);
  CHECK(strcmp(kifu_status_name(KIFU_INTERNAL), "KIFU_INTERNAL") == 0);
  CHECK(strcmp(kifu_status_name(12345), "unknown") == 0);
  CHECK_STATUS(kifu_collection_new(NULL), KIFU_INVALID_ARGUMENT);
  CHECK(strstr(kifu_last_error(), "null") != NULL);
}

/* -- Texts ------------------------------------------------------------------------------------------------- */

static void test_texts(void) {
  char buffer[64];
  size_t length = 0;
  OK(kifu_unescape("a\\]b\nc", KIFU_NUL, false, buffer, sizeof buffer, &length));
  CHECK(strcmp(buffer, "a]b\nc") == 0 && length == 5);
  OK(kifu_unescape("a\\]b\nc", 4, true, buffer, sizeof buffer, NULL));
  CHECK(strcmp(buffer, "a]b") == 0);
  OK(kifu_escape("a]b\\", KIFU_NUL, false, buffer, sizeof buffer, &length));
  CHECK(strcmp(buffer, "a\\]b\\\\") == 0 && length == 6);
  OK(kifu_escape("a\nb", KIFU_NUL, true, buffer, sizeof buffer, NULL));
  CHECK(strcmp(buffer, "a b") == 0);
  /* As snprintf: what there is room for, ended by NUL, never a part of a character. */
  CHECK_STATUS(kifu_escape("abc\xC3\xA9", KIFU_NUL, false, buffer, 5, &length), KIFU_TRUNCATED);
  CHECK(strcmp(buffer, "abc") == 0 && length == 5);
  CHECK_STATUS(kifu_escape("abc", KIFU_NUL, false, NULL, 0, &length), KIFU_TRUNCATED);
  CHECK(length == 3);
  CHECK_STATUS(kifu_escape("\xFF", KIFU_NUL, false, buffer, sizeof buffer, NULL), KIFU_INVALID_ARGUMENT);
  /* In place. An error leaves the buffer as it is, and so does a text that is missing. */
  strcpy(buffer, "a\\]b");
  OK(kifu_unescape(buffer, KIFU_NUL, false, buffer, sizeof buffer, NULL));
  CHECK(strcmp(buffer, "a]b") == 0);
  OK(kifu_unescape(buffer, KIFU_NUL, false, buffer, sizeof buffer, NULL));
  CHECK(strcmp(buffer, "a]b") == 0);
  OK(kifu_escape(buffer, KIFU_NUL, false, buffer, sizeof buffer, NULL));
  CHECK(strcmp(buffer, "a\\]b") == 0);
  CHECK_STATUS(kifu_escape("\xFF", KIFU_NUL, false, buffer, sizeof buffer, NULL), KIFU_INVALID_ARGUMENT);
  CHECK(strcmp(buffer, "a\\]b") == 0);
  OK(kifu_identifier("Black", KIFU_NUL, buffer, sizeof buffer, &length));
  CHECK(strcmp(buffer, "B") == 0 && length == 1);
}

/* -- Events ------------------------------------------------------------------------------------------------ */

typedef struct trace {
  char text[1024];
  size_t length;
  int32_t answer;   /* what the callback for `at` answers */
  const char *at;
  size_t problems;
  kifu_context last;
} trace;

static int32_t note(trace *into, const char *sign, kifu_str text, const kifu_context *context) {
  if (context != NULL) into->last = *context;
  into->length += (size_t)snprintf(into->text + into->length, sizeof into->text - into->length, "%s%.*s ", sign,
                                   (int)text.len, text.ptr);
  return into->at != NULL && strcmp(into->at, sign) == 0 ? into->answer : KIFU_GO_ON;
}

static const kifu_str EMPTY = {"", 0};

static int32_t on_tree(void *user, const kifu_context *c) { return note((trace *)user, "(", EMPTY, c); }
static int32_t on_tree_end(void *user, const kifu_context *c) { return note((trace *)user, ")", EMPTY, c); }
static int32_t on_node(void *user, const kifu_context *c) { return note((trace *)user, ";", EMPTY, c); }
static int32_t on_node_end(void *user, const kifu_context *c) { return note((trace *)user, ",", EMPTY, c); }
static int32_t on_property(void *user, kifu_str id, const kifu_context *c) { return note((trace *)user, "@", id, c); }
static int32_t on_property_end(void *user, const kifu_context *c) { return note((trace *)user, "!", EMPTY, c); }
static int32_t on_value(void *user, kifu_str id, kifu_str value, const kifu_context *c) {
  CHECK(id.len > 0);
  return note((trace *)user, "=", value, c);
}
static void on_problem(void *user, const kifu_problem *problem) {
  CHECK(problem->code.len == 4 && problem->message.len > 0 && problem->start <= problem->end);
  ((trace *)user)->problems++;
}

static kifu_visitor visitor_of(trace *into) {
  kifu_visitor visitor;
  memset(into, 0, sizeof *into);
  KIFU_INIT(&visitor);
  visitor.user = into;
  visitor.tree_begin = on_tree;
  visitor.tree_end = on_tree_end;
  visitor.node_begin = on_node;
  visitor.node_end = on_node_end;
  visitor.property_begin = on_property;
  visitor.value = on_value;
  visitor.property_end = on_property_end;
  visitor.problem = on_problem;
  return visitor;
}

typedef struct input {
  const char *text;
  size_t left;
  ptrdiff_t error; /* returned at the end, if it is not 0 */
} input;

static ptrdiff_t read_some(void *user, void *buffer, size_t capacity) {
  input *from = (input *)user;
  size_t count = from->left < 3 ? from->left : 3;
  if (count == 0) return from->error;
  if (count > capacity) count = capacity;
  memcpy(buffer, from->text, count);
  from->text += count;
  from->left -= count;
  return (ptrdiff_t)count;
}

static void test_events(void) {
  static const char SGF[] = "(;SZ[9]AB[aa][b\\]b];B[cc](;W[dd])(;W[ee]))";
  static const char ALL[] = "( ; @SZ =9 ! @AB =aa =b\\]b ! , ; @B =cc ! , ( ; @W =dd ! , ) ( ; @W =ee ! , ) ) ";
  const size_t len = sizeof SGF - 1;
  trace t;
  kifu_visitor v = visitor_of(&t);
  OK(kifu_visit(SGF, len, &v));
  CHECK(strcmp(t.text, ALL) == 0);
  CHECK(t.last.span_start == len - 1);
  CHECK(t.last.depth == 0 && t.last.index == 0 && t.last.start == 0 && t.last.span_end == len && t.problems == 0);

  v = visitor_of(&t);
  v.text = KIFU_TEXT_UNESCAPED;
  OK(kifu_visit(SGF, len, &v));
  CHECK(strstr(t.text, "=b]b ") != NULL);

  v = visitor_of(&t);
  t.at = "@";
  t.answer = KIFU_SKIP;
  OK(kifu_visit(SGF, len, &v));
  CHECK(strcmp(t.text, "( ; @SZ ! @AB ! , ; @B ! , ( ; @W ! , ) ( ; @W ! , ) ) ") == 0);

  v = visitor_of(&t);
  t.at = ",";
  t.answer = KIFU_SKIP;
  OK(kifu_visit(SGF, len, &v));
  CHECK(strcmp(t.text, "( ; @SZ =9 ! @AB =aa =b\\]b ! , ) ") == 0);

  v = visitor_of(&t);
  t.at = "=";
  t.answer = KIFU_STOP;
  CHECK_STATUS(kifu_visit(SGF, len, &v), KIFU_STOPPED);
  CHECK(strcmp(t.text, "( ; @SZ =9 ") == 0);

  /* All callbacks are optional. */
  kifu_visitor none;
  KIFU_INIT(&none);
  OK(kifu_visit(SGF, len, &none));

  /* Broken text is no error. */
  v = visitor_of(&t);
  OK(kifu_visit("(;B[aa]x;W[bb]", 14, &v));
  CHECK(strcmp(t.text, "( ; @B =aa ! , ; @W =bb ! , ) ") == 0 && t.problems > 0);
  CHECK(t.last.span_start == 14 && t.last.span_end == 14);

  /* Each encoding. */
  v = visitor_of(&t);
  v.text = KIFU_TEXT_UTF8;
  OK(kifu_visit("(;CA[Shift_JIS]PB[\x95\x90\x8B{];B[qd])", 28, &v));
  CHECK(strstr(t.text, "=\xE6\xAD\xA6\xE5\xAE\xAE ") != NULL);
  v = visitor_of(&t);
  v.text = KIFU_TEXT_UTF8;
  v.encoding = "UTF-8";
  OK(kifu_visit(SGF, len, &v));
  CHECK(strcmp(t.text, ALL) == 0);
  v.encoding = "no such";
  CHECK_STATUS(kifu_visit(SGF, len, &v), KIFU_INVALID_ARGUMENT);
  v.encoding = NULL;
  v.text = 77;
  CHECK_STATUS(kifu_visit(SGF, len, &v), KIFU_INVALID_ARGUMENT);
  v.text = 0;
  v.size = 0;
  CHECK_STATUS(kifu_visit(SGF, len, &v), KIFU_INVALID_ARGUMENT);
  /* The struct of an older header: the callbacks after `tree_begin` are not read. */
  v = visitor_of(&t);
  v.size = (uint32_t)offsetof(kifu_visitor, tree_end);
  OK(kifu_visit(SGF, len, &v));
  CHECK(strcmp(t.text, "( ( ( ") == 0);

  /* Parts. */
  size_t end = 0;
  v = visitor_of(&t);
  OK(kifu_visit_part(SGF, len, 7, KIFU_PART_PROPERTY, &v, &end));
  CHECK(strcmp(t.text, "@AB =aa =b\\]b ! ") == 0 && end == 19);
  v = visitor_of(&t);
  OK(kifu_visit_part(SGF, len, 1, KIFU_PART_NODE, &v, &end));
  CHECK(strcmp(t.text, "; @SZ =9 ! @AB =aa =b\\]b ! , ") == 0 && end == 19);
  v = visitor_of(&t);
  OK(kifu_visit_part(SGF, len, 1, KIFU_PART_SEQUENCE, &v, &end));
  CHECK(strcmp(t.text, "; @SZ =9 ! @AB =aa =b\\]b ! , ; @B =cc ! , ") == 0 && end == 25);
  v = visitor_of(&t);
  OK(kifu_visit_part(SGF, len, 25, KIFU_PART_TREE, &v, &end));
  CHECK(strcmp(t.text, "( ; @W =dd ! , ) ") == 0 && end == 33);
  /* Places where no such part begins. */
  static const char PLACES[] = "(;A[b](;C[d]))";
  static const struct { uint32_t part; const char *begins; } PARTS[] = {
    {KIFU_PART_TREE, "(.....(......."}, {KIFU_PART_SEQUENCE, ".;A....;C....."},
    {KIFU_PART_NODE, ".;A....;C....."}, {KIFU_PART_PROPERTY, "..A.....C....."},
  };
  for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
    for (size_t at = 0; at <= sizeof PLACES - 1; at++) {
      bool begins = at < sizeof PLACES - 1 && PARTS[i].begins[at] != '.';
      /* A letter of a value looks like an identifier. */
      if (PLACES[at] == 'b' || PLACES[at] == 'd') continue;
      v = visitor_of(&t);
      CHECK_STATUS(kifu_visit_part(PLACES, sizeof PLACES - 1, at, PARTS[i].part, &v, &end), begins ? KIFU_OK : KIFU_NONE);
      CHECK(begins ? end > at : end == at && strcmp(t.text, "") == 0);
    }
  CHECK_STATUS(kifu_visit_part(SGF, len, len + 1, KIFU_PART_TREE, &v, NULL), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_visit_part(SGF, len, 0, 9, &v, NULL), KIFU_INVALID_ARGUMENT);

  /* A read function. */
  input in = {SGF, len, 0};
  v = visitor_of(&t);
  OK(kifu_visit_read(read_some, &in, &v));
  CHECK(strcmp(t.text, ALL) == 0);
  input again = {SGF, len, 0};
  v = visitor_of(&t);
  v.text = KIFU_TEXT_UTF8;
  OK(kifu_visit_read(read_some, &again, &v));
  CHECK(strcmp(t.text, ALL) == 0);
  input broken = {SGF, len, -5};
  v = visitor_of(&t);
  CHECK_STATUS(kifu_visit_read(read_some, &broken, &v), KIFU_IO);
  CHECK(strstr(kifu_last_error(), "-5") != NULL);
}

/* A part that enters no tree has none that is not closed. */
static void test_ends_of_parts(void) {
  static const struct {
    const char *text;
    uint32_t part;
    size_t problems;
  } CASES[] = {
      {"C[x]", KIFU_PART_PROPERTY, 0}, {";B[aa]", KIFU_PART_NODE, 0}, {";B[aa]C[x]", KIFU_PART_SEQUENCE, 0},
      {"(;B[aa])", KIFU_PART_TREE, 0}, {"(;B[aa]", KIFU_PART_TREE, 1},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    trace t;
    kifu_visitor visitor = visitor_of(&t);
    size_t end = 0, length = strlen(CASES[i].text);
    OK(kifu_visit_part(CASES[i].text, length, 0, CASES[i].part, &visitor, &end));
    CHECK(t.problems == CASES[i].problems && end == length);
  }
}

static void classic_tree(void *user) { note((trace *)user, "(", EMPTY, NULL); }
static void classic_tree_end(void *user) { note((trace *)user, ")", EMPTY, NULL); }
static void classic_node(void *user) { note((trace *)user, ";", EMPTY, NULL); }
static void classic_node_end(void *user) { note((trace *)user, ",", EMPTY, NULL); }
static void classic_property(void *user, const char *id, const char *value) {
  kifu_str text = {value, strlen(value)};
  note((trace *)user, id, text, NULL);
}

static void test_classic(void) {
  static const char SGF[] = "(;SZ[9]AB[aa][b\\]b]KO;B[cc];W[dd];B[ee](;W[dd])(;W[ee]))(;B[aa])";
  trace t;
  memset(&t, 0, sizeof t);
  kifu_classic_callbacks calls = {&t, classic_tree, classic_tree_end, classic_node, classic_node_end, classic_property};
  size_t end = 0;
  OK(kifu_classic(SGF, sizeof SGF - 1, 0, KIFU_PART_TREE, &calls, &end));
  CHECK(strcmp(t.text, "( ; SZ9 ABaa ABb\\]b KO , ; Bcc , ; Wdd , ; Bee , ( ; Wdd , ) ( ; Wee , ) ) ") == 0);
  CHECK(end == sizeof SGF - 1 - 8);
  /* Moves in a row, of which some go on with further values and properties. */
  static const char MOVES[] = "(;B[aa];W[bb];B[cc][dd]C[x];W[ee];B[ff]N[y](;W[gg]))";
  memset(&t, 0, sizeof t);
  OK(kifu_classic(MOVES, sizeof MOVES - 1, 0, KIFU_PART_TREE, &calls, NULL));
  CHECK(strcmp(t.text, "( ; Baa , ; Wbb , ; Bcc Bdd Cx , ; Wee , ; Bff Ny , ( ; Wgg , ) ) ") == 0);
  memset(&t, 0, sizeof t);
  OK(kifu_classic(SGF, sizeof SGF - 1, 1, KIFU_PART_NODE, &calls, &end));
  CHECK(strcmp(t.text, "; SZ9 ABaa ABb\\]b KO , ") == 0);

  /* White space before nodes and properties, and places where none begins. */
  static const char NODES[] = " ;B[aa]\n;W[bb]\n\n; B[cc]\n";
  const char *at = NODES, *last = NODES + sizeof NODES - 1;
  memset(&t, 0, sizeof t);
  for (int i = 0; i < 9 && at < last; i++) at = sgf_node(at, last, &calls);
  CHECK(strcmp(t.text, "; Baa , ; Wbb , ; Bcc , ") == 0 && at == last);
  memset(&t, 0, sizeof t);
  CHECK(sgf_sequence(NODES, last, &calls) == last - 1);
  CHECK(strcmp(t.text, "; Baa , ; Wbb , ; Bcc , ") == 0);
  static const char END[] = " \n);B[aa]";
  memset(&t, 0, sizeof t);
  CHECK(sgf_node(END, END + 9, &calls) == END + 2);
  CHECK(sgf_sequence(END, END + 9, &calls) == END + 2);
  CHECK(sgf_property(END, END + 9, &calls) == END + 2);
  CHECK(sgf_node(END + 9, END + 9, &calls) == END + 9);
  CHECK(strcmp(t.text, "") == 0);
  static const char BARE[] = "\nB[aa]C[x];W[bb]";
  CHECK(sgf_node(BARE, BARE + 16, &calls) == BARE + 10);
  CHECK(strcmp(t.text, "; Baa Cx , ") == 0);

  static const char MIDDLE[] = "[b]C[d](;E[f])";
  memset(&t, 0, sizeof t);
  CHECK(sgf_node(MIDDLE, MIDDLE + 14, &calls) == MIDDLE);
  CHECK(sgf_sequence(MIDDLE, MIDDLE + 14, &calls) == MIDDLE);
  CHECK(sgf_property(MIDDLE, MIDDLE + 14, &calls) == MIDDLE);
  CHECK(strcmp(t.text, "") == 0);

  /* Parentheses that begin no game. */
  static const char *const GAMES[][2] = {
      {"Hello (World)\n(;FF[4];B[aa])", "( ; FF4 , ; Baa , ) "},
      {"(;B[aa]) trailing (c) 2020", "( ; Baa , ) "},
      {"C[foo (bar](;B[aa])", "( ; Baa , ) "},
      {"(;B[aa])\n ( ;W[bb])", "( ; Baa , ) ( ; Wbb , ) "},
      {"no game", ""},
      {"\n;B[aa])(;W[bb])", "( ; Baa , ) ( ; Wbb , ) "},
      {"", ""},
  };
  for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
    at = GAMES[i][0];
    last = at + strlen(at);
    memset(&t, 0, sizeof t);
    for (int games = 0; games < 9 && at < last; games++) at = sgf_tree(at, last, &calls);
    CHECK(strcmp(t.text, GAMES[i][1]) == 0 && at == last);
    if (strcmp(t.text, GAMES[i][1]) != 0) fprintf(stderr, "  got: %s\n", t.text);
  }
}

static void count_classic(void *user) { ++*(size_t *)user; }
static int32_t count_nodes(void *user, const kifu_context *node) {
  (void)node;
  ++*(size_t *)user;
  return KIFU_GO_ON;
}

/* Games without their `)`, one by one: the time does not grow with the square of their number. */
static void test_unclosed_games(void) {
  static const char GAME_BEGIN[] = "(;GM[1]SZ[9];B[aa]\n";
  enum { GAMES = 20000, LENGTH = sizeof GAME_BEGIN - 1 };
  char *text = (char *)malloc(GAMES * LENGTH);
  if (text == NULL) abort();
  for (size_t i = 0; i < GAMES; i++) memcpy(text + i * LENGTH, GAME_BEGIN, LENGTH);
  size_t nodes = 0, end = 0;
  sgf_callbacks calls = {&nodes, NULL, NULL, count_classic, NULL, NULL};
  for (const char *at = text; at < text + GAMES * LENGTH;) at = sgf_tree(at, text + GAMES * LENGTH, &calls);
  CHECK(nodes == 2 * GAMES);
  kifu_visitor visitor;
  KIFU_INIT(&visitor);
  visitor.user = &nodes;
  visitor.node_begin = count_nodes;
  nodes = 0;
  for (size_t at = 0; at < GAMES * LENGTH; at = end)
    OK(kifu_visit_part(text, GAMES * LENGTH, at, KIFU_PART_TREE, &visitor, &end));
  CHECK(nodes == 2 * GAMES);
  nodes = 0;
  OK(kifu_visit(text, GAMES * LENGTH, &visitor));
  CHECK(nodes == 2 * GAMES);
  free(text);
}

/* -- Reading ----------------------------------------------------------------------------------------------- */

static const char ROOTS[] = "(;FF[4]GM[1]SZ[9]PB[Ada];B[dd]x;W[aa])";

static kifu_collection *read_roots(void) {
  kifu_collection *c = NULL;
  kifu_read_options options;
  KIFU_INIT(&options);
  options.roots_only = true;
  OK(kifu_collection_read(ROOTS, sizeof ROOTS - 1, &options, &c));
  CHECK(kifu_collection_node_count(c) == 1);
  return c;
}

/* What needs more than the roots reads the rest, and loses no move. */
static void test_roots(const char *folder) {
  kifu_collection *c = read_roots(), *again = NULL;
  kifu_buffer *buffer = NULL;
  kifu_node root = root_of(c, 0), node;
  kifu_str name;
  OK(kifu_node_value(c, root, "PB", 0, &name));
  OK(kifu_format_write(c, "gtp", NULL, NULL, &buffer));
  check_buffer(buffer, "boardsize 9\nclear_board\nplay B D6\nplay W A9\n");
  CHECK(is_str(name, "Ada"));
  kifu_collection_free(c);

  c = read_roots();
  kifu_replay *replay = NULL;
  OK(kifu_replay_new(c, root, &replay));
  OK(kifu_replay_forward(replay));
  OK(kifu_replay_node(replay, &node));
  CHECK(kifu_node_exists(c, node) && kifu_collection_node_count(c) == 3);
  kifu_replay_free(replay);
  kifu_collection_free(c);

  c = read_roots();
  CHECK(kifu_collection_problem_count(c) == 1);
  OK(kifu_node_set_text(c, root, "PB", "Bea", KIFU_NUL));
  CHECK(kifu_collection_problem_count(c) == 1 && kifu_collection_node_count(c) == 3);
  kifu_collection_free(c);

  c = read_roots();
  char path[512];
  snprintf(path, sizeof path, "%s/roots.sgf", folder);
  OK(kifu_collection_save(c, path));
  OK(kifu_collection_open(path, NULL, &again));
  CHECK(kifu_collection_node_count(again) == 3);
  kifu_collection_free(again);
  kifu_collection_free(c);
}

static void test_reading(const char *folder) {
  kifu_collection *c = read_text(GAME);
  CHECK(kifu_collection_len(c) == 2);
  CHECK(kifu_collection_node_count(c) == 9);
  CHECK(kifu_collection_len(NULL) == 0 && kifu_collection_node_count(NULL) == 0);
  kifu_str text, name;
  OK(kifu_collection_text(c, &text));
  CHECK(is_str(text, GAME));
  OK(kifu_collection_encoding(c, 0, &name));
  CHECK(is_str(name, "UTF-8"));
  NONE(kifu_collection_encoding(c, 1, &name));
  char why[128];
  NONE(kifu_collection_doubt(c, why, sizeof why, NULL));
  CHECK(kifu_collection_problem_count(c) == 0);
  kifu_node node;
  NONE(kifu_collection_game(c, 2, &node));

  /* A copy is as the original, whatever happens to that. */
  kifu_collection *copy = NULL;
  OK(kifu_collection_clone(c, &copy));
  OK(kifu_collection_remove_game(c, root_of(c, 0)));
  CHECK(kifu_collection_len(c) == 1 && kifu_collection_len(copy) == 2);
  kifu_collection_free(c);
  CHECK(kifu_node_exists(copy, root_of(copy, 1)));
  kifu_collection_free(copy);
  kifu_collection_free(NULL);

  c = read_text("(;B[aa]x;W[bb]");
  CHECK(kifu_collection_problem_count(c) == 2);
  kifu_problem problem;
  OK(kifu_collection_problem(c, 0, &problem));
  CHECK(problem.code.len == 4 && problem.start == 7 && problem.end == 8 && problem.line == 1 && problem.column == 8);
  NONE(kifu_collection_problem(c, 2, &problem));
  kifu_collection_free(c);

  input in = {GAME, sizeof GAME - 1, 0};
  OK(kifu_collection_read_from(read_some, &in, NULL, &c));
  CHECK(kifu_collection_len(c) == 2);
  kifu_collection_free(c);
  input broken = {GAME, 10, -1};
  CHECK_STATUS(kifu_collection_read_from(read_some, &broken, NULL, &c), KIFU_IO);
  CHECK(c == NULL);

  kifu_read_options options;
  KIFU_INIT(&options);
  options.roots_only = true;
  OK(kifu_collection_read(GAME, sizeof GAME - 1, &options, &c));
  CHECK(kifu_collection_node_count(c) == 2);
  kifu_collection_free(c);
  options.encoding = "UTF-8";
  OK(kifu_collection_read(GAME, sizeof GAME - 1, &options, &c));
  CHECK(kifu_collection_node_count(c) == 2);
  kifu_collection_free(c);
  test_roots(folder);
  CHECK_STATUS(kifu_collection_open("", NULL, &c), KIFU_INVALID_ARGUMENT);
  KIFU_INIT(&options);
  options.encoding = "GB18030";
  OK(kifu_collection_read("(;PB[\xB9\xC5\xC1\xA6])", 11, &options, &c));
  char player[16];
  OK(kifu_game_text(c, root_of(c, 0), "PB", player, sizeof player, NULL));
  CHECK(strcmp(player, "\xE5\x8F\xA4\xE5\x8A\x9B") == 0);
  kifu_collection_free(c);
  options.encoding = "no such";
  CHECK_STATUS(kifu_collection_read(GAME, 5, &options, &c), KIFU_INVALID_ARGUMENT);
  CHECK(c == NULL && strstr(kifu_last_error(), "no such") != NULL);

  /* Files. */
  char path[512];
  snprintf(path, sizeof path, "%s/game.sgf", folder);
  c = read_text(GAME);
  OK(kifu_collection_save(c, path));
  kifu_collection_free(c);
  OK(kifu_collection_open(path, NULL, &c));
  CHECK(kifu_collection_len(c) == 2);
  OK(kifu_collection_save(c, "/dev/null"));
  FILE *device = fopen("/dev/null", "rb");
  CHECK(device != NULL && fgetc(device) == EOF);
  if (device != NULL) fclose(device);
  kifu_collection_free(c);
  CHECK_STATUS(kifu_collection_open("/no/such/file", NULL, &c), KIFU_IO);
  CHECK(c == NULL && strstr(kifu_last_error(), "/no/such/file") != NULL);
}

/* -- Nodes ------------------------------------------------------------------------------------------------- */

static bool same(kifu_node a, kifu_node b) { return a.game == b.game && a.node == b.node; }

static void test_nodes(void) {
  kifu_collection *c = read_text(GAME);
  kifu_node root = root_of(c, 0), move = below(c, root, 2), node, other;
  size_t count = 0;
  bool yes = false;
  OK(kifu_node_child_count(c, move, &count));
  CHECK(count == 3);
  OK(kifu_node_depth(c, move, &count));
  CHECK(count == 2);
  OK(kifu_node_parent(c, move, &node));
  OK(kifu_node_parent(c, node, &node));
  CHECK(same(node, root));
  NONE(kifu_node_parent(c, root, &node));
  OK(kifu_node_first_child(c, move, &node));
  OK(kifu_node_is_on_main_line(c, node, &yes));
  CHECK(yes);
  OK(kifu_node_next_sibling(c, node, &other));
  OK(kifu_node_is_on_main_line(c, other, &yes));
  CHECK(!yes);
  OK(kifu_node_siblings_before(c, other, &count));
  CHECK(count == 1);
  OK(kifu_node_previous_sibling(c, other, &other));
  CHECK(same(node, other));
  NONE(kifu_node_previous_sibling(c, other, &other));
  OK(kifu_node_last_child(c, move, &node));
  NONE(kifu_node_next_sibling(c, node, &other));
  NONE(kifu_node_first_child(c, node, &other));
  NONE(kifu_node_last_child(c, node, &other));
  OK(kifu_node_child(c, move, 2, &other));
  CHECK(same(node, other));
  NONE(kifu_node_child(c, move, 3, &other));
  OK(kifu_node_root(c, node, &other));
  CHECK(same(other, root));
  OK(kifu_node_last_in_file(c, root, &other));
  CHECK(same(other, node));
  NONE(kifu_node_next_in_file(c, node, &other));
  OK(kifu_node_previous_in_file(c, node, &other));
  OK(kifu_node_number(c, other, &count));
  CHECK(count == 5);
  NONE(kifu_node_previous_in_file(c, root, &other));

  size_t nodes = 0;
  kifu_status status = KIFU_OK;
  for (node = root; status == KIFU_OK; status = kifu_node_next_in_file(c, node, &node)) nodes++;
  CHECK(status == KIFU_NONE && nodes == 7);
  OK(kifu_game_node_count(c, root, &count));
  CHECK(count == nodes);
  nodes = 0;
  status = KIFU_OK;
  kifu_node last = root;
  for (node = root; status == KIFU_OK; status = kifu_node_next_siblings_first(c, node, &node)) {
    nodes++;
    last = node;
  }
  CHECK(status == KIFU_NONE && nodes == 7);
  for (node = last; kifu_node_previous_siblings_first(c, node, &node) == KIFU_OK;) nodes--;
  CHECK(nodes == 1 && same(node, root));

  kifu_span span;
  OK(kifu_node_span(c, move, &span));
  CHECK(memcmp(GAME + span.start, ";W[ge]", span.end - span.start) == 0);
  OK(kifu_game_span(c, root_of(c, 1), &span));
  CHECK(memcmp(GAME + span.start, "(;GM[1]SZ[5];B[cc])", span.end - span.start) == 0);
  OK(kifu_game_number(c, root_of(c, 1), &count));
  CHECK(count == 1);
  kifu_collection_free(c);
}

/* -- Properties -------------------------------------------------------------------------------------------- */

typedef struct counted {
  size_t count;
  size_t limit;
  char text[256];
} counted;

static int32_t count_property(void *user, const kifu_property *property) {
  counted *to = (counted *)user;
  strncat(to->text, property->identifier.ptr, property->identifier.len);
  to->count++;
  return to->count == to->limit ? KIFU_STOP : KIFU_GO_ON;
}

static int32_t count_value(void *user, kifu_str value) {
  counted *to = (counted *)user;
  strncat(to->text, value.ptr, value.len);
  to->count++;
  return to->count == to->limit ? KIFU_STOP : KIFU_GO_ON;
}

static int32_t count_typed(void *user, const kifu_value *value) {
  counted *to = (counted *)user;
  to->count++;
  if (value->type == KIFU_VALUE_POINT) {
    char point[] = {(char)('a' + value->point.x), (char)('a' + value->point.y), 0};
    strcat(to->text, point);
  } else if (value->type == KIFU_VALUE_COMPOSE) {
    CHECK(value->parts[0].type == KIFU_VALUE_POINT && value->parts[1].type == KIFU_VALUE_SIMPLE_TEXT);
    strncat(to->text, value->parts[1].text.ptr, value->parts[1].text.len);
  } else if (value->type == KIFU_VALUE_NUMBER) {
    CHECK(value->number == 9 && value->parts == NULL);
  }
  return to->count == to->limit ? KIFU_STOP : KIFU_GO_ON;
}

static void test_properties(void) {
  kifu_collection *c = read_text(GAME);
  kifu_node root = root_of(c, 0), move = below(c, root, 1);
  size_t count = 0;
  OK(kifu_node_property_count(c, root, &count));
  CHECK(count == 19);
  kifu_property property;
  OK(kifu_node_property(c, root, 2, &property));
  CHECK(is_str(property.identifier, "SZ") && is_str(property.value, "9") && property.value_count == 1);
  NONE(kifu_node_property(c, root, 19, &property));
  OK(kifu_node_get(c, root, "AB", &property));
  CHECK(property.value_count == 2 && is_str(property.value, "cc:dd"));
  NONE(kifu_node_get(c, root, "AW", &property));
  CHECK(kifu_node_has(c, root, "KM") && !kifu_node_has(c, root, "AW") && !kifu_node_has(c, root, NULL));
  counted seen = {0, 0, ""};
  OK(kifu_node_properties(c, move, count_property, &seen));
  CHECK(seen.count == 1 && strcmp(seen.text, "B") == 0);
  counted stopped = {0, 3, ""};
  CHECK_STATUS(kifu_node_properties(c, root, count_property, &stopped), KIFU_STOPPED);
  CHECK(stopped.count == 3 && strcmp(stopped.text, "FFGMSZ") == 0);
  kifu_str value;
  OK(kifu_node_value(c, root, "AB", 1, &value));
  CHECK(is_str(value, "gg"));
  NONE(kifu_node_value(c, root, "AB", 2, &value));
  NONE(kifu_node_value(c, root, "AW", 0, &value));
  counted values = {0, 0, ""};
  OK(kifu_node_values(c, root, "TR", count_value, &values));
  CHECK(values.count == 2 && strcmp(values.text, "aabb") == 0);
  NONE(kifu_node_values(c, root, "AW", count_value, &values));
  counted placed = {0, 0, ""};
  OK(kifu_node_property_values(c, root, 2, count_value, &placed));
  CHECK(placed.count == 1 && strcmp(placed.text, "9") == 0);
  NONE(kifu_node_property_values(c, root, 19, count_value, &placed));
  char text[64];
  size_t length = 0;
  OK(kifu_node_text(c, root, "C", 0, text, sizeof text, &length));
  CHECK(strcmp(text, "First\nline ] 2") == 0 && length == 14);
  OK(kifu_node_simple_text(c, root, "C", 0, text, sizeof text, &length));
  CHECK(strcmp(text, "First line ] 2") == 0);
  NONE(kifu_node_text(c, root, "C", 1, text, sizeof text, &length));
  CHECK_STATUS(kifu_node_text(c, root, "C", 0, text, 4, &length), KIFU_TRUNCATED);
  CHECK(strcmp(text, "Fir") == 0 && length == 14);

  /* Typed. */
  counted typed = {0, 0, ""};
  OK(kifu_node_typed(c, root, "AB", count_typed, &typed));
  CHECK(typed.count == 5 && strcmp(typed.text, "ccdccdddgg") == 0);
  counted number = {0, 0, ""};
  OK(kifu_node_typed(c, root, "SZ", count_typed, &number));
  CHECK(number.count == 1);
  NONE(kifu_node_typed(c, root, "AW", count_typed, &number));
  int64_t integer = 0;
  double real = 0;
  uint8_t color = 0;
  OK(kifu_node_integer(c, root, "HA", &integer));
  CHECK(integer == 2);
  NONE(kifu_node_integer(c, root, "MN", &integer));
  OK(kifu_node_real(c, root, "KM", &real));
  CHECK(real == 6.5);
  CHECK_STATUS(kifu_node_integer(c, root, "PB", &integer), KIFU_UNREADABLE);
  NONE(kifu_node_color(c, root, "PL", &color));
  kifu_move played;
  OK(kifu_node_move(c, move, &played));
  CHECK(played.color == KIFU_BLACK && !played.is_pass && played.point.x == 4 && played.point.y == 4);
  NONE(kifu_node_move(c, root, &played));
  kifu_node pass;
  OK(kifu_node_last_child(c, below(c, root, 2), &pass));
  OK(kifu_node_move(c, pass, &played));
  CHECK(played.is_pass && played.color == KIFU_BLACK);
  kifu_point points[4];
  CHECK_STATUS(kifu_node_points(c, root, "AB", points, 4, &count), KIFU_TRUNCATED);
  CHECK(count == 5 && points[3].x == 3 && points[3].y == 3);
  OK(kifu_node_points(c, root, "TR", points, 4, &count));
  CHECK(count == 2 && points[1].x == 1);
  OK(kifu_node_points(c, root, "PB", points, 4, &count));
  CHECK(count == 0);
  NONE(kifu_node_points(c, root, "AW", points, 4, &count));
  kifu_collection_free(c);

  c = read_text("(;SZ[9]PL[W]LB[aa:one][bb:2];Black[cc])");
  root = root_of(c, 0);
  OK(kifu_node_color(c, root, "PL", &color));
  CHECK(color == KIFU_WHITE);
  counted labels = {0, 0, ""};
  OK(kifu_node_typed(c, root, "LB", count_typed, &labels));
  CHECK(labels.count == 2 && strcmp(labels.text, "one2") == 0);
  CHECK(kifu_node_has(c, below(c, root, 1), "B"));
  kifu_collection_free(c);
}

/* -- Game info --------------------------------------------------------------------------------------------- */

static void test_info(void) {
  kifu_collection *c = read_text(GAME);
  kifu_node root = root_of(c, 0), second = root_of(c, 1);
  uint32_t kind = 0, stones = 0;
  kifu_str name;
  uint16_t columns = 0, rows = 0;
  double number = 0;
  char text[64];
  OK(kifu_game_kind(c, root, &kind));
  CHECK(kind == 1);
  OK(kifu_game_name(kind, &name));
  CHECK(is_str(name, "Go"));
  NONE(kifu_game_name(4711, &name));
  OK(kifu_game_size(c, second, &columns, &rows));
  CHECK(columns == 5 && rows == 5);
  OK(kifu_game_text(c, root, "SZ", text, sizeof text, NULL));
  CHECK(strcmp(text, "9") == 0);
  NONE(kifu_game_text(c, root, "ZZ", text, sizeof text, NULL));
  CHECK_STATUS(kifu_game_text(c, root, "B", text, sizeof text, NULL), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_game_text(c, root, "Black", text, sizeof text, NULL), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_game_text(c, root, "C", text, sizeof text, NULL), KIFU_INVALID_ARGUMENT);
  OK(kifu_game_text(c, root, "PB", text, sizeof text, NULL));
  CHECK(strcmp(text, "Shusaku ] 1") == 0);
  strcpy(text, "?");
  NONE(kifu_game_text(c, second, "PB", text, sizeof text, NULL));
  NONE(kifu_game_fact(c, second, "RE", text, sizeof text, NULL));
  CHECK(strcmp(text, "?") == 0);
  OK(kifu_game_komi(c, root, &number));
  CHECK(number == 6.5);
  NONE(kifu_game_komi(c, second, &number));
  OK(kifu_game_handicap(c, root, &stones));
  CHECK(stones == 2);
  OK(kifu_game_time(c, root, &number));
  CHECK(number == 3600);
  kifu_result result;
  OK(kifu_game_result(c, root, &result));
  CHECK(result.kind == KIFU_RESULT_WIN && result.reason == KIFU_WIN_POINTS && result.margin == 3.5);
  CHECK(result.winner == KIFU_BLACK && !result.is_guess);
  NONE(kifu_game_result(c, second, &result));
  kifu_date date;
  OK(kifu_game_date(c, root, 1, &date));
  CHECK(date.year == 1846 && date.month == 9 && date.day == 12);
  NONE(kifu_game_date(c, root, 2, &date));
  kifu_rank rank;
  OK(kifu_game_rank(c, root, KIFU_WHITE, &rank));
  CHECK(rank.number == 8 && rank.grade == 'd' && rank.strength == 8);
  NONE(kifu_game_rank(c, second, KIFU_WHITE, &rank));
  CHECK_STATUS(kifu_game_rank(c, root, KIFU_EMPTY, &rank), KIFU_INVALID_ARGUMENT);
  OK(kifu_game_fact(c, root, "RE", text, sizeof text, NULL));
  CHECK(strcmp(text, "B+3.5") == 0);
  OK(kifu_game_fact(c, root, "DT", text, sizeof text, NULL));
  CHECK(strcmp(text, "1846-09-11,12") == 0);
  NONE(kifu_game_fact(c, second, "DT", text, sizeof text, NULL));
  CHECK_STATUS(kifu_game_fact(c, root, "XX", text, sizeof text, NULL), KIFU_INVALID_ARGUMENT);
  kifu_collection_free(c);
  c = read_text("(;GM[99]KM[lots]RE[W+R]DT[once upon a time])");
  root = root_of(c, 0);
  CHECK_STATUS(kifu_game_kind(c, root, &kind), KIFU_UNREADABLE);
  CHECK_STATUS(kifu_game_komi(c, root, &number), KIFU_UNREADABLE);
  CHECK(strstr(kifu_last_error(), "lots") != NULL);
  CHECK_STATUS(kifu_game_date(c, root, 0, &date), KIFU_UNREADABLE);
  OK(kifu_game_result(c, root, &result));
  CHECK(result.reason == KIFU_WIN_RESIGNATION && result.winner == KIFU_WHITE);
  kifu_collection_free(c);
}

/* -- Changes ----------------------------------------------------------------------------------------------- */

static void check_written(const kifu_collection *c, const char *expected) {
  kifu_buffer *buffer = NULL;
  OK(kifu_collection_to_buffer(c, KIFU_STYLE_PRESERVE, &buffer));
  check_buffer(buffer, expected);
}

/* Moves and points are written only where they have two letters, on the board, and where the property holds them. */
static void test_notations(void) {
  static const struct {
    const char *text;
    kifu_status move, points;
  } CASES[] = {
      {"(;SZ[9];B[aa])", KIFU_OK, KIFU_OK},
      {"(;GM[2];B[aa])", KIFU_OK, KIFU_OK},
      {"(;GM[4]SZ[15];B[aa])", KIFU_OK, KIFU_OK},
      {"(;GM[18];B[aabbcc])", KIFU_UNSUPPORTED, KIFU_OK},
      {"(;GM[11];B[a1])", KIFU_UNSUPPORTED, KIFU_UNSUPPORTED},
      {"(;GM[3];B[e2e4])", KIFU_UNSUPPORTED, KIFU_UNSUPPORTED},
  };
  kifu_point points[] = {{1, 1}, {2, 2}}, outside = {40, 20};
  kifu_move play = {KIFU_BLACK, false, {2, 1}}, off = {KIFU_BLACK, false, {40, 20}}, found;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    kifu_collection *c = read_text(CASES[i].text);
    kifu_node root = root_of(c, 0), node = below(c, root, 1);
    CHECK_STATUS(kifu_node_set_points(c, node, "TR", points, 2), CASES[i].points);
    CHECK_STATUS(kifu_node_set_points(c, node, "TR", &outside, 1),
                 CASES[i].points == KIFU_OK ? KIFU_INVALID_ARGUMENT : KIFU_UNSUPPORTED);
    CHECK_STATUS(kifu_node_set_move(c, node, play), CASES[i].move);
    if (CASES[i].move == KIFU_OK) {
      OK(kifu_node_move(c, node, &found));
      CHECK(found.point.x == 2 && found.point.y == 1 && found.color == KIFU_BLACK && !found.is_pass);
      CHECK_STATUS(kifu_node_set_move(c, node, off), KIFU_INVALID_ARGUMENT);
    } else {
      CHECK_STATUS(kifu_node_move(c, node, &found), KIFU_UNREADABLE);
    }
    kifu_collection_free(c);
  }
  kifu_collection *c = read_text("(;SZ[9];B[aa])");
  kifu_node root = root_of(c, 0);
  static const char *const OTHERS[] = {"B", "LB", "GM", "AR", "C"};
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    CHECK_STATUS(kifu_node_set_points(c, root, OTHERS[i], points, 2), KIFU_INVALID_ARGUMENT);
  check_written(c, "(;SZ[9];B[aa])");
  kifu_collection_free(c);
}

static void test_changes(void) {
  kifu_collection *c = read_text("(;SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))");
  kifu_node root = root_of(c, 0), move = below(c, root, 2), child, added, other;
  OK(kifu_node_last_child(c, move, &child));
  OK(kifu_node_promote(c, child));
  check_written(c, "(;SZ[9];B[aa];W[bb](;B[dd])(;B[cc]))");
  OK(kifu_node_last_child(c, move, &other));
  OK(kifu_node_make_main_line(c, other));
  check_written(c, "(;SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))");
  OK(kifu_node_add_child(c, child, SIZE_MAX, &added));
  kifu_move pass = {KIFU_WHITE, true, {0, 0}}, play = {KIFU_BLACK, false, {4, 5}};
  OK(kifu_node_set_move(c, added, pass));
  OK(kifu_node_insert_before(c, added, &other));
  OK(kifu_node_set_move(c, other, play));
  OK(kifu_node_insert_after(c, added, &other));
  OK(kifu_node_set_value(c, other, "W", "ee", KIFU_NUL));
  check_written(c, "(;SZ[9];B[aa];W[bb](;B[cc])(;B[dd]\n(;B[ef])\n(;W[])\n(;W[ee])))");
  OK(kifu_node_remove(c, other));
  CHECK_STATUS(kifu_node_depth(c, other, &(size_t){0}), KIFU_STALE);
  CHECK(!kifu_node_exists(c, other));
  CHECK_STATUS(kifu_node_remove(c, other), KIFU_STALE);
  CHECK_STATUS(kifu_node_remove(c, root), KIFU_REFUSED);
  OK(kifu_node_move_below(c, added, root));
  check_written(c, "(;SZ[9]\n(;B[aa];W[bb](;B[cc])(;B[dd];B[ef]))\n(;W[]))");
  CHECK_STATUS(kifu_node_move_below(c, move, child), KIFU_REFUSED);
  OK(kifu_node_set_move(c, added, play));
  NONE(kifu_node_value(c, added, "W", 0, &(kifu_str){NULL, 0}));
  OK(kifu_node_remove_property(c, added, "B"));
  NONE(kifu_node_remove_property(c, added, "B"));
  OK(kifu_node_remove(c, added));

  OK(kifu_node_set_text(c, root, "C", "a]\nb", KIFU_NUL));
  OK(kifu_node_set_simple_text(c, root, "N", "x\ny", 3));
  kifu_str values[] = {{"aa", 2}, {"bbxx", 2}};
  OK(kifu_node_set(c, root, "TR", values, 2));
  OK(kifu_node_add_value(c, root, "TR", "cc", KIFU_NUL));
  OK(kifu_node_remove_value(c, root, "TR", "aa", KIFU_NUL));
  NONE(kifu_node_remove_value(c, root, "TR", "aa", KIFU_NUL));
  kifu_point points[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {5, 5}};
  OK(kifu_node_set_points(c, root, "AB", points, 5));
  check_written(c, "(;SZ[9]C[a\\]\nb]N[x y]TR[bb][cc]AB[aa:bb][ff];B[aa];W[bb](;B[cc])(;B[dd];B[ef]))");
  CHECK_STATUS(kifu_node_set_value(c, root, "9", "x", KIFU_NUL), KIFU_INVALID_ARGUMENT);

  const char *moved[] = {"AB", "TR"};
  OK(kifu_node_split(c, root, moved, 2, &added));
  check_written(c, "(;SZ[9]C[a\\]\nb]N[x y];TR[bb][cc]AB[aa:bb][ff];B[aa];W[bb](;B[cc])(;B[dd];B[ef]))");
  OK(kifu_node_join_with_child(c, root));
  CHECK_STATUS(kifu_node_join_with_child(c, move), KIFU_REFUSED);
  CHECK(!kifu_node_exists(c, added));

  /* Into another place of itself, and into another collection. */
  OK(kifu_node_graft(c, root, c, move, &added));
  size_t count = 0;
  OK(kifu_game_node_count(c, root, &count));
  CHECK(count == 10);
  kifu_collection *empty = NULL;
  OK(kifu_collection_new(&empty));
  CHECK(kifu_collection_len(empty) == 0);
  OK(kifu_collection_add_game(empty, &root));
  OK(kifu_node_graft(empty, root, c, below(c, root_of(c, 0), 1), &added));
  check_written(empty, "(;;B[aa];W[bb]\n(;B[cc])\n(;B[dd];B[ef]))\n");
  OK(kifu_collection_add_copy(empty, empty, root, &other));
  CHECK(kifu_collection_len(empty) == 2 && other.game != root.game);

  /* Handles survive that games before them are removed. */
  OK(kifu_collection_remove_game(empty, root));
  CHECK(!kifu_node_exists(empty, root) && kifu_node_exists(empty, other));
  CHECK_STATUS(kifu_collection_remove_game(empty, root), KIFU_STALE);
  OK(kifu_game_number(empty, other, &count));
  CHECK(count == 0);
  OK(kifu_collection_add_game(empty, &root));
  CHECK(root.game != other.game && kifu_collection_len(empty) == 2);
  CHECK_STATUS(kifu_node_move_below(empty, root, other), KIFU_INVALID_ARGUMENT);
  kifu_span span;
  NONE(kifu_node_span(empty, root, &span));
  NONE(kifu_game_span(empty, root, &span));
  kifu_collection_free(empty);
  kifu_collection_free(c);

  /* An empty list of points. */
  c = read_text("(;SZ[9]AB[aa]DD[aa]TR[bb])");
  root = root_of(c, 0);
  OK(kifu_node_set_points(c, root, "AB", NULL, 0));
  OK(kifu_node_set_points(c, root, "DD", NULL, 0));
  OK(kifu_node_set_points(c, root, "MA", NULL, 0));
  check_written(c, "(;SZ[9]DD[]TR[bb])");
  CHECK_STATUS(kifu_node_set_value(c, root, "1B", "aa", KIFU_NUL), KIFU_INVALID_ARGUMENT);
  CHECK(strstr(kifu_last_error(), "digits") != NULL);
  OK(kifu_node_set_value(c, root, "B1", "aa", KIFU_NUL));
  kifu_collection_free(c);

  /* Values of both nodes. */
  c = read_text("(;SZ[9];B[aa]C[x];B[bb]C[y])");
  root = root_of(c, 0);
  OK(kifu_node_join_with_child(c, below(c, root, 1)));
  check_written(c, "(;SZ[9];B[aa][bb]C[x][y])");
  CHECK_STATUS(kifu_node_join_with_child(c, below(c, root, 1)), KIFU_REFUSED);
  kifu_collection_free(c);
}

/* Texts of the collection that is changed. */
static void test_borrowed_texts(void) {
  kifu_collection *c = read_text("(;SZ[9])");
  kifu_node root = root_of(c, 0);
  kifu_str values[2], written[] = {{"a long value, a", 15}, {"a long value, b", 15}, {"a long value, a", 15}};
  OK(kifu_node_set(c, root, "ZZ", written, 3));
  OK(kifu_node_value(c, root, "ZZ", 0, &values[0]));
  OK(kifu_node_remove_value(c, root, "ZZ", values[0].ptr, values[0].len));
  check_written(c, "(;SZ[9]ZZ[a long value, b])");
  OK(kifu_node_value(c, root, "ZZ", 0, &values[0]));
  OK(kifu_node_add_value(c, root, "ZZ", values[0].ptr, 6));
  OK(kifu_node_value(c, root, "ZZ", 0, &values[1]));
  OK(kifu_node_value(c, root, "ZZ", 1, &values[0]));
  OK(kifu_node_set(c, root, "ZZ", values, 2));
  check_written(c, "(;SZ[9]ZZ[a long][a long value, b])");
  OK(kifu_node_value(c, root, "ZZ", 1, &values[0]));
  OK(kifu_node_set_text(c, root, "ZZ", values[0].ptr, values[0].len));
  OK(kifu_node_value(c, root, "ZZ", 0, &values[0]));
  OK(kifu_node_set_simple_text(c, root, "ZZ", values[0].ptr + 2, 4));
  check_written(c, "(;SZ[9]ZZ[long][a long value, b])");
  kifu_collection_free(c);

  /* The roots are read again by a change. */
  c = read_roots();
  root = root_of(c, 0);
  OK(kifu_node_value(c, root, "PB", 0, &values[0]));
  CHECK(kifu_collection_problem_count(c) == 1);
  OK(kifu_node_set_value(c, root, "PW", values[0].ptr, values[0].len));
  check_written(c, "(;FF[4]GM[1]SZ[9]PB[Ada]PW[Ada];B[dd]x;W[aa])");
  kifu_collection_free(c);
}

/* Copies within a collection, and their encodings. */
static void test_own_copies(void) {
  kifu_collection *c = read_text("(;CA[gbk]PB[\xB9\xC5\xC1\xA6];B[aa](;W[bb])(;W[cc]))(;CA[GBK]SZ[9];B[dd])");
  kifu_node root = root_of(c, 0), copy, added, leaf = below(c, root, 2);
  OK(kifu_node_set_text(c, leaf, "C", "x", 1));
  OK(kifu_collection_add_copy(c, c, leaf, &copy));
  OK(kifu_node_graft(c, leaf, c, root, &added));
  OK(kifu_node_graft(c, root_of(c, 1), c, leaf, &added));
  check_written(c,
                "(;CA[gbk]PB[\xB9\xC5\xC1\xA6];B[aa](;W[bb]C[x];CA[gbk]PB[\xB9\xC5\xC1\xA6];B[aa]\n"
                "(;W[bb]C[x])\n(;W[cc]))(;W[cc]))(;CA[GBK]SZ[9]\n(;B[dd])\n"
                "(;W[bb]C[x];CA[gbk]PB[\xB9\xC5\xC1\xA6];B[aa]\n(;W[bb]C[x])\n(;W[cc])))\n"
                "(;CA[gbk]PB[\xB9\xC5\xC1\xA6];B[aa]\n(;W[bb]C[x])\n(;W[cc]))");
  kifu_collection_free(c);
}

/* -- Writing ----------------------------------------------------------------------------------------------- */

typedef struct output {
  char bytes[4096];
  size_t length;
  int32_t answer;
} output;

static int32_t write_some(void *user, const void *bytes, size_t len) {
  output *to = (output *)user;
  memcpy(to->bytes + to->length, bytes, len);
  to->length += len;
  return to->answer;
}

static void check_saved(const char *path, const char *expected) {
  kifu_collection *saved = NULL;
  OK(kifu_collection_open(path, NULL, &saved));
  check_written(saved, expected);
  kifu_collection_free(saved);
}

static void test_writing(const char *folder) {
  kifu_collection *c = read_text("(;PB[\xE5\x8F\xA4\xE5\x8A\x9B] ;B[aa])");
  kifu_buffer *buffer = NULL;
  OK(kifu_collection_to_buffer(c, KIFU_STYLE_COMPACT, &buffer));
  check_buffer(buffer, "(;FF[4]CA[UTF-8]PB[\xE5\x8F\xA4\xE5\x8A\x9B];B[aa])\n");
  OK(kifu_collection_to_buffer(c, KIFU_STYLE_CANONICAL, &buffer));
  CHECK(kifu_buffer_bytes(buffer).len > 0);
  kifu_buffer_free(buffer);
  CHECK_STATUS(kifu_collection_to_buffer(c, 9, &buffer), KIFU_INVALID_ARGUMENT);
  CHECK(buffer == NULL && kifu_buffer_bytes(NULL).len == 0);
  kifu_buffer_free(NULL);
  char memory[64];
  size_t length = 0;
  OK(kifu_collection_to_memory(c, KIFU_STYLE_PRESERVE, memory, sizeof memory, &length));
  CHECK(length == 20 && memcmp(memory, "(;PB[\xE5\x8F\xA4\xE5\x8A\x9B] ;B[aa])", 20) == 0);
  CHECK_STATUS(kifu_collection_to_memory(c, KIFU_STYLE_PRESERVE, memory, 5, &length), KIFU_TRUNCATED);
  CHECK(length == 20);
  output out = {"", 0, 0};
  OK(kifu_collection_write(c, KIFU_STYLE_PRESERVE, write_some, &out));
  CHECK(out.length == 20);
  output failing = {"", 0, 7};
  CHECK_STATUS(kifu_collection_write(c, KIFU_STYLE_PRESERVE, write_some, &failing), KIFU_IO);
  OK(kifu_collection_encode(c, "GB18030", &buffer));
  check_buffer(buffer, "(;PB[\xB9\xC5\xC1\xA6]CA[GB18030] ;B[aa])");
  CHECK_STATUS(kifu_collection_encode(c, "ISO-8859-1", &buffer), KIFU_ENCODING);
  CHECK(buffer == NULL);
  char path[512];
  snprintf(path, sizeof path, "%s/no/such/folder/game.sgf", folder);
  CHECK_STATUS(kifu_collection_save(c, path), KIFU_IO);
  CHECK_STATUS(kifu_collection_save_as(c, path, KIFU_STYLE_COMPACT, NULL), KIFU_IO);
  snprintf(path, sizeof path, "%s/saved_as.sgf", folder);
  CHECK_STATUS(kifu_collection_save_as(c, path, KIFU_STYLE_COMPACT, "UTF-8"), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_collection_save_as(c, path, KIFU_STYLE_PRESERVE, "ISO-8859-1"), KIFU_ENCODING);
  OK(kifu_collection_save_as(c, path, KIFU_STYLE_PRESERVE, "GB18030"));
  check_saved(path, "(;PB[\xB9\xC5\xC1\xA6]CA[GB18030] ;B[aa])");
  OK(kifu_collection_save_as(c, path, KIFU_STYLE_COMPACT, NULL));
  check_saved(path, "(;FF[4]CA[UTF-8]PB[\xE5\x8F\xA4\xE5\x8A\x9B];B[aa])\n");
  kifu_collection_free(c);
}

/* -- Checks ------------------------------------------------------------------------------------------------ */

static void count_message(void *user, kifu_str message) {
  CHECK(message.len > 0);
  ++*(size_t *)user;
}

/* Changes that were not saved stay, and handles refer to their nodes. */
static void test_normalize_edited(void) {
  kifu_collection *c = read_text(
      "(;FF[4]CA[ISO-8859-1]PB[M\xFCller]\r\n;C[first]B[aa]\r\n;C[second]W[bb])\n(;FF[4]PB[Two])\n(;FF[4]PB[Three])");
  kifu_node root = root_of(c, 0), first = below(c, root, 1), second = below(c, root, 2), added;
  kifu_node two = root_of(c, 1), three = root_of(c, 2);
  OK(kifu_node_add_child(c, root, 0, &added));
  OK(kifu_node_set_text(c, added, "C", "\xE5\x9B\xB2", KIFU_NUL));
  OK(kifu_node_remove(c, second));
  OK(kifu_collection_remove_game(c, two));
  kifu_buffer *buffer = NULL;
  CHECK_STATUS(kifu_collection_to_buffer(c, KIFU_STYLE_PRESERVE, &buffer), KIFU_ENCODING);
  OK(kifu_collection_normalize(c, KIFU_NORMALIZE_DEFAULT | KIFU_NORMALIZE_ORDER, NULL, NULL, NULL));
  check_written(c, "(;FF[4]CA[UTF-8]PB[M\xC3\xBCller]\n(;C[\xE5\x9B\xB2])\n(;B[aa]C[first]))\n(;FF[4]PB[Three])");
  char text[16];
  OK(kifu_node_text(c, first, "C", 0, text, sizeof text, NULL));
  CHECK(strcmp(text, "first") == 0);
  OK(kifu_node_text(c, added, "C", 0, text, sizeof text, NULL));
  CHECK(strcmp(text, "\xE5\x9B\xB2") == 0);
  OK(kifu_node_text(c, three, "PB", 0, text, sizeof text, NULL));
  CHECK(strcmp(text, "Three") == 0);
  CHECK_STATUS(kifu_node_text(c, second, "C", 0, text, sizeof text, NULL), KIFU_STALE);
  CHECK_STATUS(kifu_node_text(c, two, "PB", 0, text, sizeof text, NULL), KIFU_STALE);
  three = root_of(c, 1);
  OK(kifu_node_text(c, three, "PB", 0, text, sizeof text, NULL));
  kifu_collection_free(c);
}

static void test_checks(void) {
  static const char SGF[] = "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6,5]\n;B[ee];W[ee])";
  kifu_report *report = NULL;
  OK(kifu_check(SGF, sizeof SGF - 1, NULL, &report));
  CHECK(kifu_report_len(report) >= 2 && kifu_report_len(NULL) == 0);
  kifu_diagnostic found;
  bool has_komi = false, has_move = false;
  for (size_t i = 0; kifu_report_diagnostic(report, i, &found) == KIFU_OK; i++) {
    kifu_edit edit;
    for (size_t j = 0; j < found.edit_count; j++) {
      OK(kifu_report_edit(report, i, j, &edit));
      CHECK(edit.start <= edit.end && edit.end < sizeof SGF);
    }
    NONE(kifu_report_edit(report, i, found.edit_count, &edit));
    if (found.edit_count > 0 && memcmp(SGF + found.start, "6,5", 3) == 0) {
      has_komi = found.is_safe && found.fix.len > 0 && found.line == 1 && found.column == 30;
    }
    if (is_str(found.code, "G401")) has_move = found.line == 2 && found.message.len > 0;
    CHECK(found.severity >= KIFU_HINT && found.severity <= KIFU_ERROR);
  }
  CHECK(has_komi && has_move);
  size_t total = kifu_report_len(report);
  NONE(kifu_report_diagnostic(report, total, &found));
  kifu_report_free(report);
  kifu_report_free(NULL);

  kifu_check_options options;
  KIFU_INIT(&options);
  options.select = "G401, G4";
  OK(kifu_check(SGF, sizeof SGF - 1, &options, &report));
  CHECK(kifu_report_len(report) > 0 && kifu_report_len(report) < total);
  kifu_report_free(report);
  options.select = "Q999";
  CHECK_STATUS(kifu_check(SGF, sizeof SGF - 1, &options, &report), KIFU_INVALID_ARGUMENT);
  CHECK(report == NULL && strstr(kifu_last_error(), "Q999") != NULL);

  kifu_buffer *fixed = NULL;
  size_t applied = 0;
  OK(kifu_fix(SGF, sizeof SGF - 1, NULL, false, &fixed, &report, &applied));
  CHECK(applied >= 1 && kifu_report_len(report) < total);
  check_buffer(fixed, "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]\n;B[ee];W[ee])");
  kifu_report_free(report);
  OK(kifu_fix(SGF, sizeof SGF - 1, NULL, true, &fixed, NULL, NULL));
  kifu_buffer_free(fixed);
  /* Without a name of the encoding the text could be another one. */
  static const char DOUBTFUL[] = "(;FF[4]GM[1]SZ[9]PB[\xC1\xD6]KM[6,5];B[ee])";
  CHECK_STATUS(kifu_fix(DOUBTFUL, sizeof DOUBTFUL - 1, NULL, false, &fixed, &report, &applied), KIFU_ENCODING);
  CHECK(fixed == NULL && report == NULL);
  kifu_check_options named;
  KIFU_INIT(&named);
  named.encoding = "EUC-KR";
  OK(kifu_fix(DOUBTFUL, sizeof DOUBTFUL - 1, &named, false, &fixed, NULL, &applied));
  CHECK(applied >= 1);
  kifu_buffer_free(fixed);

  kifu_collection *c = read_text("(;FF[4]GM[1]SZ[9]DT[6 May 1996]RE[Black wins by resignation];B[ee])");
  size_t changes = 0, messages = 0;
  CHECK_STATUS(kifu_collection_normalize(c, 1u << 11, NULL, NULL, NULL), KIFU_INVALID_ARGUMENT);
  OK(kifu_collection_normalize(c, KIFU_NORMALIZE_DEFAULT, count_message, &messages, &changes));
  CHECK(changes >= 2 && changes == messages);
  check_written(c, "(;FF[4]GM[1]SZ[9]DT[1996-05-06]RE[B+R];B[ee])");
  kifu_collection_free(c);
  test_normalize_edited();
  c = read_text("(;GM[1]SZ[9]M[aa])");
  OK(kifu_collection_upgrade(c, NULL, NULL, &changes));
  CHECK(changes >= 2);
  CHECK(kifu_node_has(c, root_of(c, 0), "MA"));
  kifu_collection_free(c);
}

/* -- Other formats ----------------------------------------------------------------------------------------- */

static void test_formats(void) {
  static const char GTP[] = "boardsize 9\nkomi 5.5\nplay B E5\nplay W G3\n";
  kifu_format format;
  size_t count = 0;
  while (kifu_format_at(count, &format) == KIFU_OK) count++;
  CHECK(count >= 14);
  kifu_str name;
  OK(kifu_format_of(GTP, sizeof GTP - 1, &name));
  CHECK(is_str(name, "gtp"));
  NONE(kifu_format_of("(;B[aa])", 8, &name));
  kifu_collection *c = NULL;
  size_t notes = 0;
  OK(kifu_format_read(GTP, sizeof GTP - 1, "gtp", count_message, &notes, &c));
  check_written(c, "(;FF[4]GM[1]CA[UTF-8]KM[5.5]SZ[9];B[ee];W[gg])\n");
  OK(kifu_node_set_text(c, root_of(c, 0), "C", "lost", KIFU_NUL));
  kifu_buffer *buffer = NULL;
  OK(kifu_format_write(c, "gtp", count_message, &notes, &buffer));
  CHECK(notes == 1);
  check_buffer(buffer, "boardsize 9\nclear_board\nkomi 5.5\nplay B E5\nplay W G3\n");
  CHECK_STATUS(kifu_format_write(c, "gib", NULL, NULL, &buffer), KIFU_UNSUPPORTED);
  CHECK_STATUS(kifu_format_write(c, "no such", NULL, NULL, &buffer), KIFU_INVALID_ARGUMENT);
  kifu_collection_free(c);
}

/* -- Boards ------------------------------------------------------------------------------------------------ */

static void test_boards(void) {
  kifu_board *board = NULL, *copy = NULL;
  OK(kifu_board_new(5, 4, "chinese", &board));
  uint16_t columns = 0, rows = 0;
  kifu_str rules;
  OK(kifu_board_size(board, &columns, &rows));
  CHECK(columns == 5 && rows == 4);
  OK(kifu_board_rules(board, &rules));
  CHECK(rules.len > 0);
  CHECK(kifu_board_to_play(board) == KIFU_BLACK && kifu_board_move_number(board) == 0);
  /* Black takes a ko: . W B . / W . W B / . W B . */
  kifu_stone stones[] = {{{1, 0}, KIFU_WHITE}, {{2, 0}, KIFU_BLACK}, {{0, 1}, KIFU_WHITE}, {{2, 1}, KIFU_WHITE},
                         {{3, 1}, KIFU_BLACK}, {{1, 2}, KIFU_WHITE}, {{2, 2}, KIFU_BLACK}};
  OK(kifu_board_setup(board, stones, 7));
  CHECK(kifu_board_get(board, (kifu_point){2, 1}) == KIFU_WHITE);
  kifu_move take = {KIFU_EMPTY, false, {1, 1}}, retake = {KIFU_EMPTY, false, {2, 1}};
  OK(kifu_board_check(board, take));
  OK(kifu_board_play(board, take, false));
  CHECK(kifu_board_get(board, (kifu_point){2, 1}) == KIFU_EMPTY && kifu_board_prisoners(board, KIFU_BLACK) == 1);
  CHECK(kifu_board_move_number(board) == 1 && kifu_board_to_play(board) == KIFU_WHITE);
  kifu_point ko;
  OK(kifu_board_ko(board, &ko));
  CHECK(ko.x == 2 && ko.y == 1);
  CHECK_STATUS(kifu_board_check(board, retake), KIFU_ILLEGAL_MOVE);
  CHECK_STATUS(kifu_board_play(board, retake, false), KIFU_ILLEGAL_MOVE);
  CHECK(strlen(kifu_last_error()) > 0);
  OK(kifu_board_clone(board, &copy));
  OK(kifu_board_play(copy, retake, true));
  CHECK(kifu_board_get(copy, (kifu_point){1, 1}) == KIFU_EMPTY && kifu_board_get(board, (kifu_point){1, 1}) == KIFU_BLACK);
  CHECK(kifu_board_hash(copy) != kifu_board_hash(board));
  kifu_board_free(copy);
  kifu_point points[20];
  size_t count = 0;
  OK(kifu_board_legal_points(board, KIFU_EMPTY, points, 20, &count));
  CHECK(count > 0 && count < 14);
  OK(kifu_board_group(board, (kifu_point){1, 1}, points, 20, &count));
  CHECK(count == 1);
  OK(kifu_board_liberties(board, (kifu_point){3, 1}, points, 20, &count));
  CHECK(count == 4);
  NONE(kifu_board_group(board, (kifu_point){4, 3}, points, 20, &count));
  NONE(kifu_board_liberties(board, (kifu_point){4, 3}, points, 20, &count));
  uint8_t all[20];
  OK(kifu_board_stones(board, all, sizeof all, &count));
  CHECK(count == 20 && all[1] == KIFU_WHITE && all[2] == KIFU_BLACK && all[6] == KIFU_BLACK);
  OK(kifu_board_transformed(board, 4, &copy));
  CHECK(kifu_board_get(copy, (kifu_point){3, 1}) == KIFU_BLACK && kifu_board_hash(copy) != kifu_board_hash(board));
  CHECK(kifu_board_canonical_hash(copy) == kifu_board_canonical_hash(board));
  kifu_board_free(copy);
  CHECK_STATUS(kifu_board_transformed(board, 8, &copy), KIFU_INVALID_ARGUMENT);
  OK(kifu_board_undo(board));
  OK(kifu_board_undo(board));
  NONE(kifu_board_undo(board));
  NONE(kifu_board_ko(board, &ko));
  OK(kifu_board_set_to_play(board, KIFU_WHITE));
  CHECK(kifu_board_to_play(board) == KIFU_WHITE);
  CHECK_STATUS(kifu_board_play(board, (kifu_move){KIFU_BLACK, false, {5, 0}}, true), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_board_play(board, (kifu_move){9, false, {0, 0}}, false), KIFU_INVALID_ARGUMENT);
  kifu_board_free(board);
  kifu_board_free(NULL);
  CHECK_STATUS(kifu_board_new(53, 9, NULL, &board), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_board_new(9, 9, "no such", &board), KIFU_INVALID_ARGUMENT);
  CHECK(board == NULL);

  OK(kifu_board_new(3, 3, "chinese", &board));
  kifu_stone wall[] = {{{1, 0}, KIFU_BLACK}, {{1, 1}, KIFU_BLACK}, {{1, 2}, KIFU_BLACK}, {{2, 0}, KIFU_WHITE}};
  OK(kifu_board_setup(board, wall, 4));
  kifu_score score;
  kifu_point dead[] = {{2, 0}};
  uint8_t owners[9];
  OK(kifu_board_score(board, 0.5, 0, dead, 1, &score, owners, 9));
  CHECK(score.black == 9 && score.white == 0.5 && score.lead == 8.5 && score.winner == KIFU_BLACK);
  CHECK(owners[0] == KIFU_BLACK && owners[8] == KIFU_BLACK);
  OK(kifu_board_score(board, 0.5, 0, NULL, 0, &score, NULL, 0));
  CHECK_STATUS(kifu_board_score(board, NAN, 0, NULL, 0, &score, NULL, 0), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_board_score(board, INFINITY, 0, NULL, 0, &score, NULL, 0), KIFU_INVALID_ARGUMENT);
  kifu_board_free(board);

  /* Steps that are taken back one by one; a move off the board; a turned board. */
  OK(kifu_board_new(3, 3, NULL, &board));
  OK(kifu_board_play(board, (kifu_move){KIFU_BLACK, false, {0, 0}}, false));
  OK(kifu_board_set_to_play(board, KIFU_BLACK));
  OK(kifu_board_undo(board));
  CHECK(kifu_board_to_play(board) == KIFU_WHITE && kifu_board_move_number(board) == 1);
  CHECK_STATUS(kifu_board_play(board, (kifu_move){KIFU_WHITE, false, {3, 0}}, false), KIFU_ILLEGAL_MOVE);
  CHECK_STATUS(kifu_board_play(board, (kifu_move){KIFU_WHITE, false, {3, 0}}, true), KIFU_INVALID_ARGUMENT);
  kifu_board *turned = NULL;
  OK(kifu_board_transformed(board, 1, &turned));
  CHECK(kifu_board_get(turned, (kifu_point){2, 0}) == KIFU_BLACK && kifu_board_to_play(turned) == KIFU_WHITE);
  CHECK(kifu_board_move_number(turned) == 0 && kifu_board_undo(turned) == KIFU_NONE);
  kifu_board_free(turned);
  kifu_board_free(board);
}

/* -- Chess and Octi ---------------------------------------------------------------------------------------- */

static kifu_piece piece_at(const kifu_piece *pieces, size_t count, uint16_t x, uint16_t y) {
  for (size_t i = 0; i < count; i++)
    if (pieces[i].point.x == x && pieces[i].point.y == y) return pieces[i];
  kifu_piece none = {{x, y}, KIFU_EMPTY, 0};
  return none;
}

/* A replay has a game and a size of its own: what the record names can be something else. */
static void test_replay_board(void) {
  kifu_collection *c = read_text("(;FF[4];b[dd];r[xx])(;SZ[53];B[aa])(;GM[6];B[65aggl])(;GM[2])");
  static const struct {
    uint32_t kind;
    uint16_t side;
    size_t pieces;
  } CASES[] = {{21, 24, 2}, {1, 52, 1}, {6, 0, 0}, {2, 8, 4}};
  for (size_t i = 0; i < 4; i++) {
    kifu_replay *replay = NULL;
    kifu_board *board = NULL;
    kifu_piece pieces[8];
    kifu_backgammon points;
    uint16_t columns = 0, rows = 0;
    uint32_t kind = 0;
    size_t count = 0;
    kifu_node root = root_of(c, i);
    OK(kifu_replay_new(c, root, &replay));
    while (kifu_replay_advance(replay) == KIFU_OK) {
    }
    OK(kifu_replay_kind(replay, &kind));
    CHECK(kind == CASES[i].kind);
    CHECK_STATUS(kifu_replay_size(replay, &columns, &rows), CASES[i].side > 0 ? KIFU_OK : KIFU_NONE);
    CHECK(columns == CASES[i].side && rows == CASES[i].side);
    OK(kifu_replay_pieces(replay, pieces, 8, &count));
    CHECK(count == CASES[i].pieces);
    for (size_t n = 0; n < count; n++) CHECK(pieces[n].point.x < columns && pieces[n].point.y < rows);
    CHECK_STATUS(kifu_board_at(c, root, &board), kind == 1 ? KIFU_OK : KIFU_UNSUPPORTED);
    kifu_board_free(board);
    CHECK_STATUS(kifu_replay_backgammon(replay, &points), kind == 6 ? KIFU_OK : KIFU_NONE);
    if (kind == 6) {
      int black = points.bar[0] + points.tray[0], white = points.bar[1] + points.tray[1];
      for (size_t n = 0; n < 24; n++) {
        if (points.points[n] > 0) black += points.points[n];
        if (points.points[n] < 0) white -= points.points[n];
      }
      CHECK(black == 15 && white == 15 && points.cube == 1 && points.cube_owner == KIFU_EMPTY);
      CHECK(points.dice[0] == 6 && points.dice[1] == 5 && points.turn == KIFU_BLACK);
      NONE(kifu_game_size(c, root, &columns, &rows));
    }
    kifu_replay_free(replay);
  }
  kifu_collection_free(c);
}

/* What a broken file has is set as it was read. */
static void test_unescaped_values(void) {
  kifu_collection *c = read_text("(;PB[Lee [9p] Sedol]C[a[b])");
  kifu_node root = root_of(c, 0);
  kifu_str value;
  OK(kifu_node_value(c, root, "PB", 0, &value));
  OK(kifu_node_set(c, root, "PB", &value, 1));
  OK(kifu_node_value(c, root, "PB", 0, &value));
  OK(kifu_node_set_value(c, root, "PW", value.ptr, value.len));
  OK(kifu_node_value(c, root, "C", 0, &value));
  OK(kifu_node_add_value(c, root, "C", value.ptr, value.len));
  OK(kifu_node_set_value(c, root, "N", "\\", KIFU_NUL));
  check_written(c, "(;PB[Lee \\[9p\\] Sedol]C[a\\[b][a\\[b]PW[Lee \\[9p\\] Sedol]N[\\\\])");
  kifu_collection_free(c);
}

static void test_kinds_of_pieces(void) {
  kifu_collection *c = read_text("(;GM[3];W[e4];B[e5];W[Nf3])");
  kifu_replay *replay = NULL;
  kifu_piece pieces[40], piece;
  kifu_pod pods[20];
  size_t count = 0;
  OK(kifu_replay_new(c, below(c, root_of(c, 0), 3), &replay));
  OK(kifu_replay_pieces(replay, pieces, 40, &count));
  CHECK(count == 32);
  piece = piece_at(pieces, count, 5, 5);
  CHECK(piece.kind == KIFU_PIECE_KNIGHT && piece.color == KIFU_WHITE);
  CHECK(piece_at(pieces, count, 6, 7).kind == 0);
  CHECK(piece_at(pieces, count, 4, 3).kind == KIFU_PIECE_PAWN);
  CHECK(piece_at(pieces, count, 0, 0).kind == KIFU_PIECE_ROOK && piece_at(pieces, count, 0, 0).color == KIFU_BLACK);
  CHECK(piece_at(pieces, count, 2, 7).kind == KIFU_PIECE_BISHOP);
  CHECK(piece_at(pieces, count, 3, 7).kind == KIFU_PIECE_CHESS_QUEEN);
  CHECK(piece_at(pieces, count, 4, 7).kind == KIFU_PIECE_KING);
  OK(kifu_replay_pods(replay, pods, 20, &count));
  CHECK(count == 0);
  kifu_replay_free(replay);
  kifu_collection_free(c);

  c = read_text("(;GM[19]SZ[9];B[53+A];W[57+E];B[53+C!])");
  OK(kifu_replay_new(c, below(c, root_of(c, 0), 3), &replay));
  OK(kifu_replay_pieces(replay, pieces, 40, &count));
  CHECK(count == 6 && pieces[0].kind == KIFU_PIECE_POD);
  OK(kifu_replay_pods(replay, pods, 20, &count));
  CHECK(count == 6);
  /* The middle pod of White is above that of Black. */
  CHECK(pods[1].point.x == 4 && pods[1].point.y == 2 && pods[1].color == KIFU_WHITE && pods[1].prongs == 1 << 4);
  CHECK(pods[4].point.x == 4 && pods[4].point.y == 6 && pods[4].color == KIFU_BLACK);
  CHECK(pods[4].prongs == (1 | 1 << 2) && pods[4].super_prongs == 1 << 2);
  CHECK_STATUS(kifu_replay_pods(replay, pods, 2, &count), KIFU_TRUNCATED);
  CHECK(count == 6);
  CHECK_STATUS(kifu_replay_pods(NULL, pods, 2, &count), KIFU_INVALID_ARGUMENT);
  kifu_replay_free(replay);
  kifu_collection_free(c);
}

/* -- Replay ------------------------------------------------------------------------------------------------ */

static void test_replay(void) {
  kifu_collection *c = read_text(GAME);
  kifu_node root = root_of(c, 0), node;
  kifu_replay *replay = NULL;
  kifu_played played;
  kifu_piece pieces[9];
  size_t count = 0;
  OK(kifu_replay_new(c, root, &replay));
  NONE(kifu_replay_played(replay, &played));
  NONE(kifu_replay_back(replay));
  OK(kifu_replay_forward(replay));
  OK(kifu_replay_played(replay, &played));
  CHECK(played.color == KIFU_BLACK && played.number == 1 && played.point.x == 4 && !played.is_pass && !played.swaps);
  OK(kifu_replay_node(replay, &node));
  CHECK(same(node, below(c, root, 1)));
  OK(kifu_replay_pieces(replay, pieces, 9, &count));
  CHECK(count == 6 && pieces[0].color == KIFU_BLACK && pieces[0].kind == KIFU_PIECE_STONE && pieces[0].point.x == 2);
  CHECK(kifu_replay_to_play(replay) == KIFU_WHITE);
  uint32_t black = 9, white = 9;
  OK(kifu_replay_prisoners(replay, &black, &white));
  CHECK(black == 0 && white == 0);
  kifu_link links[2];
  OK(kifu_replay_links(replay, links, 2, &count));
  CHECK(count == 0);
  OK(kifu_replay_back(replay));
  count = 1;
  while (kifu_replay_advance(replay) == KIFU_OK) count++;
  CHECK(count == 7);
  OK(kifu_replay_go_to(replay, below(c, root, 3)));
  OK(kifu_replay_played(replay, &played));
  CHECK(played.number == 3);
  CHECK_STATUS(kifu_replay_go_to(replay, root_of(c, 1)), KIFU_STALE);
  char text[128];
  NONE(kifu_replay_note(replay, 0, text, sizeof text, NULL));
  /* A change does not reach it. */
  OK(kifu_node_remove(c, below(c, root, 3)));
  OK(kifu_replay_back(replay));
  OK(kifu_replay_forward(replay));
  OK(kifu_replay_played(replay, &played));
  CHECK(played.point.x == 6 && played.point.y == 3);
  kifu_collection_free(c);
  OK(kifu_replay_back(replay));
  kifu_replay_free(replay);
  kifu_replay_free(NULL);

  c = read_text("(;SZ[9];B[ee];W[ee])");
  kifu_board *board = NULL;
  OK(kifu_replay_new(c, below(c, root_of(c, 0), 2), &replay));
  OK(kifu_replay_note(replay, 0, text, sizeof text, NULL));
  CHECK(strlen(text) > 0);
  kifu_replay_free(replay);
  OK(kifu_board_at(c, below(c, root_of(c, 0), 1), &board));
  CHECK(kifu_board_get(board, (kifu_point){4, 4}) == KIFU_BLACK && kifu_board_move_number(board) == 1);
  kifu_board_free(board);
  kifu_collection_free(c);

  c = read_text("(;GM[2])(;GM[35])");
  OK(kifu_replay_new(c, root_of(c, 0), &replay));
  OK(kifu_replay_pieces(replay, pieces, 9, &count));
  CHECK(count == 4);
  NONE(kifu_replay_prisoners(replay, &black, &white));
  kifu_replay_free(replay);
  CHECK_STATUS(kifu_replay_new(c, root_of(c, 1), &replay), KIFU_UNSUPPORTED);
  CHECK_STATUS(kifu_board_at(c, root_of(c, 0), &board), KIFU_UNSUPPORTED);
  kifu_collection_free(c);
}

/* -- Diagrams ---------------------------------------------------------------------------------------------- */

static void test_diagrams(void) {
  kifu_collection *c = read_text(GAME);
  kifu_node last = below(c, root_of(c, 0), 3);
  kifu_draw_options options;
  KIFU_INIT(&options);
  options.numbers = KIFU_NUMBERS_ALL;
  options.coordinates = "western";
  options.own_fonts_only = true;
  kifu_buffer *buffer = NULL;
  OK(kifu_node_svg(c, last, &options, &buffer));
  CHECK(strncmp(kifu_buffer_bytes(buffer).ptr, "<svg", 4) == 0);
  kifu_buffer_free(buffer);
  OK(kifu_node_text_diagram(c, last, NULL, &buffer));
  CHECK(kifu_buffer_bytes(buffer).len > 9 * 9);
  kifu_buffer_free(buffer);
  kifu_status status = kifu_node_png(c, last, &options, &buffer);
  if (status == KIFU_OK) {
    CHECK(memcmp(kifu_buffer_bytes(buffer).ptr, "\x89PNG", 4) == 0);
    kifu_buffer_free(buffer);
    options.scale = 1e6f;
    CHECK_STATUS(kifu_node_png(c, last, &options, &buffer), KIFU_LIMIT);
    options.scale = -1;
    CHECK_STATUS(kifu_node_png(c, last, &options, &buffer), KIFU_INVALID_ARGUMENT);
    options.scale = NAN;
    CHECK_STATUS(kifu_node_png(c, last, &options, &buffer), KIFU_INVALID_ARGUMENT);
  } else {
    CHECK(status == KIFU_UNSUPPORTED && buffer == NULL);
  }
  options.coordinates = "no such";
  CHECK_STATUS(kifu_node_svg(c, last, &options, &buffer), KIFU_INVALID_ARGUMENT);
  kifu_collection_free(c);
}

int main(int count, char **arguments) {
  const char *folder = count > 1 ? arguments[1] : ".";
  test_status();
  test_texts();
  test_events();
  test_ends_of_parts();
  test_classic();
  test_unclosed_games();
  test_reading(folder);
  test_nodes();
  test_properties();
  test_info();
  test_changes();
  test_borrowed_texts();
  test_own_copies();
  test_notations();
  test_writing(folder);
  test_checks();
  test_formats();
  test_boards();
  test_replay();
  test_kinds_of_pieces();
  test_replay_board();
  test_unescaped_values();
  test_diagrams();
  return finish("test");
}
