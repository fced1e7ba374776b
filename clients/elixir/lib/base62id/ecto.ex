if Code.ensure_loaded?(Ecto.ParameterizedType) do
  defmodule Base62id.Ecto do
    @moduledoc """
    A field of an id type; a malformed id is a cast error.

        field :id, Base62id.Ecto, kind: MyApp.UserId, name: "user_id"

    Options:

      * `:kind` - the module of the kind
      * `:name` - the name of the column's type
      * `:stored` - `:uuid` where the column is one of core's uuid, or of the id type by now; see
        `Base62id.Postgrex.UUIDs`

    With `autogenerate: true` the program makes the ids of new rows, with `read_after_writes: true`
    the column's default.
    """
    use Ecto.ParameterizedType

    alias Base62id.Kind

    @impl true
    def init(options) do
      module = options[:kind]
      kind = kind_of(module)

      case options[:stored] do
        nil ->
          unless is_binary(options[:name]),
            do: raise(ArgumentError, "name: is the name of the column's type")

        :uuid ->
          unless kind.kinds == :uuids,
            do: raise(ArgumentError, "a column of uuid has no mask and no number")

        _ ->
          raise ArgumentError, "stored: is :uuid"
      end

      %{module: module, kind: kind, name: options[:name], stored: options[:stored] == :uuid}
    end

    defp kind_of(module) do
      unless is_atom(module) and module != nil and
               match?({:module, _}, Code.ensure_compiled(module)) and
               function_exported?(module, :__base62id__, 0),
             do: raise(ArgumentError, "kind: is a module that uses Base62id")

      module.__base62id__()
    end

    @impl true
    def type(%{stored: true}), do: :uuid
    def type(%{name: name}), do: String.to_atom(name)

    @doc """
    The first and the last id that begin with a text, of a schema's field, or nil where none does.

        with {first, last} <- Base62id.Ecto.range(User, :id, text) do
          Repo.all(from(u in User, where: u.id >= ^first and u.id <= ^last))
        end
    """
    @spec range(module, atom, String.t()) :: {binary, binary} | nil
    def range(schema, field, text) do
      {:parameterized, {__MODULE__, %{module: module}}} = schema.__schema__(:type, field)

      with {first, last} <- module.prefix_range(text),
           do: {module.from_uuid!(first), module.from_uuid!(last)}
    end

    @impl true
    def cast(nil, _), do: {:ok, nil}

    def cast(text, %{kind: kind}) do
      case Kind.parse(kind, text) do
        {:ok, id} -> {:ok, id}
        {:error, error} -> {:error, message: Exception.message(error)}
      end
    end

    @impl true
    def load(nil, _, _), do: {:ok, nil}

    def load(value, _, %{stored: true, kind: kind}) do
      with {:error, _} <- Kind.from_column(kind, value), do: :error
    end

    def load(value, _, _), do: {:ok, value}

    # A struct or a change that holds another text of an id would differ from its row, and a preload
    # would not find it: cast makes the id's own text of it, in changesets and queries.
    @impl true
    def dump(nil, _, _), do: {:ok, nil}

    def dump(value, _, %{kind: kind, stored: stored}) do
      cond do
        not Kind.canonical?(kind, value) -> :error
        stored -> {:ok, Kind.octets!(kind, value)}
        true -> {:ok, value}
      end
    end

    @impl true
    def autogenerate(%{module: module}), do: module.generate()

    # What the server makes is read back by read_after_writes.
    @impl true
    def equal?(a, b, _), do: a == b
  end
end
