/* Plays through the first game of a file, and prints the last position with its prisoners. */
#include <kifu.h>
#include <stdio.h>

int main(int count, char **arguments) {
  kifu_collection *collection = NULL;
  kifu_node node;
  if (count != 2 || kifu_collection_open(arguments[1], NULL, &collection) != KIFU_OK ||
      kifu_collection_game(collection, 0, &node) != KIFU_OK) {
    fprintf(stderr, "usage: board FILE\n");
    return 1;
  }
  while (kifu_node_first_child(collection, node, &node) == KIFU_OK) {
  }
  kifu_board *board = NULL;
  if (kifu_board_at(collection, node, &board) != KIFU_OK) {
    fprintf(stderr, "%s\n", kifu_last_error());
    kifu_collection_free(collection);
    return 1;
  }
  uint16_t columns, rows;
  kifu_board_size(board, &columns, &rows);
  for (uint16_t y = 0; y < rows; y++) {
    for (uint16_t x = 0; x < columns; x++) {
      kifu_point point = {x, y};
      putchar(".XO"[kifu_board_get(board, point)]);
    }
    putchar('\n');
  }
  printf("move %u, prisoners %u and %u\n", (unsigned)kifu_board_move_number(board),
         (unsigned)kifu_board_prisoners(board, KIFU_BLACK), (unsigned)kifu_board_prisoners(board, KIFU_WHITE));
  kifu_board_free(board);
  kifu_collection_free(collection);
  return 0;
}
