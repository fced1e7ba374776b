# Prints what test/frameworks/framework.py reads.
defmodule Harness do
  def say(fields), do: IO.puts(Enum.map_join(fields, "\t", &escape(to_string(&1))))
  defp escape(text), do: text |> String.replace("\t", " ") |> String.replace("\n", "\\n")

  def run(kind, what, how, test) do
    test.()
    say([kind, what, how])
  rescue
    error -> say(["fail", what, Exception.format(:error, error, __STACKTRACE__)])
  end

  def cell(capability, how, test), do: run("cell", capability, how, test)

  @doc "Fails unless the function raises this exception."
  def refuses(exception, function) do
    function.()
  rescue
    error -> if error.__struct__ != exception, do: reraise(error, __STACKTRACE__)
  else
    result -> raise "taken: #{inspect(result)}"
  end

  def psql(query) do
    {out, 0} =
      System.cmd("psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-c", query], stderr_to_stdout: true)

    String.trim(out)
  end

  @doc "Answers stored.py: each line is an operation and its arguments, the answer its fields."
  def serve(operations) do
    for line <- IO.stream(:stdio, :line) do
      [operation | given] = line |> String.trim_trailing("\n") |> String.split("\t")

      try do
        say(["=" | List.wrap(operations[operation].(given))])
      rescue
        error ->
          say([
            "!",
            with(%{postgres: %{pg_code: code}} <- error, do: code, else: (_ -> "")),
            Exception.message(error)
          ])
      end
    end
  end

  @doc "What times.py asks: plain of UUIDs and stored of ids, 1,000 rows at a time."
  def times(repo, tables) do
    lines = for line <- File.stream!(System.get_env("ROWS", "/dev/null")), do: String.split(line)

    rows =
      for {table, n} <- [{"plain", 0}, {"stored", 1}],
          into: %{},
          do:
            {table,
             for(line <- lines, id = Enum.at(line, n), do: [id: id, friend: id, name: "a name"])}

    %{
      "write" => fn [table] ->
        for some <- Enum.chunk_every(rows[table], 1000),
            {n, _} = repo.insert_all(tables[table], some),
            n != 1000,
            do: n
      end,
      "read" => fn [table] ->
        with([first | _] = all <- repo.all(tables[table]), do: [length(all), first.friend])
      end
    }
  end

  @doc "An id of another kind than a user's."
  def other_id, do: String.replace_prefix(MyApp.UserId.generate(), "user_", "order_")
end

defmodule MyApp.Repo do
  use Ecto.Repo, otp_app: :frameworks, adapter: Ecto.Adapters.Postgres
end

# What the scripts cannot define themselves: a script cannot use a struct that it defines.
# Schemas over columns of uuid, by the state of the database: MyApp.Stored in uuid and moved, MyApp.Told without the word.
Postgrex.Types.define(
  MyApp.StoredTypes,
  [{Base62id.Postgrex.UUIDs, ["user_id", "order_id"]} | Ecto.Adapters.Postgres.extensions()],
  json: JSON
)

defmodule MyApp.OrderId do
  use Base62id, prefix: "order"
end

defmodule MyApp.OrderId.Postgrex do
  use Base62id.Postgrex, name: "order_id", kind: MyApp.OrderId
end

Postgrex.Types.define(
  MyApp.ToldTypes,
  [MyApp.UserId.Postgrex, MyApp.OrderId.Postgrex | Ecto.Adapters.Postgres.extensions()],
  json: JSON
)

