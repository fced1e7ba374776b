# A busy machine compiles modules slowly.
ExUnit.start(timeout: 600_000)
