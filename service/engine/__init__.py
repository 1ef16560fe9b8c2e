"""The rules of the games this service plays: pure values and functions; no clock, dice, database, mail or web."""
