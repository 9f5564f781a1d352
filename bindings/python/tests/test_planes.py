"""Feature planes against a slow implementation, data sets, exports."""

from __future__ import annotations

import multiprocessing
import os
import pathlib
import pickle
import random
import signal
import sys
import tarfile

import kifu
import numpy as np
import pytest
import slow_planes
from conftest import EXAMPLES
from hypothesis import assume, given, settings
from hypothesis import strategies as st

PRESETS = {"stones": 3, "agz": 17, "alphago": 48, "katago": 22}


def record(seed: int, rows: int, columns: int, moves: int) -> tuple[str, np.ndarray, list]:
    """A game of random legal moves: SGF, the setup, and the moves."""
    chance = random.Random(seed)
    board = np.zeros((rows, columns), int)
    setup = {(chance.randrange(rows), chance.randrange(columns)) for _ in range(chance.randrange(3))}
    for point in setup:
        board[point] = slow_planes.BLACK
    start, played, boards = board.copy(), [], [board]
    color = chance.choice([1, 2])
    for _ in range(moves):
        empty = [tuple(map(int, point)) for point in np.argwhere(boards[-1] == 0)]
        chance.shuffle(empty)
        ko = slow_planes.ko_point(boards, played, color)
        legal = (p for p in empty if p != ko and slow_planes.play(boards[-1], color, p)[p] == color)
        point = None if chance.random() < 0.1 else next(legal, None)
        played.append((color, point))
        boards.append(slow_planes.play(boards[-1], color, point))
        if chance.random() < 0.95:
            color = 3 - color
    name = lambda point: "" if point is None else chr(97 + point[1]) + chr(97 + point[0])  # noqa: E731
    stones = "AB" + "".join(f"[{name(point)}]" for point in sorted(setup)) if setup else ""
    text = "".join(f";{' BW'[c]}[{name(p)}]" for c, p in played)
    size = f"{columns}:{rows}" if rows != columns else f"{rows}"
    return f"(;SZ[{size}]KM[6.5]RU[Japanese]RE[W+3]{stones}{text})", start, played


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(2, 7),
    columns=st.integers(2, 7),
    moves=st.integers(1, 40),
)
def test_planes_agree_with_the_definitions(preset: str, seed: int, rows: int, columns: int, moves: int) -> None:
    sgf, setup, played = record(seed, rows, columns, moves)
    batch = kifu.planes(kifu.loads(sgf), preset=preset, side=7)
    expected = slow_planes.positions(rows, columns, setup, played)
    assert len(batch) == len(expected)
    encode = getattr(slow_planes, preset)
    for n, (boards, color, before) in enumerate(expected):
        np.testing.assert_array_equal(batch.x[n], encode(boards, color, before, 7), err_msg=f"{sgf} {n}")
        point = played[n][1]
        assert batch.policy[n] == (49 if point is None else point[0] * 7 + point[1])
        assert batch.value[n] == (1 if color == slow_planes.WHITE else -1)
        assert batch.color[n] == color


def test_katago_numbers() -> None:
    games = kifu.loads("(;SZ[9]KM[7]RU[Chinese];B[aa];W[];B[bb])(;SZ[9]KM[6.5]RU[Japanese];B[aa])")
    numbers = kifu.planes(games, preset="katago", side=9).globals
    assert numbers.shape == (4, 19)
    # Komi 7 on 81 points can be drawn: the wave is at its zero on the rising edge.
    np.testing.assert_allclose(numbers[0, [5, 6, 7, 9, 18]], [-7 / 20, 0, 0, 0, 0], atol=1e-6)
    np.testing.assert_allclose(numbers[1, [0, 5]], [0, 7 / 20])
    np.testing.assert_allclose(numbers[2, [0, 1, 14]], [1, 0, 1])
    np.testing.assert_allclose(numbers[3, [5, 6, 9, 18]], [-6.5 / 20, 0, 1, 0])


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(1, 3),
    columns=st.integers(2, 4),
    rules=st.sampled_from(sorted(slow_planes.RULES)),
)
def test_points_that_superko_forbids(seed: int, rows: int, columns: int, rules: str) -> None:
    sgf, setup, played = record(seed, rows, columns, 40)
    # The board of the root counts as a position with Black to move, even if White begins.
    assume(played[0][0] == slow_planes.BLACK)
    sgf = sgf.replace("RU[Japanese]", f"RU[{rules}]")
    batch = kifu.planes(kifu.loads(sgf), preset="katago", side=4)
    expected = slow_planes.positions(rows, columns, setup, played)
    assert len(batch) == len(expected)
    for n, (boards, color, before) in enumerate(expected):
        planes = slow_planes.katago(boards, color, before, 4, rules)
        np.testing.assert_array_equal(batch.x[n], planes, err_msg=f"{sgf} {n}")


