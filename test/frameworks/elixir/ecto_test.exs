# Ecto over Postgrex. The schemas of MyApp are a code block of docs/frameworks/elixir.md.
import Ecto.Query
alias MyApp.{Invoice, Order, User, UserId}

import Harness

alias MyApp.Repo

server = [
  hostname: System.fetch_env!("PGHOST"),
  port: String.to_integer(System.fetch_env!("PGPORT")),
  username: System.fetch_env!("PGUSER"),
  database: System.fetch_env!("PGDATABASE")
]

Logger.configure(level: :error)
{:ok, _} = Application.ensure_all_started([:postgrex, :ecto_sql])
{:ok, repo} = Repo.start_link(server ++ [types: MyApp.PostgrexTypes, pool_size: 2, log: false])
versions = for app <- [:ecto, :ecto_sql, :postgrex], do: "#{app} #{Application.spec(app, :vsn)}"

say([
  "version",
  Enum.join(versions, ", ") <> ", PostgreSQL " <> hd(String.split(psql("SHOW server_version")))
])

cell("migrate", "as is: `add :id, :user_id`", fn ->
  :ok = Ecto.Migrator.up(Repo, 1, MyApp.CreateUsers, log: false)

  default =
    "SELECT column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'id'"

  "user_id_new()" = psql(default)
end)

cell("again", "as is", fn ->
  :already_up = Ecto.Migrator.up(Repo, 1, MyApp.CreateUsers, log: false)
end)

cell("first", "`execute` in the first migration", fn ->
  name = "#{System.fetch_env!("PGDATABASE")}_bare"
  psql(~s(CREATE DATABASE "#{name}"))

  options =
    Keyword.put(server, :database, name) ++
      [name: nil, types: MyApp.PostgrexTypes, pool_size: 2, log: false]

  {:ok, bare} = Repo.start_link(options)
  :ok = Ecto.Migrator.up(Repo, 1, MyApp.CreateUsers, log: false, dynamic_repo: bare)
  :already_up = Ecto.Migrator.up(Repo, 1, MyApp.CreateUsers, log: false, dynamic_repo: bare)
  Repo.put_dynamic_repo(bare)
  "user_" <> _ = Repo.insert!(%User{name: "x"}).id
  %{rows: [["user_" <> _]]} = Repo.query!("SELECT user_id_new()::text")
  :ok = Ecto.Migrator.down(Repo, 1, MyApp.CreateUsers, log: false, dynamic_repo: bare)

  %{rows: [[nil, nil]]} =
    Repo.query!("SELECT to_regclass('users')::text, to_regtype('user_id')::text")

  Repo.put_dynamic_repo(repo)
  Supervisor.stop(bare)
end)

cell("kind", "adapter: `Ecto.Query.CastError`; `Ecto.ChangeError` where it would be stored", fn ->
  refuses(Ecto.Query.CastError, fn -> Repo.get(User, other_id()) end)
  refuses(Ecto.ChangeError, fn -> Repo.insert(%User{id: other_id(), name: "x"}) end)
  false = Ecto.Changeset.cast(%Order{}, %{buyer_id: other_id()}, [:buyer_id]).valid?
end)

cell("empty", "as is: `nil` by `cast`; adapter: `Ecto.Query.CastError` in a query", fn ->
  changes =
    Ecto.Changeset.cast(%Order{buyer_id: UserId.generate()}, %{buyer_id: ""}, [:buyer_id]).changes

  %{buyer_id: nil} = changes
  refuses(Ecto.Query.CastError, fn -> Repo.get(User, "") end)
end)

{_, 0} = System.cmd("psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-f", System.fetch_env!("FILL")])
schemas = [User, Order, Invoice]

cell("own", "adapter: `autogenerate: true`", fn ->
  user = Repo.insert!(%User{name: "Ada"})
  true = UserId.is?(user.id)
  %{name: "Ada"} = Repo.get!(User, user.id)
end)

cell("default", "adapter: `read_after_writes`", fn ->
  user = Repo.one!(from(u in User, limit: 1))
  true = Base62id.Xid.is?(Repo.insert!(%Order{buyer_id: user.id, note: "1"}).id)
  true = Base62id.Base62.is?(Repo.insert!(%Invoice{note: "i"}).id)
end)

run("ok", "a query for ids that begin with a text", "", fn ->
  id = Repo.one!(from(u in User, limit: 1, select: u.id))

  true =
    id in Repo.all(from(u in MyApp.Users.starting_with(binary_part(id, 0, 12)), select: u.id))

  [] = Repo.all(MyApp.Users.starting_with("order_"))
end)

cell(
  "malformed",
  "adapter: `Ecto.Query.CastError`, an error of the changeset; `Postgrex.Error` 22P02 from the server",
  fn ->
    wrong = "user_01h455vb4pex5vsknk084sn02u"

    refuses(Ecto.Query.CastError, fn -> Repo.get(User, wrong) end)
    false = Ecto.Changeset.cast(%Order{}, %{buyer_id: wrong}, [:buyer_id]).valid?

    {:error, %Postgrex.Error{postgres: %{pg_code: "22P02"}}} =
      Repo.query("SELECT $1::text::typeid", [wrong])
  end
)