for {root, word} <- [{MyApp.Stored, [stored: :uuid]}, {MyApp.Told, []}] do
  user = [name: "user_id", kind: MyApp.UserId] ++ word
  order = [name: "order_id", kind: MyApp.OrderId] ++ word

  # They are the same but for the word.
  defmodule Module.concat(root, User) do
    use Ecto.Schema
    @primary_key {:id, Base62id.Ecto, user ++ [read_after_writes: true]}
    schema "users" do
      field :name, :string
      field :friends, {:array, Base62id.Ecto}, user ++ [default: []]
      field :facts, :map
      has_many :orders, Module.concat(root, Order), foreign_key: :buyer_id
    end
  end

  defmodule Module.concat(root, Order) do
    use Ecto.Schema
    @primary_key {:id, Base62id.Ecto, order ++ [read_after_writes: true]}
    schema "orders" do
      belongs_to :buyer, Module.concat(root, User), [type: Base62id.Ecto] ++ user
      belongs_to :parent, Module.concat(root, Order), [type: Base62id.Ecto] ++ order
      field :note, :string
    end
  end

  defmodule Module.concat(root, Buyer) do
    use Ecto.Schema
    @primary_key {:id, Base62id.Ecto, user}
    schema "buyers" do
      field :orders, :integer
    end
  end

  for {name, type, options} <- [{"plain", Ecto.UUID, []}, {"stored", Base62id.Ecto, user}] do
    defmodule Module.concat(root, Macro.camelize(name)) do
      use Ecto.Schema
      @primary_key {:id, type, options}
      schema name do
        field :friend, type, options
        field :name, :string
      end
    end
  end

  defmodule Module.concat(root, Watch) do
    use Ecto.Schema
    @primary_key false
    schema "watches" do
      field :user_id, Base62id.Ecto, user
      field :order_id, Base62id.Ecto, order
    end
  end
end

# Id types in Postgrex: of TypeID's notation, and of each other one.
defmodule MyApp.TeamId do
  use Base62id, prefix: "team"
end

defmodule MyApp.TeamId.Postgrex do
  use Base62id.Postgrex, name: "team_id", kind: MyApp.TeamId
end

notated =
  for notation <- String.split(System.fetch_env!("UUID_TYPES")) do
    kind = Module.concat([MyApp, Macro.camelize(notation)])

    options = [
      prefix: "in_" <> String.replace(notation, ~r/\d/, ""),
      notation: String.to_atom(notation)
    ]

    Module.create(kind, quote(do: use(Base62id, unquote(options))), Macro.Env.location(__ENV__))
    module = Module.concat(kind, Postgrex)
    options = [name: "in_#{notation}_id", kind: kind]

    Module.create(
      module,
      quote(do: use(Base62id.Postgrex, unquote(options))),
      Macro.Env.location(__ENV__)
    )

    module
  end

Postgrex.Types.define(
  MyApp.TypedTypes,
  [MyApp.TeamId.Postgrex | notated] ++ Base62id.Postgrex.extensions()
)

# Of compositions_test.exs.
for {root, schema, word} <- [
      {MyApp.Composed.Stored, "stored", [stored: :uuid]},
      {MyApp.Composed.Typed, "typed", []}
    ] do
  user = [name: "user_id", kind: MyApp.UserId] ++ word
  order = [name: "order_id", kind: MyApp.OrderId] ++ word

  defmodule Module.concat(root, Person) do
    use Ecto.Schema
    @schema_prefix schema
    @primary_key {:id, Base62id.Ecto, user ++ [source: :pk]}
    schema "people" do
      field :name, :string
    end
  end

  defmodule Module.concat(root, Thing) do
    use Ecto.Schema
    @schema_prefix schema
    @primary_key {:id, Base62id.Ecto, order ++ [source: :theId]}
    schema "things" do
      belongs_to :keeper,
                 Module.concat(root, Person),
                 [type: Base62id.Ecto, source: :owner] ++ user

      field :parent, Base62id.Ecto, order
      field :note, :string
    end
  end
end

# Of uuids_test.exs.
defmodule App.Repo do
  use Ecto.Repo, otp_app: :frameworks, adapter: Ecto.Adapters.Postgres
end

defmodule App.Author do
  use Ecto.Schema
  @primary_key {:id, Ecto.UUID, autogenerate: true}
  schema "authors" do
    field :name, :string
    has_many(:books, App.Book)
  end
end

defmodule App.Book do
  use Ecto.Schema
  @primary_key {:id, Ecto.UUID, autogenerate: true}
  @foreign_key_type Ecto.UUID
  schema "books" do
    field :title, :string
    belongs_to(:author, App.Author)
  end
end

defmodule App.List do
  use Ecto.Schema

  schema "lists" do
    field :books, {:array, Ecto.UUID}
  end
end
