/* Kifu: game records in Smart Game Format.
 *
 * Every function is documented where it is declared. In general:
 *
 * - Functions return a kifu_status: KIFU_OK is 0, errors are negative, KIFU_NONE says that there is no such thing.
 *   kifu_last_error() describes the last error of the thread. Broken game records are no errors.
 * - A null pointer where an object or an output is needed is KIFU_INVALID_ARGUMENT. Outputs are not written on errors;
 *   outputs for new objects are null then.
 * - Objects are freed by the function of their name (kifu_collection_free, ...); null is allowed. Nodes are values.
 * - Texts that functions give (kifu_str) belong to the object that was asked, and are valid until it is changed or
 *   freed; they may be arguments of the call that changes it. Texts that have to be made are written to your buffer, in
 *   the way of snprintf: ended by NUL, never a part of a character, KIFU_TRUNCATED if there is more. Texts are UTF-8.
 * - Any number of threads may read an object at a time. Nobody else may use it while it is changed.
 * - Callbacks must not unwind or longjmp through Kifu, and must not change or free the object that calls them.
 *
 * Generated from bindings/c/src by `cargo xtask gen`. MIT OR Apache-2.0.
 */

#ifndef KIFU_H
#define KIFU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The version of this header; kifu_version() is that of the library. */
#define KIFU_VERSION "0.1.0"
#define KIFU_VERSION_MAJOR 0
#define KIFU_VERSION_MINOR 1
#define KIFU_VERSION_PATCH 0

/* As the length of a text that is an argument: it ends with NUL. */
#define KIFU_NUL SIZE_MAX

#ifdef __cplusplus
#define KIFU_CAST(type, value) static_cast<type>(value)
#else
#define KIFU_CAST(type, value) ((type)(value))
#endif

/* Sets a struct of options or callbacks to its defaults: KIFU_INIT(&options). */
#define KIFU_INIT(options) \
    (memset((options), 0, sizeof *(options)), \
     KIFU_CAST(void, (options)->size = KIFU_CAST(uint32_t, sizeof *(options))))

/**
 * From a callback: go on.
 */
#define KIFU_GO_ON 0

/**
 * From a callback: skip the rest of the innermost item that is open, and go on with its end. From `property_begin` that
 * is the property, from `node_end` the rest of the tree, after the end of a game the rest of the input.
 */
#define KIFU_SKIP 1

/**
 * From a callback: make no further call. The function returns `KIFU_STOPPED`.
 */
#define KIFU_STOP 2

/**
 * Texts as the bytes of the file, values still escaped. Nothing is copied. `kifu_visit` says when it allocates.
 *
 * The bytes are read as ASCII, which is right for UTF-8, ISO-8859, EUC and other encodings in which every byte below
 * 0x80 is an ASCII character. In `Shift_JIS`, Big5, GBK and GB18030 the second byte of a character may be 0x5C or
 * 0x5D, which is read as `\` or `]` and escapes or ends the value: use `KIFU_TEXT_UTF8` there.
 */
#define KIFU_TEXT_RAW 0

/**
 * Texts in UTF-8, values still escaped. The input is decoded first, each game in its own encoding.
 */
#define KIFU_TEXT_UTF8 1

/**
 * Texts in UTF-8, values unescaped as Text. The input is decoded first, each game in its own encoding.
 */
#define KIFU_TEXT_UNESCAPED 2

/**
 * Begin at a game tree or variation: its `(`.
 */
#define KIFU_PART_TREE 0

/**
 * Begin at a node, as `KIFU_PART_NODE`, and go on up to the next `(` or `)`.
 */
#define KIFU_PART_SEQUENCE 1

/**
 * Begin at a node: its `;`, or its first property if the `;` is missing.
 */
#define KIFU_PART_NODE 2

/**
 * Begin at a property: the first letter of its identifier.
 */
#define KIFU_PART_PROPERTY 3

/**
 * No color: an empty point, or nobody.
 */
#define KIFU_EMPTY 0

/**
 * Black.
 */
#define KIFU_BLACK 1

/**
 * White.
 */
#define KIFU_WHITE 2

/**
 * Unchanged parts are written byte for byte as they were, in their own encoding.
 */
#define KIFU_STYLE_PRESERVE 0

/**
 * One form for all: UTF-8, properties in one order, lines of 80 columns. A property without a value gets an empty one:
 * a move without a value becomes a pass.
 */
#define KIFU_STYLE_CANONICAL 1

/**
 * The canonical form without white space between values.
 */
#define KIFU_STYLE_COMPACT 2

/**
 * Dates in the form of the standard: `1996-05-06`.
 */
#define KIFU_NORMALIZE_DATES 1

/**
 * Results in their short form: `W+R`.
 */
#define KIFU_NORMALIZE_RESULTS (1 << 1)

/**
 * Ranks: `9p`, `3d`, `10k`.
 */
#define KIFU_NORMALIZE_RANKS (1 << 2)

/**
 * Komi as a decimal number.
 */
#define KIFU_NORMALIZE_KOMI (1 << 3)

/**
 * Times in seconds.
 */
#define KIFU_NORMALIZE_TIMES (1 << 4)

/**
 * Names of rules.
 */
#define KIFU_NORMALIZE_RULES (1 << 5)

/**
 * Names of players: blanks and the width of letters.
 */
#define KIFU_NORMALIZE_NAMES (1 << 6)

/**
 * The text as UTF-8.
 */
#define KIFU_NORMALIZE_ENCODING (1 << 7)

/**
 * Line ends as line feeds.
 */
#define KIFU_NORMALIZE_LINE_ENDS (1 << 8)

/**
 * The order of properties.
 */
#define KIFU_NORMALIZE_ORDER (1 << 9)

/**
 * Habits of programs are undone.
 */
#define KIFU_NORMALIZE_QUIRKS (1 << 10)

/**
 * All of these but the order of properties and the habits of programs.
 */
#define KIFU_NORMALIZE_DEFAULT ((1 << 9) - 1)

/**
 * A stone or disc.
 */
#define KIFU_PIECE_STONE 1

/**
 * A queen of Amazons.
 */
#define KIFU_PIECE_QUEEN 2

/**
 * A peg of `TwixT`.
 */
#define KIFU_PIECE_PEG 3

/**
 * A point blocked for both sides: an arrow of Amazons.
 */
#define KIFU_PIECE_BLOCKED 4

/**
 * A pod of Octi; `kifu_replay_pods` gives its prongs.
 */
#define KIFU_PIECE_POD 5

/**
 * A pawn of chess.
 */
#define KIFU_PIECE_PAWN 6

/**
 * A knight of chess.
 */
#define KIFU_PIECE_KNIGHT 7

/**
 * A bishop of chess.
 */
#define KIFU_PIECE_BISHOP 8

/**
 * A rook of chess.
 */
#define KIFU_PIECE_ROOK 9

/**
 * A queen of chess.
 */
#define KIFU_PIECE_CHESS_QUEEN 10

/**
 * A king of chess.
 */
#define KIFU_PIECE_KING 11

/**
 * Numbers on all moves from the root on.
 */
#define KIFU_NUMBERS_ALL -1

/**
 * Numbers as the figures of the record ask for.
 */
#define KIFU_NUMBERS_FIGURE -2

/**
 * The result of a function. Errors are negative; `kifu_last_error` describes the last one of the thread.
 *
 * Broken game records are no errors: they are read, and their problems are listed.
 */
enum kifu_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Done.
   */
  KIFU_OK = 0,
  /**
   * There is no such thing: no parent, no property, no further item. The output is not written.
   */
  KIFU_NONE = 1,
  /**
   * The buffer is too small. It holds the beginning, and the length says how much there is.
   */
  KIFU_TRUNCATED = 2,
  /**
   * A callback asked to stop.
   */
  KIFU_STOPPED = 3,
  /**
   * A null pointer, an unknown name, a number out of range, text that is not UTF-8, a struct without its size.
   */
  KIFU_INVALID_ARGUMENT = -1,
  /**
   * The game or node was removed, or belongs to no game of this collection.
   */
  KIFU_STALE = -2,
  /**
   * A file cannot be read or written, or a callback reported an error.
   */
  KIFU_IO = -3,
  /**
   * A value is written in a way that cannot be read as its type.
   */
  KIFU_UNREADABLE = -4,
  /**
   * A change is refused, such as removing the root. Nothing was changed.
   */
  KIFU_REFUSED = -5,
  /**
   * The encoding of the file lacks a character.
   */
  KIFU_ENCODING = -6,
  /**
   * The rules of the game, the format or the feature are unknown to this library.
   */
  KIFU_UNSUPPORTED = -7,
  /**
   * The rules forbid the move.
   */
  KIFU_ILLEGAL_MOVE = -8,
  /**
   * A limit is exceeded, such as the size of a picture.
   */
  KIFU_LIMIT = -9,
  /**
   * A bug in Kifu: please report it. Objects that took part may be freed, but should not be used any more.
   */
  KIFU_INTERNAL = -99,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kifu_status kifu_status;
#else
typedef int32_t kifu_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The type of a `kifu_value`.
 */
