/* Random lives of objects: collections that are read, copied, changed, split, grafted and freed in any order, with nodes
 * that may be stale, and replays and boards that live longer than what they were made of. Texts that
 * a collection gave are arguments of its changes. The numbers come from a small generator, so that each run of a seed is
 * the same; the second argument is how many thousand steps there are, the third the seed. */
#include "check.h"

static uint64_t seed = 20261124;

static uint32_t below(uint32_t limit) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)((seed >> 32) % limit);
}

enum { SLOTS = 6, NODES = 32 };

static kifu_collection *collections[SLOTS];
static kifu_replay *replays[SLOTS];
static kifu_board *boards[SLOTS];
static kifu_node nodes[NODES];

static const char *const TEXTS[] = {
    "(;GM[1]SZ[9];B[ee];W[ge](;B[gd])(;B[ff];W[fe]))",
    "(;SZ[5]AB[aa:cc];B[dd];W[ee])(;SZ[5];B[aa])",
    "(;GM[2];B[dc];W[cc])",
    "(;B[aa]x;W[bb](;C[rank [3d]];B[cc])",
    "",
    "(;CA[GBK]PB[\xB9\xC5\xC1\xA6];B[pd])",
    "no game",
};

/* Every code but that of a bug may come, as handles are stale or of another collection. */
#define MAY_FAIL(call) CHECK((call) != KIFU_INTERNAL)

enum { TEXT = 64 };

/* A text of the collection: a value, an identifier, or a part of the file. */
static kifu_str borrowed(const kifu_collection *collection, kifu_node node) {
  static const char *const NAMES[] = {"B", "C", "AB", "ZZ"};
  kifu_str text = {"text of its own", 15};
  kifu_property property;
  switch (below(3)) {
    case 0: MAY_FAIL(kifu_node_value(collection, node, NAMES[below(4)], below(3), &text)); break;
    case 1:
      if (kifu_node_property(collection, node, below(3), &property) == KIFU_OK)
        text = below(2) == 0 ? property.identifier : property.value;
      break;
    default:
      OK(kifu_collection_text(collection, &text));
      text.ptr += text.len / 2;
      text.len -= text.len / 2;
  }
  if (text.len > TEXT) text.len = TEXT;
  return text;
}

static kifu_status change_with(kifu_collection *collection, kifu_node node, uint32_t how, const char *name,
                               const kifu_str texts[2]) {
  kifu_str text = texts[0];
  switch (how) {
    case 0: return kifu_node_set(collection, node, name, texts, 2);
    case 1: return kifu_node_set_value(collection, node, name, text.ptr, text.len);
    case 2: return kifu_node_set_text(collection, node, name, text.ptr, text.len);
    case 3: return kifu_node_set_simple_text(collection, node, name, text.ptr, text.len);
    case 4: return kifu_node_add_value(collection, node, name, text.ptr, text.len);
    default: return kifu_node_remove_value(collection, node, name, text.ptr, text.len);
  }
}

/* A change with texts of the collection does what it does with copies of them. */
static void change_with_own_texts(kifu_collection *collection, kifu_node node) {
  const char *name = below(4) == 0 ? "C" : "ZZ";
  char bytes[2][TEXT];
  kifu_str texts[2], copies[2];
  uint32_t how = below(6);
  for (int i = 0; i < 2; i++) {
    texts[i] = borrowed(collection, node);
    if (texts[i].len > 0) memcpy(bytes[i], texts[i].ptr, texts[i].len);
    copies[i].ptr = bytes[i];
    copies[i].len = texts[i].len;
  }
  kifu_collection *twin = NULL;
  OK(kifu_collection_clone(collection, &twin));
  /* First, so that it does not share the texts any more. */
  kifu_status expected = change_with(twin, node, how, name, copies);
  CHECK_STATUS(change_with(collection, node, how, name, texts), expected);
  kifu_buffer *ours = NULL, *theirs = NULL;
  kifu_status written = kifu_collection_to_buffer(twin, KIFU_STYLE_COMPACT, &theirs);
  CHECK_STATUS(kifu_collection_to_buffer(collection, KIFU_STYLE_COMPACT, &ours), written);
  kifu_str left = kifu_buffer_bytes(ours), right = kifu_buffer_bytes(theirs);
  CHECK(left.len == right.len && memcmp(left.ptr, right.ptr, left.len) == 0);
  kifu_buffer_free(ours);
  kifu_buffer_free(theirs);
  kifu_collection_free(twin);
}

