defmodule Kit do
  @moduledoc "The files of conformance/. Elixir has JSON since 1.18; before, this reads it."

  @folder Path.expand("../../../../conformance", __DIR__)

  def cases(name) do
    {value, _} = value(space(File.read!("#{@folder}/#{name}.json")))
    value
  end

  def each(name, check) do
    for group <- cases(name), one <- group["cases"], do: check.(module(group["kind"]), one, group)
  end

  @systems %{
    "base62id" => Base62id.Base62,
    "base64uuid" => Base62id.Base64,
    "ulid" => Base62id.ULID,
    "baseuid" => Base62id.BaseUID,
    "xid" => Base62id.Xid
  }

  @doc "The module of a kind, made when it is first asked for."
  def module(%{"system" => system}), do: Map.fetch!(@systems, system)

  def module(kind) do
    options = [
      prefix: kind["prefix"],
      notation: String.to_atom(kind["notation"] || "typeid"),
      masked: Map.get(kind, "masked", false),
      accept_uuid: Map.get(kind, "acceptUuid", false)
    ]

    name = Module.concat(Kit, "Kind#{:erlang.phash2(options, 4_294_967_296)}")

    unless :code.is_loaded(name) do
      code = quote(do: use(Base62id, unquote(options)))
      Module.create(name, code, Macro.Env.location(__ENV__))
    end

    name
  end

  defp space(<<c, rest::binary>>) when c in ~c" \n\t\r", do: space(rest)
  defp space(rest), do: rest

  defp value("null" <> rest), do: {nil, rest}
  defp value("true" <> rest), do: {true, rest}
  defp value("false" <> rest), do: {false, rest}
  defp value("\"" <> rest), do: string(rest, [])
  defp value("[" <> rest), do: list(space(rest), [])
  defp value("{" <> rest), do: object(space(rest), %{})
  defp value(rest), do: Integer.parse(rest)

  defp list("]" <> rest, all), do: {Enum.reverse(all), rest}
  defp list("," <> rest, all), do: list(space(rest), all)

  defp list(text, all) do
    {one, rest} = value(text)
    list(space(rest), [one | all])
  end

  defp object("}" <> rest, all), do: {all, rest}
  defp object("," <> rest, all), do: object(space(rest), all)

  defp object("\"" <> rest, all) do
    {name, rest} = string(rest, [])
    ":" <> rest = space(rest)
    {one, rest} = value(space(rest))
    object(space(rest), Map.put(all, name, one))
  end

  defp string("\"" <> rest, all), do: {all |> Enum.reverse() |> IO.iodata_to_binary(), rest}

  # Beyond the basic plane JSON writes a pair of surrogates.
  defp string(<<"\\u", high::binary-4, "\\u", low::binary-4, rest::binary>>, all)
       when binary_part(high, 0, 2) in ["d8", "d9", "da", "db", "D8", "D9", "DA", "DB"] do
    {high, ""} = Integer.parse(high, 16)
    {low, ""} = Integer.parse(low, 16)
    code = 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00)
    string(rest, [<<code::utf8>> | all])
  end

  defp string(<<"\\u", digits::binary-4, rest::binary>>, all) do
    {code, ""} = Integer.parse(digits, 16)
    string(rest, [<<code::utf8>> | all])
  end

  defp string(<<"\\", c, rest::binary>>, all) do
    escaped = %{?n => "\n", ?t => "\t", ?r => "\r", ?b => "\b", ?f => "\f"}
    string(rest, [Map.get(escaped, c, <<c>>) | all])
  end

  defp string(<<c, rest::binary>>, all), do: string(rest, [<<c>> | all])
end
