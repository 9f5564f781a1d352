"""Asks DuckDB about the games of an index that count: argument 1 is the index, the others are
statements over `games`. After the rows of each comes a line `====`.

The join with `deleted.csv` is that of `docs/store-format.md`."""

import datetime
import sys
from pathlib import Path

import duckdb

index, questions = Path(sys.argv[1]), sys.argv[2:]
duckdb.sql(
    f"""
    CREATE VIEW games AS
    SELECT g.* FROM read_parquet('{index}/*/games.parquet', filename = true, file_row_number = true) AS g
    ANTI JOIN read_csv('{index}/deleted.csv', columns = {{'segment': 'VARCHAR', 'game': 'BIGINT'}}, header = true) AS d
    ON parse_path(g.filename)[-2] = d.segment AND g.file_row_number = d.game
    """
)


def shown(value):
    if value is None:
        return "-"
    if isinstance(value, datetime.timedelta):
        return str(value.days)
    return str(value)


for question in questions:
    for row in duckdb.sql(question).fetchall():
        print("|".join(map(shown, row)))
    print("====")
