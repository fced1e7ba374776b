if Code.ensure_loaded?(Postgrex.Extension) do
  defmodule Base62id.Postgrex do
    @moduledoc """
    The types of the extension for Postgrex, which reads and writes no type that it does not know:
    strings in Elixir, octets on the wire, arrays too.

        defmodule MyApp.UserId.Postgrex do
          use Base62id.Postgrex, name: "user_id", kind: MyApp.UserId
        end

        extensions = [MyApp.UserId.Postgrex | Base62id.Postgrex.extensions()]
        Postgrex.Types.define(MyApp.PostgrexTypes, extensions ++ Ecto.Adapters.Postgres.extensions())
    """

    alias Base62id.{AnyTypeid, Kind}

    defmodule UUIDs do
      @moduledoc """
      For programs that know UUIDs: `Postgrex.Types.define(MyApp.PostgrexTypes,
      [Base62id.Postgrex.UUIDs | extensions])`, and base62id, base64uuid and ulid are `Ecto.UUID`, in
      either state of `base62id.output`. Columns of uuid that become id types want the types' names,
      also before: `{Base62id.Postgrex.UUIDs, ["user_id", "order_id"]}`.
      """
      @behaviour Postgrex.Extension

      @impl true
      def matching(types), do: Enum.flat_map(types, &Base62id.Postgrex.matching/1)

      @impl true
      def init([_ | _] = types) when is_binary(hd(types)), do: types
      def init(_), do: ["base62id", "base64uuid", "ulid"]

      @impl true
      defdelegate format(types), to: Postgrex.Extensions.UUID
      @impl true
      def encode(_), do: Postgrex.Extensions.UUID.encode(:copy)
      @impl true
      def decode(_), do: Postgrex.Extensions.UUID.decode(:copy)
    end

    @own [
      {"typeid", AnyTypeid},
      {"base62id", Base62id.Base62},
      {"base64uuid", Base62id.Base64},
      {"ulid", Base62id.ULID},
      {"baseuid", Base62id.BaseUID},
      {"uid11", Base62id.Xid}
    ]

    @doc "The extensions of the types that base62id brings, for `Postgrex.Types.define/3`."
    @spec extensions() :: [module]
    def extensions do
      for {name, _} <- @own, do: Module.concat(Base62id.Postgrex, Macro.camelize(name))
    end

    @doc false
    def own, do: @own

    @doc false
    defmacro __using__(options) do
      quote do
        @behaviour Postgrex.Extension
        @id_type unquote(options)[:name]
        @kind unquote(options)[:kind]

        @impl true
        def init(_), do: nil

        @impl true
        def matching(_), do: Base62id.Postgrex.matching(@id_type)

        @impl true
        def format(_), do: :binary

        @impl true
        def encode(_), do: Base62id.Postgrex.encode_clauses(@kind)

        @impl true
        def decode(_), do: Base62id.Postgrex.decode_clauses(@kind)
      end
    end

    # A domain has a name of its own and its type's function; the function's name has a schema's
    # before it outside of search_path.
    @doc false
    def matching(name), do: [type: name, send: name <> "_send"]

    @doc false
    def encode_clauses(kind) do
      quote location: :keep, generated: true do
        text ->
          octets = Base62id.Postgrex.octets!(unquote(kind), text)
          [<<byte_size(octets)::32>> | octets]
      end
    end

    @doc false
    def decode_clauses(kind) do
      quote location: :keep, generated: true do
        <<size::32, octets::binary-size(size)>> ->
          Base62id.Postgrex.text(unquote(kind), octets)
      end
    end

    @doc false
    def octets!(AnyTypeid, text) do
      case AnyTypeid.decode(text) do
        {:ok, octets} -> octets
        {:error, error} -> raise DBConnection.EncodeError, Exception.message(error)
      end
    end

    def octets!(module, text) do
      case module.parse(text) do
        {:ok, id} -> Kind.octets!(module.__base62id__(), id)
        {:error, error} -> raise DBConnection.EncodeError, Exception.message(error)
      end
    end

    @doc false
    def text(AnyTypeid, octets), do: AnyTypeid.encode(octets)
    def text(module, octets), do: Kind.write(module.__base62id__(), octets)
  end

  for {name, kind} <- Base62id.Postgrex.own() do
    defmodule Module.concat(Base62id.Postgrex, Macro.camelize(name)) do
      @moduledoc false
      use Base62id.Postgrex, name: name, kind: kind
    end
  end
end
