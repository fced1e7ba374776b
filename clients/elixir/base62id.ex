defmodule Base62id do
  @moduledoc """
  The ids of the PostgreSQL extension base62id: text to octets and back, for Postgrex in binary, and for Ecto.

      Base62id.parse("typeid", "user_01h455vb4pex5vsknk084sn02q")    {:ok, canonical text} or {:error, why}
      Base62id.parse("ulid", text, "prod")    the same of a typed id, by its notation and its type prefix

      extensions = Base62id.Postgrex.extensions() ++ Ecto.Adapters.Postgres.extensions()
      Postgrex.Types.define(MyApp.PostgrexTypes, extensions)
      @primary_key {:id, Base62id.Ecto, name: "typeid", prefix: "user", read_after_writes: true}

  One file: copy it. Without Postgrex or Ecto it is the codec alone.
  """

  # The alphabet, the symbols, the bits, the first text and the last, and the pattern.
  @formats %{
    "typeid" => {~c"0123456789abcdefghjkmnpqrstvwxyz", 26, 128, String.duplicate("0", 26), "7" <> String.duplicate("z", 25), "[0-7][0-9a-hjkmnp-tv-z]{25}"},
    "base62id" => {Enum.concat([?0..?9, ?A..?Z, ?a..?z]), 22, 128, "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN", "[F-N][0-9A-Za-z]{21}"},
    "base64uuid" =>
      {Enum.concat([[?$], ?0..?9, ?A..?Z, [?_], ?a..?z]), 22, 128, "F" <> String.duplicate("$", 21), "I" <> String.duplicate("z", 21),
       "[F-I][$0-9A-Z_a-z]{21}"},
    "uid11" =>
      {~c"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 64, "11111111111", "jpXCZedGfVQ",
       "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"},
    "baseuid" =>
      {Enum.concat([[?-], ?0..?9, ?A..?Z, [?_], ?a..?z]), 20, 120, String.duplicate("-", 20), String.duplicate("z", 20), "[-0-9A-Z_a-z]{20}"},
    "ulid" =>
      {~c"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 128, String.duplicate("0", 26), "7" <> String.duplicate("Z", 25),
       "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}"}
  }
  @names ["typeid" | Map.keys(Map.delete(@formats, "typeid"))]
  # Octets: 63 of a type prefix, "_", 26 symbols, two quotes.
  @longest 92

  def names, do: @names

  @doc """
  The octets of an id's own text, bare or in one pair of double quotes. With a prefix, those of a typed id: the name is then
  that of a notation, and octets are those that the type sends and receives.
  """
  def decode(name, text, prefix \\ nil) do
    with {:ok, own, symbols} <- read(name, text, prefix) do
      octets = octets(name, symbols)
      {:ok, if(prefix || own == "", do: octets, else: own <> octets)}
    end
  end

  @doc "The text of an id's octets; with a prefix, of those of a typed id in the notation of that name."
  def encode(name, octets, prefix) do
    with :ok <- check_prefix(prefix),
         :ok <- check_notation(name),
         :ok <- check_size(name, octets),
         do: {:ok, behind(prefix, symbols(name, octets))}
  end

  def encode("typeid", octets) when byte_size(octets) > 16 do
    encode("typeid", binary_part(octets, byte_size(octets), -16), binary_part(octets, 0, byte_size(octets) - 16))
  end

  def encode(name, octets) do
    with :ok <- check_size(name, octets), do: {:ok, symbols(name, octets)}
  end

  @doc """
  What the type's input makes of a text: the canonical id. A base62id, base64uuid or ulid may also come as a UUID's own
  text. With a prefix, the name is the notation of a typed id, as typeid_create_type(name, prefix, notation) makes its type:
  typeid, ulid, base62id, base64uuid or uid11.

  Options: `masked: true` refuses a UUID that is not of version 4, as no masked id has one; `accept_uuid: true` reads a
  UUID's own text for a typed id, too.
  """
  def parse(name, text, prefix \\ nil, options \\ []) do
    takes_uuid = if prefix, do: options[:accept_uuid] == true, else: name != "typeid"
    uuid = if takes_uuid and uuid?(name), do: uuid_octets(text)

    if uuid do
      with :ok <- check_prefix(prefix || ""),
           :ok <- check_facade(name, text, uuid, options),
           do: {:ok, behind(prefix || "", symbols(name, uuid))}
    else
      with {:ok, own, symbols} <- read(name, text, prefix),
           :ok <- check_facade(name, text, fn -> octets(name, symbols) end, options),
           do: {:ok, if(name == "ulid", do: behind(own, symbols), else: unquoted(text))}
    end
  end

  defp check_facade(name, text, octets, options) do
    if options[:masked] == true and uuid?(name) do
      case if(is_function(octets), do: octets.(), else: octets) do
        <<_::48, 4::4, _::12, 2::2, _::62>> -> :ok
        _ -> {:error, "invalid #{name} #{shown(text)}: its UUID is not of version 4, as that of every masked id is"}
      end
    else
      :ok
    end
  end

  @doc """
  Whether this is the text of an id, as …_is_valid says on the server; with a prefix, of a typed id. Options as for
  `parse/4`; a UUID's own text is an id with `accept_uuid: true` alone.
  """
  def valid?(name, text, prefix \\ nil, options \\ []) do
    (options[:accept_uuid] == true or uuid_octets(text) == nil) and match?({:ok, _}, parse(name, text, prefix, options))
  end

  @doc """
  For JSON Schema: every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse refuses. Options
  as for `parse/4`.
  """
  def pattern(name, prefix \\ nil, options \\ []) do
    :ok = check_prefix(prefix || "")
    lead = if name == "typeid" and prefix == nil, do: "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?", else: lead(prefix || "")
    takes_uuid = if prefix, do: options[:accept_uuid], else: name != "typeid" and uuid?(name)
    own = if takes_uuid, do: "|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
    if own, do: "^(?:#{lead}#{pattern_of(name)}#{own})$", else: "^#{lead}#{pattern_of(name)}$"
  end

  @doc "The type prefix of a typeid, or of a typed id in another notation, which may have an underscore behind it."
  def type_prefix(id, notation \\ "typeid")
  def type_prefix(id, _) when byte_size(id) > @longest, do: ""
  def type_prefix(id, "typeid"), do: elem(split(unquoted(id)), 0) || ""

  def type_prefix(id, notation) do
    bare = unquoted(id)
    binary_part(bare, 0, max(byte_size(bare) - length_of(notation) - 1, 0))
  end

  @doc "The 26 symbols of a typeid behind its type prefix."
  def suffix(id) do
    with {:ok, id} <- parse("typeid", id), do: {:ok, binary_part(id, byte_size(id), -26)}
  end

  @doc "The UUID of an id, in its own text."
  def to_uuid(name, text) do
    with :ok <- check_uuid(name),
         nil <- if(name != "typeid", do: uuid_octets(text)),
         {:ok, _, symbols} <- read(name, text, nil) do
      {:ok, uuid_text(octets(name, symbols))}
    else
      {:error, why} -> {:error, why}
      octets -> {:ok, uuid_text(octets)}
    end
  end

  @doc "The id of a UUID's own text, with a type prefix if there is one: then the name is that of a notation."
  def from_uuid(name, uuid, prefix \\ "") do
    with :ok <- check_uuid(name) do
      case uuid_octets(uuid) do
        nil -> {:error, "invalid uuid #{shown(uuid)}: not 32 hexadecimal digits in groups of 8-4-4-4-12"}
        octets -> with :ok <- check_prefix(prefix), do: {:ok, behind(prefix, symbols(name, octets))}
      end
    end
  end

  @doc """
  Over a column of uuid: the first and the last UUID, both inclusive, whose id begins with a text; nil where none does. For
  typeid, ulid, base62id and base64uuid; another name raises ArgumentError, as a type prefix does that is none.
  """
  def prefix_range(name, text, prefix \\ "") when is_binary(text) do
    lead = plain_lead!(name, prefix)
    size = min(byte_size(text), byte_size(lead))

    if byte_size(text) <= @longest and binary_part(text, 0, size) == binary_part(lead, 0, size) do
      given = fold(name, binary_part(text, size, byte_size(text) - size))
      rest = length_of(name) - byte_size(given)

      if rest >= 0 and wrong(name, given, 0) == nil do
        {lowest, highest} = ends_of(name)
        first = max(given <> :binary.copy(lowest, rest), first_of(name))
        last = min(given <> :binary.copy(highest, rest), last_of(name))
        if first <= last, do: {uuid_of(name, first), uuid_of(name, last)}
      end
    end
  end

  @doc "The UUID, for such a column, of an id of this kind; with `accept_uuid: true` of a UUID's own text, too."
  def to_column(name, given, prefix \\ "", options \\ []) do
    plain_lead!(name, prefix)
    with {:ok, id} <- parse(name, given, prefix, accept_uuid: options[:accept_uuid]), do: {:ok, uuid_of(name, id)}
  end

  @doc """
  The id of what such a column gives: a UUID's text, its 16 octets, or, where the column is of the typed id by now, an id of
  this kind.
  """
  def from_column(name, value, prefix \\ "")

  def from_column(name, <<uuid::binary-16>>, prefix) do
    plain_lead!(name, prefix)
    encode(name, uuid, prefix)
  end

  def from_column(name, value, prefix) do
    with {:ok, uuid} <- to_column(name, value, prefix, accept_uuid: true), do: from_uuid(name, uuid, prefix)
  end

  @doc """
  The typed id of a bigint, in the notation uid11; with the 16 octets of a mask key, as a type that masks by that key shows
  it.
  """
  def from_number(number, prefix \\ "", key \\ nil) do
    # Not by a guard, whose error has the arguments, and so the key.
    unless is_integer(number) and number in -0x8000000000000000..0x7FFFFFFFFFFFFFFF,
      do: raise(ArgumentError, "#{if is_integer(number), do: "a number of more than 64 bits", else: "what is no integer"} is no bigint")

    with :ok <- check_prefix(prefix) do
      <<x::32, y::32>> = <<number::64>>
      {x, y} = List.foldl(schedule(key, prefix), {x, y}, fn k, {x, y} -> round(x, y, k) end)
      encode("uid11", <<x::32, y::32>>, prefix)
    end
  end

  @doc "The bigint of a typed id. Of a masked type every text has one: nothing shows another key."
  def to_number(text, prefix \\ "", key \\ nil) do
    with {:ok, _, symbols} <- read("uid11", text, prefix) do
      <<x::32, y::32>> = octets("uid11", symbols)

      {x, y} =
        List.foldr(schedule(key, prefix), {x, y}, fn k, {x, y} ->
          y = rotated(Bitwise.bxor(y, x), 29)
          {rotated(Bitwise.band(Bitwise.bxor(x, k) - y, 0xFFFFFFFF), 8), y}
        end)

      <<number::signed-64>> = <<x::32, y::32>>
      {:ok, number}
    end
  end

  # The round keys of a mask; none without a key. Those of the first 64 keys and type prefixes are kept: a term that
  # changes later costs a collection of every process.
  defp schedule(nil, _), do: []

  defp schedule(key, prefix) do
    kept = :persistent_term.get({__MODULE__, :schedules}, %{})

    case kept do
      %{{^key, ^prefix} => keys} ->
        keys

      _ ->
        keys = round_keys(key, prefix)
        if map_size(kept) < 64, do: :persistent_term.put({__MODULE__, :schedules}, Map.put(kept, {key, prefix}, keys))
        keys
    end
  end

  defp round_keys(key, prefix) do
    unless is_binary(key) and byte_size(key) == 16, do: raise(ArgumentError, "a mask key has 16 octets")
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

  defp rotated(word, left), do: Bitwise.bor(Bitwise.band(Bitwise.bsl(word, left), 0xFFFFFFFF), Bitwise.bsr(word, 32 - left))

  @doc """
  When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; `{:ok, nil}` for other UUIDs, and
  for a time after the year 9999, which no DateTime holds.
  """
  def timestamp(name, text) do
    with {:ok, id} <- parse(name, text) do
      octets = octets(name, binary_part(id, byte_size(id), -length_of(name)))

      {:ok,
       case {name, octets} do
         {"uid11", <<ms::42, _::22>>} -> at((ms + 1_321_009_871_111) * 1000)
         {"baseuid", <<units::48, _::binary>>} -> at(div(Bitwise.bsl(units, 15), 1000))
         {"ulid", <<ms::48, _::binary>>} -> at(ms * 1000)
         {_, <<ms::48, 7::4, _::12, 2::2, _::62>>} -> at(ms * 1000)
         _ -> nil
       end}
    end
  end

  @doc "A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of `new_id/1`."
  def new_uuid, do: uuid_text(uuid_v7())

  @doc "A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly."
  def new_id(prefix \\ "", notation \\ "typeid") do
    with :ok <- check_uuid(notation),
         :ok <- check_prefix(prefix) do
      behind(prefix, symbols(notation, uuid_v7()))
    else
      {:error, why} -> raise ArgumentError, why
    end
  end

  @doc "A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond."
  def new_ulid do
    {ms, high, low} = next(:ulid, 28)
    symbols("ulid", <<ms::48, high::28, low::52>>)
  end

  defp uuid_v7 do
    {ms, high, low} = next(:uuid, 22)
    <<ms::48, 7::4, Bitwise.bsr(high, 10)::12, 2::2, high::10, low::52>>
  end

  # What comes after the process's last id: a millisecond, and two numbers, of so many bits and of 52, that ascend within it.
  defp next(kind, bits) do
    now = System.os_time(:millisecond)

    following =
      case Process.get({__MODULE__, kind}) do
        {ms, high, low} when now <= ms ->
          # The clock stands still or has stepped back. By the ULID specification's step, or by one that keeps the next UUID
          # from being guessed.
          low = low + 1 + if(kind == :uuid, do: random(32, now), else: 0)
          high = high + Bitwise.bsr(low, 52)
          if Bitwise.bsr(high, bits) == 0, do: {ms, high, Bitwise.band(low, 0xFFFFFFFFFFFFF)}, else: renewed(ms + 1, bits, now)

        _ ->
          renewed(now, bits, now)
      end

    Process.put({__MODULE__, kind}, following)
    following
  end

  defp renewed(ms, bits, now), do: {ms, random(bits, now), random(52, now)}

  # From a pool of the process, filled by the system's strong source; nothing in it is older than a second. Behind a function,
  # so that no report of the process's dictionary shows it.
  defp random(bits, now) do
    {filled, pool} =
      with {filled, pool} when abs(now - filled) <= 1000 <- Process.get({__MODULE__, :pool}),
           <<_::56, _::binary>> = pool <- pool.() do
        {filled, pool}
      else
        _ -> {now, :crypto.strong_rand_bytes(1024)}
      end

    <<number::56, rest::binary>> = pool
    Process.put({__MODULE__, :pool}, {filled, fn -> rest end})
    Bitwise.bsr(number, 56 - bits)
  end

  # A ulid has times until the year 10889, a DateTime until 9999.
  defp at(microseconds) do
    case DateTime.from_unix(microseconds, :microsecond) do
      {:ok, time} -> time
      {:error, _} -> nil
    end
  end

  defp uuid_text(octets) do
    <<a::binary-8, b::binary-4, c::binary-4, d::binary-4, e::binary-12>> = Base.encode16(octets, case: :lower)
    <<a::binary-8, ?-, b::binary, ?-, c::binary, ?-, d::binary, ?-, e::binary>>
  end

  # The octets of a UUID's own text, bare or in quotes; nil of any other.
  defp uuid_octets(<<?", text::binary-36, ?">>), do: uuid_octets(text)

  defp uuid_octets(<<a::binary-8, ?-, b::binary-4, ?-, c::binary-4, ?-, d::binary-4, ?-, e::binary-12>>) do
    case Base.decode16(<<a::binary-8, b::binary, c::binary, d::binary, e::binary>>, case: :mixed) do
      {:ok, octets} -> octets
      :error -> nil
    end
  end

  defp uuid_octets(_), do: nil

  # Of a kind that was checked before: the octets of an id as it is written, nil of another text, and the id of octets.
  @doc false
  def canonical_octets(name, text, prefix) do
    at = byte_size(prefix)
    symbols = binary_part(text, at + 1, byte_size(text) - at - 1)

    if binary_part(text, 0, at) == prefix and :binary.at(text, at) == ?_ and symbols >= first_of(name) and symbols <= last_of(name),
      do: octets(name, symbols)
  rescue
    # of what is too short, of another length, or not of the alphabet
    _ in [ArgumentError, FunctionClauseError] -> nil
  end

  @doc false
  def of_octets(name, octets, lead), do: symbols(name, octets, lead)

  # The UUID behind a type prefix, of an id as parse gives it.
  defp uuid_of(name, id), do: uuid_text(octets(name, binary_part(id, byte_size(id), -length_of(name))))

  defp check_uuid(name), do: if(uuid?(name), do: :ok, else: {:error, "a #{name} is no UUID"})

  defp plain_lead!(name, prefix) do
    with :ok <- check_uuid(name),
         :ok <- check_prefix(prefix) do
      lead(prefix)
    else
      {:error, why} -> raise ArgumentError, why
    end
  end

  # At most 100 symbols of it.
  defp shown(text) when byte_size(text) > 400, do: shown(binary_part(text, 0, 400)) <> " and more, #{byte_size(text)} octets"
  defp shown(text), do: inspect(text, printable_limit: 100, limit: 100)

  defp unquoted(text) when binary_part(text, 0, 1) == "\"" and binary_part(text, byte_size(text), -1) == "\"" and byte_size(text) > 1,
    do: binary_part(text, 1, byte_size(text) - 2)

  defp unquoted(text), do: text

  # The type prefix and the symbols of an id's text.
  defp read(name, text, _) when not is_binary(text), do: {:error, "invalid #{name}: it is no string"}

  defp read(name, text, _) when byte_size(text) > @longest,
    do: {:error, "invalid #{name} #{shown(text)}: #{byte_size(text)} octets, which are more than any id has"}

  defp read(name, text, prefix) do
    bare = unquoted(text)
    quoted = if byte_size(text) > byte_size(bare), do: 1, else: 0

    with {:error, why} <- if(prefix, do: behind_prefix(name, bare, prefix, quoted), else: own(name, bare, quoted)),
         do: {:error, "invalid #{name} #{shown(text)}: #{why}"}
  end

  # The commonest first.
  defp own("typeid", text, quoted) do
    at = byte_size(text) - 27

    with true <- at > 0 and :binary.at(text, at) == ?_,
         prefix = binary_part(text, 0, at),
         :ok <- check_prefix(prefix),
         {:ok, symbols} <- check("typeid", binary_part(text, at + 1, 26), 0) do
      {:ok, prefix, symbols}
    else
      _ -> own_typeid(text, quoted)
    end
  end

  defp own(name, text, quoted) do
    with {:ok, symbols} <- check(name, text, quoted), do: {:ok, "", symbols}
  end

  defp own_typeid(text, quoted) do
    {prefix, suffix} = split(text)

    with :ok <- check_own_prefix(prefix),
         {:ok, symbols} <- check("typeid", suffix, byte_size(text) - byte_size(suffix) + quoted),
         do: {:ok, prefix || "", symbols}
  end

  # The symbols of a typed id. Behind a TypeID's prefix there is no underscore.
  defp behind_prefix(name, text, prefix, quoted) do
    with :ok <- check_prefix(prefix),
         :ok <- check_notation(name) do
      own = lead(prefix)
      at = byte_size(own)
      symbols = if String.starts_with?(text, own), do: binary_part(text, at, byte_size(text) - at)

      if symbols && (name != "typeid" or byte_size(symbols) == 26 or :binary.match(symbols, "_") == :nomatch) do
        with {:ok, symbols} <- check(name, symbols, byte_size(text) - byte_size(symbols) + quoted), do: {:ok, prefix, symbols}
      else
        with :ok <- if(name == "typeid", do: check_own_prefix(elem(split(text), 0)), else: :ok),
             do: {:error, "the type prefix is #{shown(type_prefix(text, name))}, not #{shown(prefix)}"}
      end
    end
  end

  defp check_notation(name),
    do: if(name == "uid11" or uuid?(name), do: :ok, else: {:error, "#{name} is no notation of typed ids"})

  defp lead(""), do: ""
  defp lead(prefix), do: prefix <> "_"

  defp behind("", symbols), do: symbols
  # A binary that begins with one of no size is made to be appended to, with 256 octets outside of the heap.
  defp behind(prefix, symbols), do: <<prefix::binary-size(byte_size(prefix)), ?_, symbols::binary>>

  # nil is no type prefix; "" is the separator without one.
  defp split(text) do
    at = byte_size(text) - 27

    if at > 0 and :binary.at(text, at) == ?_ and !wrong("typeid", binary_part(text, at + 1, 26), 0),
      do: {binary_part(text, 0, at), binary_part(text, at + 1, 26)},
      else: split(text, :binary.matches(text, "_"))
  end

  defp split(text, []), do: {nil, text}

  defp split(text, matches) do
    {at, 1} = List.last(matches)
    {binary_part(text, 0, at), binary_part(text, at + 1, byte_size(text) - at - 1)}
  end

  defp check_own_prefix(nil), do: :ok
  defp check_own_prefix(""), do: {:error, "a separator without a type prefix"}
  defp check_own_prefix(prefix), do: check_prefix(prefix)

  defp check_prefix(prefix) do
    if prefix == "" or (byte_size(prefix) <= 63 and :binary.first(prefix) != ?_ and :binary.last(prefix) != ?_ and letters?(prefix)),
      do: :ok,
      else: {:error, "a type prefix has at most 63 symbols of a to z, and _ inside, not #{shown(prefix)}"}
  end

  defp letters?(<<c, rest::binary>>) when c in ?a..?z or c == ?_, do: letters?(rest)
  defp letters?(rest), do: rest == ""

  # The symbols as they are written.
  defp check(name, given, offset) do
    symbols = if name == "ulid" and byte_size(given) == 26 and wrong(name, given, 0), do: fold(name, given), else: given

    cond do
      byte_size(given) != length_of(name) ->
        {:error, "#{byte_size(given)} octets, not #{length_of(name)} symbols"}

      at = wrong(name, symbols, 0) ->
        {:error, "#{shown(binary_part(given, at, 1))} at position #{at + offset + 1} is not in its alphabet"}

      symbols < first_of(name) or symbols > last_of(name) ->
        {:error, "its number is none of a #{name}"}

      true ->
        {:ok, symbols}
    end
  end

  defp fold("ulid", text), do: String.upcase(text, :ascii)
  defp fold(_, text), do: text

  defp check_size(name, octets) do
    if bit_size(octets) == bits_of(name),
      do: :ok,
      else: {:error, "invalid #{name}: #{byte_size(octets)} octets, not #{div(bits_of(name), 8)}"}
  end

  defp uuid?(name), do: bits_of(name) == 128

  defp symbols(name, octets, lead \\ "")

  # What is known of each notation: the position of the first octet that is no symbol of it; the octets of symbols, and the
  # symbols of octets, where every symbol is so many bits.
  for {name, {alphabet, length, bits, first, last, pattern}} <- @formats do
    defp length_of(unquote(name)), do: unquote(length)
    defp bits_of(unquote(name)), do: unquote(bits)
    defp first_of(unquote(name)), do: unquote(first)
    defp last_of(unquote(name)), do: unquote(last)
    defp ends_of(unquote(name)), do: {unquote(<<hd(alphabet)>>), unquote(<<List.last(alphabet)>>)}
    defp pattern_of(unquote(name)), do: unquote(pattern)

    # A function of its own, and a clause for each symbol: a jump, where names and guards are compared.
    wrong = :"wrong_#{name}"
    defp wrong(unquote(name), text, at), do: unquote(wrong)(text, at)
    for c <- alphabet, do: defp(unquote(wrong)(<<unquote(c), rest::binary>>, at), do: unquote(wrong)(rest, at + 1))
    defp unquote(wrong)(rest, at), do: if(rest != "", do: at)

    if length(alphabet) in [32, 64] do
      values = alphabet |> Enum.with_index() |> Map.new()
      values = Macro.escape(List.to_tuple(for c <- 0..255, do: values[c]))
      alphabet = Macro.escape(List.to_tuple(alphabet))
      width = if name in ["typeid", "ulid"], do: 5, else: 6
      # What remains of the first symbol beside its mark.
      top = bits - (length - 1) * width
      [one | others] = Macro.generate_arguments(length, __MODULE__)
      mark = if name == "base64uuid", do: 16, else: 0

      defp octets(unquote(name), <<unquote(one), unquote_splicing(others)>>) do
        <<elem(unquote(values), unquote(one))::unquote(top),
          unquote_splicing(for v <- others, do: quote(do: elem(unquote(values), unquote(v)) :: unquote(width)))>>
      end

      defp symbols(unquote(name), <<unquote(one)::unquote(top), unquote_splicing(for v <- others, do: quote(do: unquote(v) :: unquote(width)))>>, lead) do
        <<lead::binary-size(byte_size(lead)), elem(unquote(alphabet), unquote(one) + unquote(mark)), unquote_splicing(for v <- others, do: quote(do: elem(unquote(alphabet), unquote(v))))>>
      end
    end
  end

  # Base 62 and 58 in steps that are no bignums: of 9 symbols, and of 5.
  @nine 13_537_086_546_263_552
  @five 656_356_768
  @base62 List.to_tuple(elem(@formats["base62id"], 0))
  @base58 List.to_tuple(elem(@formats["uid11"], 0))

  defp octets("base62id", <<a::binary-4, b::binary-9, c::binary-9>>) do
    # The mark is above the 128 bits.
    <<(digits62(a, 0) * @nine + digits62(b, 0)) * @nine + digits62(c, 0)::128>>
  end

  defp octets("uid11", <<a::binary-6, b::binary>>), do: <<digits58(a, 0) * @five + digits58(b, 0)::64>>

  defp symbols("base62id", octets, lead) do
    <<number::136>> = <<2, octets::binary>>
    rest = div(number, @nine)
    symbols = put(rem(number, @nine), 9, 62, @base62, [])
    symbols = put(rem(rest, @nine), 9, 62, @base62, symbols)
    :erlang.list_to_binary([lead | put(div(rest, @nine), 4, 62, @base62, symbols)])
  end

  defp symbols("uid11", <<number::64>>, lead) do
    symbols = put(rem(number, @five), 5, 58, @base58, [])
    :erlang.list_to_binary([lead | put(div(number, @five), 6, 58, @base58, symbols)])
  end

  defp put(_, 0, _, _, symbols), do: symbols
  defp put(number, n, base, alphabet, symbols), do: put(div(number, base), n - 1, base, alphabet, [elem(alphabet, rem(number, base)) | symbols])

  for {c, value} <- Enum.with_index(elem(@formats["base62id"], 0)) do
    defp digits62(<<unquote(c), rest::binary>>, sum), do: digits62(rest, sum * 62 + unquote(value))
  end

  defp digits62("", sum), do: sum

  for {c, value} <- Enum.with_index(elem(@formats["uid11"], 0)) do
    defp digits58(<<unquote(c), rest::binary>>, sum), do: digits58(rest, sum * 58 + unquote(value))
  end

  defp digits58("", sum), do: sum
