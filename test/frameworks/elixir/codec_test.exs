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

judged = File.read!(System.fetch_env!("JUDGED")) |> String.split("\n", trim: true)
10_000 = length(judged)

for line <- judged do
  [name, text, valid, id] = String.split(line, "\t")
  parsed = with {:error, _} <- Base62id.parse(name, text), do: {:ok, ""}
  {true, _} = {parsed == {:ok, id} and Base62id.valid?(name, text) == (valid == "t"), line}
end

IO.puts("ok\tthe server judges 10,000 texts as base62id.ex does")
uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
{:ok, ^uuid} = Base62id.to_uuid("typeid", "user_01h455vb4pex5vsknk084sn02q")
{:ok, "user_01h455vb4pex5vsknk084sn02q"} = Base62id.from_uuid("typeid", uuid, "user")
{:error, _} = Base62id.from_uuid("base62id", "zz")
{:error, _} = Base62id.from_uuid("uid11", uuid)
made = for _ <- 1..20_000, do: Base62id.new_id("user")
true = made == Enum.sort(Enum.uniq(made))
made = for _ <- 1..20_000, do: Base62id.new_ulid()
true = made == Enum.sort(Enum.uniq(made))
{:ok, time} = Base62id.timestamp("ulid", hd(made))
true = abs(DateTime.diff(DateTime.utc_now(), time)) < 60
"user_" <> rest = made = Base62id.new_id("user")
{"user", {:ok, ^rest}} = {Base62id.type_prefix(made), Base62id.suffix(made)}
uuids = for _ <- 1..1000, do: Base62id.new_uuid()
true = uuids == Enum.sort(Enum.uniq(uuids))
{:ok, id} = Base62id.parse("ulid", hd(uuids))
true = {:ok, hd(uuids)} == Base62id.to_uuid("ulid", id)
{:error, why} = Base62id.parse("typeid", "order_01h455vb4pex5vsknk084sn02q", "user")
true = why =~ ~s(the type prefix is "order", not "user")
IO.puts("ok\tnew ids ascend, UUIDs both ways, messages name what was found")
