"""`simulate`: placeholder until the records arrive."""

import argparse


def declare(command: argparse.ArgumentParser) -> None:
    """Arguments."""


def run(given: argparse.Namespace) -> int:
    """Run."""
    raise NotImplementedError
