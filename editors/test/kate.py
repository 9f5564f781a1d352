"""The language server in Kate, without a screen, set up as docs/editor.md says.

Usage: python kate.py path/to/kifu path/to/record.sgf RULE

Kate starts a `kifu` that keeps a copy of all messages. The test passes when the server reports RULE in the record.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60


def settings() -> str:
    """The settings that the documentation gives for Kate."""
    section = (ROOT / "docs/editor.md").read_text().split("### Kate", 1)[1]
    return section.split("```json\n", 1)[1].split("```", 1)[0]


def main(kifu: str, record: str, rule: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "bin").mkdir()
        copy = home / "messages"
        script = home / "bin/kifu"
        script.write_text(f'#!/bin/sh\n"{Path(kifu).absolute()}" "$@" | tee "{copy}"\n')
        script.chmod(0o755)
        place = home / ".config/kate/lspclient/settings.json"
        place.parent.mkdir(parents=True)
        place.write_text(settings())
        # Kate asks before it starts a program for the first time.
        (home / ".config/katerc").write_text(f"[lspclient]\nAllowedServerCommandLines={script} lsp\n")
        session = home / ".local/share/kate/anonymous.katesession"
        session.parent.mkdir(parents=True)
        session.write_text("[Kate Plugins]\nlspclientplugin=true\n")
        syntax = home / ".local/share/org.kde.syntax-highlighting/syntax/sgf.xml"
        syntax.parent.mkdir(parents=True)
        syntax.write_bytes((ROOT / "editors/kate/sgf.xml").read_bytes())
        environment = {
            **os.environ,
            "HOME": folder,
            "XDG_RUNTIME_DIR": folder,
            "QT_QPA_PLATFORM": "offscreen",
            "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        }
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME"]:
            environment.pop(name, None)
        with (home / "log").open("w") as log:
            kate = subprocess.Popen(
                ["kate", "--new", "--block", record], env=environment, stdout=log, stderr=log
            )
        end = time.monotonic() + PATIENCE
        try:
            while not (copy.exists() and f'"code":"{rule}"' in copy.read_text()):
                if time.monotonic() > end or kate.poll() is not None:
                    sys.exit(f"Kate: no diagnostic {rule}\n{(home / 'log').read_text()}")
                time.sleep(0.1)
        finally:
            kate.terminate()
            kate.wait()
    print(f"Kate shows {rule}")


if __name__ == "__main__":
    main(*sys.argv[1:])
