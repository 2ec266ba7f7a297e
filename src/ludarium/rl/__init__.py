"""For researchers: many games at once, and the environments that learning programs know.

`Batch` needs only NumPy and Numba; each environment needs its own extra.
"""

from __future__ import annotations

from ludarium.rl.batch import Batch
from ludarium.rl.observations import planes

__all__ = ["Batch", "planes"]
