//! Statements of all kinds.

/// Statements whose rows have no order.
pub(crate) const UNORDERED: &[&str] = &[
    "SELECT count(*) FROM games",
    "SELECT count(*), count(black), sum(moves), min(date_first), max(komi) FROM games",
    "SELECT black, white, result FROM games",
    "SELECT winner, count(*) FROM games GROUP BY winner",
    "SELECT size, avg(moves), count(DISTINCT black) FROM games GROUP BY size",
    "SELECT DISTINCT white FROM games",
    "SELECT black FROM games WHERE komi > 6 AND moves > 2",
    "SELECT black FROM games WHERE where_kifu('player~a1')",
    "SELECT count(*) FROM games WHERE has_position('XO', 'edges=yes')",
    "SELECT count(*) FROM games WHERE black = 'nobody'",
    "SELECT count(*), sum(captures) FROM moves",
    "SELECT color, count(*), max(move_number) FROM moves GROUP BY color",
    "SELECT point, count(*) FROM moves WHERE where_kifu('size=9') GROUP BY point HAVING count(*) > 2",
    "SELECT count(*) FROM setup",
    "SELECT rule, severity, count(*) FROM problems GROUP BY rule, severity",
    "SELECT player, games, wins FROM players",
    "SELECT count(*) FROM position_search('XO/OX')",
    "SELECT * FROM position_search('XO', 'edges=yes')",
    "SELECT move_number, count(*) FROM position_search('X', 'where=size=9') GROUP BY move_number",
    "SELECT g.winner, count(*) FROM position_search('XO') h JOIN games g USING (segment, game) GROUP BY 1",
    "SELECT g.black, h.move_number, h.symmetry FROM position_search('XO') h JOIN games g USING (segment, game) \
     WHERE g.moves > 3",
    "SELECT g.black, count(m.point) FROM games g LEFT JOIN moves m USING (segment, game) GROUP BY g.black",
    "SELECT a.black FROM games a JOIN games b ON a.black = b.white",
    "SELECT point, color, hits, black_wins FROM continuations('X', 'edges=yes')",
    "SELECT c.point, count(*) FROM continuations('X', 'edges=yes') c JOIN moves m ON m.point = c.point GROUP BY 1",
    "SELECT line, games FROM openings('depth=2', 'least=1', 'size=9')",
    "SELECT relation, common_moves FROM similar('(;SZ[9];B[ee];W[ec])')",
    "SELECT black FROM games UNION ALL SELECT white FROM games",
    "SELECT black FROM games WHERE moves > 2 UNION SELECT white FROM games WHERE komi < 7",
    "SELECT black FROM games EXCEPT SELECT white FROM games",
    "SELECT black FROM games WHERE moves = (SELECT max(moves) FROM games)",
    "SELECT black FROM games WHERE black IN (SELECT white FROM games WHERE winner = 'B')",
    "SELECT board_at(1), move_at(2) FROM games WHERE size = '9'",
    "SELECT position_hash(2), count(*) FROM games GROUP BY 1",
    "SELECT count(DISTINCT game_key()) FROM games",
    "SELECT sum(length(sgf())) FROM games",
    "SELECT continuation_tree(color, point, 'B') FROM moves WHERE move_number = 1 AND segment = 0",
    "SELECT black, rank() OVER (PARTITION BY size ORDER BY moves, black, number, path) FROM games",
    "WITH long AS (SELECT * FROM games WHERE moves > 2) SELECT winner, count(*) FROM long GROUP BY winner",
    "SELECT count(*) FROM games a CROSS JOIN games b",
    "SELECT count(*) FROM continuations('X', 'edges=yes')",
    "SELECT count(*), max(games) FROM openings('depth=2', 'least=1', 'size=9')",
    "SELECT count(*) FROM (SELECT x FROM position_search('XO', 'edges=yes') LIMIT 7)",
    "SELECT count(*) FROM (SELECT black FROM games LIMIT 5) a CROSS JOIN (SELECT white FROM games LIMIT 3) b",
    "SELECT g.path FROM games g WHERE g.moves > (SELECT avg(h.move_number) FROM position_search('XO', 'edges=yes') h)",
    "SELECT path, (SELECT sum(hits) FROM continuations('X', 'edges=yes')) FROM games WHERE moves > 4",
    "SELECT g.black, c.n FROM games g JOIN (SELECT segment, game, count(*) AS n FROM moves GROUP BY 1, 2) c \
     USING (segment, game) WHERE c.n > 3",
    "SELECT count(*) FROM games g WHERE EXISTS (SELECT 1 FROM moves m WHERE m.segment = g.segment AND m.game = g.game \
     AND m.captures > 0)",
    "SELECT opening_tree(1, 1) FROM (SELECT * FROM games WHERE moves = (SELECT max(moves) FROM games) LIMIT 1)",
];

/// Statements whose rows have one order.
pub(crate) const ORDERED: &[&str] = &[
    "SELECT path, number, black FROM games ORDER BY path, number",
    "SELECT path, number, moves FROM games ORDER BY moves DESC, path, number LIMIT 5",
    "SELECT path FROM games ORDER BY path OFFSET 3 LIMIT 4",
    "SELECT segment, game, node, x, y FROM position_search('XO', 'edges=yes') \
     ORDER BY segment, game, node, x, y LIMIT 9",
    "SELECT point, count(*) AS n FROM moves GROUP BY point ORDER BY n DESC, point LIMIT 3",
];

/// A statement that takes a while: a worker dies meanwhile.
pub(crate) const LONG: &str = "SELECT count(*), sum(a.x * b.y + c.x) FROM moves a CROSS JOIN moves b CROSS JOIN moves c \
                               WHERE a.x + b.y + c.x > 3 AND c.move_number = 1 AND c.segment < 4";
