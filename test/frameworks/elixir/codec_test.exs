# The codec against the vectors.
load = fn name -> JSON.decode!(File.read!(Path.join(System.fetch_env!("VECTORS"), name <> ".json"))) end
bare = fn uuid -> uuid |> String.replace("-", "") |> Base.decode16!(case: :lower) end

octets = fn name, v ->
  case name do
    "baseuid" -> Base.decode16!(v["hex"], case: :lower)
    "uid11" -> <<String.to_integer(v["payload"])::64>>
    _ -> (v["prefix"] || "") <> bare.(v["uuid"])
  end
end

{valid, invalid} =
  Enum.reduce(Base62id.names(), {[], []}, fn name, {valid, invalid} ->
    file = load.(name)
    list = file["uuid"] || file["ulid"] || file["baseuid"] || file["payload"] || file["typeid"]
    wrong = file["invalid_uuid_text"] || file["invalid_text"]
    {Enum.map(list, &{name, &1["text"], octets.(name, &1)}) ++ valid, Enum.map(wrong, &{name, &1["text"]}) ++ invalid}
  end)

valid = Enum.map(load.("typeid-official-valid"), &{"typeid", &1["typeid"], octets.("typeid", &1)}) ++ valid
invalid = Enum.map(load.("typeid-official-invalid"), &{"typeid", &1["typeid"]}) ++ invalid
true = length(valid) > 400 and length(invalid) > 90

for {name, text, octets} <- valid do
  {:ok, ^octets} = Base62id.decode(name, text)
  {:ok, ^octets} = Base62id.decode(name, "\"#{text}\"")
  {:ok, ^text} = Base62id.encode(name, octets)
  if name == "ulid", do: {:ok, ^octets} = Base62id.decode(name, String.downcase(text))
end

for {name, text} <- invalid, do: {:error, _} = Base62id.decode(name, text)
{:ok, _} = Base62id.parse("typeid", "user_01h455vb4pex5vsknk084sn02q", "user")
{:error, _} = Base62id.parse("typeid", "user_01h455vb4pex5vsknk084sn02q", "order")
IO.puts("ok\tbase62id.ex passes the vectors")