enum kifu_value_type
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The empty value of a property that takes none, such as `KO`.
   */
  KIFU_VALUE_NONE = 0,
  /**
   * A whole number: `number`.
   */
  KIFU_VALUE_NUMBER = 1,
  /**
   * A decimal number: `real`.
   */
  KIFU_VALUE_REAL = 2,
  /**
   * Normal (1) or emphasized (2): `number`.
   */
  KIFU_VALUE_DOUBLE = 3,
  /**
   * A color: `color`.
   */
  KIFU_VALUE_COLOR = 4,
  /**
   * A text of one line, unescaped: `text`.
   */
  KIFU_VALUE_SIMPLE_TEXT = 5,
  /**
   * A text, unescaped: `text`.
   */
  KIFU_VALUE_TEXT = 6,
  /**
   * A point: `point`.
   */
  KIFU_VALUE_POINT = 7,
  /**
   * A move of Go: `is_pass` and `point`.
   */
  KIFU_VALUE_MOVE = 8,
  /**
   * A point, move or stone in a notation of the game's own, as it is written: `text`.
   */
  KIFU_VALUE_NOTATION = 9,
  /**
   * Two values with a colon between them: `parts`.
   */
  KIFU_VALUE_COMPOSE = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kifu_value_type kifu_value_type;
#else
typedef int32_t kifu_value_type;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a game ended.
 */
enum kifu_result_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Not known: `?`.
   */
  KIFU_RESULT_UNKNOWN = 0,
  /**
   * Somebody won.
   */
  KIFU_RESULT_WIN = 1,
  /**
   * Nobody won.
   */
  KIFU_RESULT_DRAW = 2,
  /**
   * No result.
   */
  KIFU_RESULT_VOID = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kifu_result_kind kifu_result_kind;
#else
typedef int32_t kifu_result_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Why a game was won.
 */
enum kifu_win_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Not known.
   */
  KIFU_WIN_UNKNOWN = 0,
  /**
   * By points: `margin`.
   */
  KIFU_WIN_POINTS = 1,
  /**
   * The loser resigned.
   */
  KIFU_WIN_RESIGNATION = 2,
  /**
   * The loser ran out of time.
   */
  KIFU_WIN_TIME = 3,
  /**
   * The loser forfeited the game.
   */
  KIFU_WIN_FORFEIT = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kifu_win_reason kifu_win_reason;
#else
typedef int32_t kifu_win_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How bad a finding is.
 */
enum kifu_severity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Lawful, but unusual or better written otherwise.
   */
  KIFU_HINT = 0,
  /**
   * Against the standard, with one reading, or doubtful.
   */
  KIFU_WARNING = 1,
  /**
   * Against the standard: programs read it differently or not at all.
   */
  KIFU_ERROR = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kifu_severity kifu_severity;
#else
typedef int32_t kifu_severity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A board of Go with the state of a game: stones, ko, prisoners, and whose turn it is. Free it with `kifu_board_free`.
 */
typedef struct kifu_board kifu_board;

/**
 * Bytes that a function made. Free it with `kifu_buffer_free`.
 */
typedef struct kifu_buffer kifu_buffer;

/**
 * The games of a file, and the file itself. Free it with `kifu_collection_free`.
 *
 * Any number of threads may read one collection. While a thread changes it, no other may use it.
 */
typedef struct kifu_collection kifu_collection;

/**
 * A replay: it is at a node of a game and knows the position there. Free it with `kifu_replay_free`.
 *
 * It keeps the games as they were when it was made: a change of the collection does not reach it. The first change
 * after that takes time with the size of the collection, and later ones do not.
 */
typedef struct kifu_replay kifu_replay;

/**
 * The result of a check. Free it with `kifu_report_free`.
 */
typedef struct kifu_report kifu_report;

/**
 * A text: `len` bytes at `ptr`, not ended by NUL. UTF-8, unless a function says that it is bytes.
 *
 * The bytes of a text belong to the object that returned it, and stay valid until that object is
 * changed or freed; in a callback, until the callback returns.
 */
typedef struct kifu_str {
  /**
   * The first byte; never null in what functions return.
   */
  const char *ptr;
  /**
   * How many bytes there are. As an argument, `KIFU_NUL` says that the text ends with NUL.
   */
  size_t len;
} kifu_str;

/**
 * Where a call of a visitor stands.
 */
typedef struct kifu_context {
  /**
   * How many trees are open around the item: 0 for a game, 1 for its nodes outside of variations.
   */
  size_t depth;
  /**
   * How many items of the same kind come before it in the same parent.
   */
  size_t index;
  /**
   * Offset at which the item begins.
   */
  size_t start;
  /**
   * Offset of what the call stands for: a `(`, `;`, identifier or value. At the end of a tree it is its `)`; at other
   * ends, and for a `)` that is missing, the offset after the item.
   */
  size_t span_start;
  /**
   * Offset after what the call stands for.
   */
  size_t span_end;
} kifu_context;

/**
 * Something in a file that breaks the grammar, or whose encoding is wrong.
 */
typedef struct kifu_problem {
  /**
   * The permanent code, such as `P105`.
   */
  struct kifu_str code;
  /**
   * The message.
   */
  struct kifu_str message;
  /**
   * Offset of the first byte in question in the file.
   */
  size_t start;
  /**
   * Offset after the last one.
   */
  size_t end;
  /**
   * The line, from 1.
   */
  size_t line;
  /**
   * The column, in characters from 1.
   */
  size_t column;
} kifu_problem;

/**
 * Callbacks for a collection. Set it up with `KIFU_INIT`, then set the callbacks you want; the others are skipped.
 *
 * Each begin is followed by its end, also after `KIFU_SKIP`, unless a callback stops or the input fails. Texts and
 * contexts are valid during the call. A callback must not unwind or `longjmp` out of the call.
 */
typedef struct kifu_visitor {
  /**
   * `sizeof(kifu_visitor)`: set by `KIFU_INIT`.
   */
  uint32_t size;
  /**
   * `KIFU_TEXT_RAW`, `KIFU_TEXT_UTF8` or `KIFU_TEXT_UNESCAPED`.
   */
  uint32_t text;
  /**
   * The first argument of each callback.
   */
  void *user;
  /**
   * A game or a variation begins.
   */
  int32_t (*tree_begin)(void *user, const struct kifu_context *tree);
  /**
   * A game or a variation ends.
   */
  int32_t (*tree_end)(void *user, const struct kifu_context *tree);
  /**
   * A node begins.
   */
  int32_t (*node_begin)(void *user, const struct kifu_context *node);
  /**
   * A node ends; its variations come after.
   */
  int32_t (*node_end)(void *user, const struct kifu_context *node);
  /**
   * A property begins; its values are not read yet.
   */
  int32_t (*property_begin)(void *user, struct kifu_str identifier, const struct kifu_context *property);
  /**
   * A value.
   */
  int32_t (*value)(void *user,
                   struct kifu_str identifier,
                   struct kifu_str value,
                   const struct kifu_context *context);
  /**
   * A property ends.
   */
  int32_t (*property_end)(void *user, const struct kifu_context *property);
  /**
   * Something breaks the grammar. `line` and `column` are 0.
   */
  void (*problem)(void *user, const struct kifu_problem *problem);
  /**
   * The encoding of the whole input, such as `UTF-8`; null: it is found out. Not used with `KIFU_TEXT_RAW`. With
   * `UTF-8`, a text that is valid UTF-8 is read in place.
   */
  const char *encoding;
} kifu_visitor;

/**
 * Reads up to `capacity` bytes into `buffer`. Returns how many there were, 0 at the end, or a negative number for
 * an error.
 */
typedef ptrdiff_t (*kifu_read_fn)(void *user, void *buffer, size_t capacity);

/**
 * Callbacks with strings; see `kifu_classic`. Any of them may be null.
 */
typedef struct kifu_classic_callbacks {
  /**
   * The first argument of each callback.
   */
  void *user;
  /**
   * A game or a variation begins.
   */
  void (*tree)(void *user);
  /**
   * A game or a variation ends.
   */
  void (*tree_end)(void *user);
  /**
   * A node begins.
   */
  void (*node)(void *user);
  /**
   * A node ends; its variations come after.
   */
  void (*node_end)(void *user);
  /**
   * A value, still escaped, and the identifier of its property; both end with NUL and are valid during the call.
   * A NUL in the file, as UTF-16 has in each character of English, ends the value there. A property of several
   * values calls several times; one without a value, once with an empty one.
   */
  void (*property)(void *user, const char *identifier, const char *value);
} kifu_classic_callbacks;

/**
 * How a file is read. Set it up with `KIFU_INIT`; null is the default.
 */
typedef struct kifu_read_options {
  /**
   * `sizeof(kifu_read_options)`: set by `KIFU_INIT`.
   */
  uint32_t size;
  /**
   * Read the roots of the games alone: faster if only the game info in them is needed. Each game then has one node,
   * its root. Game info below the root is rare, and missing until the rest is read.
   *
   * Writing and copying include all nodes. The rest is read, and its nodes become nodes of the collection, with the
   * first change, `kifu_replay_new`, `kifu_format_write`, `kifu_collection_problem_count` or
   * `kifu_collection_problem`. Texts and nodes of the roots stay valid if that is no change.
   */
  bool roots_only;
  /**
   * The encoding of the whole file, such as `GB18030`; null: it is found out, for each game.
   */
  const char *encoding;
} kifu_read_options;

/**
 * A node, by value: it needs no memory and is never freed.
 *
 * It stays valid while the collection is changed. A node that was removed, or whose game was, gives `KIFU_STALE`.
 * Two nodes of a collection are the same if both fields are equal.
 */
typedef struct kifu_node {
  /**
   * The key of the game.
   */
  uint32_t game;
  /**
   * The number of the node in the game.
   */
  uint32_t node;
} kifu_node;

/**
 * Where something is in the file: offsets of the first byte and after the last.
 */
