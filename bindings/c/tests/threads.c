/* Eight threads read one collection: texts, moves, boards, what is written and an error of each thread's own. All see
 * the same, and valgrind's helgrind finds no race. */
#include <pthread.h>

#include "check.h"

enum { THREADS = 8, GAMES = 40, MOVES = 60, ROUNDS = 5 };

static kifu_collection *collection;

/* What a thread saw, as one number; 0 if a call failed. */
static uint64_t seen[THREADS];

static uint64_t mix(uint64_t hash, const void *bytes, size_t len) {
  for (size_t i = 0; i < len; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  return hash;
}

static uint64_t read_all(void) {
  uint64_t hash = 14695981039346656037u;
  kifu_node node;
  for (size_t game = 0; kifu_collection_game(collection, game, &node) == KIFU_OK; game++) {
    kifu_replay *replay = NULL;
    if (kifu_replay_new(collection, node, &replay) != KIFU_OK) return 0;
    while (kifu_replay_forward(replay) == KIFU_OK) {
      uint32_t black, white;
      if (kifu_replay_prisoners(replay, &black, &white) != KIFU_OK) return 0;
      hash = mix(hash, &black, sizeof black);
    }
    kifu_replay_free(replay);
    do {
      char text[64];
      size_t length = 0;
      if (kifu_node_text(collection, node, "C", 0, text, sizeof text, &length) == KIFU_OK)
        hash = mix(hash, text, length);
    } while (kifu_node_first_child(collection, node, &node) == KIFU_OK);
  }
  kifu_buffer *written = NULL;
  if (kifu_collection_encode(collection, "UTF-8", &written) != KIFU_OK) return 0;
  kifu_str bytes = kifu_buffer_bytes(written);
  hash = mix(hash, bytes.ptr, bytes.len);
  kifu_buffer_free(written);
  return hash;
}

static void *reader(void *argument) {
  size_t own = *(size_t *)argument;
  for (int round = 0; round < ROUNDS; round++) {
    /* Half of the threads make an error, which the others must not see. */
    kifu_collection *none = NULL;
    if (own % 2 == 0 && kifu_collection_open("no such file", NULL, &none) == KIFU_OK) return NULL;
    uint64_t hash = read_all();
    if (hash == 0 || (round > 0 && hash != seen[own])) {
      seen[own] = 0;
      return NULL;
    }
    if (own % 2 == 1 && kifu_last_error()[0] != '\0' && strstr(kifu_last_error(), "no such file") != NULL) {
      seen[own] = 0;
      return NULL;
    }
    seen[own] = hash;
  }
  return NULL;
}

int main(void) {
  static char text[GAMES * (MOVES * 24 + 64)];
  size_t length = 0;
  for (int game = 0; game < GAMES; game++) {
    length += (size_t)snprintf(text + length, sizeof text - length, "(;GM[1]SZ[9]C[game %d]", game);
    for (int move = 0; move < MOVES; move++) {
      int place = (game * 31 + move * 7) % 81;
      length += (size_t)snprintf(text + length, sizeof text - length, ";%c[%c%c]C[%d]", "BW"[move % 2], 'a' + place % 9,
                                 'a' + place / 9, move);
    }
    length += (size_t)snprintf(text + length, sizeof text - length, ")\n");
  }
  OK(kifu_collection_read(text, length, NULL, &collection));
  pthread_t threads[THREADS];
  size_t numbers[THREADS];
  for (size_t i = 0; i < THREADS; i++) {
    numbers[i] = i;
    CHECK(pthread_create(&threads[i], NULL, reader, &numbers[i]) == 0);
  }
  for (size_t i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  uint64_t alone = read_all();
  CHECK(alone != 0);
  for (size_t i = 0; i < THREADS; i++) CHECK(seen[i] == alone);
  kifu_collection_free(collection);
  return finish("threads");
}
