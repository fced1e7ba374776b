"""Which version this is. migrate/build writes that of META.json in the place of this file."""

VERSION = "of a source tree"
