defmodule Base62id do
  @moduledoc """
  The ids of the PostgreSQL extension base62id. A kind of ids is a module, which says once what its
  type prefix and its notation are:

      defmodule UserId do
        use Base62id, prefix: "user"
      end

      UserId.generate()            # "user_01h455vb4pex5vsknk084sn02q"
      UserId.parse(text)           # {:ok, id} or {:error, %Base62id.InvalidId{}}

  Options are those of `typeid_create_type`:

    * `:prefix` - the type prefix
    * `:notation` - `:typeid`, where it is not said, `:ulid`, `:base62id`, `:base64uuid`, `:uuid`,
      `:hex` or `:uid11`
    * `:masked` - whether the type has a mask key
    * `:accept_uuid` - whether a UUID's own text is read

  A wrong one is a `CompileError`. The module has `parse/1`, `parse!/1`, `is?/1`, `pattern/0`, and
  the type `t`; of ids that are UUIDs and not masked also `generate/1`, `to_uuid/1`, `from_uuid/1`,
  `from_uuid!/1`, `timestamp/1`, `prefix_range/1`, `to_column/1` and `from_column/1`. Those that the
  server alone makes have no such function: masked ids, and numbers, for which see `numbers/2`.

  `Base62id.Base62`, `Base62id.Base64`, `Base62id.ULID`, `Base62id.BaseUID` and `Base62id.Xid` are
  kinds without a type prefix.
  """

  alias Base62id.Numbers

  @doc false
  defmacro __using__(options) do
    quote do
      @base62id_kind Base62id.Kind.new!(unquote(options), __ENV__)
      Base62id.__members__()
    end
  end

  @doc false
  defmacro __system__(notation, members) do
    quote do
      @base62id_kind Base62id.Kind.system(unquote(notation), unquote(members))
      Base62id.__members__()
    end
  end

  @doc """
  The numbers of the ids of a kind of the notation `:uid11`, with the 16 octets of the mask key where
  the kind is masked; see `Base62id.Numbers`.

      iex> numbers = Base62id.numbers(InvoiceId)
      iex> Base62id.Numbers.encode(numbers, 42)
      "inv_1111111111j"
  """
  @spec numbers(module, <<_::128>> | nil) :: Numbers.t()
  def numbers(module, key \\ nil), do: Numbers.new(module, key)

  @doc false
  defmacro __members__ do
    quote do
      @typedoc "The canonical text of an id."
      @type t :: binary

      @doc """
      The canonical text of an id: what the input of the type makes of it. Double quotes around it,
      another case of the notations ulid, uuid and hex, and a UUID's own text where the kind reads it
      are made canonical.

          iex> UserId.parse(~s("user_01h455vb4pex5vsknk084sn02q"))
          {:ok, "user_01h455vb4pex5vsknk084sn02q"}

          iex> {:error, %Base62id.InvalidId{}} = UserId.parse(nil)
      """
      @spec parse(term) :: {:ok, t} | {:error, Base62id.InvalidId.t()}
      def parse(text), do: Base62id.Kind.parse(@base62id_kind, text)

      @doc """
      The same, which raises.

          iex> UserId.parse!("user_01h455vb4pex5vsknk084sn02q")
          "user_01h455vb4pex5vsknk084sn02q"
      """
      @spec parse!(term) :: t
      def parse!(text) do
        case parse(text) do
          {:ok, id} -> id
          {:error, error} -> raise error
        end
      end

      @doc """
      Whether this is the canonical text of an id, which `parse/1` would give back. It never raises.

          iex> UserId.is?("user_01h455vb4pex5vsknk084sn02q")
          true

          iex> UserId.is?(nil)
          false
      """
      @spec is?(term) :: boolean
      def is?(text), do: Base62id.Kind.canonical?(@base62id_kind, text)

      @doc """
      A regular expression for JSON Schema and OpenAPI. Every text that `parse/1` reads without quotes
      matches, and of base62id, uid11 and masked kinds a few others, which `parse/1` refuses.

          iex> UserId.pattern()
          "^user_[0-7][0-9a-hjkmnp-tv-z]{25}$"
      """
      @spec pattern() :: String.t()
      def pattern, do: Base62id.Kind.pattern(@base62id_kind)

      @doc false
      def __base62id__, do: @base62id_kind

      if @base62id_kind.kinds in [:uuids, :ulids] do
        @doc """
        A new id. All that a process makes ascend, while the clock stands still or steps back by up
        to ten seconds. With `:at`, a `DateTime`, or `:random`, a function of a number of octets to
        as many, it is unique by chance, and changes nothing for the next one.

            iex> UserId.is?(UserId.generate())
            true

            iex> id = UserId.generate(at: ~U[2026-01-01 00:00:00Z])
            iex> UserId.timestamp(id)
            ~U[2026-01-01 00:00:00.000000Z]
        """
        @spec generate(at: DateTime.t(), random: (pos_integer -> binary)) :: t
        def generate(options \\ []), do: Base62id.Kind.generate(@base62id_kind, options)

        @doc """
        The UUID of an id, in its own text; everything else raises `Base62id.InvalidId`.

            iex> UserId.to_uuid("user_01h455vb4pex5vsknk084sn02q")
            "01890a5d-ac96-774b-bcce-b302099a8057"
        """
        @spec to_uuid(t) :: String.t()
        def to_uuid(id),
          do: Base62id.Codec.uuid_text(Base62id.Kind.octets!(@base62id_kind, id))

        @doc """
        The id of a UUID: of its text, with or without hyphens, or of its 16 octets.

            iex> UserId.from_uuid("01890a5d-ac96-774b-bcce-b302099a8057")
            {:ok, "user_01h455vb4pex5vsknk084sn02q"}
        """
        @spec from_uuid(term) :: {:ok, t} | {:error, Base62id.InvalidId.t()}
        def from_uuid(uuid), do: Base62id.Kind.from_uuid(@base62id_kind, uuid)

        @doc """
        The same, which raises.

            iex> UserId.from_uuid!("01890a5dac96774bbcceb302099a8057")
            "user_01h455vb4pex5vsknk084sn02q"
        """
        @spec from_uuid!(term) :: t
        def from_uuid!(uuid) do
          case from_uuid(uuid) do
            {:ok, id} -> id
            {:error, error} -> raise error
          end
        end

        @doc """
        The UUIDs of the first and of the last id that begins with a text, as `^@` of the server finds
        them, or nil if none does.

            iex> UserId.prefix_range("user_01h4")
            {"01890000-0000-0000-0000-000000000000", "01893fff-ffff-ffff-ffff-ffffffffffff"}
        """
        @spec prefix_range(term) :: {String.t(), String.t()} | nil
        def prefix_range(text), do: Base62id.Kind.prefix_range(@base62id_kind, text)

        @doc """
        What a column of uuid is sent: the UUID of a text that `parse/1` reads.

            iex> UserId.to_column("user_01h455vb4pex5vsknk084sn02q")
            {:ok, "01890a5d-ac96-774b-bcce-b302099a8057"}
        """
        @spec to_column(term) :: {:ok, String.t()} | {:error, Base62id.InvalidId.t()}
        def to_column(text), do: Base62id.Kind.to_column(@base62id_kind, text)

        @doc """
        The id of what a column gives: a UUID's text, its 16 octets, or an id where the column is of
        the id type by now.

            iex> UserId.from_column("01890a5d-ac96-774b-bcce-b302099a8057")
            {:ok, "user_01h455vb4pex5vsknk084sn02q"}
        """
        @spec from_column(term) :: {:ok, t} | {:error, Base62id.InvalidId.t()}
        def from_column(value), do: Base62id.Kind.from_column(@base62id_kind, value)
      end

      if @base62id_kind.kinds not in [:masked, :numbers] do
        @doc """
        When an id was made; nil if its UUID is not of version 7, or for a time after the year 9999,
        which no `DateTime` has. What is no id raises `Base62id.InvalidId`.

            iex> UserId.timestamp("user_01h455vb4pex5vsknk084sn02q")
            ~U[2023-06-30 03:34:18.518000Z]
        """
        @spec timestamp(t) :: DateTime.t() | nil
        def timestamp(id), do: Base62id.Kind.timestamp(@base62id_kind, id)
      end
    end
  end
end
