EVENT quotes a script of GTP
BOARDSIZE 9
COM
clear_board
play B D4
ENDCOM
B 1 d4
W 2 f6
