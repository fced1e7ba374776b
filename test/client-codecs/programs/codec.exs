# Answers test/client-codecs; lines.py there says what.
defmodule Answers do
  @systems %{
    "base62id" => Base62id.Base62,
    "base64uuid" => Base62id.Base64,
    "ulid" => Base62id.ULID,
    "baseuid" => Base62id.BaseUID,
    "xid" => Base62id.Xid
  }

  # What a module that uses Base62id has in __base62id__(). The lines ask for many kinds, and a module
  # of its own for each would take seconds to compile.
  def kind(notation, prefix, masked \\ false, accept_uuid \\ false)
  def kind(notation, "-", _, _), do: @systems[notation].__base62id__()

  def kind(notation, prefix, masked, accept_uuid) do
    options = [
      prefix: prefix,
      notation: String.to_existing_atom(notation),
      masked: masked,
      accept_uuid: accept_uuid
    ]

    Base62id.Kind.new!(options, __ENV__)
  end

  alias Base62id.{Codec, Kind, Numbers}

  def ok({:ok, value}), do: value
  def ok(_), do: nil

  def answer(["parse", notation, prefix, text, masked, accepts]) do
    kind = kind(notation, prefix, masked == "t", accepts == "t")
    [ok(Kind.parse(kind, text)), if(Kind.canonical?(kind, text), do: 1, else: 0)]
  end

  def answer(["range", notation, prefix, text]) do
    with {first, last} <- Kind.prefix_range(kind(notation, prefix), text), do: [first, last]
  end

  def answer(["column", notation, prefix, text, accepts]) do
    kind = kind(notation, prefix, false, accepts == "t")

    with uuid when uuid != nil <- ok(Kind.to_column(kind, text)),
         do: [uuid, ok(Kind.from_column(kind, uuid))]
  end

  def answer(["number", _, prefix, text, key, number]) do
    numbers = numbers(prefix, if(key != "", do: Base.decode16!(key, case: :mixed)))
    [Numbers.encode(numbers, String.to_integer(number)), ok(Numbers.decode(numbers, text))]
  end

  def answer(["uuid", notation, prefix, text]) do
    kind = kind(notation, prefix)

    with id when id != nil <- ok(Kind.from_uuid(kind, text)),
         do: [id, Codec.uuid_text(Kind.octets!(kind, id))]
  end

  def answer(["time", notation, prefix, text]) do
    time = Kind.timestamp(kind(notation, prefix), text)
    [time && DateTime.to_unix(time, :millisecond)]
  end

  def answer(["made", notation, prefix, _]) do
    kind = kind(notation, prefix)
    ids = for _ <- 1..1000, do: Kind.generate(kind, [])
    age = DateTime.diff(DateTime.utc_now(), Kind.timestamp(kind, List.last(ids)))

    [
      ids == Enum.uniq(Enum.sort(ids)) and Enum.all?(ids, &(Kind.parse(kind, &1) == {:ok, &1})) and
        abs(age) < 60
    ]
  end

  def answer(["message", notation, prefix, text, words]) do
    {:error, error} = Kind.parse(kind(notation, prefix), text)
    message = Exception.message(error)
    [message =~ words || message]
  end

  def answer(["keys", _, prefix, text]), do: [keys(prefix, text)]
  def answer(["long", notation, prefix, symbol]), do: [long(kind(notation, prefix), symbol)]

  defmodule Of do
    use Base62id, prefix: "inv", notation: :uid11
  end

  defmodule Masked do
    use Base62id, prefix: "inv", notation: :uid11, masked: true
  end

  # Base62id.numbers() takes a module: each prefix that is asked for gets one with masks and one without.
  defp numbers(prefix, key) do
    name = Module.concat(__MODULE__, "N#{:erlang.phash2({prefix, key == nil})}")

    unless :code.is_loaded(name) do
      options = [prefix: prefix, notation: :uid11, masked: key != nil]
      Module.create(name, quote(do: use(Base62id, unquote(options))), Macro.Env.location(__ENV__))
    end

    Base62id.numbers(name, key)
  end

  defp said(calls) do
    for call <- calls do
      try do
        case call.() do
          {:error, error} -> Exception.message(error)
          made -> inspect(made)
        end
      rescue
        error -> Exception.format(:error, error, __STACKTRACE__)
      end
    end
  end

  defp keys(prefix, text) do
    keys = for i <- 0..199, do: binary_part(text, 0, 15) <> <<i>>
    ids = for key <- keys, do: Numbers.encode(numbers(prefix, key), 42)

    again =
      for {key, id} <- Enum.zip(keys, ids),
          do: Numbers.decode(numbers(prefix, key), id) == {:ok, 42}

    wrong = [
      String.slice(text, 1..-1//1),
      text <> text,
      String.to_charlist(text),
      [text],
      %{text => 1}
    ]

    numbers = Base62id.numbers(Masked, text)

    shown =
      said(
        for(key <- wrong, do: fn -> Base62id.numbers(Masked, key) end) ++
          [
            fn -> numbers end,
            fn -> Base62id.numbers(Of, text) end,
            fn -> Numbers.encode(numbers, 0x8000000000000000) end,
            fn -> Numbers.encode(numbers, "x") end,
            fn -> Numbers.decode(numbers, "x") end
          ]
      )

    Enum.all?(again) and length(Enum.uniq(ids)) == 200 and
      not (Enum.join(shown) =~ ~r/secret|115, 101, 99/)
  end

  # Whether of a million symbols little is said.
  defp long(kind, symbol) do
    long = String.duplicate(symbol, 1_000_000)

    shown =
      said([
        fn -> Kind.parse(kind, long) end,
        fn -> Kind.canonical?(kind, long) end,
        fn -> Kind.from_uuid(kind, long) end,
        fn -> Kind.prefix_range(kind, long) end,
        fn -> Kind.to_column(kind, long) end,
        fn -> Kind.from_column(kind, long) end,
        fn -> Kind.octets!(kind, long) end,
        fn -> Kind.timestamp(kind, long) end,
        fn -> Numbers.decode(Base62id.numbers(Of), long) end,
        fn -> Base62id.numbers(Masked, long) end
      ])

    # The first line is the message; a stacktrace follows it.
    longest = shown |> Enum.map(&byte_size(hd(String.split(&1, "\n")))) |> Enum.max()
    if longest < 600, do: true, else: "#{longest}"
  end
end

defmodule UserId do
  use Base62id, prefix: "user"
end

made = fn count ->
  for _ <- 1..count,
      do: [UserId.generate(), ?\n, Base62id.Base62.generate(), ?\n, Base62id.ULID.generate(), ?\n]
end

case System.argv() do
  ["lines"] ->
    for line <- IO.stream(:stdio, :line) do
      fields = line |> String.trim_trailing("\n") |> String.split("\t")
      IO.puts(fields |> Answers.answer() |> List.wrap() |> Enum.join("\t"))
    end

  _ ->
    1..8
    |> Enum.map(fn _ -> Task.async(fn -> made.(12_500) end) end)
    |> Enum.map(&Task.await(&1, :infinity))
    |> IO.write()
end
