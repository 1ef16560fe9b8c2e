"""The licences of what the service is made with: `python -m tests.support.licences` writes docs/licences.md anew."""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "licences.md"
SHIPPED = (("DejaVu Sans", "Bitstream Vera licence, changes in the public domain", "service/web/fonts"),)
FETCHED = (
    ("axe-core", "MPL-2.0", "tests/node, fetched for the tests only"),
    ("lighthouse", "Apache-2.0", "bench/node, fetched for a benchmark only"),
    ("boardgame.io", "MIT", "bench/boardgameio, fetched for a benchmark only"),
)
HEAD = """# Licences

The service is under the [MIT licence](../LICENSE). It runs on the packages below, which are installed from their own
sources and are not part of it. Written by `python -m tests.support.licences`; a test holds it to what is pinned.
"""


def pinned(file: str) -> list[str]:
    """The names of the packages that a requirements file pins."""
    return re.findall(r"(?m)^([A-Za-z0-9._-]+)==", (ROOT / file).read_text())


def licence(package: Distribution) -> str:
    """What a package says its licence is, in a few words."""

    def told(name: str) -> list[str]:
        return [str(each) for each in package.metadata.get_all(name) or ()]

    approved = [each for each in told("Classifier") if each.startswith("License :: OSI Approved ::")]
    classified = [each.rsplit(" :: ", 1)[-1] for each in approved]
    free = [text.strip().split("\n")[0][:60] for text in told("License")]
    return " / ".join(told("License-Expression") or classified or free)


def rows(names: list[str]) -> list[str]:
    """A line of the table for each package that is installed here; others are for other systems only."""
    found = []
    for name in names:
        try:
            found.append(f"| {name} | {licence(distribution(name))} |")
        except PackageNotFoundError:
            found.append(f"| {name} | on other systems only |")
    return found


def page() -> str:
    """The whole page."""
    running = pinned("requirements.txt")
    testing = [name for name in pinned("requirements-dev.txt") if name not in running]
    table = ["| package | licence |", "|---|---|"]
    shipped = [f"| {name} | {terms} | {where} |" for name, terms, where in (*SHIPPED, *FETCHED)]
    parts = [
        HEAD,
        "## The service\n",
        *table,
        *rows(running),
        "\n## Tests and tools\n",
        *table,
        *rows(testing),
        "\n## Files and Node packages\n",
        "| what | licence | where |",
        "|---|---|---|",
        *shipped,
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
