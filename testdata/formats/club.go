EVENT Club evening
BLACK Ben 3 dan
WHITE Anna
DATE 1991
BOARDSIZE 9
KOMI 5.5
RESULT W+2.5
TEMPO slow
B 1 e5
W 2 e3
COM
A little
low.

Black is still fine.
ENDCOM
VAR
    W 2 c3
    B 3 g4
    VAR
    W 4 g5
    ENDVAR
ENDVAR
B 3 c4
PRISONER a1
W 10 PASS
EVENT Problem 1
BOARDSIZE 19
SETUP B a2 b2 c2 d1
SETUP W a3 b3 c3 d2 e1
COM
White to kill.
ENDCOM
W 1 b1
ADD B t19
MARK a1 x b1 y
ENDVAR
