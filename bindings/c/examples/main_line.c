/* Prints the players and the main line of the first game of a file. */
#include <kifu.h>
#include <stdio.h>

int main(int count, char **arguments) {
  kifu_collection *collection = NULL;
  kifu_node node;
  if (count != 2 || kifu_collection_open(arguments[1], NULL, &collection) != KIFU_OK) {
    fprintf(stderr, "%s\n", count != 2 ? "usage: main_line FILE" : kifu_last_error());
    return 1;
  }
  if (kifu_collection_game(collection, 0, &node) != KIFU_OK) {
    fprintf(stderr, "the file has no game\n");
    kifu_collection_free(collection);
    return 1;
  }
  char black[128] = "?", white[128] = "?", result[32] = "?";
  kifu_game_text(collection, node, "PB", black, sizeof black, NULL);
  kifu_game_text(collection, node, "PW", white, sizeof white, NULL);
  kifu_game_fact(collection, node, "RE", result, sizeof result, NULL);
  printf("%s - %s, %s\n", black, white, result);
  do {
    kifu_move move;
    if (kifu_node_move(collection, node, &move) != KIFU_OK) continue;
    if (move.is_pass)
      printf("%c pass\n", move.color == KIFU_BLACK ? 'B' : 'W');
    else
      printf("%c %d,%d\n", move.color == KIFU_BLACK ? 'B' : 'W', move.point.x + 1, move.point.y + 1);
  } while (kifu_node_first_child(collection, node, &node) == KIFU_OK);
  kifu_collection_free(collection);
  return 0;
}
