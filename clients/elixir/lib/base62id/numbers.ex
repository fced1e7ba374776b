defmodule Base62id.Numbers do
  @moduledoc """
  The numbers of the ids of a kind of the notation `:uid11`, which `Base62id.numbers/2` makes. Nothing
  that is printed shows the key.
  """

  alias Base62id.{Codec, InvalidId, Kind}

  @enforce_keys [:module, :kind, :round_keys]
  @derive {Inspect, only: [:module]}
  defstruct [:module, :kind, :round_keys]

  @opaque t :: %__MODULE__{module: module, kind: struct, round_keys: [non_neg_integer]}

  @doc false
  def new(module, key) do
    kind = kind_of(module)

    unless kind && kind.notation == :uid11,
      do: raise(ArgumentError, "numbers are of a kind of the notation uid11")

    if key != nil and not kind.masked,
      do: raise(ArgumentError, "a kind that is not masked has no key")

    if key == nil and kind.masked, do: raise(ArgumentError, "a masked kind needs its key")
    round_keys = if key, do: round_keys(key, kind.prefix), else: []
    %__MODULE__{module: module, kind: kind, round_keys: round_keys}
  end

  defp kind_of(module) do
    if is_atom(module) and Code.ensure_loaded?(module) and
         function_exported?(module, :__base62id__, 0),
       do: module.__base62id__()
  end

  @doc """
  The id of a number of 64 bits, with its sign; another raises `ArgumentError`.

      iex> Base62id.Numbers.encode(Base62id.numbers(InvoiceId), -1)
      "inv_jpXCZedGfVQ"
  """
  @spec encode(t, integer) :: binary
  def encode(%__MODULE__{} = numbers, number) do
    # Not by a guard, whose error has the arguments, and so the keys.
    unless is_integer(number) and number in -0x8000000000000000..0x7FFFFFFFFFFFFFFF,
      do: raise(ArgumentError, "a number is an integer of 64 bits")

    <<x::32, y::32>> = <<number::64>>
    {x, y} = List.foldl(numbers.round_keys, {x, y}, fn k, {x, y} -> round(x, y, k) end)
    Kind.write(numbers.kind, <<x::32, y::32>>)
  end

  @doc """
  The number of a text that the kind parses. Of a masked kind every id has one: nothing tells another
  key.

      iex> Base62id.Numbers.decode(Base62id.numbers(InvoiceId), "inv_1111111111j")
      {:ok, 42}
  """
  @spec decode(t, term) :: {:ok, integer} | {:error, InvalidId.t()}
  def decode(%__MODULE__{} = numbers, text) do
    with {:ok, id} <- Kind.parse(numbers.kind, text) do
      <<x::32, y::32>> = Codec.octets(:uid11, binary_part(id, byte_size(id), -11))

      {x, y} =
        List.foldr(numbers.round_keys, {x, y}, fn k, {x, y} ->
          y = rotated(Bitwise.bxor(y, x), 29)
          {rotated(Bitwise.band(Bitwise.bxor(x, k) - y, 0xFFFFFFFF), 8), y}
        end)

      <<number::signed-64>> = <<x::32, y::32>>
      {:ok, number}
    end
  end

  defp round_keys(key, prefix) do
    unless is_binary(key) and byte_size(key) == 16,
      do: raise(ArgumentError, "a mask key has 16 octets")

    mac = :crypto.mac(:hmac, :sha256, key, "base62id number mask\0" <> prefix)
    <<k::little-32, a::little-32, b::little-32, c::little-32, _::binary>> = mac

    {keys, _} =
      Enum.map_reduce(0..26, {k, [a, b, c]}, fn i, {k, [l | rest]} ->
        {l, following} = round(l, k, i)
        {k, {following, rest ++ [l]}}
      end)

    keys
  end

  # Of Speck64/128.
  defp round(x, y, key) do
    x = Bitwise.bxor(Bitwise.band(rotated(x, 24) + y, 0xFFFFFFFF), key)
    {x, Bitwise.bxor(rotated(y, 3), x)}
  end

  defp rotated(word, left),
    do:
      Bitwise.bor(Bitwise.band(Bitwise.bsl(word, left), 0xFFFFFFFF), Bitwise.bsr(word, 32 - left))
end