def test_superko_example() -> None:
    sgf = "(;SZ[2]RU[NZ];B[ba];W[ab];B[aa];W[bb];B[ba];W[aa];B[])"
    assert kifu.planes(kifu.loads(sgf), preset="katago", side=2).x[-1, 6].tolist() == [[0, 1], [0, 0]]


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(2, 6),
    columns=st.integers(2, 6),
    komi=st.integers(-20, 40).map(lambda halves: halves / 2),
    rules=st.sampled_from(sorted(slow_planes.RULES)),
)
def test_katago_numbers_agree_with_the_definitions(seed: int, rows: int, columns: int, komi: float, rules: str) -> None:
    sgf, setup, played = record(seed, rows, columns, 15)
    sgf = sgf.replace("KM[6.5]RU[Japanese]", f"KM[{komi}]RU[{rules}]")
    batch = kifu.planes(kifu.loads(sgf), preset="katago", side=7)
    expected = slow_planes.positions(rows, columns, setup, played)
    assert len(batch) == len(expected)
    for n, (boards, color, before) in enumerate(expected):
        numbers = slow_planes.katago_numbers(boards, color, before, komi, rules)
        np.testing.assert_allclose(batch.globals[n], numbers, atol=1e-6, err_msg=f"{sgf} {n}")


def test_masks() -> None:
    batch = kifu.planes(kifu.loads("(;SZ[3:2];B[aa])(;SZ[4];B[aa])"), side=4, preset="katago", symmetry=1)
    assert batch.mask.dtype == np.bool_
    np.testing.assert_array_equal(batch.mask, batch.x[:, 0] == 1)
    assert batch.mask[0].tolist() == [[True, True, False, False]] * 3 + [[False] * 4] and batch.mask[1].all()


def test_types_layouts_and_out() -> None:
    games = kifu.loads(record(5, 7, 7, 30)[0])
    plain = kifu.planes(games, preset="agz", side=9)
    assert plain.x.dtype == np.uint8 and plain.x.shape == (30, 17, 9, 9)
    floats = kifu.planes(games, preset="agz", side=9, dtype="f32", layout="nhwc")
    assert floats.x.dtype == np.float32
    np.testing.assert_array_equal(floats.x.transpose(0, 3, 1, 2), plain.x)
    packed = kifu.planes(games, preset="agz", side=9, dtype="packed")
    bits = np.unpackbits(packed.x, axis=2)[:, :, :81].reshape(plain.x.shape)
    np.testing.assert_array_equal(bits, plain.x)
    out = np.full((40, 17, 9, 9), 9, np.uint8)
    used = kifu.planes(games, preset="agz", side=9, out=out).x
    assert used.base is out
    np.testing.assert_array_equal(out[:30], plain.x)
    assert (out[30:] == 9).all()
    for dtype, layout in [("u8", "nhwc"), ("f32", "nchw"), ("f32", "nhwc"), ("packed", "nchw")]:
        wanted = kifu.planes(games, preset="katago", side=9, dtype=dtype, layout=layout, threads=1).x
        room = np.full_like(wanted, 7)
        used = kifu.planes(games, preset="katago", side=9, dtype=dtype, layout=layout, threads=3, out=room).x
        np.testing.assert_array_equal(used, wanted)
        np.testing.assert_array_equal(room, wanted)
    with pytest.raises(ValueError, match="contiguous"):
        kifu.planes(games, preset="agz", side=9, out=np.zeros((60, 17, 9, 9), np.uint8)[::2])
    for dtype in ("u8", "f32", "packed"):
        wanted = kifu.planes(games, preset="agz", side=9, dtype=dtype).x
        with pytest.raises(ValueError, match="C-contiguous"):
            kifu.planes(games, preset="agz", side=9, dtype=dtype, out=np.zeros_like(wanted, order="F"))
    with pytest.raises(TypeError):
        kifu.planes(games, preset="agz", side=9, out=np.zeros((30, 17, 9, 9), np.float32))
    for wrong in [range(-1, 5), range(0, 8, 2)]:
        with pytest.raises(ValueError, match="range"):
            kifu.planes(games, moves=wrong)
    with pytest.raises(ValueError, match="shape"):
        kifu.planes(games, preset="agz", side=9, out=out[:3])
    with pytest.raises(ValueError, match="preset"):
        kifu.planes(games, preset="none")


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetries_agree_with_numpy(symmetry: int) -> None:
    games = kifu.loads(record(8, 5, 7, 30)[0])
    turn = [
        lambda a: a,
        lambda a: np.rot90(a, -1),
        lambda a: np.rot90(a, 2),
        lambda a: np.rot90(a, 1),
        lambda a: a[:, ::-1],
        lambda a: a[::-1],
        lambda a: a.T,
        lambda a: np.rot90(a, 2).T,
    ][symmetry]
    plain = kifu.planes(games, side=7)
    turned = kifu.planes(games, side=7, symmetry=symmetry)
    for n in range(len(plain)):
        for plane in range(3):
            expected = slow_planes.pad(turn(plain.x[n, plane, :5, :7]), 7)
            np.testing.assert_array_equal(turned.x[n, plane], expected)
        if plain.policy[n] < 49:
            target = np.zeros((5, 7), np.uint8)
            target[divmod(int(plain.policy[n]), 7)] = 1
            assert slow_planes.pad(turn(target), 7).argmax() == turned.policy[n]


