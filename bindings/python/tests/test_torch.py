"""`kifu.torch` with a stand-in for PyTorch, which is too large for the tests."""

from __future__ import annotations

import importlib
import pathlib
import pickle
import sys
import types

import kifu
import numpy as np
import pytest
from test_planes import record


class WorkerInfo:
    """What `torch.utils.data.get_worker_info` returns."""

    def __init__(self, id: int, num_workers: int) -> None:
        self.id = id
        self.num_workers = num_workers


class IterableDataset:
    """The base class of PyTorch has nothing that matters here."""


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> types.SimpleNamespace:
    """A stand-in for torch, and the worker that it says is running."""
    state = types.SimpleNamespace(info=None)
    torch, utils, data = (types.ModuleType(name) for name in ("torch", "torch.utils", "torch.utils.data"))
    torch.from_numpy = lambda array: array
    data.IterableDataset = IterableDataset
    data.get_worker_info = lambda: state.info
    for name, module in [("torch", torch), ("torch.utils", utils), ("torch.utils.data", data)]:
        monkeypatch.setitem(sys.modules, name, module)
    sys.modules.pop("kifu.torch", None)
    state.torch = importlib.import_module("kifu.torch")
    yield state
    sys.modules.pop("kifu.torch", None)


def test_workers_and_processes_share_the_positions(tmp_path: pathlib.Path, worker: types.SimpleNamespace) -> None:
    for number in range(14):
        (tmp_path / f"{number}.sgf").write_text(record(number, 7, 7, 20)[0])
    data = kifu.Dataset(tmp_path, side=7, preset="katago", batch=16)
    positions = lambda batches: sorted(  # noqa: E731
        (batch["x"][n].tobytes(), int(batch["policy"][n])) for batch in batches for n in range(len(batch["policy"]))
    )
    expected = positions(worker.torch.TorchDataset(data))
    assert len(expected) == 14 * 20
    found = []
    for rank in range(2):
        for id in range(3):
            worker.info = WorkerInfo(id, 3)
            part = pickle.loads(pickle.dumps(worker.torch.TorchDataset(data, rank=rank, world_size=2)))
            batches = list(part)
            assert batches and all(batch["globals"].dtype == np.float32 for batch in batches)
            found += positions(batches)
    assert sorted(found) == expected


def test_pytorch_itself(tmp_path: pathlib.Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; the checks do not install it")
    from kifu.torch import TorchDataset

    for number in range(4):
        (tmp_path / f"{number}.sgf").write_text(record(number, 7, 7, 20)[0])
    data = TorchDataset(kifu.Dataset(tmp_path, side=7, batch=16))
    loader = torch.utils.data.DataLoader(data, batch_size=None, num_workers=2)
    assert sum(len(batch["policy"]) for batch in loader) == 4 * 20
