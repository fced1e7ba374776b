# Schemas over columns of uuid, by the state of the database: MyApp.Stored in uuid and moved, MyApp.Told without the word.
Postgrex.Types.define(MyApp.StoredTypes, [{Base62id.Postgrex.UUIDs, ["user_id", "order_id"]} | Ecto.Adapters.Postgres.extensions()], json: JSON)

defmodule MyApp.UserId.Postgrex do
  use Base62id.Postgrex, name: "user_id", prefix: "user"
end

defmodule MyApp.OrderId.Postgrex do
  use Base62id.Postgrex, name: "order_id", prefix: "order"
end

Postgrex.Types.define(MyApp.ToldTypes, [MyApp.UserId.Postgrex, MyApp.OrderId.Postgrex | Ecto.Adapters.Postgres.extensions()], json: JSON)

for {root, word} <- [{MyApp.Stored, [stored: :uuid]}, {MyApp.Told, []}] do
  user = [name: "user_id", prefix: "user"] ++ word
  order = [name: "order_id", prefix: "order"] ++ word

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

  defmodule Module.concat(root, Watch) do
    use Ecto.Schema
    @primary_key false
    schema "watches" do
      field :user_id, Base62id.Ecto, user
      field :order_id, Base62id.Ecto, order
    end
  end
end
