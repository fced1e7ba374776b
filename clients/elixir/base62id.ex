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

  @uid11 ~c"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
  @suffix {~c"0123456789abcdefghjkmnpqrstvwxyz", 26, 128, 0, "[0-7][0-9a-hjkmnp-tv-z]{25}"}
  @formats %{
    "base62id" => {Enum.concat([?0..?9, ?A..?Z, ?a..?z]), 22, 128, 2, "[F-N][0-9A-Za-z]{21}"},
    "base64uuid" => {Enum.concat([[?$], ?0..?9, ?A..?Z, [?_], ?a..?z]), 22, 128, 4, "[F-I][$0-9A-Z_a-z]{21}"},
    "uid11" => {@uid11, 11, 64, 0, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"},
    "baseuid" => {Enum.concat([[?-], ?0..?9, ?A..?Z, [?_], ?a..?z]), 20, 120, 0, "[-0-9A-Z_a-z]{20}"},
    "ulid" => {~c"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 128, 0, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}"}
  }
  @names ["typeid" | Map.keys(@formats)]

  def names, do: @names

  @uuid ~r/\A[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\z/i

  @doc """
  The octets of an id's own text, bare or in one pair of double quotes. With a prefix, those of a typed id: the name is then
  that of a notation, and octets are those that the type sends and receives.
  """
  def decode(name, text, prefix \\ nil)

  def decode(name, text, prefix) when is_binary(text) do
    bare = unquoted(text)
    quoted = if byte_size(text) > byte_size(bare), do: 1, else: 0

    with {:error, why} <- if(prefix, do: behind_prefix(name, bare, prefix, quoted), else: octets(name, bare, quoted)),
         do: {:error, "invalid #{name} #{shown(text)}: #{why}"}
  end

  def decode(name, _, _), do: {:error, "invalid #{name}: it is no string"}

  @doc "The text of an id's octets; with a prefix, of those of a typed id in the notation of that name."
  def encode(name, octets, prefix) do
    with :ok <- check_prefix(prefix),
         {:ok, format} <- notation(name),
         {:ok, symbols} <- text(name, format, octets),
         do: {:ok, lead(prefix) <> symbols}
  end

  def encode("typeid", octets) when byte_size(octets) >= 16 do
    size = byte_size(octets) - 16
    uuid = binary_part(octets, size, 16)
    prefix = if size > 0, do: binary_part(octets, 0, size)

    with :ok <- check_own_prefix(prefix),
         {:ok, suffix} <- text("typeid", @suffix, uuid),
         do: {:ok, lead(prefix || "") <> suffix}
  end

  def encode("typeid", octets), do: {:error, "invalid typeid: #{byte_size(octets)} octets, not 16 or more"}
  def encode(name, octets), do: text(name, Map.fetch!(@formats, name), octets)

  @doc """
  What the type's input makes of a text: the canonical id. A base62id, base64uuid or ulid may also come as a UUID's own
  text. With a prefix, the name is the notation of a typed id, as typeid_create_type(name, prefix, notation) makes its type:
  typeid, ulid, base62id, base64uuid or uid11.

  Options: `masked: true` refuses a UUID that is not of version 4, as no masked id has one; `accept_uuid: true` reads a
  UUID's own text for a typed id, too.
  """
  def parse(name, text, prefix \\ nil, options \\ []) do
    bare = if is_binary(text), do: unquoted(text), else: ""
    takes_uuid = if prefix, do: options[:accept_uuid], else: name != "typeid"

    with {:ok, octets} <-
           if(takes_uuid && uuid?(name) && bare =~ @uuid,
             do: Base.decode16(String.replace(bare, "-", ""), case: :mixed),
             else: decode(name, text, prefix)
           ),
         :ok <- if(options[:masked] && uuid?(name), do: check_facade(name, text, octets), else: :ok),
         do: if(prefix, do: encode(name, octets, prefix), else: encode(name, octets))
  end

  defp check_facade(name, text, octets) do
    case binary_part(octets, byte_size(octets), -16) do
      <<_::48, 4::4, _::12, 2::2, _::62>> -> :ok
      _ -> {:error, "invalid #{name} #{shown(text)}: its UUID is not of version 4, as that of every masked id is"}
    end
  end

  @doc """
  Whether this is the text of an id, as …_is_valid says on the server; with a prefix, of a typed id. Options as for
  `parse/4`; a UUID's own text is an id with `accept_uuid: true` alone.
  """
  def valid?(name, text, prefix \\ nil, options \\ []) do
    own = is_binary(text) and unquoted(text) =~ @uuid
    (not own or options[:accept_uuid] == true) and match?({:ok, _}, parse(name, text, prefix, options))
  end

  @doc """
  For JSON Schema: every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse refuses. Options
  as for `parse/4`.
  """
  def pattern(name, prefix \\ nil, options \\ []) do
    :ok = check_prefix(prefix || "")
    {_, _, _, _, symbols} = if name == "typeid", do: @suffix, else: Map.fetch!(@formats, name)
    lead = if name == "typeid" and prefix == nil, do: "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?", else: lead(prefix || "")
    takes_uuid = if prefix, do: options[:accept_uuid], else: name != "typeid" and uuid?(name)
    own = if takes_uuid, do: "|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
    if own, do: "^(?:#{lead}#{symbols}#{own})$", else: "^#{lead}#{symbols}$"
  end

  @doc "The type prefix of a typeid, or of a typed id in another notation, which may have an underscore behind it."
  def type_prefix(id, notation \\ "typeid")
  def type_prefix(id, "typeid"), do: elem(split(unquoted(id)), 0) || ""

  def type_prefix(id, notation) do
    bare = unquoted(id)
    {_, length, _, _, _} = Map.fetch!(@formats, notation)
    binary_part(bare, 0, max(byte_size(bare) - length - 1, 0))
  end

  @doc "The 26 symbols of a typeid behind its type prefix."
  def suffix(id) do
    with {:ok, id} <- parse("typeid", id), do: {:ok, binary_part(id, byte_size(id), -26)}
  end

  @doc "The UUID of an id, in its own text."
  def to_uuid(name, text) do
    with true <- uuid?(name) || {:error, "a #{name} is no UUID"},
         {:ok, id} <- parse(name, text),
         {:ok, octets} <- decode(name, id),
         do: {:ok, octets |> binary_part(byte_size(octets), -16) |> uuid_text()}
  end

  @doc "The id of a UUID's own text, with a type prefix if there is one: then the name is that of a notation."
  def from_uuid(name, uuid, prefix \\ "") do
    cond do
      not uuid?(name) -> {:error, "a #{name} is no UUID"}
      not (uuid =~ @uuid) -> {:error, "invalid uuid #{shown(uuid)}: not 32 hexadecimal digits in groups of 8-4-4-4-12"}
      true -> encode(name, Base.decode16!(String.replace(uuid, "-", ""), case: :mixed), prefix)
    end
  end

  @doc """
  The typed id of a bigint, in the notation uid11; with the 16 octets of a mask key, as a type that masks by that key shows
  it.
  """
  def from_number(number, prefix \\ "", key \\ nil) when number in -0x8000000000000000..0x7FFFFFFFFFFFFFFF do
    <<x::32, y::32>> = <<number::64>>
    {x, y} = Enum.reduce(round_keys(key, prefix), {x, y}, fn k, {x, y} -> round(x, y, k) end)
    encode("uid11", <<x::32, y::32>>, prefix)
  end

  @doc "The bigint of a typed id. Of a masked type every text has one: nothing shows another key."
  def to_number(text, prefix \\ "", key \\ nil) do
    with {:ok, <<x::32, y::32>>} <- decode("uid11", text, prefix) do
      {x, y} =
        Enum.reduce(Enum.reverse(round_keys(key, prefix)), {x, y}, fn k, {x, y} ->
          y = rotated(Bitwise.bxor(y, x), 29)
          <<difference::32>> = <<Bitwise.bxor(x, k) - y::32>>
          {rotated(difference, 8), y}
        end)

      <<number::signed-64>> = <<x::32, y::32>>
      {:ok, number}
    end
  end

  # Of Speck64/128; none without a key.
  defp round_keys(nil, _), do: []

  defp round_keys(<<key::binary-16>>, prefix) do
    mac = :crypto.mac(:hmac, :sha256, key, "base62id number mask\0" <> prefix)
    <<k::little-32, a::little-32, b::little-32, c::little-32, _::binary>> = mac

    {keys, _} =
      Enum.map_reduce(0..26, {k, [a, b, c]}, fn i, {k, [l | rest]} ->
        {l, following} = round(l, k, i)
        {k, {following, rest ++ [l]}}
      end)

    keys
  end

  defp round(x, y, key) do
    <<sum::32>> = <<rotated(x, 24) + y::32>>
    x = Bitwise.bxor(sum, key)
    {x, Bitwise.bxor(rotated(y, 3), x)}
  end

  defp rotated(word, left) do
    <<high::size(left), low::size(32 - left)>> = <<word::32>>
    <<rotated::32>> = <<low::size(32 - left), high::size(left)>>
    rotated
  end

  @doc """
  When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; `{:ok, nil}` for other UUIDs, and
  for a time after the year 9999, which no DateTime holds.
  """
  def timestamp(name, text) do
    with {:ok, id} <- parse(name, text),
         {:ok, octets} <- decode(name, id) do
      octets = if name == "typeid", do: binary_part(octets, byte_size(octets), -16), else: octets

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
  def new_uuid do
    # A random step keeps the next id from being guessed.
    {ms, rest} = next(:uuid, 74, 1 + :binary.decode_unsigned(:crypto.strong_rand_bytes(4)))
    <<a::12, b::62>> = <<rest::74>>
    uuid_text(<<ms::48, 7::4, a::12, 2::2, b::62>>)
  end

  @doc "A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly."
  def new_id(prefix \\ "", notation \\ "typeid") do
    {:ok, id} = from_uuid(notation, new_uuid(), prefix)
    id
  end

  @doc "A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond."
  def new_ulid do
    {ms, rest} = next(:ulid, 80, 1)
    {:ok, id} = encode("ulid", <<ms::48, rest::80>>)
    id
  end

  # What comes after the process's last id: a millisecond, and a number of so many bits that ascends within it.
  defp next(kind, bits, step) do
    {ms, rest} = Process.get({__MODULE__, kind}, {-1, 0})
    now = System.os_time(:millisecond)

    following =
      cond do
        now > ms -> {now, random(bits)}
        Bitwise.bsr(rest + step, bits) == 0 -> {ms, rest + step}
        true -> {ms + 1, random(bits)}
      end

    Process.put({__MODULE__, kind}, following)
    following
  end

  defp random(bits) do
    octets = :crypto.strong_rand_bytes(div(bits + 7, 8))
    octets |> :binary.decode_unsigned() |> Bitwise.bsr(8 * byte_size(octets) - bits)
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
    Enum.join([a, b, c, d, e], "-")
  end

  defp uuid?(name), do: name == "typeid" or elem(Map.fetch!(@formats, name), 2) == 128
  defp shown(text), do: inspect(text, printable_limit: 100)

  defp unquoted(text) do
    if byte_size(text) >= 2 and String.starts_with?(text, "\"") and String.ends_with?(text, "\""),
      do: binary_part(text, 1, byte_size(text) - 2),
      else: text
  end

  defp octets("typeid", text, quoted) do
    {prefix, suffix} = split(text)

    with :ok <- check_own_prefix(prefix),
         {:ok, uuid} <- number("typeid", @suffix, suffix, byte_size(text) - byte_size(suffix) + quoted),
         do: {:ok, (prefix || "") <> uuid}
  end

  defp octets(name, text, quoted), do: number(name, Map.fetch!(@formats, name), text, quoted)

  # The octets of a typed id in the notation of that name.
  defp behind_prefix(name, text, prefix, quoted) do
    found = type_prefix(text, name)
    size = byte_size(lead(prefix))

    with :ok <- check_prefix(prefix),
         {:ok, format} <- notation(name),
         :ok <- if(name == "typeid", do: check_own_prefix(elem(split(text), 0)), else: :ok) do
      # Behind a TypeID's prefix there is no underscore.
      if String.starts_with?(text, lead(prefix)) and (name != "typeid" or found == prefix),
        do: number(name, format, binary_part(text, size, byte_size(text) - size), size + quoted),
        else: {:error, "the type prefix is #{shown(found)}, not #{shown(prefix)}"}
    end
  end

  defp notation("typeid"), do: {:ok, @suffix}

  defp notation(name) do
    if name == "uid11" or uuid?(name), do: {:ok, Map.fetch!(@formats, name)}, else: {:error, "#{name} is no notation of typed ids"}
  end

  defp lead(""), do: ""
  defp lead(prefix), do: prefix <> "_"

  # nil is no type prefix; "" is the separator without one.
  defp split(text) do
    case :binary.matches(text, "_") do
      [] ->
        {nil, text}

      matches ->
        {at, 1} = List.last(matches)
        {binary_part(text, 0, at), binary_part(text, at + 1, byte_size(text) - at - 1)}
    end
  end

  defp check_own_prefix(nil), do: :ok
  defp check_own_prefix(""), do: {:error, "a separator without a type prefix"}
  defp check_own_prefix(prefix), do: check_prefix(prefix)

  defp check_prefix(prefix) do
    if prefix =~ ~r/\A(?:[a-z](?:[a-z_]{0,61}[a-z])?)?\z/,
      do: :ok,
      else: {:error, "a type prefix has at most 63 symbols of a to z, and _ inside, not #{shown(prefix)}"}
  end

  defp number(name, {alphabet, length, bits, mark, _}, given, offset) do
    text = if name == "ulid", do: String.upcase(given, :ascii), else: given
    values = for <<symbol <- text>>, do: Enum.find_index(alphabet, &(&1 == symbol))
    wrong = Enum.find_index(values, &(&1 == nil))

    cond do
      length(values) != length ->
        {:error, "#{length(values)} octets, not #{length} symbols"}

      wrong != nil ->
        {:error, "#{shown(binary_part(given, wrong, 1))} at position #{wrong + offset + 1} is not in its alphabet"}

      true ->
        value = Enum.reduce(values, 0, &(&2 * length(alphabet) + &1)) - Bitwise.bsl(mark, 128)

        if value >= 0 and Bitwise.bsr(value, bits) == 0,
          do: {:ok, <<value::size(bits)>>},
          else: {:error, "its number is none of a #{name}"}
    end
  end

  defp text(name, {_, _, bits, _, _}, octets) when bit_size(octets) != bits do
    {:error, "invalid #{name}: #{byte_size(octets)} octets, not #{div(bits, 8)}"}
  end

  defp text(_, {alphabet, length, _, mark, _}, octets) do
    base = length(alphabet)
    value = :binary.decode_unsigned(octets) + Bitwise.bsl(mark, 128)

    {symbols, _} =
      Enum.map_reduce(1..length, value, fn _, rest ->
        {Enum.at(alphabet, rem(rest, base)), div(rest, base)}
      end)

    {:ok, symbols |> Enum.reverse() |> List.to_string()}
  end
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
      base62id, base64uuid and ulid are `Ecto.UUID`, in either state of `base62id.output`.
      """
      @behaviour Postgrex.Extension

      @impl true
      def matching(_), do: for(name <- ["base62id", "base64uuid", "ulid"], do: {:type, name})

      @impl true
      def init(_), do: Postgrex.Extensions.UUID.init(decode_binary: :copy)

      @impl true
      defdelegate format(options), to: Postgrex.Extensions.UUID
      @impl true
      defdelegate encode(options), to: Postgrex.Extensions.UUID
      @impl true
      defdelegate decode(options), to: Postgrex.Extensions.UUID
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
        def matching(_), do: [type: @name]

        @impl true
        def format(_), do: :binary

        @impl true
        def encode(_), do: Base62id.Postgrex.encode_clauses(@format, @prefix)

        @impl true
        def decode(_), do: Base62id.Postgrex.decode_clauses(@format, @prefix)
      end
    end

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
    """
    use Ecto.ParameterizedType

    @impl true
    def init(options) do
      name = options[:name]
      format = options[:notation] || if(name in Base62id.names(), do: name, else: "typeid")
      {name, options[:prefix], format, Keyword.take(options, [:masked, :accept_uuid])}
    end

    @impl true
    def type({name, _, _, _}), do: String.to_atom(name)

    @impl true
    def cast(nil, _), do: {:ok, nil}

    def cast(text, {_, prefix, format, options}) do
      case Base62id.parse(format, text, prefix, options) do
        {:ok, id} -> {:ok, id}
        {:error, why} -> {:error, message: why}
      end
    end

    @impl true
    def load(value, _, _), do: {:ok, value}

    @impl true
    def dump(nil, _, _), do: {:ok, nil}

    def dump(value, _, parameters) do
      with {:error, _} <- cast(value, parameters), do: :error
    end

    # What the server makes is read back by read_after_writes.
    @impl true
    def equal?(a, b, _), do: a == b
  end
end
