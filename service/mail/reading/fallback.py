"""A library's opinion of where a quote begins, asked only when the grammar finds more than one move in a reply.

quotequail knows ways of quoting that the tables here do not. It takes long for many lines, so few are given to it.
"""

from collections.abc import Sequence

import quotequail

_MOST_LINES = 40
_LONGEST_LINE = 200


def before_quote(lines: Sequence[str]) -> Sequence[str]:
    """Those of the lines that stand before a quote; all of them if the library sees none."""
    asked = [line[:_LONGEST_LINE] for line in lines[:_MOST_LINES]]
    parts = quotequail.quote("\n".join(asked), limit=_MOST_LINES + 1, quote_intro_line=True)
    quoted = [text for shown, text in parts if not shown]
    return lines[: len(asked) - quoted[0].count("\n") - 1] if quoted else lines
