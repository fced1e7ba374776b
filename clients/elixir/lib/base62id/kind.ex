defmodule Base62id.Kind do
  @moduledoc false
  # What `use Base62id` was told, checked when the module compiles; and what its functions do.

  alias Base62id.{Codec, InvalidId}

  @enforce_keys [:prefix, :notation]
  defstruct [:prefix, :notation, :lead, :size, :kinds, masked: false, accept_uuid: false]

  @notations [:typeid, :ulid, :base62id, :base64uuid, :uuid, :hex, :uid11]
  @options [:prefix, :notation, :masked, :accept_uuid]
  # Of octets: 63 of a type prefix, _, 36 of a UUID, two quotes.
  @longest 102

  @doc "The kind of options, or a CompileError."
  def new!(options, env) do
    wrong = fn what ->
      raise CompileError,
        file: env.file,
        line: env.line,
        description: "#{inspect(env.module)}: #{what}"
    end

    unless Keyword.keyword?(options), do: wrong.("use Base62id takes a list of options")

    for {name, _} <- options, name not in @options do
      wrong.("there is no option #{inspect(name)}, but: #{words(@options)}")
    end

    kind = struct!(__MODULE__, Keyword.merge([prefix: nil, notation: :typeid], options))
    unless kind.notation in @notations, do: wrong.("the notation is one of #{words(@notations)}")

    unless is_binary(kind.prefix) and prefix?(kind.notation, kind.prefix) do
      shown =
        if is_binary(kind.prefix), do: InvalidId.shown(kind.prefix), else: inspect(kind.prefix)

      wrong.("a type prefix has #{rule(kind.notation)}, not #{shown}")
    end

    for name <- [:masked, :accept_uuid], not is_boolean(Map.fetch!(kind, name)) do
      wrong.("#{name} is true or false")
    end

    if kind.accept_uuid and (kind.masked or kind.notation == :uid11) do
      wrong.("accept_uuid is of kinds of UUIDs that are not masked")
    end

    completed(kind, members(kind))
  end

  @doc "A kind without a type prefix."
  def system(notation, members) do
    completed(
      %__MODULE__{prefix: "", notation: notation, accept_uuid: members in [:uuids, :ulids]},
      members
    )
  end

  defp completed(kind, members) do
    lead = if kind.prefix == "", do: "", else: kind.prefix <> "_"
    size = byte_size(lead) + Codec.length_of(kind.notation)
    %{kind | lead: lead, size: size, kinds: members}
  end

  defp members(%{notation: :uid11}), do: :numbers
  defp members(%{masked: true}), do: :masked
  defp members(_), do: :uuids

  defp words(names), do: Enum.map_join(names, ", ", &to_string/1)

  defp prefix?(:typeid, prefix), do: prefix =~ ~r/\A[a-z](?:[a-z_]{0,61}[a-z])?\z/
  defp prefix?(_, prefix), do: prefix =~ ~r/\A[A-Za-z](?:[A-Za-z0-9_]{0,61}[A-Za-z0-9])?\z/

  defp rule(:typeid), do: "1 to 63 characters of a to z, and _ inside"
  defp rule(_), do: "1 to 63 letters, digits and _, a letter first and no _ last"

  @doc "Whether this is the text of an id as it is written."
  def canonical?(kind, text), do: canonical_octets(kind, text) != nil

  # The octets of an id as it is written; nil of everything else.
  defp canonical_octets(%{size: size, lead: lead} = kind, text)
       when is_binary(text) and byte_size(text) == size do
    at = byte_size(lead)
    characters = binary_part(text, at, size - at)

    if binary_part(text, 0, at) == lead and Codec.canonical?(kind.notation, characters) do
      octets = Codec.octets(kind.notation, characters)
      if fits_mask?(kind, octets), do: octets
    end
  end

  defp canonical_octets(_, _), do: nil

  @doc "The canonical text."
  def parse(kind, given) do
    if canonical?(kind, given), do: {:ok, given}, else: parse_other(kind, given)
  end

  defp parse_other(kind, given) do
    with {:ok, text, quotes} <- unquoted(kind, given) do
      if octets = kind.accept_uuid && Codec.uuid_octets(text),
        do: {:ok, write(kind, octets)},
        else: parse_text(kind, given, text, quotes)
    end
  end

  defp parse_text(kind, given, text, quotes) do
    characters = Codec.fold(kind.notation, behind(text, kind.lead))

    cond do
      not starts_with?(text, kind.lead) or not Codec.canonical?(kind.notation, characters) ->
        invalid(kind, given, reason(kind, text, quotes))

      not fits_mask?(kind, Codec.octets(kind.notation, characters)) ->
        invalid(kind, given, "its UUID is not of version 4, as that of every masked id is")

      true ->
        {:ok, kind.lead <> characters}
    end
  end

  # A masked id is a UUID of version 4, and a masked number any number.
  defp fits_mask?(%{masked: true}, <<_::48, 4::4, _::12, 2::2, _::62>>), do: true
  defp fits_mask?(%{masked: true, notation: :uid11}, _), do: true
  defp fits_mask?(kind, _), do: not kind.masked

  @doc "For JSON Schema and OpenAPI."
  def pattern(kind) do
    own = kind.lead <> Codec.pattern_of(kind.notation)
    if kind.accept_uuid, do: "^(?:#{own}|#{Codec.uuid_pattern()})$", else: "^#{own}$"
  end

  @doc "A new id."
  def generate(kind, options) do
    of = if kind.kinds == :ulids, do: :ulid, else: :uuid

    octets =
      case options do
        [] -> Base62id.Source.next(of)
        _ -> generated(of, options)
      end

    write(kind, octets)
  end

  defp generated(of, options) do
    options = Keyword.validate!(options, at: nil, random: nil)

    if options[:at] || options[:random],
      do: Base62id.Source.at(of, options[:at], options[:random]),
      else: Base62id.Source.next(of)
  end

  @doc "The id of octets."
  def write(kind, octets), do: Codec.characters(kind.notation, octets, kind.lead)

  @doc "The octets of the canonical text of an id; everything else raises."
  def octets!(kind, id) do
    with nil <- canonical_octets(kind, id) do
      case parse(kind, id) do
        {:error, error} ->
          raise error

        {:ok, _} ->
          raise InvalidId.of(name(kind), id, "not its canonical text, which parse gives")
      end
    end
  end

  @doc "The id of a UUID's text, with or without hyphens, or of its 16 octets."
  def from_uuid(kind, <<octets::binary-16>>), do: {:ok, write(kind, octets)}

  def from_uuid(kind, uuid) do
    case Codec.uuid_octets(uuid) || Codec.hex_octets(uuid) do
      nil ->
        reason = "not 32 hexadecimal digits, in groups of 8-4-4-4-12 or none"
        {:error, InvalidId.of("uuid", uuid, reason)}

      octets ->
        {:ok, write(kind, octets)}
    end
  end

  @doc "The UUIDs of the first and the last id that begins with a text, or nil."
  def prefix_range(kind, text) when is_binary(text) do
    size = min(byte_size(text), byte_size(kind.lead))

    if byte_size(text) <= kind.size and
         binary_part(text, 0, size) == binary_part(kind.lead, 0, size) do
      with {first, last} <- Codec.range(kind.notation, behind(text, kind.lead)) do
        {uuid_of(kind, first), uuid_of(kind, last)}
      end
    end
  end

  def prefix_range(_, _), do: nil

  defp uuid_of(kind, characters), do: Codec.uuid_text(Codec.octets(kind.notation, characters))

  @doc "The UUID of a text that the kind parses."
  def to_column(kind, given) do
    with {:ok, id} <- parse(kind, given), do: {:ok, Codec.uuid_text(octets!(kind, id))}
  end

  @doc "The id of what a column gives: a UUID's text or octets, or an id."
  def from_column(kind, <<octets::binary-16>>), do: {:ok, write(kind, octets)}

  def from_column(kind, value) do
    case Codec.uuid_octets(value) do
      nil -> parse(kind, value)
      octets -> {:ok, write(kind, octets)}
    end
  end

  @doc "When an id was made, or nil."
  def timestamp(kind, id) do
    case {kind.kinds, octets!(kind, id)} do
      {:xids, <<ms::42, _::22>>} -> at((ms + 1_321_009_871_111) * 1000)
      # Units of 2^15 ns.
      {:baseuids, <<units::48, _::binary>>} -> at(div(Bitwise.bsl(units, 15), 1000))
      {:ulids, <<ms::48, _::binary>>} -> at(ms * 1000)
      {:uuids, <<ms::48, 7::4, _::12, 2::2, _::62>>} -> at(ms * 1000)
      _ -> nil
    end
  end

  # An id has times until the year 10889, a DateTime until 9999.
  defp at(microseconds) do
    case DateTime.from_unix(microseconds, :microsecond) do
      {:ok, time} -> time
      {:error, _} -> nil
    end
  end

  # For messages.
  defp name(%{prefix: "", notation: notation}), do: notation
  defp name(%{prefix: prefix}), do: "#{prefix} id"

  defp invalid(kind, given, reason), do: {:error, InvalidId.of(name(kind), given, reason)}

  defp unquoted(kind, given) when not is_binary(given),
    do: invalid(kind, given, "it is no string")

  defp unquoted(kind, given) when byte_size(given) > @longest do
    invalid(kind, given, "#{byte_size(given)} octets, which are more than any id has")
  end

  defp unquoted(_, <<?", _, _::binary>> = given) do
    if :binary.last(given) == ?",
      do: {:ok, binary_part(given, 1, byte_size(given) - 2), 1},
      else: {:ok, given, 0}
  end

  defp unquoted(_, given), do: {:ok, given, 0}

  defp starts_with?(text, lead), do: lead == "" or String.starts_with?(text, lead)

  defp behind(text, lead) when byte_size(text) <= byte_size(lead), do: ""

  defp behind(text, lead),
    do: binary_part(text, byte_size(lead), byte_size(text) - byte_size(lead))

  # What is wrong with a text that is none of this kind.
  defp reason(kind, text, quotes) do
    length = Codec.length_of(kind.notation)
    characters = behind(text, kind.lead)
    other = other_prefix(kind, text)

    cond do
      not starts_with?(text, kind.lead) ->
        reason_of_prefix(kind, other || before_last_underscore(text))

      byte_size(characters) != length and other != nil ->
        reason_of_prefix(kind, other)

      byte_size(characters) != length ->
        where = if kind.lead == "", do: "", else: " behind the type prefix"
        "#{count(byte_size(characters))}#{where}, not #{length}"

      at = Codec.wrong(kind.notation, Codec.fold(kind.notation, characters), 0) ->
        position = byte_size(kind.lead) + at + quotes + 1
        wrong = InvalidId.shown(binary_part(characters, at, 1))
        "#{wrong} at position #{position} is not in its alphabet"

      true ->
        "its number is none of a #{kind.notation}"
    end
  end

  defp count(1), do: "1 octet"
  defp count(n), do: "#{n} octets"

  defp reason_of_prefix(kind, ""), do: "it does not begin with #{InvalidId.shown(kind.lead)}"

  defp reason_of_prefix(kind, found) do
    if prefix?(kind.notation, found),
      do: "the type prefix is #{InvalidId.shown(found)}, not #{InvalidId.shown(kind.prefix)}",
      else: "a type prefix has #{rule(kind.notation)}, not #{InvalidId.shown(found)}"
  end

  defp before_last_underscore(text) do
    case :binary.matches(text, "_") do
      [] -> ""
      found -> binary_part(text, 0, elem(List.last(found), 0))
    end
  end

  # The type prefix before a complete suffix of the notation: the separator is counted from the end,
  # as characters of a notation can be underscores.
  defp other_prefix(kind, text) do
    length = Codec.length_of(kind.notation)
    at = byte_size(text) - length - 1

    if at >= 0 and :binary.at(text, at) == ?_ and
         Codec.canonical?(
           kind.notation,
           Codec.fold(kind.notation, binary_part(text, at + 1, length))
         ) do
      found = binary_part(text, 0, at)
      if found != kind.prefix, do: found
    end
  end
end
