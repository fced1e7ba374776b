ok = fn
  {:ok, value} -> value
  {:error, _} -> ""
end

made = fn count -> for _ <- 1..count, do: [Base62id.new_id("user"), ?\n, Base62id.new_uuid(), ?\n, Base62id.new_ulid(), ?\n] end

answer = fn
  "decode", name, _, text, _, _ ->
    with {:ok, octets} <- Base62id.decode(name, text),
         {:ok, again} <- Base62id.encode(name, octets),
         do: [Base.encode16(octets, case: :lower), again],
         else: (_ -> [])

  "parse", name, prefix, text, a, b ->
    prefix = if prefix != "-", do: prefix
    made = [masked: a == "t", accept_uuid: b == "t"]
    [ok.(Base62id.parse(name, text, prefix, made)), if(Base62id.valid?(name, text, prefix, made), do: "1", else: "0")]

  "pattern", name, prefix, accepts, _, _ ->
    [Base62id.pattern(name, if(prefix != "-", do: prefix), accept_uuid: accepts == "t")]

  "range", name, prefix, text, _, _ ->
    Tuple.to_list(Base62id.prefix_range(name, text, prefix) || {})

  "column", name, prefix, text, a, _ ->
    with {:ok, uuid} <- Base62id.to_column(name, text, prefix, accept_uuid: a == "t"),
         do: [uuid, ok.(Base62id.from_column(name, uuid, prefix))],
         else: (_ -> [])

  "number", _, prefix, text, key, number ->
    key = if key != "", do: Base.decode16!(key, case: :lower)
    [ok.(Base62id.from_number(String.to_integer(number), prefix, key)), to_string(ok.(Base62id.to_number(text, prefix, key)))]

  "keys", _, prefix, text, _, _ ->
    keys = for i <- 0..199, do: binary_part(text, 0, 15) <> <<i>>
    texts = for key <- keys, do: ok.(Base62id.from_number(42, prefix, key))
    again = for {key, id} <- Enum.zip(keys, texts), do: {Base62id.to_number(id, prefix, key), ok.(Base62id.from_number(42, prefix, key))}

    raised =
      for given <- [42, "42"] do
        try do
          Base62id.from_number(given, prefix, binary_part(text, 1, 15))
        rescue
          e -> Exception.format(:error, e, __STACKTRACE__) <> inspect(__STACKTRACE__)
        end
      end

    [to_string(again == Enum.map(texts, &{{:ok, 42}, &1}) and Enum.uniq(texts) == texts and not (Enum.join(raised) =~ "secret"))]

  "long", name, prefix, symbol, _, _ ->
    {:error, why} = Base62id.parse(name, String.duplicate(symbol, 1_000_000), if(prefix != "-", do: prefix))
    [to_string(String.length(why) < 400)]
end

if System.argv() == ["workers"] do
  1..8 |> Task.async_stream(fn _ -> made.(12_500) end, timeout: :infinity) |> Enum.each(fn {:ok, ids} -> IO.binwrite(ids) end)
else
  for line <- IO.stream(:stdio, :line) do
    [operation, name, prefix, text | more] = line |> String.trim_trailing("\n") |> String.split("\t")
    [a, b | _] = more ++ ["", ""]
    [Enum.intersperse(answer.(operation, name, prefix, text, a, b), ?\t), ?\n]
  end
  |> IO.binwrite()
end
