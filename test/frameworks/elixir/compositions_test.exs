# Random compositions of conditions by Ecto, over columns of uuid and over those of id types, beside the
# same query in SQL: no row more, none less. Names of fields are not those of columns.
import Ecto.Query
import Harness

alias MyApp.Composed.{Stored, Typed}
alias MyApp.Repo

count = if System.get_env("BASE62ID_FULL"), do: 1000, else: 100
seed = String.to_integer(System.get_env("BASE62ID_SEED") || "#{:rand.uniform(999_999)}")
:rand.seed(:exsss, seed)
say(["version", "Ecto, BASE62ID_SEED=#{seed}"])
Logger.configure(level: :error)
{:ok, _} = Application.ensure_all_started([:postgrex, :ecto_sql])

psql(
  "SELECT typeid_create_type('user_id', 'user', accept_uuid => true), typeid_create_type('order_id', 'order', accept_uuid => true)"
)

for {schema, {user, order}} <- [stored: {"uuid", "uuid"}, typed: {"user_id", "order_id"}] do
  psql("""
  CREATE SCHEMA #{schema};
  CREATE TABLE #{schema}.people (pk #{user} PRIMARY KEY, name text NOT NULL);
  CREATE TABLE #{schema}.things ("theId" #{order} PRIMARY KEY, owner #{user} NOT NULL REFERENCES #{schema}.people, parent #{order}, note text);
  INSERT INTO #{schema}.people SELECT ('0189000' || n || '-0000-7000-8000-' || repeat(n::text, 12))::uuid, n FROM generate_series(0, 9) AS n;
  INSERT INTO #{schema}.things
  SELECT ('0189' || lpad(to_hex(n * 997 % 65536), 4, '0') || '-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
         ('0189000' || n % 10 || '-0000-7000-8000-' || repeat((n % 10)::text, 12))::uuid,
         CASE WHEN n % 3 > 0 THEN ('0189' || lpad(to_hex((n - n % 3) * 997 % 65536), 4, '0') || '-0000-7000-8000-' || lpad((n - n % 3)::text, 12, '0'))::uuid END,
         CASE WHEN n % 2 = 0 THEN n::text END
    FROM generate_series(0, 199) AS n
  """)
end

{:ok, _} =
  Repo.start_link(
    hostname: System.fetch_env!("PGHOST"),
    port: String.to_integer(System.fetch_env!("PGPORT")),
    username: System.fetch_env!("PGUSER"),
    database: System.fetch_env!("PGDATABASE"),
    types: MyApp.ToldTypes,
    pool_size: 1,
    log: false
  )

