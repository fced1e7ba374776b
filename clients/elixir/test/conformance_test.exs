defmodule ConformanceTest do
  @moduledoc """
  Every case of conformance/, which all languages answer alike. A test has the name of its file;
  conformance/README.md says what its cases have.
  """
  use ExUnit.Case, async: true

  defp milliseconds(nil), do: nil
  defp milliseconds(time), do: DateTime.to_unix(time, :millisecond)

  test "definitions" do
    for one <- Kit.cases("definitions") do
      if one["valid"] do
        assert is_binary(Kit.module(one["kind"]).pattern())
      else
        assert_raise CompileError, fn -> Kit.module(one["kind"]) end
      end
    end
  end

  # No DateTime is after the year 9999.
  @last DateTime.to_unix(~U[9999-12-31 23:59:59.999Z], :millisecond)

  test "vectors" do
    Kit.each("vectors", fn kind, one, _ ->
      id = one["id"]
      assert kind.parse(id) == {:ok, id}
      assert kind.is?(id)

      if uuid = one["uuid"] do
        assert kind.to_uuid(id) == uuid
        assert kind.from_uuid(uuid) == {:ok, id}
      end

      if Map.has_key?(one, "timestamp") do
        wanted = one["timestamp"]
        wanted = if wanted && wanted > @last, do: nil, else: wanted
        assert milliseconds(kind.timestamp(id)) == wanted
      end
    end)
  end

  test "verdicts" do
    Kit.each("verdicts", fn kind, one, _ ->
      assert kind.is?(one["text"]) == (one["text"] == one["id"])

      case kind.parse(one["text"]) do
        {:ok, id} -> assert id == one["id"]
        {:error, error} -> assert {one["id"], error.code} == {nil, "22P02"}
      end
    end)
  end

  test "ranges" do
    Kit.each("ranges", fn kind, one, _ ->
      wanted = if one["first"], do: {one["first"], one["last"]}
      assert kind.prefix_range(one["text"]) == wanted
    end)
  end

  test "numbers" do
    Kit.each("numbers", fn kind, one, group ->
      key = group["key"] && Base.decode16!(group["key"], case: :mixed)
      numbers = Base62id.numbers(kind, key)
      number = String.to_integer(one["number"])
      assert Base62id.Numbers.encode(numbers, number) == one["id"]
      assert Base62id.Numbers.decode(numbers, one["id"]) == {:ok, number}
    end)
  end

  test "generated" do
    Kit.each("generated", fn kind, one, _ ->
      if one["at"] <= @last do
        at = DateTime.from_unix!(one["at"], :millisecond)
        random = fn 10 -> Base.decode16!(one["random"], case: :mixed) end
        assert kind.generate(at: at, random: random) == one["id"]

        if seed = one["seed"] do
          assert kind.generate(at: at, random: Base62id.Testing.seeded(seed)) == one["id"]
        end
      end
    end)
  end

  test "clock" do
    for sequence <- Kit.cases("clock"), kind <- [UserId, Base62id.ULID] do
      clock = :counters.new(1, [])
      now = fn -> DateTime.from_unix!(:counters.get(clock, 1), :millisecond) end

      Base62id.Testing.source([now: now], fn ->
        Enum.reduce(sequence["steps"], "", fn step, last ->
          :counters.put(clock, 1, step["now"])
          id = kind.generate()
          assert milliseconds(kind.timestamp(id)) == step["timestamp"], sequence["name"]
          assert last < id == step["ascends"], sequence["name"]
          id
        end)
      end)
    end
  end

  test "patterns" do
    for one <- Kit.cases("patterns"),
        do: assert(Kit.module(one["kind"]).pattern() == one["pattern"])
  end
end
