"""The two ways a record can be wrong; it may not know what is checked."""


class Malformed(ValueError):
    """Not a record: a wrong type, an unknown axis, preset, card or player count. The message is one sentence."""


class Untrue(ValueError):
    """A record of a game that cannot have been played so. The message is one sentence for a player."""
