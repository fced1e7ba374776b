defmodule Base62id.Source do
  @moduledoc false
  # Where the new ids of a process come from: its last UUID and its last ULID, a clock, randomness.

  # Milliseconds. Further back the clock was wrong before, or it is a test's.
  @step_back 10_000
  # The first millisecond that 48 bits do not hold, in the year 10889.
  @end_of_time 0x1000000000000
  @pool_octets 1024
  # Milliseconds. The copy of a machine has none of its original's random octets for longer.
  @oldest 1000
  # What ascends within a millisecond are two numbers, of which neither is large: the second of 52
  # bits, the first of the others beside the time, of a UUID without its version and its variant.
  @low_bits 52
  @high_bits %{uuid: 22, ulid: 28}

  @doc "The octets of the next UUID of version 7, or of the next ULID."
  def next(kind) do
    {clock, random} = source()
    now = clock.()

    following =
      case Process.get({__MODULE__, kind}) do
        {ms, high, low} when now <= ms and ms - now <= @step_back ->
          # By the ULID specification's step, or by one that keeps the next UUID from being guessed.
          low = low + 1 + if(kind == :uuid, do: step(random, now), else: 0)
          high = high + Bitwise.bsr(low, @low_bits)

          if Bitwise.bsr(high, @high_bits[kind]) == 0,
            do: {ms, high, Bitwise.band(low, 0xFFFFFFFFFFFFF)},
            else: renewed(kind, ms + 1, random, now)

        _ ->
          renewed(kind, now, random, now)
      end

    Process.put({__MODULE__, kind}, following)
    octets(kind, following)
  end

  @doc "The octets of a time and randomness that somebody gave; they read and change no state."
  def at(kind, time, random) do
    {clock, own} = source()
    ms = checked(if(time, do: milliseconds(time), else: clock.()))
    {high, low} = split(kind, asked(random || own || (&:crypto.strong_rand_bytes/1), 10))
    octets(kind, {ms, high, low})
  end

  @doc "Of a test: the process's clock and randomness for the time of a function."
  def with_source(clock, random, function) do
    keys = [:source, :uuid, :ulid]
    before = for key <- keys, do: {key, Process.delete({__MODULE__, key})}
    clock = if clock, do: fn -> milliseconds(clock.()) end, else: &now/0
    Process.put({__MODULE__, :source}, {clock, random})

    try do
      function.()
    after
      for {key, value} <- before do
        if value,
          do: Process.put({__MODULE__, key}, value),
          else: Process.delete({__MODULE__, key})
      end
    end
  end

  defp source, do: Process.get({__MODULE__, :source}, {&now/0, nil})

  defp now, do: System.os_time(:millisecond)

  defp milliseconds(%DateTime{} = time), do: DateTime.to_unix(time, :millisecond)

  defp milliseconds(other),
    do: raise(ArgumentError, "a DateTime, not #{inspect(other, limit: 5)}")

  defp checked(ms) when ms >= 0 and ms < @end_of_time, do: ms
  defp checked(_), do: raise(ArgumentError, "an id has a time from 1970 to 10889")

  defp renewed(kind, ms, nil, now),
    do: {checked(ms), drawn(@high_bits[kind], now), drawn(@low_bits, now)}

  defp renewed(kind, ms, random, _) do
    {high, low} = split(kind, asked(random, 10))
    {checked(ms), high, low}
  end

  # The ten octets behind the time.
  defp split(:uuid, <<_::4, a::12, _::2, b::10, low::52>>), do: {Bitwise.bsl(a, 10) + b, low}
  defp split(:ulid, <<high::28, low::52>>), do: {high, low}

  defp octets(:uuid, {ms, high, low}),
    do: <<ms::48, 7::4, Bitwise.bsr(high, 10)::12, 2::2, high::10, low::52>>

  defp octets(:ulid, {ms, high, low}), do: <<ms::48, high::28, low::52>>

  defp step(nil, now), do: drawn(32, now)

  defp step(random, _) do
    <<number::little-32>> = asked(random, 4)
    number
  end

  defp asked(random, count) do
    case random.(count) do
      octets when is_binary(octets) and byte_size(octets) == count -> octets
      _ -> raise ArgumentError, "random.(#{count}) gave no binary of #{count} octets"
    end
  end

  # From a pool of the process, filled by the system's strong source. Behind a function, so that no
  # report of the process's dictionary shows it.
  defp drawn(bits, now) do
    {filled, pool} =
      with {filled, pool} when abs(now - filled) <= @oldest <- Process.get({__MODULE__, :pool}),
           <<_::56, _::binary>> = pool <- pool.() do
        {filled, pool}
      else
        _ -> {now, :crypto.strong_rand_bytes(@pool_octets)}
      end

    <<number::56, rest::binary>> = pool
    Process.put({__MODULE__, :pool}, {filled, fn -> rest end})
    Bitwise.bsr(number, 56 - bits)
  end
end
