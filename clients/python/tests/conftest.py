"""What pytest leaves alone."""

collect_ignore = ["mistakes.py"]  # for mypy: test_types.py
