"""A data set for PyTorch. It needs the package `torch`, which Kifu does not install."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from torch import from_numpy
from torch.utils.data import IterableDataset, get_worker_info

from kifu._learn import Dataset

__all__ = ["TorchDataset"]


class TorchDataset(IterableDataset):
    """Batches of a `kifu.Dataset` as dictionaries of tensors.

    Pass it to ``DataLoader(data, batch_size=None, num_workers=n)``: each worker reads its own part of the files. With
    several processes of training give `rank` and `world_size`.
    """

    def __init__(self, data: Dataset, *, rank: int = 0, world_size: int = 1) -> None:
        super().__init__()
        self.data = data
        self.rank = rank
        self.world_size = world_size

    def __iter__(self) -> Iterator[dict[str, Any]]:
        info = get_worker_info()
        worker, workers = (0, 1) if info is None else (info.id, info.num_workers)
        part, parts = self.data.shard
        shard = (
            (part * self.world_size + self.rank) * workers + worker,
            parts * self.world_size * workers,
        )
        for batch in self.data.stream(shard=shard):
            yield {
                "x": from_numpy(batch.x),
                "mask": from_numpy(batch.mask),
                "globals": from_numpy(batch.globals),
                "policy": from_numpy(batch.policy),
                "value": from_numpy(batch.value),
                "value_known": from_numpy(batch.value_known),
            }
