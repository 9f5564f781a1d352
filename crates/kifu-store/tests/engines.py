"""Asks the tables of an index as other programs read them, and prints what they say: argument 1 is the index,
argument 2 the program. What differs between the programs is the way of asking, never the answer."""

import sys
from pathlib import Path

index, engine = Path(sys.argv[1]), sys.argv[2]
COLUMNS = "number black date_first winner how margin komi handicap moves events sgf".split()

if engine == "duckdb":
    import duckdb

    games = f"'{index}/*/games.parquet'"
    rows = duckdb.sql(f"SELECT {', '.join(COLUMNS)} FROM {games} ORDER BY number").fetchall()
    years = duckdb.sql(
        f"SELECT year(date_first), winner, count(*) FROM {games} WHERE width = 9 GROUP BY ALL ORDER BY ALL"
    ).fetchall()
elif engine == "polars":
    import polars as pl

    games = pl.scan_parquet(index / "*/games.parquet").sort("number")
    rows = games.select(COLUMNS).collect().rows()
    groups = games.filter(pl.col("width") == 9).group_by(pl.col("date_first").dt.year(), "winner").len()
    years = groups.sort("date_first", "winner", nulls_last=True).collect().rows()
elif engine == "pandas":
    import pandas as pd

    tables = [pd.read_parquet(table) for table in sorted(index.glob("*/games.parquet"))]
    games = pd.concat(tables).sort_values("number")
    plain = games[COLUMNS].astype(object).where(games[COLUMNS].notna(), None)
    rows = plain.itertuples(index=False)
    games["year"] = pd.to_datetime(games["date_first"]).dt.year
    nine = games[games["width"] == 9].groupby(["year", "winner"], dropna=False).size()
    years = [tuple(None if pd.isna(part) else part for part in key) + (count,) for key, count in nine.items()]


def shown(value):
    if value is None:
        return "-"
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).hex()
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


for row in rows:
    print("\t".join(map(shown, row)))
for row in years:
    print("\t".join(map(shown, row)))
