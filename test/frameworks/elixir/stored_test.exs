# Ecto: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and without the word (typed).
import Ecto.Query
import Harness

alias MyApp.Repo

state = System.fetch_env!("STATE")
{root, types} = if state == "typed", do: {MyApp.Told, MyApp.ToldTypes}, else: {MyApp.Stored, MyApp.StoredTypes}
[user, order, watch] = for name <- [User, Order, Watch], do: Module.concat(root, name)

Logger.configure(level: :error)
{:ok, _} = Application.ensure_all_started([:postgrex, :ecto_sql])

{:ok, _} =
  Repo.start_link(
    hostname: System.fetch_env!("PGHOST"), port: String.to_integer(System.fetch_env!("PGPORT")), username: System.fetch_env!("PGUSER"),
    database: System.fetch_env!("PGDATABASE"), types: types, pool_size: 1, log: false
  )

check = fn title, test -> run("ok", "#{state}: #{title}", "", test) end
[mine, friend] = [new_id(), new_id()]
Repo.query!("TRUNCATE watches, orders, users")
server = Repo.insert!(struct(user, name: "server")).id

check.("rows, keys, arrays, JSON, relations loaded", fn ->
  "user_" <> _ = server
  Repo.insert!(struct(user, id: mine, name: mine, friends: [friend, server], facts: %{"id" => friend}))
  %{name: ^mine, friends: [^friend, ^server], facts: %{"id" => ^friend}} = Repo.get!(user, mine)
  first = Repo.insert!(struct(order, buyer_id: mine, note: "1"))
  "order_" <> _ = first.id
  Repo.insert!(struct(order, buyer_id: mine, parent_id: first.id, note: "2"))
  Repo.insert!(struct(watch, user_id: server, order_id: first.id))
  %{orders: [one, two]} = Repo.get!(user, mine) |> Repo.preload(orders: [buyer: [], parent: []])
  [^mine, ^mine, true] = [one.buyer.id, two.buyer_id, first.id in [one.parent_id, two.parent_id]]
  [id] = Repo.all(from(w in watch, join: o in ^order, on: o.id == w.order_id, where: w.user_id == ^server, select: o.id))
  ^id = first.id
  [{^mine, 2}] = Repo.all(from(u in user, join: o in assoc(u, :orders), group_by: u.id, select: {u.id, count(o.id)}))
  stored = psql("SELECT pg_typeof(id)::text || ' ' || pg_column_size(id) FROM users WHERE name = '#{mine}'")
  ^stored = if state == "uuid", do: "uuid 16", else: "user_id 16"
end)

check.("lists, ranges, prefixes, upserts, arrays", fn ->
  sorted = Enum.sort([mine, server])
  ^sorted = Repo.all(from(u in user, where: u.id in ^[mine, server], order_by: u.id, select: u.id))
  [low, high] = sorted
  [^high] = Repo.all(from(u in user, where: u.id > ^low, select: u.id))

  for {text, wanted} <- [{"user_", 2}, {"us", 2}, {mine, 1}, {binary_part(mine, 0, 20), 1}, {"order_", 0}, {"user_u", 0}, {"user_8", 0}] do
    found =
      with {first, last} <- Base62id.Ecto.range(user, :id, text),
           do: Repo.all(from(u in user, where: u.id >= ^first and u.id <= ^last, select: u.id))

    ^wanted = length(found || [])
  end

  for name <- ["a", "b"] do
    %{id: ^friend, name: ^name} = Repo.insert!(struct(user, id: friend, name: name), on_conflict: {:replace, [:name]}, conflict_target: :id, returning: true)
  end

  {1, [%{friends: [^low]}]} = Repo.update_all(from(u in user, where: u.id == ^friend, select: u), set: [friends: [low]])
  [^mine] = Repo.all(from(u in user, where: ^friend in u.friends, select: u.id))
  {1, _} = Repo.delete_all(from(u in user, where: u.id == ^friend))
end)

check.("another kind, a malformed id and a UUID's text never reach the server", fn ->
  {:ok, uuid} = Base62id.to_uuid("typeid", mine)

  for wrong <- [new_id("order"), "user_1", uuid, ""] do
    refuses(Ecto.Query.CastError, fn -> Repo.get(user, wrong) end)
    refuses(Ecto.ChangeError, fn -> Repo.insert(struct(user, id: wrong, name: "x")) end)
  end

  for wrong <- [[prefix: "user", masked: true], [prefix: ""], [prefix: "user", notation: "uid11"]],
      do: refuses(ArgumentError, fn -> Base62id.Ecto.init([name: "x", stored: :uuid] ++ wrong) end)
end)
