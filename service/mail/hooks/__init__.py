"""Webhooks: what a table's chat or program is told, how it is signed, and how it gets there."""
