defmodule Base62idTest do
  @moduledoc """
  What the modules of kinds refuse and make, beside the conformance kit. UserId, MaskedId and the
  others are in support/kinds.ex.
  """
  use ExUnit.Case, async: true

  alias Base62id.{InvalidId, Numbers, Testing}

  doctest Base62id
  doctest Base62id.InvalidId
  doctest Base62id.Numbers
  doctest Base62id.Testing
  doctest UserId

  @id "user_01h455vb4pex5vsknk084sn02q"
  @uuid "01890a5d-ac96-774b-bcce-b302099a8057"
  @key <<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>>
  @start ~U[2026-02-03 04:05:06.789Z]

  defp compiled(options) do
    Module.create(
      :"Elixir.Made#{System.unique_integer([:positive])}",
      quote(do: use(Base62id, unquote(options))),
      Macro.Env.location(__ENV__)
    )
  end

  test "a wrong definition does not compile" do
    wrong = [
      [],
      [prefix: nil],
      [prefix: :user],
      [prefix: "user", notation: "ulid"],
      [prefix: "user", notation: :baseuid],
      [prefix: "user", masked: 1],
      [prefix: "user", accept_uuid: nil],
      [prefix: "user", mask: true]
    ]

    for options <- wrong, do: assert_raise(CompileError, fn -> compiled(options) end)
    error = catch_error(compiled(prefix: "User"))
    assert Exception.message(error) =~ ~s(not "User")
    assert Exception.message(error) =~ "base62id_test.exs"
  end

  test "what is no id of the kind is an InvalidId with a short message" do
    none = [
      nil,
      1,
      :user,
      [],
      %{},
      "",
      "user",
      "user_",
      "user_1",
      @id <> "0",
      " " <> @id,
      @id <> "\n",
      "\"",
      "\"\"",
      "USER_01h455vb4pex5vsknk084sn02q",
      "order_01h455vb4pex5vsknk084sn02q",
      "user_81h455vb4pex5vsknk084sn02q",
      @uuid,
      <<255>>,
      "é",
      String.duplicate("a", 1_000_000)
    ]

    for given <- none do
      assert {:error, %InvalidId{code: "22P02"} = error} = UserId.parse(given)
      assert byte_size(Exception.message(error)) < 500
      refute UserId.is?(given)
      assert_raise InvalidId, fn -> UserId.parse!(given) end
      assert_raise InvalidId, fn -> UserId.to_uuid(given) end
      assert_raise InvalidId, fn -> UserId.timestamp(given) end
    end

    for given <- [nil, "", @id, String.duplicate("g", 32)],
        do: assert({:error, %InvalidId{}} = UserId.from_uuid(given))

    assert_raise InvalidId, fn -> UserId.to_uuid(~s("#{@id}")) end
  end

  test "an InvalidId says what is wrong, and where" do
    said = %{
      "order_01h455vb4pex5vsknk084sn02q" => ~s(the type prefix is "order", not "user"),
      "user_01h455vb4pex5vsknk084sn02u" => ~s("u" at position 31 is not in its alphabet),
      ~s("user_01h455vb4pex5vsknk084sn02u") => ~s("u" at position 32 is not in its alphabet),
      "user_81h455vb4pex5vsknk084sn02q" => "its number is none of a typeid",
      "hello" => ~s(it does not begin with "user_"),
      "User_01h455vb4pex5vsknk084sn02q" => ~s(not "User")
    }

    for {text, words} <- said do
      {:error, error} = UserId.parse(text)
      assert Exception.message(error) =~ words
    end
  end

  test "masked kinds, numbers, baseuids and xids have no generate, and no UUID" do
    functions = [generate: 0, generate: 1, to_uuid: 1, from_uuid: 1, to_column: 1]
    Code.ensure_loaded!(UserId)
    for {name, arity} <- functions, do: assert(function_exported?(UserId, name, arity))

    for module <- [MaskedId, InvoiceId, Base62id.BaseUID, Base62id.Xid] do
      # Of a module that is not loaded function_exported? says false.
      Code.ensure_loaded!(module)
      for {name, arity} <- functions, do: refute(function_exported?(module, name, arity))
    end
  end

  test "a masked id has a UUID of version 4" do
    {:ok, four} = UserId.from_uuid("01890a5d-ac96-474b-bcce-b302099a8057")
    assert MaskedId.parse(four) == {:ok, four}
    {:error, error} = MaskedId.parse(@id)
    assert Exception.message(error) =~ "version 4"
  end

  test "a column of uuid gets a UUID; a UUID or an id is read from it" do
    assert OrderId.to_column(@uuid) == {:ok, @uuid}
    assert {:error, _} = UserId.to_column(@uuid)

    assert UserId.from_column(Base.decode16!(String.replace(@uuid, "-", ""), case: :lower)) ==
             {:ok, @id}

    assert UserId.from_column(@id) == {:ok, @id}
    assert {:error, _} = UserId.from_column(nil)
  end

  test "numbers come back from their ids, and no message shows a key" do
    masked = Base62id.numbers(MaskedInvoiceId, @key)

    for number <- [0, 42, -1, 0x7FFFFFFFFFFFFFFF, -0x8000000000000000] do
      id = Numbers.encode(masked, number)
      assert {Numbers.decode(masked, id), MaskedInvoiceId.is?(id)} == {{:ok, number}, true}
    end

    wrong = [
      fn -> Base62id.numbers(MaskedInvoiceId) end,
      fn -> Base62id.numbers(InvoiceId, @key) end,
      fn -> Base62id.numbers(MaskedInvoiceId, "secretsecret") end,
      fn -> Base62id.numbers(UserId) end,
      fn -> Base62id.numbers(String) end,
      fn -> Numbers.encode(masked, 0x8000000000000000) end,
      fn -> Numbers.encode(masked, "1") end
    ]

    for call <- wrong,
        do: refute(Exception.message(assert_raise(ArgumentError, call)) =~ "secret")

    refute inspect(masked) =~ "round_keys"
    assert {:error, %InvalidId{}} = Numbers.decode(masked, "inv_0")
  end

  test "ids of a millisecond ascend" do
    ids = Testing.source([now: @start], fn -> for _ <- 1..5000, do: UserId.generate() end)
    assert ids == Enum.uniq(Enum.sort(ids))
  end

  test "an id of one's own time and randomness changes no later id" do
    made = fn -> UserId.generate(at: @start, random: Testing.seeded(3)) end
    assert made.() == made.()
    assert DateTime.compare(UserId.timestamp(made.()), @start) == :eq
    assert Testing.source([now: @start, random: Testing.seeded(3)], &UserId.generate/0) == made.()

    Testing.source([now: @start], fn ->
      before = UserId.generate()
      # Five seconds: what is more than ten ahead of the clock would not be believed anyway.
      soon = UserId.generate(at: DateTime.add(@start, 5))
      later = UserId.generate()
      assert before < later and later < soon
    end)
  end

  test "a time that no id has is an ArgumentError" do
    for at <- [~U[1969-12-31 23:59:59.999Z], "2026", 1, ~N[2026-01-01 00:00:00]] do
      assert_raise ArgumentError, fn -> UserId.generate(at: at) end
      assert_raise ArgumentError, fn -> Testing.source([now: at], &UserId.generate/0) end
    end

    assert_raise ArgumentError, fn -> UserId.generate(random: fn _ -> "short" end) end
    assert_raise ArgumentError, fn -> UserId.generate(time: @start) end
  end

  test "a source is undone when its function raises" do
    catch_error(Testing.source([now: ~U[1980-01-01 00:00:00Z]], fn -> raise "x" end))
    assert abs(DateTime.diff(DateTime.utc_now(), UserId.timestamp(UserId.generate()))) < 60
  end

  test "processes make no id twice" do
    tasks = for _ <- 1..8, do: Task.async(fn -> for _ <- 1..500, do: UserId.generate() end)
    ids = Enum.flat_map(tasks, &Task.await/1)
    assert length(Enum.uniq(ids)) == 4000
  end
end
