"""What a process remembers of games: values that never change, of bounded number."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values that never change, by a key; when there are too many, the one not asked for longest goes."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[int, bytes, int], T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[int, bytes, int]) -> T | None:
        """The value kept under a key, or None."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: tuple[int, bytes, int], value: T) -> None:
        """Keep a value."""
        with self._lock:
            self._kept[key] = value
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
