# Prints CELL, PACKAGE and calls per second, for scripts/bench-clients.
defmodule Bench do
  def empty(_, _, _), do: nil

  def seconds(call, calls) do
    {time, _} = :timer.tc(fn -> repeat(call, calls) end)
    max(time, 1) / 1_000_000 / calls
  end

  defp repeat(_, 0), do: :ok

  defp repeat(call, calls) do
    call.()
    repeat(call, calls - 1)
  end
end

defmodule UserId do
  use Base62id, prefix: "user"
end

defmodule InvoiceId do
  use Base62id, prefix: "inv", notation: :uid11, masked: true
end

uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
id = UserId.from_uuid!(uuid)
ulid = Base62id.ULID.from_uuid!(uuid)
base62id = Base62id.Base62.from_uuid!(uuid)
numbers = Base62id.numbers(InvoiceId, "0123456789abcdef")
masked = Base62id.Numbers.encode(numbers, 123_456_789)
# What there is without a package; Ecto.UUID makes and reads as this does.

written = fn octets ->
  <<a::binary-8, b::binary-4, c::binary-4, d::binary-4, e::binary-12>> =
    Base.encode16(octets, case: :lower)

  <<a::binary, ?-, b::binary, ?-, c::binary, ?-, d::binary, ?-, e::binary>>
end

made = fn ->
  <<a::48, _::4, b::12, _::2, c::62>> = :crypto.strong_rand_bytes(16)
  written.(<<a::48, 4::4, b::12, 2::2, c::62>>)
end

read = fn ->
  <<a::binary-8, ?-, b::binary-4, ?-, c::binary-4, ?-, d::binary-4, ?-, e::binary-12>> = uuid
  Base.decode16!(<<a::binary, b::binary, c::binary, d::binary, e::binary>>, case: :mixed)
end

# A text is read, and another written.
back = fn -> written.(read.()) end

cells = [
  {"an empty call", fn -> Bench.empty("typeid", id, "user") end, nil},
  {"new TypeID", fn -> UserId.generate() end, made},
  {"new ULID", fn -> Base62id.ULID.generate() end, made},
  {"new base62id", fn -> Base62id.Base62.generate() end, made},
  {"read TypeID", fn -> UserId.parse(id) end, read},
  {"read ULID", fn -> Base62id.ULID.parse(ulid) end, read},
  {"validate TypeID", fn -> UserId.is?(id) end, read},
  {"TypeID to UUID", fn -> UserId.to_uuid(id) end, back},
  {"base62id to UUID", fn -> Base62id.Base62.to_uuid(base62id) end, back},
  {"TypeID from UUID", fn -> UserId.from_uuid(uuid) end, back},
  {"base62id from UUID", fn -> Base62id.Base62.from_uuid(uuid) end, back},
  {"mask a number", fn -> Base62id.Numbers.encode(numbers, 123_456_789) end, nil},
  {"unmask a number", fn -> Base62id.Numbers.decode(numbers, masked) end, nil}
]

for {cell, ours, other} <- cells do
  packages = [{"base62id", ours} | if(other, do: [{"by hand", other}], else: [])]

  best =
    Enum.reduce(1..15, Enum.map(packages, fn {_, call} -> Bench.seconds(call, 300) end), fn _,
                                                                                            best ->
      for {{_, call}, time} <- Enum.zip(packages, best),
          do: min(time, Bench.seconds(call, trunc(0.01 / time) + 1))
    end)

  for {{name, _}, time} <- Enum.zip(packages, best),
      do: IO.puts(Enum.join([cell, name, round(1 / time)], "\t"))
end