def test_moves_and_ranges() -> None:
    game = kifu.loads("(;SZ[9];B[aa];W[];B[ci])")[0]
    assert game.moves.tolist() == [[1, 0, 0], [2, -1, -1], [1, 2, 8]]
    assert kifu.planes(game, side=9, moves=range(1, 2)).number.tolist() == [1]


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    for number in range(12):
        text = "".join(record(100 * number + n, 7, 7, 25)[0] for n in range(5))
        (tmp_path / f"{number:02}.sgf").write_text(text)
    return tmp_path


def policies(data: kifu.Dataset) -> list[list[int]]:
    return [batch.policy.tolist() for batch in data]


def test_data_sets_are_deterministic(folder: pathlib.Path) -> None:
    def data(**options: object) -> kifu.Dataset:
        return kifu.Dataset(folder, **{"side": 7, "batch": 32, "shuffle": 200, "seed": 3, **options})

    first = policies(data())
    assert first == policies(data(threads=1)) == policies(data(threads=5))
    assert first == policies(pickle.loads(pickle.dumps(data())))
    assert first != policies(data(seed=4))
    assert first != policies(data(epoch=1))
    parts = [sum(policies(data(shard=(part, 3))), []) for part in range(3)]
    assert sorted(sum(parts, [])) == sorted(sum(first, []))
    one = str(folder / "03.sgf")
    games = [sum(policies(kifu.Dataset(one, side=7, shard=(part, 3))), []) for part in range(3)]
    assert all(games) and sorted(sum(games, [])) == sorted(sum(policies(kifu.Dataset(one, side=7)), []))
    assert sum(map(len, policies(data(where="komi>7")))) == 0
    with pytest.raises(kifu.SelectionError):
        policies(data(where="komi>"))
    missing = data()
    missing.files.append("no/such/file.sgf")
    stream = missing.stream()
    assert sum(len(batch) for batch in stream) == sum(map(len, first))
    assert [path for path, _ in stream.skipped] == ["no/such/file.sgf"]


def test_mistakes_in_numbers_name_the_option(folder: pathlib.Path) -> None:
    wrong = {"batch": [0, -1], "shuffle": [-1], "seed": [-1, 2**64], "epoch": [-1], "threads": [-1], "side": [-1, 256]}
    for name, value in [(name, value) for name, values in wrong.items() for value in values]:
        with pytest.raises(ValueError, match=f"{name}={value}"):
            kifu.Dataset(folder, **{name: value})
    with pytest.raises(ValueError, match="threads=-1"):
        kifu.planes(kifu.loads("(;B[aa])"), threads=-1)
    assert next(iter(kifu.Dataset(folder, side=7, seed=2**64 - 1)))


