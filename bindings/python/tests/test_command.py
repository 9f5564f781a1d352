"""The command line of the wheel."""

from __future__ import annotations

import pathlib
import shutil
import signal
import subprocess
import sys

import kifu
import pytest
from conftest import EXAMPLES


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "kifu", *arguments], capture_output=True, text=True, check=False)


def test_the_command_line_runs() -> None:
    version = run("--version")
    assert (version.returncode, version.stdout) == (0, f"kifu {kifu.__version__}\n")
    found = run("check", EXAMPLES / "broken.sgf")
    codes = {diagnostic.code for diagnostic in kifu.check(kifu.open(EXAMPLES / "broken.sgf"))}
    assert found.returncode == 1 and codes and all(code in found.stdout for code in codes)
    assert run("no-such-command").returncode == 2


def test_the_program_is_installed() -> None:
    program = shutil.which("kifu", path=pathlib.Path(sys.executable).parent)
    assert program is not None
    shown = subprocess.run([program, "show", EXAMPLES / "joseki.sgf"], capture_output=True, text=True, check=False)
    assert shown.returncode == 0 and "┼" in shown.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_signals_end_it() -> None:
    command = [sys.executable, "-m", "kifu", "check", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"(;")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 128 + signal.SIGINT
        process.stdin.close()
