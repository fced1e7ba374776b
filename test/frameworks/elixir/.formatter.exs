# As clients/elixir, and Ecto's words stand as its own formatter has them: test/lint/run.
[
  locals_without_parens: [field: 2, field: 3, belongs_to: 3, has_many: 2, has_many: 3]
]
