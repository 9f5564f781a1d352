/* Every function of kifu_db.h. */
#include "check.h"
#include "kifu_db.h"

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(text, 1, strlen(text), file) != strlen(text) || fclose(file) != 0) abort();
}

static int32_t count_game(void *user, kifu_db_game game) {
  (void)game;
  return ++*(size_t *)user == 2 ? KIFU_STOP : KIFU_GO_ON;
}

int main(int count, char **arguments) {
  const char *folder = count > 1 ? arguments[1] : ".";
  char one[512], two[512], index[512];
  /* A new folder for each run: an index that was made before would be brought up to date. */
  snprintf(one, sizeof one, "%s/one.sgf", folder);
  snprintf(two, sizeof two, "%s/two.sgf", folder);
  static int run = 0;
  do {
    snprintf(index, sizeof index, "%s/games-%d.kifu", folder, run++);
    FILE *file = fopen(index, "rb");
    if (file == NULL) break;
    fclose(file);
  } while (run < 100);
  write_file(one, "(;SZ[9]PB[Ada]PW[Bea]RE[B+R]DT[2001-02-03];B[gc];W[gd];B[fd];W[ge])"
                  "(;SZ[9]PB[Cleo]PW[Ada]RE[W+3]DT[2002];B[cc];W[gg];B[cg])");
  write_file(two, "(;SZ[9]PB[Dora]PW[Eve]RE[W+R];B[cc];W[cd];B[dd];W[ce](;B[ee])(;B[ff]))");
  const char *files[] = {one, two, "/no/such/file"};
  kifu_db_report report;
  OK(kifu_db_index(index, files, 3, true, &report));
  CHECK(report.read == 2 && report.failed == 1 && report.added == 3 && report.games == 3);
  CHECK(strstr(kifu_last_error(), "/no/such/file: ") != NULL);
  OK(kifu_db_index(index, files, 2, true, &report));
  CHECK(report.unchanged == 2 && report.added == 0);

  kifu_db *db = NULL;
  CHECK_STATUS(kifu_db_open("/no/such/folder", &db), KIFU_IO);
  CHECK_STATUS(kifu_db_open(".", &db), KIFU_UNSUPPORTED);
  CHECK(db == NULL);
  OK(kifu_db_open(index, &db));
  CHECK(kifu_db_len(db) == 3 && kifu_db_len(NULL) == 0);
  uint64_t games = 0;
  OK(kifu_db_count(db, "player=Ada", &games));
  CHECK(games == 2);
  OK(kifu_db_count(db, NULL, &games));
  CHECK(games == 3);
  CHECK_STATUS(kifu_db_count(db, "no such field =", &games), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_db_count(db, "bogus((", &games), KIFU_INVALID_ARGUMENT);
  CHECK(strstr(kifu_last_error(), "bogus") != NULL);
  size_t seen = 0;
  CHECK_STATUS(kifu_db_select(db, NULL, count_game, &seen), KIFU_STOPPED);
  CHECK(seen == 2);
  seen = 0;
  OK(kifu_db_select(db, "player=Eve", count_game, &seen));
  CHECK(seen == 1);

  /* The same shape in all three games, turned and mirrored. */
  static const char CORNER[] =
      "-----\n"
      ". . |\n"
      ". . |\n"
      "X . |\n"
      "O . |\n";
  kifu_db_answer *answer = NULL;
  kifu_db_counts counts;
  OK(kifu_db_search(db, CORNER, NULL, &answer));
  OK(kifu_db_answer_counts(answer, &counts));
  CHECK(counts.searched == 3 && counts.hits >= counts.games && counts.in_variations == 0);
  kifu_db_answer_free(answer);
  CHECK_STATUS(kifu_db_search(db, "X . .\nX", NULL, &answer), KIFU_INVALID_ARGUMENT);
  CHECK(answer == NULL);

  kifu_board *board = NULL;
  OK(kifu_board_new(9, 9, NULL, &board));
  OK(kifu_board_play(board, (kifu_move){KIFU_EMPTY, false, {2, 2}}, false));
  kifu_db_query query;
  KIFU_INIT(&query);
  query.keep_orientation = true;
  query.keep_colors = true;
  OK(kifu_db_search_board(db, board, (kifu_point){0, 0}, 0, 0, &query, &answer));
  OK(kifu_db_answer_counts(answer, &counts));
  CHECK(counts.games == 2 && counts.hits == 2 && counts.white_wins == 2 && counts.black_wins == 0);
  kifu_db_continuation next;
  OK(kifu_db_answer_continuation(answer, 0, &next));
  CHECK(next.color == KIFU_WHITE && next.hits == 1);
  NONE(kifu_db_answer_continuation(answer, 2, &next));
  kifu_db_game found[2];
  size_t all = 0;
  OK(kifu_db_answer_games(answer, KIFU_ORDER_NEWEST, found, 2, &all));
  CHECK(all == 2);
  CHECK_STATUS(kifu_db_answer_games(answer, KIFU_ORDER_INDEX, found, 1, &all), KIFU_TRUNCATED);
  CHECK(all == 2);
  CHECK_STATUS(kifu_db_answer_games(answer, 99, found, 1, &all), KIFU_INVALID_ARGUMENT);
  kifu_db_hit hits[2];
  OK(kifu_db_answer_hits(answer, KIFU_ORDER_NEWEST, hits, 2, &all));
  CHECK(all == 2 && hits[0].node == 1 && hits[0].move_number == 1 && !hits[0].is_variation);
  CHECK(hits[0].corner.x == 0 && hits[0].corner.y == 0 && hits[0].symmetry == 0 && !hits[0].swaps_colors);
  CHECK_STATUS(kifu_db_answer_hits(answer, KIFU_ORDER_INDEX, hits, 1, NULL), KIFU_TRUNCATED);
  CHECK_STATUS(kifu_db_answer_hits(NULL, KIFU_ORDER_INDEX, hits, 1, NULL), KIFU_INVALID_ARGUMENT);
  char text[256];
  OK(kifu_db_answer_games(answer, KIFU_ORDER_NEWEST, found, 2, NULL));
  OK(kifu_db_game_text(db, found[0], "black", text, sizeof text, NULL));
  CHECK(strcmp(text, "Cleo") == 0);
  OK(kifu_db_game_text(db, found[0], "number", text, sizeof text, NULL));
  CHECK(strcmp(text, "2") == 0);
  OK(kifu_db_game_text(db, found[0], "path", text, sizeof text, NULL));
  CHECK(strstr(text, "one.sgf") != NULL);
  OK(kifu_db_game_text(db, found[0], "moves", text, sizeof text, NULL));
  CHECK(strcmp(text, "3") == 0);
  NONE(kifu_db_game_text(db, found[0], "event", text, sizeof text, NULL));
  CHECK_STATUS(kifu_db_game_text(db, found[0], "no such", text, sizeof text, NULL), KIFU_INVALID_ARGUMENT);
  kifu_buffer *record = NULL;
  OK(kifu_db_record(db, found[0], &record));
  CHECK(strncmp(kifu_buffer_bytes(record).ptr, "(;SZ[9]PB[Cleo]", 15) == 0);
  kifu_buffer_free(record);
  kifu_db_game none = {UINT32_MAX, UINT32_MAX};
  kifu_db_game after = {0, 3};
  CHECK_STATUS(kifu_db_game_text(db, none, "black", text, sizeof text, NULL), KIFU_STALE);
  CHECK_STATUS(kifu_db_record(db, none, &record), KIFU_STALE);
  CHECK(record == NULL);
  CHECK_STATUS(kifu_db_record(db, after, &record), KIFU_STALE);
  CHECK_STATUS(kifu_db_game_text(db, after, "black", text, sizeof text, NULL), KIFU_STALE);
  kifu_db_answer_free(answer);

  OK(kifu_db_search_board(db, board, (kifu_point){0, 0}, 4, 4, NULL, &answer));
  kifu_db_answer_free(answer);
  CHECK_STATUS(kifu_db_search_board(db, board, (kifu_point){8, 0}, 4, 4, NULL, &answer), KIFU_INVALID_ARGUMENT);
  query.selection = "(";
  CHECK_STATUS(kifu_db_search(db, CORNER, &query, &answer), KIFU_INVALID_ARGUMENT);
  kifu_db_answer_free(NULL);

  kifu_db_free(db);
  kifu_db_free(NULL);

  /* Null. */
  CHECK_STATUS(kifu_db_open(NULL, &db), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_db_index(NULL, NULL, 0, false, NULL), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_db_search(NULL, CORNER, NULL, &answer), KIFU_INVALID_ARGUMENT);
  CHECK_STATUS(kifu_db_answer_counts(NULL, &counts), KIFU_INVALID_ARGUMENT);
  kifu_board_free(board);
  return finish("test_db");
}
