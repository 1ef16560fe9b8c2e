"""Use cases, one function each; every one takes the world first."""
