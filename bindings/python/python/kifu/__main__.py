"""The command line: ``python -m kifu``, and the program ``kifu``."""

from __future__ import annotations

import signal
import sys

from kifu import _kifu  # type: ignore[attr-defined]


def main() -> int:
    """Runs the command line with the arguments of the process, and returns its exit status."""
    # The command sets handlers of its own, and Python's would only be called when it has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return int(_kifu._run(["kifu", *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
