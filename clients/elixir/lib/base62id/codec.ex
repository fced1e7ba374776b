defmodule Base62id.Codec do
  @moduledoc false
  # The arithmetic of the notations: characters to octets and back.

  # Of each: the alphabet, how many characters, the bits, the first text and the last, the pattern
  # of what is read.
  @formats %{
    typeid:
      {~c"0123456789abcdefghjkmnpqrstvwxyz", 26, 128, String.duplicate("0", 26),
       "7" <> String.duplicate("z", 25), "[0-7][0-9a-hjkmnp-tv-z]{25}"},
    ulid:
      {~c"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 128, String.duplicate("0", 26),
       "7" <> String.duplicate("Z", 25), "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}"},
    base62id:
      {Enum.concat([?0..?9, ?A..?Z, ?a..?z]), 22, 128, "Fa84QWiAxLXUJaHZmEVPEG",
       "NNC6dn4GR1JETNQMfLl6qN", "[F-N][0-9A-Za-z]{21}"},
    base64uuid:
      {Enum.concat([[?$], ?0..?9, ?A..?Z, [?_], ?a..?z]), 22, 128,
       "F" <> String.duplicate("$", 21), "I" <> String.duplicate("z", 21),
       "[F-I][$0-9A-Z_a-z]{21}"},
    uid11:
      {~c"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 64, "11111111111",
       "jpXCZedGfVQ", "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"},
    baseuid:
      {Enum.concat([[?-], ?0..?9, ?A..?Z, [?_], ?a..?z]), 20, 120, String.duplicate("-", 20),
       String.duplicate("z", 20), "[-0-9A-Z_a-z]{20}"},
    hex:
      {~c"0123456789abcdef", 32, 128, String.duplicate("0", 32), String.duplicate("f", 32),
       "[0-9a-fA-F]{32}"}
  }

  @uuid_pattern "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
  @hyphens [8, 13, 18, 23]

  @doc "The pattern of a UUID's own text."
  def uuid_pattern, do: @uuid_pattern

  @doc "The canonical case."
  def fold(:ulid, text), do: String.upcase(text, :ascii)
  def fold(notation, text) when notation in [:uuid, :hex], do: String.downcase(text, :ascii)
  def fold(_, text), do: text

  @doc "Whether these are the characters of an id, as they are written."
  def canonical?(notation, characters) do
    byte_size(characters) == length_of(notation) and wrong(notation, characters, 0) == nil and
      characters >= first_of(notation) and characters <= last_of(notation)
  end

  @doc "The texts of the first and of the last id that begin so, or nil."
  def range(notation, beginning) do
    given = fold(notation, beginning)
    size = byte_size(given)
    rest = length_of(notation) - size

    if rest >= 0 and wrong(notation, given, 0) == nil do
      {lowest, highest} = ends_of(notation)
      first = max(given <> binary_part(lowest, size, rest), first_of(notation))
      last = min(given <> binary_part(highest, size, rest), last_of(notation))
      if first <= last, do: {first, last}
    end
  end

  @doc "The text of a UUID's octets."
  def uuid_text(octets) do
    <<a::binary-8, b::binary-4, c::binary-4, d::binary-4, e::binary-12>> =
      Base.encode16(octets, case: :lower)

    <<a::binary-8, ?-, b::binary, ?-, c::binary, ?-, d::binary, ?-, e::binary>>
  end

  @doc "The octets of a UUID's own text; nil of any other."
  def uuid_octets(
        <<a::binary-8, ?-, b::binary-4, ?-, c::binary-4, ?-, d::binary-4, ?-, e::binary-12>>
      ),
      do: hex_octets(<<a::binary-8, b::binary, c::binary, d::binary, e::binary>>)

  def uuid_octets(_), do: nil

  @doc "The octets of 32 hexadecimal digits; nil of any other."
  def hex_octets(<<digits::binary-32>>) do
    case Base.decode16(digits, case: :mixed) do
      {:ok, octets} -> octets
      :error -> nil
    end
  end

  def hex_octets(_), do: nil

  # What is known of each notation: the position of the first octet that is no character of it; the
  # octets of characters, and the characters of octets, where each is so many bits.
  @doc "How many characters there are."
  def length_of(notation)
  @doc "How many bits the octets have."
  def bits_of(notation)
  @doc "The text of the smallest id."
  def first_of(notation)
  @doc "The text of the largest."
  def last_of(notation)
  @doc "The pattern of what is read."
  def pattern_of(notation)
  @doc "Where the first octet stands that is no character of the notation, or nil."
  def wrong(notation, text, at)
  @doc "The octets of characters that were checked."
  def octets(notation, characters)
  @doc "The characters of octets, behind what stands before them."
  def characters(notation, octets, lead)
  defp ends_of(notation)

  for {notation, {alphabet, length, bits, first, last, pattern}} <- @formats do
    lowest = :binary.copy(<<hd(alphabet)>>, length)
    highest = :binary.copy(<<List.last(alphabet)>>, length)
    def length_of(unquote(notation)), do: unquote(length)
    def bits_of(unquote(notation)), do: unquote(bits)
    def first_of(unquote(notation)), do: unquote(first)
    def last_of(unquote(notation)), do: unquote(last)
    def pattern_of(unquote(notation)), do: unquote(pattern)
    defp ends_of(unquote(notation)), do: {unquote(lowest), unquote(highest)}

    # A function of its own, and a clause for each character: a jump, where guards are compared.
    wrong = :"wrong_#{notation}"
    def wrong(unquote(notation), text, at), do: unquote(wrong)(text, at)

    for c <- alphabet do
      defp unquote(wrong)(<<unquote(c), rest::binary>>, at), do: unquote(wrong)(rest, at + 1)
    end

    defp unquote(wrong)(rest, at), do: if(rest != "", do: at)

    if length(alphabet) in [32, 64] do
      values = alphabet |> Enum.with_index() |> Map.new()
      values = Macro.escape(List.to_tuple(for c <- 0..255, do: values[c]))
      alphabet = Macro.escape(List.to_tuple(alphabet))
      width = if notation in [:typeid, :ulid], do: 5, else: 6
      # What remains of the first character beside its mark.
      top = bits - (length - 1) * width
      [one | others] = Macro.generate_arguments(length, __MODULE__)
      mark = if notation == :base64uuid, do: 16, else: 0

      bits_of_others =
        for v <- others, do: quote(do: elem(unquote(values), unquote(v)) :: unquote(width))

      parts = for v <- others, do: quote(do: unquote(v) :: unquote(width))
      written = for v <- others, do: quote(do: elem(unquote(alphabet), unquote(v)))

      def octets(unquote(notation), <<unquote(one), unquote_splicing(others)>>) do
        <<elem(unquote(values), unquote(one))::unquote(top), unquote_splicing(bits_of_others)>>
      end

      def characters(
            unquote(notation),
            <<unquote(one)::unquote(top), unquote_splicing(parts)>>,
            lead
          ) do
        <<lead::binary-size(byte_size(lead)),
          elem(unquote(alphabet), unquote(one) + unquote(mark)), unquote_splicing(written)>>
      end
    end
  end

  # A UUID's own text has hyphens, which are characters of their places.
  @uuid_first "00000000-0000-0000-0000-000000000000"
  @uuid_last "ffffffff-ffff-ffff-ffff-ffffffffffff"
  def length_of(:uuid), do: 36
  def bits_of(:uuid), do: 128
  def first_of(:uuid), do: @uuid_first
  def last_of(:uuid), do: @uuid_last
  def pattern_of(:uuid), do: @uuid_pattern
  defp ends_of(:uuid), do: {@uuid_first, @uuid_last}

  def wrong(:uuid, <<?-, rest::binary>>, at) when at in @hyphens, do: wrong(:uuid, rest, at + 1)

  def wrong(:uuid, <<c, rest::binary>>, at)
      when at not in @hyphens and (c in ?0..?9 or c in ?a..?f),
      do: wrong(:uuid, rest, at + 1)

  def wrong(:uuid, rest, at), do: if(rest != "", do: at)

  def octets(:uuid, characters), do: uuid_octets(characters)
  def octets(:hex, characters), do: hex_octets(characters)

  # Base 62 and 58 in steps that are no bignums: of 9 characters, and of 5.
  @nine 13_537_086_546_263_552
  @five 656_356_768
  @base62 List.to_tuple(elem(@formats[:base62id], 0))
  @base58 List.to_tuple(elem(@formats[:uid11], 0))

  def octets(:base62id, <<a::binary-4, b::binary-9, c::binary-9>>) do
    # The number 2 stands above the 128 bits.
    <<(digits62(a, 0) * @nine + digits62(b, 0)) * @nine + digits62(c, 0)::128>>
  end

  def octets(:uid11, <<a::binary-6, b::binary>>),
    do: <<digits58(a, 0) * @five + digits58(b, 0)::64>>

  def characters(:uuid, octets, lead), do: lead <> uuid_text(octets)
  def characters(:hex, octets, lead), do: lead <> Base.encode16(octets, case: :lower)

  def characters(:base62id, octets, lead) do
    <<number::136>> = <<2, octets::binary>>
    rest = div(number, @nine)
    characters = put(rem(number, @nine), 9, 62, @base62, [])
    characters = put(rem(rest, @nine), 9, 62, @base62, characters)
    :erlang.list_to_binary([lead | put(div(rest, @nine), 4, 62, @base62, characters)])
  end

  def characters(:uid11, <<number::64>>, lead) do
    characters = put(rem(number, @five), 5, 58, @base58, [])
    :erlang.list_to_binary([lead | put(div(number, @five), 6, 58, @base58, characters)])
  end

  defp put(_, 0, _, _, characters), do: characters

  defp put(number, n, base, alphabet, characters) do
    put(div(number, base), n - 1, base, alphabet, [elem(alphabet, rem(number, base)) | characters])
  end

  for {c, value} <- Enum.with_index(elem(@formats[:base62id], 0)) do
    defp digits62(<<unquote(c), rest::binary>>, sum),
      do: digits62(rest, sum * 62 + unquote(value))
  end

  defp digits62("", sum), do: sum

  for {c, value} <- Enum.with_index(elem(@formats[:uid11], 0)) do
    defp digits58(<<unquote(c), rest::binary>>, sum),
      do: digits58(rest, sum * 58 + unquote(value))
  end

  defp digits58("", sum), do: sum
end
