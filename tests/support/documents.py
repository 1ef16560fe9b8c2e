"""The examples of the documents, so that tests run what people copy."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


def example(document: str, name: str) -> str:
    """The indented lines below the line that says `name` and a colon."""
    lines = (ROOT / document).read_text().splitlines()
    start = next(at for at, line in enumerate(lines) if line.rstrip().endswith(f"`{name}`:"))
    block: list[str] = []
    for line in lines[start + 1 :]:
        if line and not line.startswith("    "):
            break
        block.append(line[4:])
    return "\n".join(block).strip() + "\n"
