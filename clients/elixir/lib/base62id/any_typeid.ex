defmodule Base62id.AnyTypeid do
  @moduledoc false
  # What a column of the type typeid has: TypeIDs of every type prefix, and of none. Its octets are
  # those of the type prefix and of the UUID.

  alias Base62id.{Codec, InvalidId}

  def decode(text) when is_binary(text) and byte_size(text) in 26..90 do
    characters = binary_part(text, byte_size(text), -26)
    prefix = prefix(binary_part(text, 0, byte_size(text) - 26))

    if prefix && Codec.canonical?(:typeid, characters),
      do: {:ok, prefix <> Codec.octets(:typeid, characters)},
      else: invalid(text)
  end

  def decode(text), do: invalid(text)

  def encode(octets) do
    size = byte_size(octets) - 16
    prefix = binary_part(octets, 0, size)
    uuid = binary_part(octets, size, 16)
    Codec.characters(:typeid, uuid, if(prefix == "", do: "", else: prefix <> "_"))
  end

  defp prefix(""), do: ""

  defp prefix(lead) do
    if lead =~ ~r/\A[a-z](?:[a-z_]{0,61}[a-z])?_\z/, do: binary_part(lead, 0, byte_size(lead) - 1)
  end

  defp invalid(given) do
    reason = "neither 26 characters nor these behind a type prefix"
    {:error, InvalidId.of("typeid", given, reason)}
  end
end
