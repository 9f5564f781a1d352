/* Kifu: the game database, with position search.
 *
 * Link libkifu_full instead of libkifu: it has all functions of kifu.h and these. The rules of kifu.h hold.
 *
 * Generated from bindings/c/src by `cargo xtask gen`. MIT OR Apache-2.0.
 */

#ifndef KIFU_DB_H
#define KIFU_DB_H

#include "kifu.h"

/**
 * The order of the index.
 */
#define KIFU_ORDER_INDEX 0

/**
 * The strongest players first.
 */
#define KIFU_ORDER_RANK 1

/**
 * The newest games first.
 */
#define KIFU_ORDER_NEWEST 2

/**
 * The oldest games first.
 */
#define KIFU_ORDER_OLDEST 3

/**
 * An index of game records. Free it with `kifu_db_free`. Any number of threads may search it.
 */
typedef struct kifu_db kifu_db;

/**
 * The result of a search. Free it with `kifu_db_answer_free`.
 */
typedef struct kifu_db_answer kifu_db_answer;

/**
 * The result of `kifu_db_index`.
 */
typedef struct kifu_db_report {
  /**
   * Files that were read.
   */
  uint64_t read;
  /**
   * Files that had not changed.
   */
  uint64_t unchanged;
  /**
   * Files that could not be read.
   */
  uint64_t failed;
  /**
   * Games that were added.
   */
  uint64_t added;
  /**
   * Games of the index.
   */
  uint64_t games;
} kifu_db_report;

/**
 * A game of an index, as long as that is open.
 */
typedef struct kifu_db_game {
  /**
   * The segment.
   */
  uint32_t segment;
  /**
   * The game in the segment.
   */
  uint32_t game;
} kifu_db_game;

/**
 * Takes a game. Returns `KIFU_GO_ON`, or another number to stop.
 */
typedef int32_t (*kifu_db_game_fn)(void *user, struct kifu_db_game game);

/**
 * How a pattern is searched. Set it up with `KIFU_INIT`; null is the default: in all eight orientations, with colors
 * exchanged too, on main lines.
 */
typedef struct kifu_db_query {
  /**
   * `sizeof(kifu_db_query)`: set by `KIFU_INIT`.
   */
  uint32_t size;
  /**
   * Only as it is, not turned or mirrored.
   */
  bool keep_orientation;
  /**
   * Only with these colors.
   */
  bool keep_colors;
  /**
   * Also in variations, which are counted apart.
   */
  bool in_variations;
  /**
   * The player to move next, as the pattern sees it; `KIFU_EMPTY`: either.
   */
  uint8_t next;
  /**
   * Which games are searched: an expression such as `player~Go date<1940`; null: all.
   */
  const char *selection;
} kifu_db_query;

/**
 * How often a pattern was found, and who won, as the pattern sees it.
 */
typedef struct kifu_db_counts {
  /**
   * Games that have it on their main line.
   */
  uint64_t games;
  /**
   * Places on main lines.
   */
  uint64_t hits;
  /**
   * Hits in games that Black won.
   */
  uint64_t black_wins;
  /**
   * Hits in games that White won.
   */
  uint64_t white_wins;
  /**
   * Places in variations, if these are searched.
   */
  uint64_t in_variations;
  /**
   * Games that were searched.
   */
  uint64_t searched;
} kifu_db_counts;

/**
 * The next stone within a pattern, and how often it was played.
 */
typedef struct kifu_db_continuation {
  /**
   * Where, in the pattern.
   */
  kifu_point point;
  /**
   * The color, as the pattern sees it.
   */
  uint8_t color;
  /**
   * How often.
   */
  uint64_t hits;
  /**
   * Of these, in games that Black won.
   */
  uint64_t black_wins;
  /**
   * Of these, in games that White won.
   */
  uint64_t white_wins;
} kifu_db_continuation;

/**
 * A place where a pattern was found.
 */
typedef struct kifu_db_hit {
  /**
   * The game.
   */
  struct kifu_db_game game;
  /**
   * The node: the number of nodes of its game before it, in the order of the file.
   */
  uint32_t node;
  /**
   * The number of the move.
   */
  uint32_t move_number;
  /**
   * The upper left corner of the pattern on the board.
   */
  kifu_point corner;
  /**
   * How the pattern lies on the board: 0 as it is; 1, 2, 3 after as many quarter turns clockwise; with left and
   * right exchanged 4, top and bottom 5, columns and rows 6; 7 mirrored at the diagonal from the upper right.
   */
  uint8_t symmetry;
  /**
   * Whether colors are exchanged.
   */
  bool swaps_colors;
  /**
   * Whether it is in a variation.
   */
  bool is_variation;
} kifu_db_hit;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Opens an index for writing, or makes one, and adds `count` files of game records. Files that have not changed are not
 * read again. `keeps_records`: a new index keeps the records, and needs the files no more.
 *
 * Files that cannot be read are counted in `report`, and are no error; `kifu_last_error` then describes the first of
 * them. Games of files that were deleted stay in the index.
 */
