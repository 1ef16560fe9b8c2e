"""Oh Hell by post: a card game played by mail, over days."""