end

if Code.ensure_loaded?(Postgrex.Extension) do
  defmodule Base62id.Postgrex do
    @moduledoc """
    Strings in Elixir, octets on the wire; Postgrex derives arrays, which a codec of text would not give.
    For a typed id:

        defmodule MyApp.UserId.Postgrex, do: use(Base62id.Postgrex, name: "user_id", prefix: "user")
        defmodule MyApp.ProductId.Postgrex, do: use(Base62id.Postgrex, name: "product_id", prefix: "prod", notation: "ulid")
    """

    defmodule UUIDs do
      @moduledoc """
      For programs that know UUIDs: `Postgrex.Types.define(MyApp.PostgrexTypes, [Base62id.Postgrex.UUIDs | extensions])`, and
      base62id, base64uuid and ulid are `Ecto.UUID`, in either state of `base62id.output`. Columns of uuid that become typed ids
      want the types' names, also before: `{Base62id.Postgrex.UUIDs, ["user_id", "order_id"]}`.
      """
      @behaviour Postgrex.Extension

      @impl true
      def matching(types), do: Enum.flat_map(types, &Base62id.Postgrex.matching/1)

      @impl true
      def init([_ | _] = types) when is_binary(hd(types)), do: types
      def init(_), do: ["base62id", "base64uuid", "ulid"]

      @impl true
      defdelegate format(types), to: Postgrex.Extensions.UUID
      @impl true
      def encode(_), do: Postgrex.Extensions.UUID.encode(:copy)
      @impl true
      def decode(_), do: Postgrex.Extensions.UUID.decode(:copy)
    end

    @doc "The extensions of all types, for Postgrex.Types.define."
    def extensions, do: Enum.map(Base62id.names(), &Module.concat(Base62id.Postgrex, Macro.camelize(&1)))

    defmacro __using__(options) do
      quote do
        @behaviour Postgrex.Extension
        @name unquote(options[:name])
        @prefix unquote(options[:prefix])
        # That of its codec: of a typed id its notation.
        @format unquote(if(options[:prefix], do: options[:notation] || "typeid", else: options[:name]))

        @impl true
        def init(_), do: nil

        @impl true
        def matching(_), do: Base62id.Postgrex.matching(@name)

        @impl true
        def format(_), do: :binary

        @impl true
        def encode(_), do: Base62id.Postgrex.encode_clauses(@format, @prefix)

        @impl true
        def decode(_), do: Base62id.Postgrex.decode_clauses(@format, @prefix)
      end
    end

    # A domain has a name of its own and its type's function; the function's name has a schema's before it outside of search_path.
    @doc false
    def matching(name), do: [type: name, send: name <> "_send"]

    @doc false
    def encode_clauses(format, prefix) do
      quote location: :keep, generated: true do
        text ->
          octets = Base62id.Postgrex.octets!(unquote(format), unquote(prefix), text)
          [<<byte_size(octets)::32>> | octets]
      end
    end

    @doc false
    def decode_clauses(format, prefix) do
      quote location: :keep, generated: true do
        <<size::32, octets::binary-size(size)>> ->
          Base62id.Postgrex.text!(unquote(format), unquote(prefix), octets)
      end
    end

    @doc false
    def octets!(format, prefix, text) do
      with {:ok, text} <- Base62id.parse(format, text, prefix),
           {:ok, octets} <- Base62id.decode(format, text, prefix) do
        octets
      else
        {:error, why} -> raise DBConnection.EncodeError, why
      end
    end

    @doc false
    def text!(format, prefix, octets) do
      {:ok, text} = if prefix, do: Base62id.encode(format, octets, prefix), else: Base62id.encode(format, octets)
      text
    end
  end

  for name <- Base62id.names() do
    defmodule Module.concat(Base62id.Postgrex, Macro.camelize(name)) do
      use Base62id.Postgrex, name: name
    end
  end
