ok = fn
  {:ok, value} -> value
  {:error, _} -> ""
end

made = fn count -> for _ <- 1..count, do: [Base62id.new_id("user"), ?\n, Base62id.new_uuid(), ?\n, Base62id.new_ulid(), ?\n] end

# What each call gives, or says, with its trace.
said = fn calls ->
  for call <- calls do
    try do
      inspect(call.())
    rescue
      e -> Exception.format(:error, e, __STACKTRACE__) <> inspect(__STACKTRACE__, limit: 50, printable_limit: 500)
    end
  end
end

run = fn calls ->
  for call <- calls do
    try do
      call.()
    rescue
      e -> e
    end
  end
end

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

  "uuid", name, prefix, text, _, _ ->
    try do
      with {:ok, id} <- Base62id.from_uuid(name, text, prefix),
           {:ok, again} <- Base62id.to_uuid(name, id),
           do: [id, again],
           else: (_ -> [])
    rescue
      FunctionClauseError -> [] # no name of a type
    end

  "time", name, _, text, _, _ ->
    case Base62id.timestamp(name, text) do
      {:ok, %DateTime{} = made} -> [to_string(DateTime.to_unix(made, :millisecond))]
      _ -> []
    end

  "parts", _, _, text, _, _ ->
    [Base62id.type_prefix(text), ok.(Base62id.suffix(text))]

  "made", name, prefix, _, _, _ ->
    [first | _] = all = for _ <- 1..1000, do: Base62id.new_id(prefix, name)
    bare = if name == "typeid", do: first, else: String.replace_prefix(first, prefix <> "_", "")
    {:ok, time} = Base62id.timestamp(name, bare)
    good = all == Enum.sort(Enum.uniq(all)) and Enum.all?(all, &(Base62id.parse(name, &1, prefix) == {:ok, &1}))
    [to_string(good and abs(DateTime.diff(DateTime.utc_now(), time)) < 60)]

  "message", name, prefix, text, words, _ ->
    {:error, why} = Base62id.parse(name, text, prefix)
    [if(why =~ words, do: "true", else: why)]

  "keys", _, prefix, text, _, _ ->
    keys = for i <- 0..199, do: binary_part(text, 0, 15) <> <<i>>
    texts = for key <- keys, do: ok.(Base62id.from_number(42, prefix, key))
    again = for {key, id} <- Enum.zip(keys, texts), do: {Base62id.to_number(id, prefix, key), ok.(Base62id.from_number(42, prefix, key))}

    key = binary_part(text, 0, 16)

    calls =
      for given <- [binary_part(key, 1, 15), key <> key, String.to_charlist(key), [key], %{key => 1}],
          call <- [fn -> Base62id.from_number(42, prefix, given) end, fn -> Base62id.to_number("inv_11111111111", prefix, given) end],
          do: call

    given = [{42, "No"}, {42, nil}, {"42", prefix}, {Bitwise.bsl(1, 64), prefix}]
    calls = calls ++ for({number, prefix} <- given, do: fn -> Base62id.from_number(number, prefix, key) end)
    shown = Enum.join(said.(calls ++ [fn -> Base62id.to_number("", prefix, key) end]))
    is_shown = shown =~ "secret" or shown =~ "115, 101, 99"
    [to_string(again == Enum.map(texts, &{{:ok, 42}, &1}) and Enum.uniq(texts) == texts and not is_shown)]

  "long", name, prefix, symbol, _, _ ->
    prefix = if prefix != "-", do: prefix
    none = prefix || ""

    [shorter, longer] =
      for n <- [1_000, 1_000_000] do
        long = String.duplicate(symbol, n)

        calls =
          for(of <- [:parse, :valid?, :decode, :pattern], given <- [[name, long, prefix], [name, "", long], [long, "", prefix]], do: {of, given}) ++
            for(of <- [:prefix_range, :to_column, :from_column, :from_uuid], given <- [[name, long, none], [name, "", long], [long, "", ""]], do: {of, given}) ++
            for(of <- [:encode, :to_uuid, :timestamp], given <- [[name, long], [long, ""]], do: {of, given}) ++
            for(of <- [:suffix, :type_prefix, :new_id, :to_number, :from_number], do: {of, [long]}) ++
            [type_prefix: [long, name], new_id: ["", long], encode: [name, long, none], encode: [name, "", long]] ++
            [from_number: [42, long], from_number: [42, none, long], to_number: ["", long], to_number: ["", none, long]]

        for {of, given} <- calls, do: fn -> apply(Base62id, of, given) end
      end

    # Of a clause that is not there the trace has the arguments, the message has not.
    told = for one <- said.(longer), hd(String.split(one, "\n    ")) |> String.length() > 1000, do: String.slice(one, 0, 50)
    # A process knows no processor's time: its reductions, of which Erlang's own functions have some for each octet, too. One of
    # its own, as collecting the garbage of this one takes some.
    [short, long] =
      for calls <- [shorter, longer] do
        fn ->
          run.(calls)
          elem(Process.info(self(), :reductions), 1)
        end
        |> Task.async()
        |> Task.await(:infinity)
      end

    [if(told == [] and long < 2 * short, do: "true", else: "#{inspect(told)} #{short} #{long}")]
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