typedef struct kifu_span {
  /**
   * Offset of the first byte.
   */
  size_t start;
  /**
   * Offset after the last byte.
   */
  size_t end;
} kifu_span;

/**
 * A property of a node.
 */
typedef struct kifu_property {
  /**
   * The identifier as written: `B`, or `Black` in an old file.
   */
  struct kifu_str identifier;
  /**
   * The first raw value, still escaped; empty if there is none. A broken file may have a `]` without a `\` in it.
   */
  struct kifu_str value;
  /**
   * How many values there are.
   */
  size_t value_count;
} kifu_property;

/**
 * Takes a property, which is valid during the call. Returns `KIFU_GO_ON`, or another number to stop.
 */
typedef int32_t (*kifu_property_fn)(void *user, const struct kifu_property *property);

/**
 * Takes a raw value, still escaped. Returns `KIFU_GO_ON`, or another number to stop.
 */
typedef int32_t (*kifu_value_fn)(void *user, struct kifu_str value);

/**
 * A point of a board: column and row, from 0 at the upper left.
 */
typedef struct kifu_point {
  /**
   * The column.
   */
  uint16_t x;
  /**
   * The row.
   */
  uint16_t y;
} kifu_point;

/**
 * A value of any type. Fields that do not belong to the type are 0 or empty.
 */
typedef struct kifu_value {
  /**
   * The type of the value, which says which of the other fields count.
   */
  kifu_value_type type;
  /**
   * A color.
   */
  uint8_t color;
  /**
   * Whether a move is a pass.
   */
  bool is_pass;
  /**
   * A point, or where a move is.
   */
  struct kifu_point point;
  /**
   * A whole number.
   */
  int64_t number;
  /**
   * A decimal number.
   */
  double real;
  /**
   * A text.
   */
  struct kifu_str text;
  /**
   * The two values of `KIFU_VALUE_COMPOSE`, an array; null otherwise.
   */
  const struct kifu_value *parts;
} kifu_value;

/**
 * Takes a typed value, which is valid during the call. Returns `KIFU_GO_ON`, or another number to stop.
 */
typedef int32_t (*kifu_typed_fn)(void *user, const struct kifu_value *value);

/**
 * A move.
 */
typedef struct kifu_move {
  /**
   * `KIFU_BLACK` or `KIFU_WHITE`.
   */
  uint8_t color;
  /**
   * Whether it is a pass. Then the point is 0, 0.
   */
  bool is_pass;
  /**
   * Where.
   */
  struct kifu_point point;
} kifu_move;

/**
 * A result.
 */
typedef struct kifu_result {
  /**
   * How the game ended.
   */
  kifu_result_kind kind;
  /**
   * Why it was won.
   */
  kifu_win_reason reason;
  /**
   * By how many points, if it was won by points.
   */
  double margin;
  /**
   * Who won; `KIFU_EMPTY` if nobody did.
   */
  uint8_t winner;
  /**
   * Whether the text is not quite clear, and this its probable meaning.
   */
  bool is_guess;
} kifu_result;

/**
 * A date of the Gregorian calendar.
 */
typedef struct kifu_date {
  /**
   * The year.
   */
  uint16_t year;
  /**
   * The month, from 1; 0 if it is not known.
   */
  uint8_t month;
  /**
   * The day, from 1; 0 if it is not known.
   */
  uint8_t day;
  /**
   * Whether the text is not quite clear, and this its probable meaning.
   */
  bool is_guess;
} kifu_date;

/**
 * A rank of Go.
 */
typedef struct kifu_rank {
  /**
   * How many kyu or dan.
   */
  uint8_t number;
  /**
   * `k` for kyu, `d` for dan, `p` for a professional dan.
   */
  char grade;
  /**
   * A number that grows with strength: 1 kyu is 0, 1 dan 1, and 1 dan of a professional 8.
   */
  int16_t strength;
} kifu_rank;

/**
 * Takes bytes that are written. Returns 0, or another number for an error.
 */
typedef int32_t (*kifu_write_fn)(void *user, const void *bytes, size_t len);

/**
 * Which rules are applied. Set it up with `KIFU_INIT`; null is the default.
 */
typedef struct kifu_check_options {
  /**
   * `sizeof(kifu_check_options)`: set by `KIFU_INIT`.
   */
  uint32_t size;
  /**
   * Also rules about what is lawful but unusual.
   */
  bool strict;
  /**
   * Only these rules: codes or their beginnings, separated by commas; null: all.
   */
  const char *select;
  /**
   * Not these rules: codes or their beginnings, separated by commas; null: none.
   */
  const char *ignore;
  /**
   * The encoding of the whole file, such as `GB18030`; null: it is found out, for each game.
   */
  const char *encoding;
} kifu_check_options;

/**
 * A finding. Its texts are valid until the report is freed. Offsets count in the bytes of the file.
 */
typedef struct kifu_diagnostic {
  /**
   * The permanent code of the rule, such as `V205`.
   */
  struct kifu_str code;
  /**
   * The message.
   */
  struct kifu_str message;
  /**
   * Why it is wrong; may be empty.
   */
  struct kifu_str why;
  /**
   * The title of the fix; empty if there is no fix.
   */
  struct kifu_str fix;
  /**
   * Offset of the first byte in question.
   */
  size_t start;
  /**
   * Offset after the last one.
   */
  size_t end;
  /**
   * The line, from 1.
   */
  size_t line;
  /**
   * The column, in characters from 1.
   */
  size_t column;
  /**
   * How many edits the fix has: see `kifu_report_edit`.
   */
  size_t edit_count;
  /**
   * How bad it is.
   */
  kifu_severity severity;
  /**
   * Whether the fix is safe: one reading is possible, and nothing is lost.
   */
  bool is_safe;
} kifu_diagnostic;

/**
 * An edit of a fix: bytes of the file, and the text that replaces them.
 */
typedef struct kifu_edit {
  /**
   * Offset of the first byte.
   */
  size_t start;
  /**
   * Offset after the last one; the start, to insert.
   */
  size_t end;
  /**
   * The replacement, in UTF-8.
   */
  struct kifu_str replacement;
} kifu_edit;

/**
 * Takes a message, which is valid during the call.
 */
typedef void (*kifu_message_fn)(void *user, struct kifu_str message);

/**
 * A format of game records besides SGF.
 */
typedef struct kifu_format {
  /**
   * Its name in calls, such as `gib`.
   */
  struct kifu_str name;
  /**
   * Its usual name, such as `Tygem GIB`.
   */
  struct kifu_str title;
  /**
   * Whether it can be written. All formats can be read.
   */
  bool writes;
} kifu_format;

/**
 * A stone to set up.
 */
typedef struct kifu_stone {
  /**
   * Where.
   */
  struct kifu_point point;
  /**
   * `KIFU_BLACK` or `KIFU_WHITE`; `KIFU_EMPTY` removes what is there.
   */
  uint8_t color;
} kifu_stone;

/**
 * The result of a count.
 */
typedef struct kifu_score {
  /**
   * The points of Black.
   */
  double black;
  /**
   * The points of White, komi included.
   */
  double white;
  /**
   * By how many points Black leads; negative if White leads.
   */
  double lead;
  /**
   * Who leads; `KIFU_EMPTY` for a draw.
   */
  uint8_t winner;
} kifu_score;

/**
 * The move of a node, in any game.
 */
typedef struct kifu_played {
  /**
   * Where; 0, 0 for a pass.
   */
  struct kifu_point point;
  /**
   * The number of the move.
   */
  uint32_t number;
  /**
   * Who moved.
   */
  uint8_t color;
  /**
   * Whether it is a pass, or has no point.
   */
  bool is_pass;
  /**
   * Whether all pieces changed sides.
   */
  bool swaps;
} kifu_played;

/**
 * A piece on a point.
 */
typedef struct kifu_piece {
  /**
   * Where.
   */
  struct kifu_point point;
  /**
   * `KIFU_BLACK`, `KIFU_WHITE`, or `KIFU_EMPTY` if it belongs to nobody.
   */
  uint8_t color;
  /**
   * `KIFU_PIECE_STONE` and so on.
   */
  uint8_t kind;
} kifu_piece;

/**
 * A pod of Octi. Prongs are bits, one for each direction: the lowest is north, the others follow clockwise.
 */
typedef struct kifu_pod {
  /**
   * Where.
   */
  struct kifu_point point;
  /**
   * The owner.
   */
  uint8_t color;
  /**
   * Its prongs, super prongs included.
   */
  uint8_t prongs;
  /**
   * Its super prongs.
   */
  uint8_t super_prongs;
} kifu_pod;

/**
 * A link between two pegs of `TwixT`.
 */
typedef struct kifu_link {
  /**
   * One peg.
   */
  struct kifu_point from;
  /**
   * The other peg.
   */
  struct kifu_point to;
  /**
   * The owner.
   */
  uint8_t color;
} kifu_link;

/**
 * The board of Backgammon.
 */
typedef struct kifu_backgammon {
  /**
   * The value of the doubling cube; 0 if it is not in use.
   */
  uint32_t cube;
  /**
   * The checkers on the points `a` to `x` of the standard: positive numbers for Black, negative ones for White.
   */
  int16_t points[24];
  /**
   * The checkers on the bar: Black's, White's.
   */
  uint8_t bar[2];
  /**
   * The checkers that were borne off: Black's, White's.
   */
  uint8_t tray[2];
  /**
   * The dice, 1 to 6 each; 0 if they are not known.
   */
  uint8_t dice[2];
  /**
   * Whose dice they are; `KIFU_EMPTY` if that is not known.
   */
  uint8_t turn;
  /**
   * Who may double next; `KIFU_EMPTY` for both.
   */
  uint8_t cube_owner;
} kifu_backgammon;

