# What test/client-codecs does not ask of the codec.
{:ok, _} = Base62id.parse("typeid", "user_01h455vb4pex5vsknk084sn02q", "user")
{:error, _} = Base62id.parse("typeid", "order_01h455vb4pex5vsknk084sn02q", "user")

for notation <- ["typeid" | String.split(System.fetch_env!("UUID_TYPES"))] do
  made = for _ <- 1..1000, do: Base62id.new_id("us_er", notation)
  true = made == Enum.sort(Enum.uniq(made))
  for id <- made, do: {:ok, ^id} = Base62id.parse(notation, id, "us_er")
end

{:error, _} = Base62id.parse("baseuid", "user_11111111111", "user")
IO.puts("ok\tnew typed ids ascend in each notation")
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
