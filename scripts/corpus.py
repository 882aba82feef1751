"""The programs of the repository: which files belong together, and what their annotations say."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["examples", "bench", "tests/programs"]


def programs(paths):
    """Programs as lists of files: a folder with a main.c is one."""
    files = sorted({f for p in paths for f in ([p] if p.is_file() else p.rglob("*.c"))})
    for file in files:
        if (file.parent / "main.c").exists():
            if file.name == "main.c":
                yield sorted(file.parent.glob("*.c"))
        elif not any(file.name in others(other) for other in file.parent.glob("*.c") if other != file):
            yield [file] + [file.parent / name for name in others(file)]


def annotation(file, name):
    found = re.search(rf"^//@ {name}: *(.*)$", file.read_text(errors="replace"), re.M)
    return found.group(1).split() if found else []


def others(file):
    return annotation(file, "files")


def chosen(paths):
    """The programs among these files and folders; without any, all there are."""
    return list(programs([path.resolve() for path in paths] or [ROOT / folder for folder in FOLDERS]))


def cflags(file):
    """What a program is compiled with."""
    return " ".join([f"-I{ROOT / 'runtime'}", *annotation(file, "cflags")])
