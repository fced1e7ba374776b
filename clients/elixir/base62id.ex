defmodule Base62id do
  @moduledoc """
  The ids of the PostgreSQL extension base62id: text to octets and back, for Postgrex in binary, and for Ecto.

      Base62id.parse("typeid", "user_01h455vb4pex5vsknk084sn02q")    {:ok, canonical text} or {:error, why}

      extensions = Base62id.Postgrex.extensions() ++ Ecto.Adapters.Postgres.extensions()
      Postgrex.Types.define(MyApp.PostgrexTypes, extensions)
      @primary_key {:id, Base62id.Ecto, name: "typeid", prefix: "user", read_after_writes: true}

  One file: copy it. Without Postgrex or Ecto it is the codec alone.
  """

  @suffix {~c"0123456789abcdefghjkmnpqrstvwxyz", 26, 128, 0}
  @formats %{
    "base62id" => {Enum.concat([?0..?9, ?A..?Z, ?a..?z]), 22, 128, 2},
    "base64uuid" => {Enum.concat([[?$], ?0..?9, ?A..?Z, [?_], ?a..?z]), 22, 128, 4},
    "uid11" => {~c"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 64, 0},
    "baseuid" => {Enum.concat([[?-], ?0..?9, ?A..?Z, [?_], ?a..?z]), 20, 120, 0},
    "ulid" => {~c"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 128, 0}
  }
  @names ["typeid" | Map.keys(@formats)]

  def names, do: @names

  @doc "The octets of an id. Like the type's input it takes one pair of double quotes, too."
  def decode(name, text) when is_binary(text) do
    text = unquoted(text)

    if name == "typeid" do
      {prefix, suffix} = split(text)

      with :ok <- check_prefix(prefix),
           {:ok, uuid} <- number("typeid", @suffix, suffix),
           do: {:ok, (prefix || "") <> uuid}
    else
      number(name, Map.fetch!(@formats, name), text)
    end
  end

  def decode(name, _), do: {:error, "#{name} is made of a string"}

  @doc "The text of an id's octets."
  def encode("typeid", octets) when byte_size(octets) >= 16 do
    size = byte_size(octets) - 16
    uuid = binary_part(octets, size, 16)
    prefix = if size > 0, do: binary_part(octets, 0, size)

    with :ok <- check_prefix(prefix),
         {:ok, suffix} <- text("typeid", @suffix, uuid),
         do: {:ok, if(prefix, do: prefix <> "_", else: "") <> suffix}
  end

  def encode("typeid", _), do: {:error, "typeid has 16 octets or more"}
  def encode(name, octets), do: text(name, Map.fetch!(@formats, name), octets)

  @doc "The canonical text of an id. With a prefix, a typeid must have that type prefix."
  def parse(name, text, prefix \\ nil) do
    with {:ok, octets} <- decode(name, text),
         {:ok, id} <- encode(name, octets) do
      if prefix in [nil, elem(split(id), 0)],
        do: {:ok, id},
        else: {:error, "the type prefix is not #{prefix}"}
    end
  end

  defp unquoted(text) do
    if byte_size(text) >= 2 and String.starts_with?(text, "\"") and String.ends_with?(text, "\""),
      do: binary_part(text, 1, byte_size(text) - 2),
      else: text
  end

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

  defp check_prefix(prefix) do
    if prefix == nil or prefix =~ ~r/\A[a-z](?:[a-z_]{0,61}[a-z])?\z/,
      do: :ok,
      else: {:error, "the type prefix has 1 to 63 symbols of a to z, and _ inside"}
  end

  defp number(name, {alphabet, length, bits, mark}, text) do
    text = if name == "ulid", do: String.upcase(text, :ascii), else: text
    symbols = :binary.bin_to_list(text)

    with true <- length(symbols) == length || "#{name} has #{length} symbols",
         values = Enum.map(symbols, fn symbol -> Enum.find_index(alphabet, &(&1 == symbol)) end),
         true <- nil not in values || "a symbol is not in the alphabet of #{name}",
         value = Enum.reduce(values, 0, &(&2 * length(alphabet) + &1)) - Bitwise.bsl(mark, 128),
         true <- (value >= 0 and Bitwise.bsr(value, bits) == 0) || "the value is not one of #{name}" do
      {:ok, <<value::size(bits)>>}
    else
      why -> {:error, why}
    end
  end

  defp text(name, {_, _, bits, _}, octets) when bit_size(octets) != bits do
    {:error, "#{name} has #{div(bits, 8)} octets, not #{byte_size(octets)}"}
  end

  defp text(_, {alphabet, length, _, mark}, octets) do
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
    """

    @doc "The extensions of all types, for Postgrex.Types.define."
    def extensions, do: Enum.map(Base62id.names(), &Module.concat(Base62id.Postgrex, Macro.camelize(&1)))

    defmacro __using__(options) do
      quote do
        @behaviour Postgrex.Extension
        @name unquote(options[:name])
        @prefix unquote(options[:prefix])

        @impl true
        def init(_), do: nil

        @impl true
        def matching(_), do: [type: @name]

        @impl true
        def format(_), do: :binary

        @impl true
        def encode(_), do: Base62id.Postgrex.encode_clauses(@name, @prefix)

        @impl true
        def decode(_), do: Base62id.Postgrex.decode_clauses(@name, @prefix)
      end
    end

    @doc false
    def encode_clauses(name, prefix) do
      quote location: :keep, generated: true do
        text ->
          octets = Base62id.Postgrex.octets!(unquote(name), unquote(prefix), text)
          [<<byte_size(octets)::32>> | octets]
      end
    end

    @doc false
    def decode_clauses(name, prefix) do
      quote location: :keep, generated: true do
        <<size::32, octets::binary-size(size)>> ->
          Base62id.Postgrex.text!(unquote(name), unquote(prefix), octets)
      end
    end

    @doc false
    def octets!(name, prefix, text) do
      with {:ok, text} <- Base62id.parse(if(prefix, do: "typeid", else: name), text, prefix),
           {:ok, octets} <- Base62id.decode(if(prefix, do: "typeid", else: name), text) do
        if prefix, do: binary_part(octets, byte_size(octets), -16), else: octets
      else
        {:error, why} -> raise DBConnection.EncodeError, "#{inspect(text)} is no #{name}: #{why}"
      end
    end

    @doc false
    def text!(name, prefix, octets) do
      {:ok, text} = Base62id.encode(if(prefix, do: "typeid", else: name), (prefix || "") <> octets)
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
    the name of its type and a prefix. A malformed id is a cast error.
    """
    use Ecto.ParameterizedType

    @impl true
    def init(options), do: {options[:name], options[:prefix]}

    @impl true
    def type({name, _}), do: String.to_atom(name)

    @impl true
    def cast(nil, _), do: {:ok, nil}

    def cast(text, {name, prefix}) do
      case Base62id.parse(if(name in Base62id.names(), do: name, else: "typeid"), text, prefix) do
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
