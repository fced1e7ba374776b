# The models of uuids_test.exs: a script cannot use a struct that it defines.
defmodule App.Repo do
  use Ecto.Repo, otp_app: :frameworks, adapter: Ecto.Adapters.Postgres
end

defmodule App.Author do
  use Ecto.Schema
  @primary_key {:id, Ecto.UUID, autogenerate: true}
  schema "authors" do
    field :name, :string
    has_many :books, App.Book
  end
end

defmodule App.Book do
  use Ecto.Schema
  @primary_key {:id, Ecto.UUID, autogenerate: true}
  @foreign_key_type Ecto.UUID
  schema "books" do
    field :title, :string
    belongs_to :author, App.Author
  end
end

defmodule App.List do
  use Ecto.Schema

  schema "lists" do
    field :books, {:array, Ecto.UUID}
  end
end
