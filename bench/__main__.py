"""Runs every benchmark, each in a process of its own, and prints what they found as one table, for `make bench`."""

import re
import subprocess
import sys
from pathlib import Path

FOUND = re.compile(r"(?P<what>[^:]+): (?P<figure>.*?-?\d[\d.,]*) (?P<rest>.*)")
FOLDER = Path(__file__).parent
SHARED = {"__main__", "__init__", "world", "bare"}


def found(name: str) -> list[str]:
    """The lines that a benchmark prints, shown as they come."""
    lines = []
    with subprocess.Popen([sys.executable, "-m", f"bench.{name}"], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line.rstrip())
    if process.returncode:
        sys.exit(f"bench.{name} ended with {process.returncode}")
    return lines


def main() -> None:
    """Run those named, or all, and print the table."""
    names = sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in SHARED)
    matches = [match for name in names for line in found(name) if (match := FOUND.fullmatch(line))]
    width = max(len(match["what"]) for match in matches)
    print()
    for match in matches:
        print(f"{match['what']:<{width}}  {match['figure']:>8}  {match['rest']}")


if __name__ == "__main__":
    main()