static void step(void) {
  uint32_t at = below(SLOTS), other = below(SLOTS);
  kifu_collection **slot = &collections[at];
  kifu_node node = nodes[below(NODES)], second = nodes[below(NODES)], *out = &nodes[below(NODES)];
  char text[64];
  kifu_buffer *buffer = NULL;
  if (*slot == NULL) {
    const char *source = TEXTS[below(sizeof TEXTS / sizeof *TEXTS)];
    if (below(4) == 0)
      OK(kifu_collection_new(slot));
    else
      OK(kifu_collection_read(source, strlen(source), NULL, slot));
    return;
  }
  switch (below(36)) {
    case 0:
      kifu_collection_free(*slot);
      *slot = NULL;
      break;
    case 1:
      if (other != at) {
        kifu_collection_free(collections[other]);
        OK(kifu_collection_clone(*slot, &collections[other]));
      }
      break;
    case 2: MAY_FAIL(kifu_collection_game(*slot, below(3), out)); break;
    case 3: MAY_FAIL(kifu_node_first_child(*slot, node, out)); break;
    case 4: MAY_FAIL(kifu_node_next_in_file(*slot, node, out)); break;
    case 5: MAY_FAIL(kifu_node_parent(*slot, node, out)); break;
    case 6: MAY_FAIL(kifu_node_last_in_file(*slot, node, out)); break;
    case 7: MAY_FAIL(kifu_node_add_child(*slot, node, below(3), out)); break;
    case 8: MAY_FAIL(kifu_node_insert_before(*slot, node, out)); break;
    case 9: MAY_FAIL(kifu_node_insert_after(*slot, node, out)); break;
    case 10: MAY_FAIL(kifu_node_remove(*slot, node)); break;
    case 11: MAY_FAIL(kifu_node_move_below(*slot, node, second)); break;
    case 12: MAY_FAIL(kifu_node_promote(*slot, node)); break;
    case 13: MAY_FAIL(kifu_node_make_main_line(*slot, node)); break;
    case 14: {
      const char *names[] = {"B", "C", "AB"};
      MAY_FAIL(kifu_node_split(*slot, node, names, below(4), out));
      break;
    }
    case 15: MAY_FAIL(kifu_node_join_with_child(*slot, node)); break;
    case 16:
      if (collections[other] != NULL && kifu_collection_node_count(*slot) < 5000)
        MAY_FAIL(kifu_node_graft(*slot, node, collections[other], second, out));
      break;
    case 17:
      if (collections[other] != NULL && kifu_collection_node_count(*slot) < 5000)
        MAY_FAIL(kifu_collection_add_copy(*slot, collections[other], second, out));
      break;
    case 18: OK(kifu_collection_add_game(*slot, out)); break;
    case 19: MAY_FAIL(kifu_collection_remove_game(*slot, node)); break;
    case 20: {
      kifu_move move = {(uint8_t)below(3), below(5) == 0, {(uint16_t)below(60), (uint16_t)below(9)}};
      MAY_FAIL(kifu_node_set_move(*slot, node, move));
      break;
    }
    case 21: MAY_FAIL(kifu_node_set_text(*slot, node, "C", "a ] text \\", KIFU_NUL)); break;
    case 22: MAY_FAIL(kifu_node_remove_property(*slot, node, below(2) == 0 ? "B" : "C")); break;
    case 23: {
      kifu_str value;
      if (kifu_node_value(*slot, node, "C", 0, &value) == KIFU_OK) CHECK(value.len == 0 || value.ptr[0] != '\0');
      MAY_FAIL(kifu_node_text(*slot, node, "C", 0, text, below(sizeof text), NULL));
      break;
    }
    case 24: {
      kifu_point points[4];
      size_t count = 0;
      MAY_FAIL(kifu_node_points(*slot, node, "AB", points, below(5), &count));
      MAY_FAIL(kifu_node_set_points(*slot, node, "AW", points, 0));
      break;
    }
    case 25:
      kifu_replay_free(replays[other]);
      MAY_FAIL(kifu_replay_new(*slot, node, &replays[other]));
      break;
    case 26:
      MAY_FAIL(kifu_replay_go_to(replays[other], node));
      MAY_FAIL(kifu_replay_advance(replays[other]));
      MAY_FAIL(kifu_replay_back(replays[other]));
      break;
    case 27: {
      kifu_piece pieces[9];
      kifu_played played;
      MAY_FAIL(kifu_replay_forward(replays[other]));
      MAY_FAIL(kifu_replay_pieces(replays[other], pieces, 9, NULL));
      MAY_FAIL(kifu_replay_played(replays[other], &played));
      MAY_FAIL(kifu_replay_node(replays[other], out));
      break;
    }
    case 28:
      kifu_board_free(boards[other]);
      MAY_FAIL(kifu_board_at(*slot, node, &boards[other]));
      break;
    case 29: {
      kifu_move move = {KIFU_EMPTY, below(9) == 0, {(uint16_t)below(10), (uint16_t)below(10)}};
      MAY_FAIL(kifu_board_play(boards[other], move, below(2) == 0));
      if (below(3) == 0) MAY_FAIL(kifu_board_undo(boards[other]));
      break;
    }
    case 30: {
      MAY_FAIL(kifu_collection_to_buffer(*slot, below(3), &buffer));
      kifu_buffer_free(buffer);
      break;
    }
    case 31: {
      kifu_problem problem;
      MAY_FAIL(kifu_collection_problem(*slot, 0, &problem));
      MAY_FAIL(kifu_collection_upgrade(*slot, NULL, NULL, NULL));
      break;
    }
    case 33:
    case 34: change_with_own_texts(*slot, node); break;
    case 32: {
      /* What is written reads as the same number of games and nodes. */
      kifu_collection *again = NULL;
      if (kifu_collection_to_buffer(*slot, KIFU_STYLE_COMPACT, &buffer) == KIFU_OK) {
        kifu_str bytes = kifu_buffer_bytes(buffer);
        kifu_read_options options;
        KIFU_INIT(&options);
        options.encoding = "UTF-8";
        OK(kifu_collection_read(bytes.ptr, bytes.len, &options, &again));
        CHECK(kifu_collection_node_count(again) == kifu_collection_node_count(*slot));
        kifu_collection_free(again);
        kifu_buffer_free(buffer);
      }
      break;
    }
    default: {
      bool exists = kifu_node_exists(*slot, node);
      size_t depth = 0;
      kifu_status status = kifu_node_depth(*slot, node, &depth);
      CHECK(exists ? status == KIFU_OK : status == KIFU_STALE);
    }
  }
}

int main(int count, char **arguments) {
  if (count > 3) seed = strtoull(arguments[3], NULL, 10);
  long steps = 1000 * (count > 2 ? strtol(arguments[2], NULL, 10) : 200);
  for (long i = 0; i < steps; i++) step();
  for (int i = 0; i < SLOTS; i++) {
    kifu_collection_free(collections[i]);
    kifu_replay_free(replays[i]);
    kifu_board_free(boards[i]);
  }
  return finish("lives");
}