end

if Code.ensure_loaded?(Ecto.ParameterizedType) do
  defmodule Base62id.Ecto do
    @moduledoc """
    A field of one of the types: `field :id, Base62id.Ecto, name: "typeid", prefix: "user"`. A typed id has
    the name of its type, a prefix, and a notation if it is not that of TypeID: `name: "product_id", prefix: "prod",
    notation: "ulid"`; `masked: true` and `accept_uuid: true` as `Base62id.parse/4` has them. A malformed id is a cast error.
    With `stored: :uuid` the column is one of core's uuid, or of the type by now (`Base62id.Postgrex.UUIDs`).
    """
    use Ecto.ParameterizedType

    @impl true
    def init(options) do
      name = options[:name]
      format = options[:notation] || if(name in Base62id.names(), do: name, else: "typeid")

      if options[:stored] == :uuid do
        Base62id.prefix_range(format, "", options[:prefix] || "")

        if options[:masked] || options[:prefix] in [nil, ""],
          do: raise(ArgumentError, "a plain uuid column has ids with a type prefix, and no mask")
      end

      # First what a row's value is read by: what is before an id's symbols.
      lead = options[:stored] && options[:prefix] <> "_"
      {name, options[:prefix], format, Enum.filter([stored: lead, masked: options[:masked], accept_uuid: options[:accept_uuid]], &elem(&1, 1))}
    end

    @impl true
    def type({name, _, _, options}), do: if(options[:stored], do: :uuid, else: String.to_atom(name))

    @doc "The first and the last id of a schema's field that begin with a text, nil where none does."
    def range(schema, field, text) do
      {:parameterized, {__MODULE__, {_, prefix, format, _}}} = schema.__schema__(:type, field)

      with {first, last} <- Base62id.prefix_range(format, text, prefix),
           {:ok, first} <- Base62id.from_uuid(format, first, prefix),
           {:ok, last} <- Base62id.from_uuid(format, last, prefix),
           do: {first, last}
    end

    @impl true
    def cast(nil, _), do: {:ok, nil}

    def cast(text, {_, prefix, format, options}) do
      case Base62id.parse(format, text, prefix, options) do
        {:ok, id} -> {:ok, id}
        {:error, why} -> {:error, message: why}
      end
    end

    @impl true
    def load(<<uuid::binary-16>>, _, {_, _, format, [{:stored, lead} | _]}), do: {:ok, Base62id.of_octets(format, uuid, lead)}
    def load(<<value::binary>>, _, {_, prefix, format, [{:stored, _} | _]}), do: Base62id.from_column(format, value, prefix)
    def load(value, _, _), do: {:ok, value}

    # A struct or a change that holds another text of an id would differ from its row, and a preload would not find it: cast
    # makes the id's own text of it, in changesets and queries.
    @impl true
    def dump(nil, _, _), do: {:ok, nil}

    def dump(value, _, {_, prefix, format, options} = parameters) do
      if options[:stored] do
        if octets = is_binary(value) && Base62id.canonical_octets(format, value, prefix), do: {:ok, octets}, else: :error
      else
        if cast(value, parameters) == {:ok, value}, do: {:ok, value}, else: :error
      end
    end

    # What the server makes is read back by read_after_writes.
    @impl true
    def equal?(a, b, _), do: a == b
  end
end
