"""Paragraphs that a client broke into lines, put together again (RFC 3676)."""


def unflowed(text: str, delete_space: bool) -> str:
    """The text with soft line breaks taken out; `delete_space` is the DelSp parameter."""
    lines: list[str] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        words = line[depth:].removeprefix(" ")
        soft = words.endswith(" ") and words != "-- "
        kept = words[:-1] if soft and delete_space else words
        if open_depth == depth and words != "-- ":
            lines[-1] += kept
        else:
            lines.append(">" * depth + (" " if depth else "") + kept)
        open_depth = depth if soft else None
    return "\n".join(lines)
