/* Kifu in the classic style: callbacks with strings, and functions that start anywhere and return where they ended.
 *
 *     static void property(void *user, const char *id, const char *value) {
 *       (void)user;
 *       printf("%s[%s]\n", id, value);
 *     }
 *
 *     sgf_callbacks calls = {0};
 *     calls.property = property;
 *     for (const char *at = text; at < end; at = sgf_tree(at, end, &calls)) { }
 *
 * Any callback may be null. Values are as in the file, still escaped; kifu_unescape() makes text of them. The bytes
 * are read as ASCII: UTF-8, ISO-8859, EUC and other encodings in which every byte below 0x80 is an ASCII character.
 * In Shift_JIS, Big5, GBK and GB18030 the second byte of a character may be `\` or `]`, which escapes or ends a value:
 * decode such files first, or use kifu_visit() with KIFU_TEXT_UTF8. A value that holds a NUL ends there for the
 * callback, so that a file in UTF-16 loses nearly every value: decode it too. Link with -lkifu. MIT OR Apache-2.0. */
#ifndef KIFU_CLASSIC_H
#define KIFU_CLASSIC_H

#include "kifu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tree, tree_end, node, node_end: void (*)(void *user);
 * property: void (*)(void *user, const char *id, const char *value), once for each value. */
typedef kifu_classic_callbacks sgf_callbacks;

/* Reads the part that begins at `at`, and returns where it ended; `end` is the end of the text. */
static inline const char *sgf_part(const char *at, const char *end, uint32_t part, const sgf_callbacks *calls) {
  size_t length = KIFU_CAST(size_t, end - at), done = length;
  kifu_classic(at, length, 0, part, calls, &done);
  return at + done;
}

/* A game tree or variation, from its `(` to its `)`; other text before it is skipped. Returns `end` if there is none.
 * If `;` comes first, the `(` counts as missing and the tree begins there: a text may lack the `(` of its first game.
 * A tree without its `)` ends where the next game begins, as in kifu_visit_part(). */
static inline const char *sgf_tree(const char *at, const char *end, const sgf_callbacks *calls) {
  return sgf_part(at, end, KIFU_PART_TREE, calls);
}

/* Functions below skip white space first. They call nothing if no such part begins there, and return that place. */

/* The nodes from the `;` on, or from a property if the `;` is missing, up to the next `(` or `)`. */
static inline const char *sgf_sequence(const char *at, const char *end, const sgf_callbacks *calls) {
  return sgf_part(at, end, KIFU_PART_SEQUENCE, calls);
}

/* The node that begins with the `;`, or with a property if the `;` is missing. */
static inline const char *sgf_node(const char *at, const char *end, const sgf_callbacks *calls) {
  return sgf_part(at, end, KIFU_PART_NODE, calls);
}

/* The property that begins with the first letter of its identifier. */
static inline const char *sgf_property(const char *at, const char *end, const sgf_callbacks *calls) {
  return sgf_part(at, end, KIFU_PART_PROPERTY, calls);
}

#ifdef __cplusplus
}
#endif

#endif
