//! The tables of an index. All of them omit deleted games.

pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod problems;

/// The players of the games, from the table of games.
pub(crate) const PLAYERS: &str = "\
CREATE VIEW players AS
SELECT player, min(name) AS name, count(*) FILTER (WHERE NOT again) AS games,
       count(*) FILTER (WHERE color = 'B') AS as_black,
       count(*) FILTER (WHERE color = winner) AS wins,
       count(*) FILTER (WHERE winner IN ('B', 'W') AND color <> winner) AS losses,
       max(strength) AS strength, min(date_first) AS first, max(date_last) AS last
FROM (SELECT black_key AS player, black AS name, 'B' AS color, black_strength AS strength, winner, date_first, date_last,
             false AS again
      FROM games WHERE black_key <> ''
      UNION ALL
      SELECT white_key, white, 'W', white_strength, winner, date_first, date_last, white_key = black_key
      FROM games WHERE white_key <> '')
GROUP BY player";