def test_paths_may_be_bytes(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert kifu.Dataset(os.fsencode(folder)).files == kifu.Dataset(folder).files
    assert kifu.Dataset([os.fsencode(folder)]).files == kifu.Dataset(folder).files
    (path,) = kifu.export(os.fsencode(folder), os.fsencode(tmp_path / "out"), side=7, rows=10**6)
    assert isinstance(path, str) and os.path.exists(path)


def test_random_symmetries_depend_on_the_seed() -> None:
    games = kifu.loads(record(8, 7, 7, 30)[0])
    policy = [kifu.planes(games, side=7, symmetry="random", seed=seed).policy.tolist() for seed in (0, 0, 1)]
    assert policy[0] == policy[1] != policy[2]
    assert policy[0] == kifu.planes(games, side=7, symmetry="random").policy.tolist()


def test_larger_boards_are_skipped() -> None:
    games = kifu.loads("(;SZ[53];B[aa])(;SZ[52];B[aa])(;SZ[60:3];B[aa])")
    assert kifu.planes(games, side=52).game.tolist() == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_stream_without_positions_can_be_interrupted(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.sgf").write_text("(;B[aa])")
    data = kifu.Dataset(tmp_path, where="komi>7", threads=1)
    data.files *= 10**6

    def interrupt(*_: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(InterruptedError):
            next(iter(data))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _count(data: kifu.Dataset) -> int:
    return sum(len(batch) for batch in data)


def test_positions_lead_back_to_their_records(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    data = kifu.Dataset(folder, side=7, batch=300)
    seen = set()

    def ensure(file: int, game: int, node: int, policy: int) -> None:
        collection = kifu.open(data.files[file])
        move = collection[game].node(node).move
        assert move is not None and policy == (49 if move.point is None else 7 * move.point.y + move.point.x)
        seen.add((file, game))

    for batch in data:
        for row in zip(batch.file.tolist(), batch.game.tolist(), batch.node.tolist(), batch.policy.tolist()):
            ensure(*row)
    assert len(seen) > len(data.files) > 1
    (path,) = kifu.export(folder, tmp_path, side=7, rows=10**6)
    arrays = np.load(path)
    for row in zip(*(arrays[name][:50].tolist() for name in ("file", "game", "node", "policy"))):
        ensure(*row)
    games = kifu.open(data.files[0])
    assert set(kifu.planes(games, side=7).file.tolist()) == {0}


def test_ranges_of_moves() -> None:
    games = kifu.loads("(;SZ[9];B[aa];W[bb];B[cc])")
    assert kifu.planes(games, side=9, moves=range(1, sys.maxsize)).number.tolist() == [1, 2]
    for wrong in [range(0, 10, 2), range(-1, 5), range(10**30)]:
        with pytest.raises(ValueError, match="range of numbers of at least 0, of step 1"):
            kifu.planes(games, moves=wrong)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_fork_and_spawn(folder: pathlib.Path, method: str) -> None:
    data = [kifu.Dataset(folder, side=7, shard=(part, 2)) for part in range(2)]
    expected = _count(kifu.Dataset(folder, side=7))
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert sum(pool.map(_count, data)) == expected


def test_exports_read_back(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    paths = kifu.export(folder, tmp_path / "npz", side=7, rows=500, shuffle=0)
    rows = np.concatenate([np.load(path)["policy"] for path in paths])
    assert rows.tolist() == sum(policies(kifu.Dataset(folder, side=7, shuffle=0)), [])
    (shard,) = kifu.export(folder, tmp_path / "tar", side=7, rows=500, format="tar")
    with tarfile.open(shard) as tar:
        names = tar.getnames()
        assert names[0] == "00000000.npz" and len(names) == len(paths)
        member = np.load(tar.extractfile(names[0]))
        assert member["planes"].shape == (500, 3, 7)


def test_exports_keep_other_files_and_report_skipped_ones(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "out"
    first = kifu.export(folder, out, side=7, rows=100)
    assert len(first) > 1
    (out / "notes.txt").write_text("mine")
    (out / "1.npz").write_text("mine")
    for name in ("batch", "dtype"):
        with pytest.raises(TypeError, match=name):
            kifu.export(folder, out, overwrite=True, **{name: 1})
    assert all(os.path.exists(path) for path in first)
    with pytest.raises(FileExistsError, match="overwrite"):
        kifu.export(folder, out, side=7, rows=10**6)
    for format in ("npz", "katago", "tar"):
        (path,) = kifu.export(folder, out, side=7, rows=10**6, overwrite=True, format=format)
        assert os.path.exists(path)
    assert sorted(os.listdir(out)) == ["00000000.npz", "1.npz", "notes.txt", "shard-000000.tar"]
    mistakes = [({"rows": 0}, "rows=0"), ({"format": "katago", "preset": "agz"}, "preset='agz'"), ({"format": "csv"}, "fo")]
    for options, name in mistakes:
        with pytest.raises(ValueError, match=name):
            kifu.export(folder, tmp_path / "new", **options)
    assert not (tmp_path / "new").exists()
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 no archive")
    with pytest.warns(UserWarning, match="broken.zip"):
        kifu.export(tmp_path, tmp_path / "new", side=7)


def test_katago_reads_its_layout(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """Reads the arrays as KataGo's own training does."""
    (path,) = kifu.export(folder, tmp_path / "katago", format="katago", side=7, rows=10**6, shuffle=0)
    with np.load(path) as npz:
        assert set(npz) == {
            "binaryInputNCHWPacked",
            "globalInputNC",
            "policyTargetsNCMove",
            "globalTargetsNC",
            "scoreDistrN",
            "valueTargetsNCHW",
        }
        planes = np.unpackbits(npz["binaryInputNCHWPacked"], axis=2)
        assert planes.shape[2] == ((7 * 7 + 7) // 8) * 8
        planes = planes[:, :, :49].reshape(len(planes), 22, 7, 7)
        policy, targets = npz["policyTargetsNCMove"], npz["globalTargetsNC"]
        scores, spatial = npz["scoreDistrN"], npz["valueTargetsNCHW"]
        assert npz["globalInputNC"].shape == (len(planes), 19)
    assert policy.shape == (len(planes), 2, 50) and policy.dtype == np.int16
    assert targets.shape == (len(planes), 64) and targets.dtype == np.float32
    assert scores.shape == (len(planes), 2 * 49 + 120) and (scores.sum(axis=1) == 100).all()
    assert spatial.shape == (len(planes), 5, 7, 7)
    assert (policy.sum(axis=2) == 1).all()
    batch = kifu.Dataset(folder, preset="katago", side=7, batch=10**6, shuffle=0)
    (batch,) = batch
    np.testing.assert_array_equal(planes, batch.x)
    np.testing.assert_array_equal(policy[:, 0].argmax(axis=1), batch.policy)
    np.testing.assert_array_equal(targets[:, 0] - targets[:, 1], batch.value)
    assert (targets[:, :3].sum(axis=1) == 1).all()
    # As `metrics_pytorch.py` of KataGo reads them: row, policy, answer, value, lead; nothing needs a search or ownership.
    assert (targets[:, 25] == 1).all() and (targets[:, 26] == 1).all()
    answered = np.r_[policy[1:, 0].argmax(axis=1) == policy[:-1, 1].argmax(axis=1), False]
    assert answered[targets[:, 28] == 1].all() and 0 < targets[:, 28].mean() < 1
    assert (1 - targets[:, 35] == batch.value_known).all()
    np.testing.assert_array_equal(targets[:, 29], np.isfinite(batch.lead))
    np.testing.assert_array_equal(targets[:, 21], np.nan_to_num(batch.lead))
    for weight in (1 - targets[:, 24], targets[:, 27], targets[:, 33], targets[:, 34]):
        assert (weight == 0).all()
    np.testing.assert_array_equal(targets[:, 51], batch.number)


def test_real_files_make_planes() -> None:
    data = kifu.Dataset(EXAMPLES, preset="agz", dtype="packed", batch=512)
    batches = list(data)
    assert batches and all(batch.x.shape[1:] == (17, 46) for batch in batches)
