# Ecto over columns of uuid: what stored.py asks, and what Ecto refuses.
# stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
# ("moved"), and over these without the option stored ("typed"). The answers to its operations must
# be the same; the operation "own" has checks of this framework alone.
import Ecto.Query
import Harness

alias MyApp.Repo

state = System.fetch_env!("STATE")

{root, types} =
  if state == "typed", do: {MyApp.Told, MyApp.ToldTypes}, else: {MyApp.Stored, MyApp.StoredTypes}

[user, order, watch, buyer] =
  for name <- [User, Order, Watch, Buyer], do: Module.concat(root, name)

Logger.configure(level: :error)
{:ok, _} = Application.ensure_all_started([:postgrex, :ecto_sql])

{:ok, _} =
  Repo.start_link(
    hostname: System.fetch_env!("PGHOST"),
    port: String.to_integer(System.fetch_env!("PGPORT")),
    username: System.fetch_env!("PGUSER"),
    database: System.fetch_env!("PGDATABASE"),
    types: types,
    pool_size: 1,
    log: false
  )

ids = fn query -> Repo.all(from(u in query, order_by: u.id, select: u.id)) end
own_id = fn id -> if id == "", do: [], else: [id: id] end

timed =
  times(Repo, %{"plain" => Module.concat(root, Plain), "stored" => Module.concat(root, Stored)})

serve(
  Map.merge(timed, %{
    "add_user" => fn [id, name, friends, fact] ->
      Repo.insert!(
        struct(
          user,
          [name: name, friends: String.split(friends), facts: if(fact != "", do: %{"id" => fact})] ++
            own_id.(id)
        )
      ).id
    end,
    "user" => fn [id] ->
      for u <- Repo.all(from(u in user, where: u.id == ^id)),
          field <- [u.id, u.name, Enum.join(u.friends, " "), u.facts["id"]],
          do: field
    end,
    "add_order" => fn [id, by, parent, note] ->
      Repo.insert!(
        struct(
          order,
          [buyer_id: by, parent_id: if(parent != "", do: parent), note: note] ++ own_id.(id)
        )
      ).id
    end,
    "watch" => fn [user_id, order_id] ->
      Repo.insert!(struct(watch, user_id: user_id, order_id: order_id)) && []
    end,
    "orders" => fn [id] ->
      preloaded = Repo.get!(user, id) |> Repo.preload(orders: [:buyer, :parent])

      tables =
        from(u in user,
          join: o in assoc(u, :orders),
          join: b in assoc(o, :buyer),
          left_join: p in assoc(o, :parent)
        )

      joined =
        Repo.one!(
          from([u, o, b, p] in tables,
            where: u.id == ^id,
            preload: [orders: {o, buyer: b, parent: p}]
          )
        )

      for {way, found} <- [preload: preloaded, join: joined],
          o <- found.orders,
          do: "#{way} #{o.id} #{o.buyer.id} #{if o.parent, do: o.parent.id, else: "-"}"
    end,
    "watched" => fn [id] ->
      Repo.all(
        from(w in watch,
          join: o in ^order,
          on: o.id == w.order_id,
          where: w.user_id == ^id,
          select: o.id
        )
      )
    end,
    "in" => fn [all] -> ids.(from(u in user, where: u.id in ^String.split(all))) end,
    "between" => fn [low, high] ->
      ids.(from(u in user, where: u.id >= ^low and u.id <= ^high))
    end,
    "below" => fn [high] -> ids.(from(u in user, where: u.id < ^high)) end,
    "prefix" => fn [text] ->
      if state == "typed" do
        ids.(from(u in user, where: fragment("? ^@ ?", u.id, type(^text, :string))))
      else
        with {first, last} <- Base62id.Ecto.range(user, :id, text),
             do: ids.(from(u in user, where: u.id >= ^first and u.id <= ^last))
      end
    end,
    "friend" => fn [id] -> ids.(from(u in user, where: ^id in u.friends)) end,
    "upsert" => fn [id, name] ->
      Repo.insert!(struct(user, id: id, name: name),
        on_conflict: {:replace, [:name]},
        conflict_target: :id,
        returning: true
      ).id
    end,
    "give" => fn [id, by] ->
      {1, [found]} =
        Repo.update_all(from(o in order, where: o.id == ^id, select: [o.id, o.buyer_id]),
          set: [buyer_id: by]
        )

      found
    end,
    "remove" => fn [id] -> elem(Repo.delete_all(from(u in user, where: u.id == ^id)), 0) end,
    "buyer" => fn [id] ->
      List.flatten(Repo.all(from(b in buyer, where: b.id == ^id, select: [b.id, b.orders])))
    end,
    "policy" => fn [customer] ->
      {:ok, found} =
        Repo.transaction(fn ->
          Repo.query!(
            "SELECT set_config('shop.customer', $1, true), set_config('role', 'customer', true)",
            [customer]
          )

          Repo.all(from(o in order, select: o.id))
        end)

      found
    end,
    "call" => fn [uuid] -> hd(Repo.query!("SELECT orders_of($1::text::uuid)", [uuid]).rows) end,
    "parents" => fn _ ->
      for row <- Repo.query!("SELECT id FROM parents()").rows,
          do: Repo.load(order, {["id"], row}).id
    end,
    "tree" => fn [id] ->
      above =
        from(o in order,
          join: up in "up",
          on: up.parent_id == o.id,
          select: %{id: o.id, parent_id: o.parent_id}
        )

      up =
        from(o in order, where: o.id == ^id, select: %{id: o.id, parent_id: o.parent_id})
        |> union_all(^above)

      Repo.all(
        from(o in {"up", order}, select: o.id)
        |> recursive_ctes(true)
        |> with_cte("up", as: ^up)
      )
    end,
    "own" => fn [mine, server, _] ->
      run("ok", "#{state}: groups, arrays, and what is no id", "", fn ->
        [{^mine, 2}] =
          Repo.all(
            from(u in user,
              join: o in assoc(u, :orders),
              where: u.id == ^mine,
              group_by: u.id,
              select: {u.id, count(o.id)}
            )
          )

        %{id: one} = Repo.insert!(struct(user, name: "one"))

        {1, [[^server]]} =
          Repo.update_all(from(u in user, where: u.id == ^one, select: u.friends),
            set: [friends: [server]]
          )

        refuses(Ecto.Query.CastError, fn -> Repo.get(user, "") end)

        # Xids and baseuids have no UUID, and the others are no kinds.
        for wrong <- [Base62id.Xid, Base62id.BaseUID, String, nil],
            do:
              refuses(ArgumentError, fn ->
                Base62id.Ecto.init(name: "x", stored: :uuid, kind: wrong)
              end)
      end)
    end
  })
)