kifu_status kifu_db_index(const char *folder,
                          const char *const *files,
                          size_t count,
                          bool keeps_records,
                          struct kifu_db_report *report);

/**
 * Opens an index. `KIFU_IO` if the folder cannot be read, `KIFU_UNSUPPORTED` if it holds no index, or one of a newer
 * version.
 */
kifu_status kifu_db_open(const char *folder,
                         struct kifu_db **db);

/**
 * Frees an index. Null is allowed. Answers stay valid.
 */
void kifu_db_free(struct kifu_db *db);

/**
 * Returns how many games an index has; 0 for null.
 */
uint64_t kifu_db_len(const struct kifu_db *db);

/**
 * Gives how many games an expression selects; null selects all.
 */
kifu_status kifu_db_count(const struct kifu_db *db, const char *selection, uint64_t *games);

/**
 * Calls `game` with each game that an expression selects, in the order of the index; null selects all.
 */
kifu_status kifu_db_select(const struct kifu_db *db, const char *selection, kifu_db_game_fn game, void *user);

/**
 * Writes what an index knows of a game to `buffer`, in the way of `snprintf`: `path`, `number` (of the game in the
 * file, from 1), `moves`, or a column such as `black`, `white`, `date`, `result`, `event`. `KIFU_NONE` if the record
 * does not say it, `KIFU_STALE` if the index has no such game.
 */
kifu_status kifu_db_game_text(const struct kifu_db *db,
                              struct kifu_db_game game,
                              const char *column,
                              char *buffer,
                              size_t capacity,
                              size_t *length);

/**
 * Gives the record of a game as SGF in UTF-8 in a new buffer: from the index if it keeps records, else from the file.
 * `KIFU_STALE` if the index has no such game, or if the file is gone or has changed.
 */
kifu_status kifu_db_record(const struct kifu_db *db,
                           struct kifu_db_game game,
                           kifu_buffer **buffer);

/**
 * Searches a pattern that is drawn as text: a line a row, `X` black, `O` white, `.` empty, `*` anything, `x` black or
 * empty, `o` white or empty, `@` black or white; `-` and `|` around it are edges of the board. Gives a new answer.
 */
kifu_status kifu_db_search(const struct kifu_db *db,
                           const char *pattern,
                           const struct kifu_db_query *query,
                           struct kifu_db_answer **answer);

/**
 * Searches what is on a board, or on a part of it: so many columns and rows from a corner on. Without columns and rows
 * it is all of the board. Gives a new answer.
 */
kifu_status kifu_db_search_board(const struct kifu_db *db,
                                 const kifu_board *board,
                                 kifu_point corner,
                                 uint16_t columns,
                                 uint16_t rows,
                                 const struct kifu_db_query *query,
                                 struct kifu_db_answer **answer);

/**
 * Frees an answer. Null is allowed.
 */
void kifu_db_answer_free(struct kifu_db_answer *answer);

/**
 * Gives how often the pattern was found.
 */
kifu_status kifu_db_answer_counts(const struct kifu_db_answer *answer, struct kifu_db_counts *counts);

/**
 * Gives a continuation, the most frequent first, from 0; `KIFU_NONE` after the last one.
 */
kifu_status kifu_db_answer_continuation(const struct kifu_db_answer *answer,
                                        size_t index,
                                        struct kifu_db_continuation *continuation);

/**
 * Gives the first games in which the pattern was found, in an order (`KIFU_ORDER_...`): as many as there is room for.
 * `count` gets how many there are, and may be null.
 */
kifu_status kifu_db_answer_games(const struct kifu_db_answer *answer,
                                 uint32_t order,
                                 struct kifu_db_game *games,
                                 size_t capacity,
                                 size_t *count);

/**
 * Gives where the pattern was found first in each of these games: as many as there is room for. `order` and `count`
 * are those of `kifu_db_answer_games`.
 */
kifu_status kifu_db_answer_hits(const struct kifu_db_answer *answer,
                                uint32_t order,
                                struct kifu_db_hit *hits,
                                size_t capacity,
                                size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KIFU_DB_H */
