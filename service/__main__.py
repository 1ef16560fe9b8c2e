"""The commands: python -m service serve | worker | replay | simulate | check."""

import sys

from service.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