/**
 * The content of a diagram. Initialize it with `KIFU_INIT`; null is the default: as the record requests,
 * with the last move marked.
 */
typedef struct kifu_draw_options {
  /**
   * `sizeof(kifu_draw_options)`: set by `KIFU_INIT`.
   */
  uint32_t size;
  /**
   * Which moves have numbers: 0 none, `KIFU_NUMBERS_ALL`, `KIFU_NUMBERS_FIGURE`, or how many of the last ones.
   */
  int32_t numbers;
  /**
   * The names of points: `western`, `sgf`, `numbers`, `east-asian`, `letters-down`, `letters-up`, `none`; null: as is
   * usual in the game.
   */
  const char *coordinates;
  /**
   * Pixels to a unit of a PNG, of which a cell has 20; 0 is 2. Not negative.
   */
  float scale;
  /**
   * The whole board, even if the record asks for a part of it.
   */
  bool whole_board;
  /**
   * The players as the title.
   */
  bool title;
  /**
   * The comment of the node below the board.
   */
  bool comment;
  /**
   * Prisoners, in games that have some.
   */
  bool prisoners;
  /**
   * For a PNG, never the fonts of the system: letters that the font of the library lacks are left out.
   */
  bool own_fonts_only;
} kifu_draw_options;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* -- Result codes, and the last error of a thread -------------------------------------------------------- */

/**
 * Returns the description of the last error in this thread, ended by NUL; empty if there was none.
 *
 * The text is valid until the next call of a function of Kifu in this thread.
 */
const char *kifu_last_error(void);

/**
 * Returns the version of the library, such as `0.1.0`, ended by NUL. `KIFU_VERSION` is that of the header.
 */
const char *kifu_version(void);

/**
 * Returns the name of a code, such as `KIFU_STALE`, ended by NUL; `unknown` for any other number.
 */
const char *kifu_status_name(int32_t status);

/* -- Texts and buffers ----------------------------------------------------------------------------------- */

/**
 * Returns the bytes of a buffer; they are valid until it is freed. Empty for null.
 */
struct kifu_str kifu_buffer_bytes(const struct kifu_buffer *buffer);

/**
 * Frees a buffer. Null is allowed.
 */
void kifu_buffer_free(struct kifu_buffer *buffer);

/**
 * Unescapes a raw value of SGF, and writes it to `buffer` in the way of `snprintf`: at most `capacity` bytes with the
 * NUL at the end. `length` gets the length of the whole text and may be null.
 *
 * `is_simple`: one line, as a SimpleText; otherwise line breaks are kept, as a Text. `len` may be `KIFU_NUL`. `buffer`
 * may be `raw`: the text is never longer.
 */
kifu_status kifu_unescape(const char *raw,
                          size_t len,
                          bool is_simple,
                          char *buffer,
                          size_t capacity,
                          size_t *length);

/**
 * Escapes a text so that it can stand as a raw value, and writes it to `buffer` in the way of `snprintf`.
 *
 * `is_simple`: line breaks become blanks. `len` may be `KIFU_NUL`. `length` may be null. `buffer` may be `text`.
 */
kifu_status kifu_escape(const char *text,
                        size_t len,
                        bool is_simple,
                        char *buffer,
                        size_t capacity,
                        size_t *length);

/* -- Events: a collection as calls, without a tree ------------------------------------------------------- */

/**
 * Visits the `len` bytes of a file. Offsets count in these bytes or, if they are decoded, in their text.
 *
 * With `KIFU_TEXT_RAW` nothing is allocated in a lawful file while no more than 32 trees are open, unless a `(`
 * inside of a game looks like the start of the next game: a variation that begins a line, and has properties of a
 * root or game info. The first such `(` of a game takes a few allocations, whose size grows with the number of `(`
 * after it.
 */
kifu_status kifu_visit(const void *bytes,
                       size_t len,
                       const struct kifu_visitor *visitor);

/**
 * Visits one tree, sequence, node or property (`KIFU_PART_...`) that begins at `offset`. `end` gets the offset after
 * it, and may be null.
 *
 * After `KIFU_STOP`, `end` is not the end of the part: it is the offset after the last item read, which may lie
 * after the item of the last call. If no such part begins there, nothing is called, the function returns
 * `KIFU_NONE`, and `end` gets `offset`.
 *
 * Nothing is decoded: with `KIFU_TEXT_UNESCAPED` the bytes must be UTF-8.
 *
 * A tree counts as not closed if more than 32 trees below it that look like games are open at once: only there can
 * the calls and problems differ from those of `kifu_visit`.
 */
kifu_status kifu_visit_part(const void *bytes,
                            size_t len,
                            size_t offset,
                            uint32_t part,
                            const struct kifu_visitor *visitor,
                            size_t *end);

/**
 * Visits what `read` gives, called with `read_user`.
 *
 * With `KIFU_TEXT_RAW` it holds a window of the input: at most 256 KiB or, if that is more, five quarters of the
 * longest value and of the 64 KiB after it. If a `(` inside of a game looks like the start of the next game, it
 * searches for the end of the game, up to 16 MiB ahead, and holds these. A longer game counts as not closed: only
 * there can the calls and problems differ from those of `kifu_visit`, and the `(` may begin a game. Otherwise all
 * of the input is read first. See `KIFU_TEXT_RAW` for the encodings that it cannot read.
 *
 * `KIFU_IO` if `read` fails. Then items that are open get no end, and bytes read before the error may not be
 * reported.
 */
kifu_status kifu_visit_read(kifu_read_fn read,
                            void *read_user,
                            const struct kifu_visitor *visitor);

/* -- Events in the classic style: callbacks with strings, for programs with a parser of their own -------- */

/**
 * Calls back for one tree, sequence, node or property (`KIFU_PART_...`) at `offset`. White space before it is skipped,
 * and before a tree any text; a tree without `(`, as at the beginning of a broken file, begins with its first node.
 * `end` gets the offset after it, and may be null. The functions of `kifu_classic.h` are made of it.
 *
 * Without such a part there, nothing is called, and `end` gets the offset after white space; for a tree, `len`.
 *
 * The bytes are read as ASCII: see `KIFU_TEXT_RAW` for the encodings in which that fails.
 */
kifu_status kifu_classic(const void *bytes,
                         size_t len,
                         size_t offset,
                         uint32_t part,
                         const struct kifu_classic_callbacks *callbacks,
                         size_t *end);

/* -- Collections: reading them, and their games ---------------------------------------------------------- */

/**
 * Makes a collection without a game.
 */
kifu_status kifu_collection_new(struct kifu_collection **collection);

/**
 * Reads the `len` bytes of a file, in any encoding. They are copied. Broken records are read as well as possible; see
 * `kifu_collection_problem`.
 */
kifu_status kifu_collection_read(const void *bytes,
                                 size_t len,
                                 const struct kifu_read_options *options,
                                 struct kifu_collection **collection);

/**
 * Reads all that `read` gives, called with `user`.
 */
kifu_status kifu_collection_read_from(kifu_read_fn read,
                                      void *user,
                                      const struct kifu_read_options *options,
                                      struct kifu_collection **collection);

/**
 * Reads a file. The path ends with NUL: bytes on Unix, UTF-8 on Windows.
 */
kifu_status kifu_collection_open(const char *path,
                                 const struct kifu_read_options *options,
                                 struct kifu_collection **collection);

/**
 * Makes a copy of a collection. Nodes of one are nodes of the other until either is changed.
 */
kifu_status kifu_collection_clone(const struct kifu_collection *collection, struct kifu_collection **copy);

/**
 * Frees a collection. Null is allowed.
 */
void kifu_collection_free(struct kifu_collection *collection);

/**
 * Returns how many games there are; 0 for null.
 */
size_t kifu_collection_len(const struct kifu_collection *collection);

/**
 * Returns how many nodes all games have together; 0 for null.
 */
size_t kifu_collection_node_count(const struct kifu_collection *collection);

/**
 * Gives the root of the game of a number, from 0; `KIFU_NONE` after the last game.
 */
kifu_status kifu_collection_game(const struct kifu_collection *collection,
                                 size_t number,
                                 struct kifu_node *root);

/**
 * Gives the text that was read, in UTF-8; changes are not in it.
 */
kifu_status kifu_collection_text(const struct kifu_collection *collection, struct kifu_str *text);

/**
 * Gives the name of an encoding of the file, in order of appearance; `KIFU_NONE` after the last one.
 */
kifu_status kifu_collection_encoding(const struct kifu_collection *collection,
                                     size_t index,
                                     struct kifu_str *name);

/**
 * Writes why the encoding is in doubt to `buffer`, in the way of `snprintf`; `KIFU_NONE` if it is not. A file in doubt
 * should not be rewritten without naming its encoding.
 */
