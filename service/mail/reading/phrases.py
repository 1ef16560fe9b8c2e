"""What one language's mail programmes write around a reply; the shape of the tables, not their words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrases:
    """All in lower case, without the colon or the dots that follow.

    `wrote` ends an attribution ("On Monday Ann wrote:") and `opens` begins it; `sender`, `date`, `to` and `subject` are
    the names in a quoted header; `original` are the titles between dashes; `sent_from` begins the line a phone adds;
    `sign_offs` are lines that end a letter, `formal` those of one word that nobody writes in the middle of it;
    `automatic` and `bounced` begin subjects; `footers` begin what lists, virus scanners and lawyers add; `reacted` is
    in what is sent for an emoji.
    """

    wrote: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()
    sender: tuple[str, ...] = ()
    date: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    sent_from: tuple[str, ...] = ()
    sign_offs: tuple[str, ...] = ()
    formal: tuple[str, ...] = ()
    automatic: tuple[str, ...] = ()
    bounced: tuple[str, ...] = ()
    footers: tuple[str, ...] = ()
    reacted: tuple[str, ...] = ()
