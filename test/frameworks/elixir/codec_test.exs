# The codec against the vectors.
lines = fn variable ->
  File.read!(System.fetch_env!(variable)) |> String.split("\n", trim: true) |> Enum.map(&String.split(&1, "\t"))
end

for [name, text, octets, id] <- lines.("VECTORS") do
  if id == "" do
    {:error, _} = Base62id.decode(name, text)
  else
    octets = Base.decode16!(octets, case: :lower)
    {:ok, ^octets} = Base62id.decode(name, text)
    {:ok, ^id} = Base62id.encode(name, octets)
  end
end

{:ok, _} = Base62id.parse("typeid", "user_01h455vb4pex5vsknk084sn02q", "user")
{:error, _} = Base62id.parse("typeid", "user_01h455vb4pex5vsknk084sn02q", "order")
IO.puts("ok\tbase62id.ex passes the vectors")

for [name, prefix, accepts, pattern] <- lines.("PATTERNS") do
  {^pattern, _} = {Base62id.pattern(name, if(prefix != "-", do: prefix), accept_uuid: accepts == "t"), name}
end

IO.puts("ok\tpatterns")
judged = lines.("JUDGED")
true = length(judged) == String.to_integer(System.fetch_env!("TEXTS"))

for [name, text, valid, id] = line <- judged do
  parsed = with {:error, _} <- Base62id.parse(name, text), do: {:ok, ""}
  {true, _} = {parsed == {:ok, id} and Base62id.valid?(name, text) == (valid == "t"), line}
end

IO.puts("ok\tthe server judges texts as base62id.ex does")
judged = lines.("JUDGED_TYPED")
true = length(judged) == 4 * String.to_integer(System.fetch_env!("TEXTS"))

for [notation, prefix, text, id, masked, accepts] = line <- judged do
  made = [masked: masked == "t", accept_uuid: accepts == "t"]
  parsed = with {:error, _} <- Base62id.parse(notation, text, prefix, made), do: {:ok, ""}
  {true, _} = {parsed == {:ok, id} and Base62id.valid?(notation, text, prefix, made) == (id != ""), line}
  {true, _} = {id == "" or Base62id.type_prefix(id, notation) == prefix, line}
end

for notation <- ["typeid" | String.split(System.fetch_env!("UUID_TYPES"))] do
  made = for _ <- 1..1000, do: Base62id.new_id("us_er", notation)
  true = made == Enum.sort(Enum.uniq(made))
  for id <- made, do: {:ok, ^id} = Base62id.parse(notation, id, "us_er")
end

{:error, _} = Base62id.parse("baseuid", "user_11111111111", "user")
IO.puts("ok\tthe server judges typed ids in each notation as base62id.ex does")
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
# Of the year 10889, behind the last of a DateTime.
{:ok, nil} = Base62id.timestamp("ulid", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
"user_" <> rest = made = Base62id.new_id("user")
{"user", {:ok, ^rest}} = {Base62id.type_prefix(made), Base62id.suffix(made)}
uuids = for _ <- 1..1000, do: Base62id.new_uuid()
true = uuids == Enum.sort(Enum.uniq(uuids))
{:ok, id} = Base62id.parse("ulid", hd(uuids))
true = {:ok, hd(uuids)} == Base62id.to_uuid("ulid", id)
{:error, why} = Base62id.parse("typeid", "order_01h455vb4pex5vsknk084sn02q", "user")
true = why =~ ~s(the type prefix is "order", not "user")
IO.puts("ok\tnew ids ascend, UUIDs both ways, messages name what was found")