cell("prefix", "`fragment(\"? ^@ ?\", …, type(^text, :string))`", fn ->
  for schema <- schemas do
    some = Repo.one!(from(s in schema, limit: 1, select: s.id))
    text = binary_part(some, 0, byte_size(some) - 4)

    found =
      Repo.all(
        from(s in schema, where: fragment("? ^@ ?", s.id, type(^text, :string)), select: s.id)
      )

    true = some in found
  end
end)

cell("typed", "adapter: `use Base62id.Postgrex`", fn ->
  psql("SELECT typeid_create_type('team_id', 'team')")
  psql("CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text NOT NULL)")
  psql("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n; ANALYZE teams")
  {:ok, typed} = Postgrex.start_link(server ++ [types: MyApp.TypedTypes])
  %{rows: [["team_" <> _ = some]]} = Postgrex.query!(typed, "SELECT id FROM teams LIMIT 1", [])
  %{rows: [[^some]]} = Postgrex.query!(typed, "SELECT id FROM teams WHERE id = $1", [some])

  %{rows: [[^some]]} =
    Postgrex.query!(typed, "SELECT id FROM teams WHERE id = ANY ($1)", [[some]])

  {:ok, ^some} =
    Ecto.Type.cast(
      Ecto.ParameterizedType.init(Base62id.Ecto, name: "team_id", kind: MyApp.TeamId),
      some
    )

  refuses(DBConnection.EncodeError, fn ->
    Postgrex.query!(typed, "SELECT id FROM teams WHERE id = $1", [UserId.generate()])
  end)
end)

run("ok", "id types in every notation, scalars and arrays, in binary, and in Ecto", "", fn ->
  {_, 0} =
    System.cmd("psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-f", System.fetch_env!("NOTATED")])

  {:ok, typed} = Postgrex.start_link(server ++ [types: MyApp.TypedTypes])
  notations = String.split(System.fetch_env!("UUID_TYPES"))
  true = length(notations) > 2

  for notation <- notations do
    name = "in_#{notation}_id"
    kind = Module.concat([MyApp, Macro.camelize(notation)])
    table = String.replace_suffix(name, "_id", "")
    mine = kind.generate()
    Postgrex.query!(typed, "INSERT INTO #{table} VALUES ($1)", [mine])

    %{rows: [[made]]} =
      Postgrex.query!(typed, "INSERT INTO #{table} DEFAULT VALUES RETURNING id", [])

    true = kind.is?(made)

    %{rows: [[list]]} =
      Postgrex.query!(typed, "SELECT array_agg(id) FROM #{table} WHERE id = ANY ($1)", [
        [mine, made]
      ])

    [] = [mine, made] -- list
    type = Ecto.ParameterizedType.init(Base62id.Ecto, name: name, kind: kind)
    {:ok, ^mine} = Ecto.Type.cast(type, mine)
    # Of another text cast makes this one; what was not cast is no id of a struct.
    for text <- [~s("#{mine}") | if(notation == "ulid", do: [String.downcase(mine)], else: [])] do
      {:ok, ^mine} = Ecto.Type.cast(type, text)
      :error = Ecto.Type.dump(type, text)
    end

    for wrong <- [UserId.generate(), binary_part(mine, 1, byte_size(mine) - 1), mine <> "0"] do
      {:error, _} = Ecto.Type.cast(type, wrong)

      refuses(DBConnection.EncodeError, fn ->
        Postgrex.query!(typed, "SELECT id FROM #{table} WHERE id = $1", [wrong])
      end)
    end
  end
end)

run("ok", "every type, scalars and arrays, in binary", "", fn ->
  for name <- ~w(typeid base62id base64uuid ulid baseuid uid11) do
    lines =
      File.read!(System.fetch_env!("VECTORS"))
      |> String.split("\n", trim: true)
      |> Enum.map(&String.split(&1, "\t"))

    texts = for [^name, text, _, text] <- lines, text != "", do: text
    %{rows: [[^texts]]} = Repo.query!("SELECT $1::#{name}[]", [texts])
    one = hd(texts)
    %{rows: [[^one]]} = Repo.query!("SELECT $1::#{name}", [one])
  end
end)

run(
  "trap",
  "Postgrex raises an error for a type that it does not know. With `Base62id.Postgrex`, an id is a string.",
  "",
  fn ->
    {:ok, plain} = Postgrex.start_link(server)

    try do
      Postgrex.query!(plain, "SELECT id FROM users LIMIT 1", [])
      raise "taken"
    rescue
      error in [Postgrex.QueryError, DBConnection.EncodeError] ->
        true = Exception.message(error) =~ "user_id"
    end
  end
)

Supervisor.stop(repo)