kifu_status kifu_collection_doubt(const struct kifu_collection *collection,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

/**
 * Adds a game of one empty node at the end, and gives its root.
 */
kifu_status kifu_collection_add_game(struct kifu_collection *collection, struct kifu_node *root);

/**
 * Adds a copy of the game of a node of `from` at the end, and gives its root. `from` may be the collection itself.
 */
kifu_status kifu_collection_add_copy(struct kifu_collection *collection,
                                     const struct kifu_collection *from,
                                     struct kifu_node game,
                                     struct kifu_node *root);

/**
 * Removes the game of a node.
 */
kifu_status kifu_collection_remove_game(struct kifu_collection *collection, struct kifu_node game);

/* -- Problems of grammar and encoding -------------------------------------------------------------------- */

/**
 * Returns how many problems of grammar and encoding the file of a collection had when it was read; 0 for null.
 * Changes of the collection do not change it.
 */
size_t kifu_collection_problem_count(const struct kifu_collection *collection);

/**
 * Gives a problem of the file, in the order of the file; `KIFU_NONE` after the last one. Its texts stay valid.
 */
kifu_status kifu_collection_problem(const struct kifu_collection *collection,
                                    size_t index,
                                    struct kifu_problem *problem);

/* -- Nodes: the relations of a tree ---------------------------------------------------------------------- */

/**
 * Returns whether a node exists, and was not removed.
 */
bool kifu_node_exists(const struct kifu_collection *collection, struct kifu_node node);

/**
 * Gives the node above; `KIFU_NONE` for the root.
 */
kifu_status kifu_node_parent(const struct kifu_collection *collection,
                             struct kifu_node node,
                             struct kifu_node *found);

/**
 * Gives the first child, with which the main line goes on; `KIFU_NONE` for a leaf.
 */
kifu_status kifu_node_first_child(const struct kifu_collection *collection,
                                  struct kifu_node node,
                                  struct kifu_node *found);

/**
 * Gives the last child; `KIFU_NONE` for a leaf.
 */
kifu_status kifu_node_last_child(const struct kifu_collection *collection,
                                 struct kifu_node node,
                                 struct kifu_node *found);

/**
 * Gives the next variation of the same parent; `KIFU_NONE` after the last.
 */
kifu_status kifu_node_next_sibling(const struct kifu_collection *collection,
                                   struct kifu_node node,
                                   struct kifu_node *found);

/**
 * Gives the variation of the same parent before this one; `KIFU_NONE` before the first.
 */
kifu_status kifu_node_previous_sibling(const struct kifu_collection *collection,
                                       struct kifu_node node,
                                       struct kifu_node *found);

/**
 * Gives the root of the game.
 */
kifu_status kifu_node_root(const struct kifu_collection *collection,
                           struct kifu_node node,
                           struct kifu_node *found);

/**
 * Gives the next node in depth-first order, which is that of the file; `KIFU_NONE` after the last.
 */
kifu_status kifu_node_next_in_file(const struct kifu_collection *collection,
                                   struct kifu_node node,
                                   struct kifu_node *found);

/**
 * Gives the node before in depth-first order; `KIFU_NONE` before the first.
 */
kifu_status kifu_node_previous_in_file(const struct kifu_collection *collection,
                                       struct kifu_node node,
                                       struct kifu_node *found);

/**
 * Gives the last node of the subtree of this node in depth-first order.
 */
kifu_status kifu_node_last_in_file(const struct kifu_collection *collection,
                                   struct kifu_node node,
                                   struct kifu_node *found);

/**
 * Gives the next node in siblings-first order: all children of a node, then those of the first of them; `KIFU_NONE`
 * after the last.
 */
kifu_status kifu_node_next_siblings_first(const struct kifu_collection *collection,
                                          struct kifu_node node,
                                          struct kifu_node *found);

/**
 * Gives the node before in siblings-first order; `KIFU_NONE` before the first.
 */
kifu_status kifu_node_previous_siblings_first(const struct kifu_collection *collection,
                                              struct kifu_node node,
                                              struct kifu_node *found);

/**
 * Gives the child with `index` siblings before it; `KIFU_NONE` after the last. Takes time with the index.
 */
kifu_status kifu_node_child(const struct kifu_collection *collection,
                            struct kifu_node node,
                            size_t index,
                            struct kifu_node *found);

/**
 * Gives how many nodes lie above: 0 for the root.
 */
kifu_status kifu_node_depth(const struct kifu_collection *collection, struct kifu_node node, size_t *count);

/**
 * Gives how many nodes come before it in file order: 0 for the root. In a game that was changed this takes time with
 * the number.
 */
kifu_status kifu_node_number(const struct kifu_collection *collection,
                             struct kifu_node node,
                             size_t *count);

/**
 * Gives how many children a node has.
 */
kifu_status kifu_node_child_count(const struct kifu_collection *collection,
                                  struct kifu_node node,
                                  size_t *count);

/**
 * Gives how many siblings come before a node.
 */
kifu_status kifu_node_siblings_before(const struct kifu_collection *collection,
                                      struct kifu_node node,
                                      size_t *count);

/**
 * Gives whether a node and all above it are first children.
 */
kifu_status kifu_node_is_on_main_line(const struct kifu_collection *collection,
                                      struct kifu_node node,
                                      bool *answer);

/**
 * Gives where a node is in the file, from its `;` to its last `]`; `KIFU_NONE` if it was made or changed.
 */
kifu_status kifu_node_span(const struct kifu_collection *collection,
                           struct kifu_node node,
                           struct kifu_span *span);

/**
 * Gives the number of the game of a node within the collection, from 0.
 */
kifu_status kifu_game_number(const struct kifu_collection *collection, struct kifu_node node, size_t *number);

/**
 * Gives how many nodes the game of a node has.
 */
kifu_status kifu_game_node_count(const struct kifu_collection *collection,
                                 struct kifu_node node,
                                 size_t *count);

/**
 * Gives where the game of a node is in the file, from its `(` to its `)`; `KIFU_NONE` if it was made or changed.
 */
kifu_status kifu_game_span(const struct kifu_collection *collection,
                           struct kifu_node node,
                           struct kifu_span *span);

/* -- Properties of nodes: identifiers and values, raw and as text ---------------------------------------- */

/**
 * Gives how many properties a node has.
 */
kifu_status kifu_node_property_count(const struct kifu_collection *collection,
                                     struct kifu_node node,
                                     size_t *count);

/**
 * Gives the property at a place, from 0; `KIFU_NONE` after the last. Takes time with the place: for all properties of
 * a node use `kifu_node_properties`.
 */
kifu_status kifu_node_property(const struct kifu_collection *collection,
                               struct kifu_node node,
                               size_t place,
                               struct kifu_property *property);

/**
 * Calls `property` with each property of a node, in the order of the file. It must not change the collection.
 */
kifu_status kifu_node_properties(const struct kifu_collection *collection,
                                 struct kifu_node node,
                                 kifu_property_fn property,
                                 void *user);

/**
 * Gives the first property of an identifier, which also finds its long form (`Black` for `B`); `KIFU_NONE` if there is
 * none.
 */
kifu_status kifu_node_get(const struct kifu_collection *collection,
                          struct kifu_node node,
                          const char *identifier,
                          struct kifu_property *property);

/**
 * Returns whether a node has a property; false for a stale node.
 */
bool kifu_node_has(const struct kifu_collection *collection, struct kifu_node node, const char *identifier);

/**
 * Gives the raw value at a place of a property, from 0, still escaped; `KIFU_NONE` if there is none. A broken file may
 * have a `]` without a `\` in it, which setting the value escapes. Takes time with the place: for all values use
 * `kifu_node_values`.
 */
kifu_status kifu_node_value(const struct kifu_collection *collection,
                            struct kifu_node node,
                            const char *identifier,
                            size_t place,
                            struct kifu_str *value);

/**
 * Calls `value` with each raw value of a property; `KIFU_NONE` if there is no property. It must not change the
 * collection.
 */
kifu_status kifu_node_values(const struct kifu_collection *collection,
                             struct kifu_node node,
                             const char *identifier,
                             kifu_value_fn value,
                             void *user);

/**
 * Calls `value` with each raw value of the property at a place, from 0; `KIFU_NONE` after the last property. It must
 * not change the collection.
 */
kifu_status kifu_node_property_values(const struct kifu_collection *collection,
                                      struct kifu_node node,
                                      size_t place,
                                      kifu_value_fn value,
                                      void *user);

/**
 * Writes a value as Text, unescaped, to `buffer` in the way of `snprintf`: at most `capacity` bytes with the NUL at
 * the end. `length` gets the length of the whole text, and may be null. `KIFU_NONE` if there is no such value.
 */
kifu_status kifu_node_text(const struct kifu_collection *collection,
                           struct kifu_node node,
                           const char *identifier,
                           size_t place,
                           char *buffer,
                           size_t capacity,
                           size_t *length);

/**
 * Writes a value as SimpleText, one line and unescaped, to `buffer` in the way of `snprintf`.
 */
kifu_status kifu_node_simple_text(const struct kifu_collection *collection,
                                  struct kifu_node node,
                                  const char *identifier,
                                  size_t place,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

/**
 * Writes the identifier of a property as the standard knows it to `buffer`, in the way of `snprintf`: `B` for `Black`.
 */
kifu_status kifu_identifier(const char *written,
                            size_t len,
                            char *buffer,
                            size_t capacity,
                            size_t *length);

/* -- Typed values ---------------------------------------------------------------------------------------- */

/**
 * Calls `value` with each value of the properties of an identifier, typed by its definition in the standard and read
 * leniently. Lists of points are expanded: each point comes once. Values that cannot be read are skipped, and an empty
 * list of points, such as `DD[]`, has no value: `kifu_node_value` gives what is written. `KIFU_NONE` if there is no
 * property. The callback must not change the collection.
 */
kifu_status kifu_node_typed(const struct kifu_collection *collection,
                            struct kifu_node node,
                            const char *identifier,
                            kifu_typed_fn value,
                            void *user);

/**
 * Gives the value of a property as a whole number; `KIFU_NONE` without the property, `KIFU_UNREADABLE` if it is none.
 */
kifu_status kifu_node_integer(const struct kifu_collection *collection,
                              struct kifu_node node,
                              const char *identifier,
                              int64_t *number);

/**
 * Gives the value of a property as a decimal number; `KIFU_NONE` without the property, `KIFU_UNREADABLE` if it is
 * none.
 */
kifu_status kifu_node_real(const struct kifu_collection *collection,
                           struct kifu_node node,
                           const char *identifier,
                           double *number);

/**
 * Gives the value of a property as a color; `KIFU_NONE` without the property, `KIFU_UNREADABLE` if it is none.
 */
kifu_status kifu_node_color(const struct kifu_collection *collection,
                            struct kifu_node node,
                            const char *identifier,
                            uint8_t *color);

/**
 * Gives the move of a node in Go, Othello and Gomoku, which write moves as points of two letters; `KIFU_NONE` if
 * the node has none, `KIFU_UNREADABLE` if it cannot be read, and in other games: `kifu_replay_played` gives their
 * moves.
 *
 * Each typed value depends on the kind of game and the board size, which are read from the root at each call: the time
 * grows with the length of the root.
 */
kifu_status kifu_node_move(const struct kifu_collection *collection,
                           struct kifu_node node,
                           struct kifu_move *move);

/**
 * Gives the points of the properties of an identifier, each once, with rectangles expanded: as many as there is room
 * for. `count` gets how many there are, and may be null. `KIFU_NONE` without the property. Values that are no points
 * are left out: a pass, and all values of a property such as `PB`.
 */
kifu_status kifu_node_points(const struct kifu_collection *collection,
                             struct kifu_node node,
                             const char *identifier,
                             struct kifu_point *points,
                             size_t capacity,
                             size_t *count);

/* -- Game info: players, ranks, date, result, komi and the like, typed ----------------------------------- */

/**
 * Gives the number of the game (`GM`): 1 is Go. `KIFU_UNREADABLE` if it is no game of the standard.
 */
kifu_status kifu_game_kind(const struct kifu_collection *collection, struct kifu_node node, uint32_t *kind);

/**
 * Gives the name of a game of the standard by its number, such as `Go`; `KIFU_NONE` for another number.
 */
kifu_status kifu_game_name(uint32_t kind, struct kifu_str *name);

/**
 * Gives the size of the board that a game names or, without `SZ`, the usual one of the game; `KIFU_NONE` in
 * Backgammon, whose board is no grid. Pieces of a replay can lie outside of it: `kifu_replay_size` gives their board.
 */
kifu_status kifu_game_size(const struct kifu_collection *collection,
                           struct kifu_node node,
                           uint16_t *columns,
                           uint16_t *rows);

/**
 * Writes a text of the game info (`PB`, `EV`, `PC`, ...), one line and unescaped, to `buffer` in the way of
 * `snprintf`; `KIFU_NONE` if it is missing or empty. It is usually in the root; otherwise, that of the first node of
 * the main line with the property. `KIFU_INVALID_ARGUMENT` for a property that the standard has in
 * other nodes than those with game info, such as `B` and `C`: use `kifu_node_simple_text`.
 */
kifu_status kifu_game_text(const struct kifu_collection *collection,
                           struct kifu_node node,
                           const char *identifier,
                           char *buffer,
                           size_t capacity,
                           size_t *length);

/**
 * Gives the komi; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if it is no number.
 */
kifu_status kifu_game_komi(const struct kifu_collection *collection, struct kifu_node node, double *komi);

/**
 * Gives the number of handicap stones; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if it is no number.
 */
kifu_status kifu_game_handicap(const struct kifu_collection *collection,
                               struct kifu_node node,
                               uint32_t *stones);

/**
 * Gives the main time of each player in seconds; `KIFU_NONE` if it is not known.
 */
kifu_status kifu_game_time(const struct kifu_collection *collection, struct kifu_node node, double *seconds);

/**
 * Gives the result; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if its words cannot be read.
 */
kifu_status kifu_game_result(const struct kifu_collection *collection,
                             struct kifu_node node,
                             struct kifu_result *result);

/**
 * Gives a date of the game, from 0; `KIFU_NONE` after the last, or if the date is missing; `KIFU_UNREADABLE` if its
 * words cannot be read.
 */
kifu_status kifu_game_date(const struct kifu_collection *collection,
                           struct kifu_node node,
                           size_t index,
                           struct kifu_date *date);

/**
 * Gives the rank of a player; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if it is something else, such as a
 * title.
 */
kifu_status kifu_game_rank(const struct kifu_collection *collection,
                           struct kifu_node node,
                           uint8_t player,
                           struct kifu_rank *rank);

/**
 * Writes a fact of the game info in the form of the standard (`DT`, `RE`, `KM`, `RU`, `OT`) to `buffer`, in the way of
 * `snprintf`; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if its words cannot be read.
 */
kifu_status kifu_game_fact(const struct kifu_collection *collection,
                           struct kifu_node node,
                           const char *identifier,
                           char *buffer,
                           size_t capacity,
                           size_t *length);

/* -- Changes --------------------------------------------------------------------------------------------- */

/**
 * Adds an empty node as a child of `parent` with `index` siblings before it, or as the last one if there are fewer
 * (`SIZE_MAX`: always), and gives it.
 */
kifu_status kifu_node_add_child(struct kifu_collection *collection,
                                struct kifu_node parent,
                                size_t index,
                                struct kifu_node *added);

/**
 * Adds an empty node as the sibling right before `node`, and gives it.
 */
kifu_status kifu_node_insert_before(struct kifu_collection *collection,
                                    struct kifu_node node,
                                    struct kifu_node *added);

/**
 * Adds an empty node as the sibling right after `node`, and gives it.
 */
kifu_status kifu_node_insert_after(struct kifu_collection *collection,
                                   struct kifu_node node,
                                   struct kifu_node *added);

/**
 * Removes a node and all below it. The root cannot be removed: see `kifu_collection_remove_game`.
 */
kifu_status kifu_node_remove(struct kifu_collection *collection, struct kifu_node node);

/**
 * Moves a node with all below it to be the last child of `parent`, a node of the same game.
 */
kifu_status kifu_node_move_below(struct kifu_collection *collection,
                                 struct kifu_node node,
                                 struct kifu_node parent);

/**
 * Moves a variation one place towards the main line, if it is not the first.
 */
kifu_status kifu_node_promote(struct kifu_collection *collection, struct kifu_node node);

/**
 * Makes a node part of the main line: it and all above it become first children.
 */
kifu_status kifu_node_make_main_line(struct kifu_collection *collection, struct kifu_node node);

/**
 * Splits a node in two: the properties of `count` identifiers go to a new node, which becomes its only child and takes
 * over its children. Gives the new node.
 */
kifu_status kifu_node_split(struct kifu_collection *collection,
                            struct kifu_node node,
                            const char *const *identifiers,
                            size_t count,
                            struct kifu_node *added);

/**
 * Joins a node with its only child, which is removed: its properties and children become those of the node.
 * `KIFU_REFUSED` if the node has no child, or several.
 *
 * If both have a property, the values of the child follow those of the node. A property of one value, such as `B` or
 * `C`, has two then, which the standard forbids: remove one of them first.
 */
kifu_status kifu_node_join_with_child(struct kifu_collection *collection,
                                      struct kifu_node node);

/**
 * Adds a copy of a node of `from`, with all below it, as the last child of `parent`, and gives it. `from` may be the
 * collection itself.
 */
kifu_status kifu_node_graft(struct kifu_collection *collection,
                            struct kifu_node parent,
                            const struct kifu_collection *from,
                            struct kifu_node node,
                            struct kifu_node *added);

/**
 * Sets a property to `count` raw values in place of all that it has. With a `count` of 0 it has one empty value:
 * `KO[]`.
 *
 * A raw value is written as it is, with its escapes (see `kifu_escape`). A `]` that is not escaped, which
 * `kifu_node_value` gives where a broken file has it, is escaped, so is a `\` at the end, and so is each `[` if one of
 * them has no `]`.
 */
kifu_status kifu_node_set(struct kifu_collection *collection,
                          struct kifu_node node,
                          const char *identifier,
                          const struct kifu_str *values,
                          size_t count);

/**
 * Sets a property to one raw value, as `kifu_node_set` does. `len` may be `KIFU_NUL`.
 */
kifu_status kifu_node_set_value(struct kifu_collection *collection,
                                struct kifu_node node,
                                const char *identifier,
                                const char *value,
                                size_t len);

/**
 * Sets a property to a Text, which is escaped. Further values, which only a broken file has, stay. `len` may be
 * `KIFU_NUL`.
 */
kifu_status kifu_node_set_text(struct kifu_collection *collection,
                               struct kifu_node node,
                               const char *identifier,
                               const char *text,
                               size_t len);

/**
 * Sets a property to a SimpleText, which is escaped: line breaks become blanks. Further values, which only a broken
 * file has, stay. `len` may be `KIFU_NUL`.
 */
kifu_status kifu_node_set_simple_text(struct kifu_collection *collection,
                                      struct kifu_node node,
                                      const char *identifier,
                                      const char *text,
                                      size_t len);

/**
 * Sets the move of a node: the property `B` or `W`; a move of the other color is removed from the node.
 *
 * `KIFU_UNSUPPORTED` in games other than Go, Othello and Gomoku, whose moves are written otherwise: use
 * `kifu_node_set_value`. `KIFU_INVALID_ARGUMENT` for a point off the board.
 */
kifu_status kifu_node_set_move(struct kifu_collection *collection,
                               struct kifu_node node,
                               struct kifu_move move);

/**
 * Sets a property to a list of points, in rectangles where that is shorter and the standard allows it.
 *
 * An empty list removes a property that the standard requires to have a point, such as `AB`. Others, such as `DD`
 * and `TB`, get an empty value.
 *
 * `KIFU_INVALID_ARGUMENT` for a point off the board, and for a property that holds no list of points by the
 * standard, such as `B`, `LB` and `GM`. `KIFU_UNSUPPORTED` in games that do not write points as Go does.
 */
kifu_status kifu_node_set_points(struct kifu_collection *collection,
                                 struct kifu_node node,
                                 const char *identifier,
                                 const struct kifu_point *points,
                                 size_t count);

/**
 * Adds a raw value to a property; brackets are as in `kifu_node_set`. `len` may be `KIFU_NUL`.
 */
kifu_status kifu_node_add_value(struct kifu_collection *collection,
                                struct kifu_node node,
                                const char *identifier,
                                const char *value,
                                size_t len);

/**
 * Removes a raw value from a property, and the property with its last value; `KIFU_NONE` if there is no such value.
 * `len` may be `KIFU_NUL`.
 */
kifu_status kifu_node_remove_value(struct kifu_collection *collection,
                                   struct kifu_node node,
                                   const char *identifier,
                                   const char *value,
                                   size_t len);

/**
 * Removes all properties of an identifier; `KIFU_NONE` if there is none.
 */
kifu_status kifu_node_remove_property(struct kifu_collection *collection,
                                      struct kifu_node node,
                                      const char *identifier);

/* -- Writing collections --------------------------------------------------------------------------------- */

/**
 * Writes a collection in a style (`KIFU_STYLE_...`) to a new buffer.
 */
kifu_status kifu_collection_to_buffer(const struct kifu_collection *collection,
                                      uint32_t style,
                                      struct kifu_buffer **buffer);

/**
 * Writes a collection in a style to memory: as many bytes as there is room for, without a NUL. `length` gets how many
 * there are, and may be null.
 */
kifu_status kifu_collection_to_memory(const struct kifu_collection *collection,
                                      uint32_t style,
                                      void *memory,
                                      size_t capacity,
                                      size_t *length);

/**
 * Writes a collection in a style to a callback, which is called with `user`.
 */
kifu_status kifu_collection_write(const struct kifu_collection *collection,
                                  uint32_t style,
                                  kifu_write_fn write,
                                  void *user);

/**
 * Writes a collection in another encoding, such as `Big5`, to a new buffer. Each game names it in `CA`.
 */
kifu_status kifu_collection_encode(const struct kifu_collection *collection,
                                   const char *encoding,
                                   struct kifu_buffer **buffer);

/**
 * Saves a collection to a file; what was not touched is written as it was. A file that exists is replaced at once: it
 * holds the old bytes or the new ones, whatever happens. The path ends with NUL: bytes on Unix, UTF-8 on Windows.
 *
 * `KIFU_ENCODING` if the encoding of the file lacks a character of a change: `kifu_collection_save_as` writes another
 * one.
 */
kifu_status kifu_collection_save(const struct kifu_collection *collection,
                                 const char *path);

/**
 * Saves a collection to a file in a style (`KIFU_STYLE_...`) or, with `KIFU_STYLE_PRESERVE`, in an encoding, such as
 * `UTF-8`; null is the encoding of the style. A file that exists is replaced as by `kifu_collection_save`.
 *
 * `KIFU_ENCODING` if the encoding lacks a character. `KIFU_INVALID_ARGUMENT` for an encoding with another style, which
 * is UTF-8.
 */
kifu_status kifu_collection_save_as(const struct kifu_collection *collection,
                                    const char *path,
                                    uint32_t style,
                                    const char *encoding);

/* -- Checks and fixes, normalization, and conversion to the current version of SGF ----------------------- */

/**
 * Checks the `len` bytes of a file, and gives a new report.
 */
kifu_status kifu_check(const void *bytes,
                       size_t len,
                       const struct kifu_check_options *options,
                       struct kifu_report **report);

/**
 * Fixes the `len` bytes of a file, and gives them in a new buffer; `report`, which may be null, gets the findings that
 * remain, and `applied`, which may be null, how many fixes were applied. `is_risky`: all fixes, also unsafe ones.
 *
 * The report has at most 1024 findings, or one for each 128 bytes if that is more. `kifu_check` of the result gives
 * all.
 *
 * Fixing the result again changes nothing.
 *
 * `KIFU_ENCODING` if there is something to fix and the encoding is in doubt: name it in the options.
 */
kifu_status kifu_fix(const void *bytes,
                     size_t len,
                     const struct kifu_check_options *options,
                     bool is_risky,
                     struct kifu_buffer **fixed,
                     struct kifu_report **report,
                     size_t *applied);

/**
 * Returns how many findings a report has; 0 for null.
 */
size_t kifu_report_len(const struct kifu_report *report);

/**
 * Gives a finding, from 0; `KIFU_NONE` after the last one.
 */
kifu_status kifu_report_diagnostic(const struct kifu_report *report,
                                   size_t index,
                                   struct kifu_diagnostic *diagnostic);

/**
 * Gives an edit of the fix of a finding, from 0; `KIFU_NONE` after the last one. The edits of a fix belong together and
 * do not overlap.
 */
kifu_status kifu_report_edit(const struct kifu_report *report,
                             size_t index,
                             size_t edit,
                             struct kifu_edit *found);

/**
 * Frees a report. Null is allowed.
 */
void kifu_report_free(struct kifu_report *report);

/**
 * Brings values of a collection into one form: a sum of `KIFU_NORMALIZE_...`. Calls `change`, which may be null, with
 * a description of each change and of each value that was kept because its meaning is not clear; `count`, which may be
 * null, gets how many there are.
 *
 * Changes that were not saved stay, and handles of nodes stay valid. The text and the problems of the collection are
 * then those of the normalized file.
 */
kifu_status kifu_collection_normalize(struct kifu_collection *collection,
                                      uint32_t what,
                                      kifu_message_fn change,
                                      void *user,
                                      size_t *count);

/**
 * Converts the games of a collection to the current version of SGF, FF[4]. Calls `change`, which may be null, with a
 * description of each change and of each property that was kept; `count`, which may be null, gets how many there are.
 */
kifu_status kifu_collection_upgrade(struct kifu_collection *collection,
                                    kifu_message_fn change,
                                    void *user,
                                    size_t *count);

/* -- Other formats than SGF ------------------------------------------------------------------------------ */

/**
 * Gives a format, from 0; `KIFU_NONE` after the last one. Its texts stay valid.
 */
kifu_status kifu_format_at(size_t index, struct kifu_format *format);

/**
 * Gives the name of the format that bytes are in; `KIFU_NONE` for SGF, and for what no format knows.
 */
kifu_status kifu_format_of(const void *bytes, size_t len, struct kifu_str *name);

/**
 * Reads the bytes of a file of another format into a new collection. Calls `note`, which may be null, with what was not
 * understood.
 */
kifu_status kifu_format_read(const void *bytes,
                             size_t len,
                             const char *format,
                             kifu_message_fn note,
                             void *user,
                             struct kifu_collection **collection);

/**
 * Writes a collection in another format to a new buffer. Calls `loss`, which may be null, with what the format cannot
 * hold. `KIFU_UNSUPPORTED` if the format is only read, or cannot hold the games.
 */
kifu_status kifu_format_write(const struct kifu_collection *collection,
                              const char *format,
                              kifu_message_fn loss,
                              void *user,
                              struct kifu_buffer **buffer);

/* -- Boards of Go, with the rules ------------------------------------------------------------------------ */

/**
 * Makes a board. `rules` is `japanese`, `chinese`, `aga`, `korean`, `nz`, `tromp-taylor` or `ing`, in upper or lower case,
 * or a name that `kifu_board_rules` gives; null is Japanese. A side has 1 to 52 points.
 */
kifu_status kifu_board_new(uint16_t columns,
                           uint16_t rows,
                           const char *rules,
                           struct kifu_board **board);

/**
 * Makes a copy of a board, with the history of the game.
 */
kifu_status kifu_board_clone(const struct kifu_board *board, struct kifu_board **copy);

/**
 * Makes a new board with the stones turned or mirrored: `symmetry` is 0 (as it is), 1, 2, 3 (quarter turns clockwise),
 * 4 (left and right exchanged), 5 (top and bottom), 6 (columns and rows), or 7 (the other diagonal).
 *
 * It keeps the stones, the rules and the player to move. It has no history: no prisoners, no ko, no earlier positions
 * for superko, nothing to undo, and the move number 0. By rules that count territory its score differs by the
 * prisoners.
 */
kifu_status kifu_board_transformed(const struct kifu_board *board,
                                   uint32_t symmetry,
                                   struct kifu_board **copy);

/**
 * Frees a board. Null is allowed.
 */
void kifu_board_free(struct kifu_board *board);

/**
 * Gives columns and rows.
 */
kifu_status kifu_board_size(const struct kifu_board *board, uint16_t *columns, uint16_t *rows);

/**
 * Gives the name of the rules as `RU` has it, such as `Japanese`, `NZ` or `GOE` (Ing's rules).
 */
kifu_status kifu_board_rules(const struct kifu_board *board, struct kifu_str *name);

/**
 * Returns the color of the stone on a point; `KIFU_EMPTY` for an empty point, a point off the board, and null.
 */
uint8_t kifu_board_get(const struct kifu_board *board,
                       struct kifu_point point);

/**
 * Gives all points, row by row, a byte each: `KIFU_EMPTY`, `KIFU_BLACK` or `KIFU_WHITE`.
 */
kifu_status kifu_board_stones(const struct kifu_board *board,
                              uint8_t *stones,
                              size_t capacity,
                              size_t *count);

/**
 * Plays a move, or passes. The color `KIFU_EMPTY` is the player to move. `KIFU_ILLEGAL_MOVE` if the rules forbid it,
 * unless `is_forced`: then it is executed as the standard of SGF says. A point off the board is `KIFU_ILLEGAL_MOVE`
 * too, but `KIFU_INVALID_ARGUMENT` if `is_forced`.
 */
kifu_status kifu_board_play(struct kifu_board *board,
                            struct kifu_move move,
                            bool is_forced);

/**
 * Says whether a move is allowed: `KIFU_OK`, or `KIFU_ILLEGAL_MOVE` with the reason in `kifu_last_error`.
 */
kifu_status kifu_board_check(const struct kifu_board *board, struct kifu_move move);

/**
 * Takes back the last step: a move, a setup, or a change of the player to move. `KIFU_NONE` if there is none.
 */
kifu_status kifu_board_undo(struct kifu_board *board);

/**
 * Sets and removes stones without captures, as one step for `kifu_board_undo`.
 */
kifu_status kifu_board_setup(struct kifu_board *board, const struct kifu_stone *stones, size_t count);

/**
 * Returns the player to move; `KIFU_EMPTY` for null.
 */
uint8_t kifu_board_to_play(const struct kifu_board *board);

/**
 * Sets the player to move, as one step for `kifu_board_undo`.
 */
kifu_status kifu_board_set_to_play(struct kifu_board *board, uint8_t player);

/**
 * Returns how many moves were played; 0 for null.
 */
uint32_t kifu_board_move_number(const struct kifu_board *board);

/**
 * Returns how many stones a player has captured; 0 for null.
 */
uint32_t kifu_board_prisoners(const struct kifu_board *board, uint8_t player);

/**
 * Gives the point that the ko rule forbids now; `KIFU_NONE` if there is none.
 */
kifu_status kifu_board_ko(const struct kifu_board *board, struct kifu_point *point);

/**
 * Returns the 64-bit hash of size and stones, which is the same in every version of Kifu; 0 for null.
 */
uint64_t kifu_board_hash(const struct kifu_board *board);

/**
 * Returns the least hash of the eight symmetries of the position: equal for positions that differ in orientation.
 */
uint64_t kifu_board_canonical_hash(const struct kifu_board *board);

/**
 * Gives the points where a player may play, row by row: as many as there is room for. `KIFU_EMPTY` is the player to
 * move.
 */
kifu_status kifu_board_legal_points(const struct kifu_board *board,
                                    uint8_t player,
                                    struct kifu_point *points,
                                    size_t capacity,
                                    size_t *count);

/**
 * Gives the stones of the group on a point; `KIFU_NONE` if the point is empty.
 */
kifu_status kifu_board_group(const struct kifu_board *board,
                             struct kifu_point point,
                             struct kifu_point *stones,
                             size_t capacity,
                             size_t *count);

/**
 * Gives the liberties of the group on a point; `KIFU_NONE` if the point is empty.
 */
kifu_status kifu_board_liberties(const struct kifu_board *board,
                                 struct kifu_point point,
                                 struct kifu_point *liberties,
                                 size_t capacity,
                                 size_t *count);

/**
 * Counts the game by its rules. `dead` names a stone of each dead group. `owners`, which may be null, gets a byte for
 * each point, row by row, as far as there is room: whose it is.
 */
kifu_status kifu_board_score(const struct kifu_board *board,
                             double komi,
                             uint32_t handicap,
                             const struct kifu_point *dead,
                             size_t dead_count,
                             struct kifu_score *score,
                             uint8_t *owners,
                             size_t capacity);

/* -- Replay of games: the position at each node, in all games whose rules are known ---------------------- */

/**
 * Makes a replay of the game of a node, at that node. `KIFU_UNSUPPORTED` if the rules of the game are unknown.
 */
kifu_status kifu_replay_new(const struct kifu_collection *collection,
                            struct kifu_node node,
                            struct kifu_replay **replay);

/**
 * Frees a replay. Null is allowed.
 */
void kifu_replay_free(struct kifu_replay *replay);

/**
 * Goes to a node of the game: back to the nearest common ancestor, and on from there.
 */
kifu_status kifu_replay_go_to(struct kifu_replay *replay, struct kifu_node node);

/**
 * Goes to the first child; `KIFU_NONE` at a leaf.
 */
kifu_status kifu_replay_forward(struct kifu_replay *replay);

/**
 * Goes to the parent; `KIFU_NONE` at the root.
 */
kifu_status kifu_replay_back(struct kifu_replay *replay);

/**
 * Goes to the next node in depth-first order; `KIFU_NONE` at the last.
 */
kifu_status kifu_replay_advance(struct kifu_replay *replay);

/**
 * Gives the node that a replay is at.
 */
kifu_status kifu_replay_node(const struct kifu_replay *replay, struct kifu_node *node);

/**
 * Gives the move of the node that a replay is at; `KIFU_NONE` if it has none.
 */
kifu_status kifu_replay_played(const struct kifu_replay *replay, struct kifu_played *played);

/**
 * Returns the player to move; `KIFU_EMPTY` for null.
 */
uint8_t kifu_replay_to_play(const struct kifu_replay *replay);

/**
 * Gives how many stones Black and White have captured; `KIFU_NONE` in games without prisoners.
 */
kifu_status kifu_replay_prisoners(const struct kifu_replay *replay, uint32_t *black, uint32_t *white);

/**
 * Gives all pieces on the board, row by row: as many as there is room for. `kifu_replay_size` gives the size of that
 * board, which `kifu_game_size` may not be. Checkers of Backgammon are no such pieces: see `kifu_replay_backgammon`.
 */
kifu_status kifu_replay_pieces(const struct kifu_replay *replay,
                               struct kifu_piece *pieces,
                               size_t capacity,
                               size_t *count);

/**
 * Gives all pods of Octi with their prongs, row by row: as many as there is room for. Several may be on one point, the
 * lowest first. None in other games.
 */
kifu_status kifu_replay_pods(const struct kifu_replay *replay,
                             struct kifu_pod *pods,
                             size_t capacity,
                             size_t *count);

/**
 * Gives all links between pegs (`TwixT`): as many as there is room for.
 */
kifu_status kifu_replay_links(const struct kifu_replay *replay,
                              struct kifu_link *links,
                              size_t capacity,
                              size_t *count);

/**
 * Writes a note on the node that a replay is at, from 0, to `buffer` in the way of `snprintf`: a move against the
 * rules, or a value that cannot be read. `KIFU_NONE` after the last one.
 */
kifu_status kifu_replay_note(const struct kifu_replay *replay,
                             size_t index,
                             char *buffer,
                             size_t capacity,
                             size_t *length);

/**
 * Makes a board of Go with the position at a node and the history of the game. `KIFU_UNSUPPORTED` in other games, as
 * `kifu_replay_kind` names them.
 */
kifu_status kifu_board_at(const struct kifu_collection *collection,
                          struct kifu_node node,
                          struct kifu_board **board);

/* -- The board of a replay: its game, its size, and Backgammon ------------------------------------------- */

/**
 * Gives the number of the game (`GM`) whose rules a replay plays by. `kifu_game_kind` gives what the record names: a
 * record of `TwixT` from Little Golem names no game, and is Go there.
 */
kifu_status kifu_replay_kind(const struct kifu_replay *replay,
                             uint32_t *kind);

/**
 * Gives the size of the board of a replay, on which all its pieces lie; `KIFU_NONE` in Backgammon, whose board is no
 * grid. It is the size when the replay was made, at most the largest one of the game: 52 in Go. `kifu_game_size` gives
 * what the record names.
 */
kifu_status kifu_replay_size(const struct kifu_replay *replay,
                             uint16_t *columns,
                             uint16_t *rows);

/**
 * Gives the board of Backgammon: checkers, dice and cube; `KIFU_NONE` in other games.
 */
kifu_status kifu_replay_backgammon(const struct kifu_replay *replay, struct kifu_backgammon *board);

/* -- Diagrams of nodes: text, SVG, PNG ------------------------------------------------------------------- */

/**
 * Draws the position at a node as text for a terminal, in UTF-8.
 */
kifu_status kifu_node_text_diagram(const struct kifu_collection *collection,
                                   struct kifu_node node,
                                   const struct kifu_draw_options *options,
                                   struct kifu_buffer **buffer);

/**
 * Draws the position at a node as SVG. `KIFU_UNSUPPORTED` if the rules of the game are unknown.
 */
kifu_status kifu_node_svg(const struct kifu_collection *collection,
                          struct kifu_node node,
                          const struct kifu_draw_options *options,
                          struct kifu_buffer **buffer);

/**
 * Draws the position at a node as PNG. `KIFU_LIMIT` if the picture would have more than 100 million pixels.
 * `KIFU_UNSUPPORTED` in `libkifu`, which has no renderer and no fonts: link `libkifu_full` instead.
 */
kifu_status kifu_node_png(const struct kifu_collection *collection,
                          struct kifu_node node,
                          const struct kifu_draw_options *options,
                          struct kifu_buffer **buffer);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KIFU_H */
