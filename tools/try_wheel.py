"""Try a built wheel as a stranger would: in an empty environment and an empty home.

Installs it alone, runs the commands that a newcomer runs first, loads the lab's page in a browser
where there is one, adds the extra for PDF, starts it by pipx and uvx where these are installed,
and lists what was written and where: `python tools/try_wheel.py dist/kinarow-….whl`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from dataclasses import dataclass
from pathlib import Path

COMMANDS = (
    "--version",
    "doctor",
    "solve 44 --moves",
    "match alphabeta:eval=open-lines,depth=4 random --games 4",
    "why 44",
    "puzzles list --difficulty 1",
    "report open-lines --quick -o report.html",
    "tour",
)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True)
class Stranger:
    """Folders that nobody has used, and how programs run there."""

    folder: Path

    @property
    def programs(self) -> Path:
        return self.folder / "venv" / ("Scripts" if os.name == "nt" else "bin")

    @property
    def kinarow(self) -> str:
        return str(self.programs / "kinarow")

    @property
    def work(self) -> Path:
        return self.folder / "work"

    def settings(self, home: str = "home") -> dict[str, str]:
        """The environment without anything that leads out of the folders."""
        led = ("XDG_", "KINAROW_", "PYTHON", "PIPX_", "UV_TOOL", "UV_CACHE")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(led)}
        own, temporary = str(self.folder / home), str(self.folder / "temporary")
        return kept | {"HOME": own, "USERPROFILE": own, "TMPDIR": temporary, "TEMP": temporary}

    def run(self, *command: str, shown: str = "", home: str = "home") -> None:
        """Run to the end, say how long it took, and stop everything if it failed."""
        begun = time.monotonic()
        done = subprocess.run(
            command, cwd=self.work, env=self.settings(home), capture_output=True, text=True,
            encoding="utf-8", errors="replace",
        )  # fmt: skip
        took = time.monotonic() - begun
        print(f"{shown or ' '.join(command)}: code {done.returncode}, {took:.1f} s", flush=True)
        if done.returncode:
            sys.exit(f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}")

    def install(self, what: str) -> None:
        python = str(self.programs / "python")
        # What installers leave in a home is theirs, and not to be listed as ours.
        command = [python, "-m", "pip", "install", "--quiet", what]
        self.run(*command, shown="pip install", home="installer")
        size = sum(f.stat().st_size for f in (self.folder / "venv").rglob("*") if f.is_file())
        print(f"the environment has {size / 1e6:.0f} MB")


def main(wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        stranger = Stranger(Path(place))
        for name in ("home", "installer", "work", "temporary"):
            (stranger.folder / name).mkdir()
        venv.create(stranger.folder / "venv", with_pip=True)
        stranger.install(str(wheel))
        for arguments in COMMANDS:
            stranger.run(stranger.kinarow, *arguments.split(), shown=f"kinarow {arguments}")
        try_lab(stranger)
        list_files(stranger)
        stranger.install(f"{wheel}[report]")
        pdf = "report open-lines --quick -o report.pdf"
        stranger.run(stranger.kinarow, *pdf.split(), shown=f"kinarow {pdf}")
        if (stranger.work / "report.pdf").read_bytes()[:5] != b"%PDF-":
            sys.exit("report.pdf is no PDF")
        try_runners(stranger, wheel)


def try_lab(stranger: Stranger) -> None:
    """Start the lab and look at its page, with a browser's eyes where there is one."""
    with subprocess.Popen(
        [stranger.kinarow, "lab", "--port", "0"],
        cwd=stranger.work, env=stranger.settings(), stdout=subprocess.PIPE, text=True,
    ) as lab:  # fmt: skip
        try:
            assert lab.stdout is not None
            address = re.search(r"http://\S+", lab.stdout.readline())
            if address is None:
                sys.exit("the lab printed no address")
            look_at(address[0].rstrip("/"))
        finally:
            lab.terminate()


def look_at(address: str) -> None:
    for path in ("/", "/api/v1/catalogue"):
        with urllib.request.urlopen(address + path) as answer:
            print(f"lab {path}: {answer.status}, {len(answer.read())} bytes")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("no browser here: the page was loaded, but not drawn")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        page = playwright.chromium.launch(
            executable_path=browser, args=["--no-sandbox"]
        ).new_page()  # fmt: skip
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}/#moves=4453&coach=always")
        page.wait_for_selector(".move-score.best", timeout=120_000)
        cells = page.locator("#board .hole").count()
        print(f"lab by {Path(browser).name}: {cells} cells drawn, moves scored, {complaints=}")
    if complaints or cells != 42:
        sys.exit("the lab's page does not work")


def try_runners(stranger: Stranger, wheel: Path) -> None:
    """Started by tools that make an environment for one command."""
    for program, arguments in (("pipx", "run --spec"), ("uvx", "--from")):
        if not (found := shutil.which(program)):
            print(f"no {program} here: not tried")
            continue
        command = [found, *arguments.split(), str(wheel), "kinarow", "solve", "44"]
        shown = f"{program} {arguments} WHEEL kinarow solve 44"
        stranger.run(*command, shown=shown, home="installer")


def list_files(stranger: Stranger) -> None:
    print("written:")
    tops = [stranger.folder / name for name in ("home", "work", "temporary")]
    files = sorted(p for top in tops for p in top.rglob("*") if p.is_file())
    kernels = [path for path in files if "kernels" in path.parts]
    for path in files:
        if path not in kernels:
            name = path.relative_to(stranger.folder).as_posix()
            print(f"  {name}, {path.stat().st_size} bytes")
    if kernels:
        size = sum(path.stat().st_size for path in kernels) / 1e6
        folder = next(p for p in kernels[0].parents if p.name == "kernels")
        name = folder.relative_to(stranger.folder).as_posix()
        print(f"  {name}: {len(kernels)} files of compiled kernels, {size:.1f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
