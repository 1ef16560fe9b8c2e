"""Letters: what happened becomes a mail that is owed, then bytes, then something a mail server has taken."""
