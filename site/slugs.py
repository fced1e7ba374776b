"""Anchors as the code hosts make them, so that one link serves both."""
import re


def anchor(heading, separator):
    return re.sub(r"\s", separator, re.sub(r"[^\w\s-]", "", heading.strip().lower()))
