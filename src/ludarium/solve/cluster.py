"""A cluster: the layers of one size do not need each other, so Ray can solve them on many machines at once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from ludarium.errors import MissingExtra
from ludarium.solve.layers import later
from ludarium.solve.run import Progress, Solved, solve_one, wanted
from ludarium.solve.tables import Tables, layer_name


def solve_on(address: str, tables: Tables, chosen: Iterable[int], progress: Progress, threads: int) -> None:
    """Make the tables of these layers on the cluster at that address; files are read and written here alone."""
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("a cluster needs the package ray: pip install 'ludarium[ray]'") from error
    tables.remove_unfinished()
    todo = wanted(tables, chosen)
    ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    try:
        remote = ray.remote(num_cpus=threads)(_solve_there)
        for _, same in groupby(todo, int.bit_count):
            size = list(same)
            needed = {other: ray.put(tuple(tables.packed(other))) for layer in size for other in later(tables.cards, layer)}
            running = {}
            for layer in size:
                progress.begin(layer_name(tables.cards, layer))
                others = later(tables.cards, layer)
                call = remote.remote(tables.cards, tables.obelisks, layer, others, threads, *(needed[other] for other in others))
                running[call] = layer
            while running:
                (done,), _ = ray.wait(list(running), num_returns=1)
                summary, packed = ray.get(done)
                del running[done]
                tables.write(summary, packed)
                progress.add(1.0)
                progress.finish(summary)
    finally:
        ray.shutdown()


def _solve_there(cards: int, obelisks: int, layer: int, others: tuple[int, ...], threads: int, *packed: object) -> Solved:
    from ludarium.solve.pack import Packed

    needed = {other: Packed(*parts) for other, parts in zip(others, packed, strict=True)}  # type: ignore[misc]
    return solve_one(cards, obelisks, layer, needed, threads, lambda part: None)
