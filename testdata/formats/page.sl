A page with prose.

$$W Approach and pincer
$$  --------------
$$ | . . . . . . .
$$ | . . . . 1 . .
$$ | . . 2 X . 3 a
$$ | . . . , . . .

More prose, and a small board:

$$c5 Tiny board
$$  -----------
$$ | . . X . . |
$$ | . X O X . |
$$ | . # T @ . |
$$ | . . . . . |
$$ | . . . . . |
$$  -----------
$$ {AR A1 B2}
$$ [X|target]
