"""Processes: jobs that are done in as many at once as there are processors."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")

_shared: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""The jobs, which the processes inherit: they need not be sent."""


def workers_for(jobs: int, each: int) -> int:
    """How many processes so many jobs are worth, of which each is worth a process of its own."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return 1
    return max(1, min(os.cpu_count() or 1, jobs // each))


def in_processes(do: Callable[[Job], Done], jobs: Sequence[Job], each: int = 10) -> Iterator[Done]:
    """What comes of each job, in their order; so many of them are worth a process."""
    with begun_in_processes(do, jobs, each) as done:
        yield from done


@contextmanager
def begun_in_processes(
    do: Callable[[Job], Done], jobs: Sequence[Job], each: int = 10
) -> Iterator[Iterator[Done]]:
    """The same, begun at once, so that something else can be done meanwhile.

    Without processes each job is done when its result is asked for.
    """
    workers = workers_for(len(jobs), each)
    executor = _executor(workers) if workers > 1 else None
    if executor is None:
        yield map(do, jobs)
        return
    with executor:
        _shared.append((do, jobs))
        try:
            # By the first job that it is given it has forked all of its processes.
            done = executor.map(_do, range(len(jobs)))
        finally:
            _shared.clear()
        try:
            yield done
        finally:
            # Where something went wrong meanwhile, nobody wants the rest.
            executor.shutdown(cancel_futures=True)


def _executor(workers: int) -> ProcessPoolExecutor | None:
    """Processes that leave Ctrl-C to this one; None where there may be none."""
    context = multiprocessing.get_context("fork")
    try:
        return ProcessPoolExecutor(workers, context, initializer=_begin)
    except OSError:
        return None


def _begin() -> None:
    """Begin a process: what it inherits is no garbage, and need not be looked through for some."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()


def _do(number: int) -> Any:
    ((do, jobs),) = _shared
    return do(jobs[number])
