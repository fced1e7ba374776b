defmodule Base62id.Testing do
  @moduledoc "For tests of an application."

  @doc """
  All new ids of this process, for the time of a function, have this time and this randomness.

    * `:now` - a `DateTime`, or a function that gives one
    * `:random` - a function of a number of octets to as many

  ## Examples

      iex> options = [now: ~U[2026-01-01 00:00:00Z], random: Base62id.Testing.seeded(1)]
      iex> Base62id.Testing.source(options, fn -> UserId.generate() end)
      "user_01kdvdna00fer9t2ga8rnxqcbc"
  """
  @spec source([now: DateTime.t() | fun, random: (pos_integer -> binary)], fun) :: term
  def source(options, function) when is_function(function, 0) do
    options = Keyword.validate!(options, now: nil, random: nil)

    clock =
      case options[:now] do
        nil -> nil
        now when is_function(now, 0) -> now
        now -> fn -> now end
      end

    Base62id.Source.with_source(clock, options[:random], function)
  end

  # xorshift of 32 bits, an octet a step.
  @golden 0x9E3779B9
  @thrown_away 16

  @doc """
  A source of octets that are the same for the same seed, in every language of base62id: for tests,
  and for nothing else.

      iex> Base62id.Testing.seeded(42).(3) |> Base.encode16()
      "2E74C1"
  """
  @spec seeded(integer) :: (pos_integer -> binary)
  def seeded(seed) do
    state = Bitwise.band(Bitwise.bxor(seed, @golden), 0xFFFFFFFF)
    kept = :atomics.new(1, signed: false)
    {_, state} = octets(@thrown_away, if(state == 0, do: 1, else: state))
    :atomics.put(kept, 1, state)

    fn count ->
      {octets, state} = octets(count, :atomics.get(kept, 1))
      :atomics.put(kept, 1, state)
      octets
    end
  end

  defp octets(count, state) do
    Enum.reduce(1..count//1, {<<>>, state}, fn _, {octets, state} ->
      state = Bitwise.bxor(state, Bitwise.band(Bitwise.bsl(state, 13), 0xFFFFFFFF))
      state = Bitwise.bxor(state, Bitwise.bsr(state, 17))
      state = Bitwise.bxor(state, Bitwise.band(Bitwise.bsl(state, 5), 0xFFFFFFFF))
      {<<octets::binary, Bitwise.bsr(state, 24)>>, state}
    end)
  end
end
