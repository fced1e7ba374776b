# An application of UUIDs over columns of base62id, by Ecto over Postgrex. It prints for each operation
# its name and "ok", or the class of the error. drivers.py runs it twice: without Base62id.Postgrex.UUIDs
# the errors must be those of docs/drivers.md, and with it (TOLD) every operation must be "ok".
import Ecto.Query

alias App.{Author, Book, Repo}
told = System.get_env("TOLD") != nil

Postgrex.Types.define(
  App.Types,
  if(told, do: [Base62id.Postgrex.UUIDs], else: []) ++ Ecto.Adapters.Postgres.extensions()
)

Logger.configure(level: :none)
{:ok, _} = Application.ensure_all_started([:postgrex, :ecto_sql])

{:ok, _} =
  Repo.start_link(
    url: System.fetch_env!("DATABASE_URL"),
    types: App.Types,
    pool_size: 2,
    log: false
  )

ada = "01890a5d-ac96-774b-bcce-b302099a8057"
grace = "11111111-2222-4333-8444-555555555555"

cell = fn name, operation ->
  how =
    try do
      operation.()
      "ok"
    rescue
      error ->
        if told, do: IO.puts(:stderr, Exception.format(:error, error, __STACKTRACE__))
        inspect(error.__struct__)
    end

  IO.puts("#{name}\t#{how}")
end

cell.("send", fn ->
  author = Repo.insert!(%Author{name: "sent"})
  Repo.insert!(%Book{title: "b", author_id: author.id})
  %{name: "sent", books: [%{title: "b"}]} = Repo.get!(Author, author.id) |> Repo.preload(:books)
end)

cell.("read", fn -> ^ada = Repo.one!(from(a in Author, where: a.name == "Ada", select: a.id)) end)

cell.("any", fn -> 2 = Repo.aggregate(from(a in Author, where: a.id in ^[ada, grace]), :count) end)

cell.("arrays", fn ->
  %{id: id} = Repo.insert!(%App.List{books: [grace]})
  %{books: [^grace]} = Repo.get!(App.List, id)
  %{books: [^ada, ^grace]} = Repo.get!(App.List, 1)
  %{rows: [[[octets]]]} = Repo.query!("SELECT array_agg(id) FROM authors WHERE name = 'Ada'")
  ^ada = Ecto.UUID.load!(octets)
end)

cell.("copy", fn ->
  id = Ecto.UUID.generate()

  {:ok, _} =
    Repo.transaction(fn ->
      Enum.into(
        ["#{id}\tcopied\n"],
        Ecto.Adapters.SQL.stream(Repo, "COPY authors FROM STDIN", [])
      )
    end)

  1 = Repo.aggregate(from(a in Author, where: a.name == "copied"), :count)
end)