defmodule Random do
  import Ecto.Query

  def pick(list), do: Enum.at(list, :rand.uniform(length(list)) - 1)

  def quoted(uuids), do: Enum.map_join(uuids, ", ", &"'#{&1}'::uuid")

  # A condition as a dynamic expression over [thing, person], and the same in SQL.
  def leaf(uuids) do
    {name, column, kind, all} =
      pick([
        {:id, ~s("theId"), MyApp.OrderId, uuids.things},
        {:parent, "parent", MyApp.OrderId, uuids.things},
        {:keeper_id, "owner", MyApp.UserId, uuids.people},
        {:person, "owner", MyApp.UserId, uuids.people}
      ])

    some = Enum.sort(for _ <- 1..:rand.uniform(4), do: pick(all))
    [low | _] = some
    high = List.last(some)
    # As somebody types them: the field's cast makes them canonical.
    text = fn uuid -> pick([& &1, &~s("#{&1}")]).(kind.from_uuid!(uuid)) end
    ids = Enum.map(some, text)
    {low_id, high_id} = {text.(low), text.(high)}

    pick([
      fn -> {of(name, :==, low_id), "#{column} = #{quoted([low])}"} end,
      fn -> {of(name, :!=, low_id), "#{column} <> #{quoted([low])}"} end,
      fn -> {of(name, :in, ids), "#{column} IN (#{quoted(some)})"} end,
      fn -> {dynamic(not (^of(name, :in, ids))), "#{column} NOT IN (#{quoted(some)})"} end,
      fn ->
        {dynamic(^of(name, :>=, low_id) and ^of(name, :<=, high_id)),
         "#{column} BETWEEN #{quoted([low])} AND #{quoted([high])}"}
      end,
      fn -> {of(name, :<, high_id), "#{column} < #{quoted([high])}"} end,
      fn -> {of(name, :>=, low_id), "#{column} >= #{quoted([low])}"} end,
      fn -> {dynamic([t], is_nil(t.parent)), "parent IS NULL"} end,
      fn -> {dynamic([t], not is_nil(t.parent)), "parent IS NOT NULL"} end,
      fn -> {dynamic([t], is_nil(t.note)), "note IS NULL"} end,
      fn -> beginning(name, column, kind, low) end
    ]).()
  end

  def of(:person, :==, value), do: dynamic([t, p], p.id == ^value)
  def of(:person, :!=, value), do: dynamic([t, p], p.id != ^value)
  def of(:person, :in, value), do: dynamic([t, p], p.id in ^value)
  def of(:person, :<, value), do: dynamic([t, p], p.id < ^value)
  def of(:person, :<=, value), do: dynamic([t, p], p.id <= ^value)
  def of(:person, :>=, value), do: dynamic([t, p], p.id >= ^value)
  def of(name, :==, value), do: dynamic([t], field(t, ^name) == ^value)
  def of(name, :!=, value), do: dynamic([t], field(t, ^name) != ^value)
  def of(name, :in, value), do: dynamic([t], field(t, ^name) in ^value)
  def of(name, :<, value), do: dynamic([t], field(t, ^name) < ^value)
  def of(name, :<=, value), do: dynamic([t], field(t, ^name) <= ^value)
  def of(name, :>=, value), do: dynamic([t], field(t, ^name) >= ^value)

  # By Base62id.Ecto.range, which is the same over both kinds of columns.
  def beginning(name, column, kind, uuid) do
    id = kind.from_uuid!(uuid)
    text = binary_part(id, 0, 2 + :rand.uniform(byte_size(id) - 2))
    prefix = kind.__base62id__().prefix
    field = if name == :person, do: :keeper_id, else: name
    {first, last} = Base62id.Ecto.range(MyApp.Composed.Stored.Thing, field, text)
    sql = "pg_catalog.starts_with(public.typeid_encode('#{prefix}', #{column})::text, '#{text}')"
    {dynamic(^of(name, :>=, first) and ^of(name, :<=, last)), sql}
  end

  def composed(0, uuids), do: leaf(uuids)

  def composed(depth, uuids) do
    case :rand.uniform(4) do
      1 ->
        leaf(uuids)

      2 ->
        {one, sql} = composed(depth - 1, uuids)
        {dynamic(not (^one)), "NOT (#{sql})"}

      way ->
        some = for _ <- 1..(1 + :rand.uniform(3)), do: composed(depth - 1, uuids)
        {conditions, sqls} = Enum.unzip(some)
        join = if way == 3, do: &dynamic(^&1 and ^&2), else: &dynamic(^&1 or ^&2)

        {Enum.reduce(tl(conditions), hd(conditions), &join.(&2, &1)),
         "(" <> Enum.join(sqls, if(way == 3, do: " AND ", else: " OR ")) <> ")"}
    end
  end
end

uuids = %{
  things: psql(~s(SELECT "theId" FROM stored.things ORDER BY 1)) |> String.split("\n"),
  people: psql("SELECT pk FROM stored.people ORDER BY 1") |> String.split("\n")
}

for {name, root} <- [stored: Stored, typed: Typed] do
  thing = Module.concat(root, Thing)

  run("ok", "#{count} compositions over #{name} columns give the rows of the same SQL", "", fn ->
    parts =
      for _ <- 1..count do
        {condition, sql} = Random.composed(:rand.uniform(2), uuids)

        found =
          Repo.all(
            from(t in thing,
              join: p in assoc(t, :keeper),
              where: ^condition,
              order_by: t.id,
              select: t.id
            )
          )

        %{rows: rows} =
          Repo.query!(~s(SELECT "theId"::text FROM stored.things WHERE #{sql} ORDER BY 1))

        if Enum.map(found, &MyApp.OrderId.to_uuid(&1)) != List.flatten(rows),
          do: raise("#{sql}: #{length(found)} rows, not #{length(rows)}")

        length(found)
      end

    if Enum.count(parts, &(&1 in 1..199)) < count / 3, do: raise("few find some of the rows")
  end)
end
