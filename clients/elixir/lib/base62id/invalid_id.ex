defmodule Base62id.InvalidId do
  @moduledoc """
  A value that is no id of a kind. The message says what is wrong with it, and where; `code` is the
  SQLSTATE that the server raises for such a text.

      iex> {:error, error} = UserId.parse("user_1")
      iex> {error.code, Exception.message(error)}
      {"22P02", "invalid user id \\"user_1\\": 1 octet behind the type prefix, not 26"}
  """
  defexception [:message, code: "22P02"]

  @type t :: %__MODULE__{message: String.t(), code: String.t()}

  # A text of an id has less, and a message repeats at most 100 characters of another.
  @shown 400

  @doc false
  def of(kind, given, reason) do
    shown = if is_binary(given), do: " " <> shown(given), else: ""
    %__MODULE__{message: "invalid #{kind}#{shown}: #{reason}"}
  end

  @doc false
  def shown(text) when byte_size(text) > @shown,
    do: shown(binary_part(text, 0, @shown)) <> " and more, #{byte_size(text)} octets"

  def shown(text), do: inspect(text, printable_limit: 100, limit: 100)
end
