# frozen_string_literal: true

require "securerandom"

# New ids.
module Base62id
  # Random numbers of 32 bits from the system's strong source. None is older than a second, so that
  # the copy of a machine has none of its original, and none is in a child process.
  # @api private
  class SystemRandomness
    POOL = 1024
    OLDEST = 1000 # milliseconds

    def initialize
      forget
    end

    def forget
      @pool = []
      @filled = 0
    end

    # The random bits behind the time: so many, and 62.
    def tail(bits, now) = [draw(now) >> (32 - bits), (draw(now) << 30) | (draw(now) >> 2)]

    def step(now) = 1 + draw(now)

    private

    def draw(now)
      if @pool.empty? || (now - @filled).abs > OLDEST
        @pool = SecureRandom.bytes(POOL).unpack("L*")
        @filled = now
      end
      @pool.pop
    end
  end

  # The same of a generator that somebody gave: ten octets behind the time, four for a step.
  # @api private
  class GivenRandomness
    LOW = (1 << 62) - 1

    def initialize(random)
      raise TypeError, "random has no method bytes" unless random.respond_to?(:bytes)

      @random = random
    end

    def forget; end

    def tail(bits, _now)
      high, low = octets(10).unpack("nQ>")
      # The two bits between them are the variant of a UUID, and random ones of a ULID.
      high = (high << 2) | (low >> 62) if bits == Source::ULID_BITS
      [high & ((1 << bits) - 1), low & LOW]
    end

    def step(_now) = 1 + octets(4).unpack1("V")

    private

    def octets(count)
      octets = @random.bytes(count)
      return octets if octets.is_a?(String) && octets.bytesize == count

      raise ArgumentError, "random.bytes(#{count}) gave no String of #{count} octets"
    end
  end

  # Where new ids come from: the last UUID and the last ULID of this process, a clock, randomness.
  # @api private
  class Source
    # Of milliseconds. Further back the clock was wrong before, or it is a test's.
    STEP_BACK = 10_000
    # RFC 9562: 12 bits and 62 are beside the time, the version and the variant.
    UUID_BITS = 12
    # A ULID has no version: 18 and 62.
    ULID_BITS = 18
    LOW = (1 << 62) - 1
    # The first millisecond that 48 bits do not hold, in the year 10889.
    END_OF_TIME = 1 << 48

    class << self
      attr_accessor :current

      # Of a time that somebody gave.
      def milliseconds(time)
        raise TypeError, "a Time, not #{time.class}" unless time.is_a?(Time)

        check((time.to_r * 1000).floor)
      end

      def check(milliseconds)
        return milliseconds if milliseconds.between?(0, END_OF_TIME - 1)

        raise RangeError, "an id has a time from 1970 to 10889"
      end
    end

    def initialize(randomness, clock = nil)
      @lock = Mutex.new
      @randomness = randomness
      @clock = clock
      @uuid = @ulid = nil
    end

    # What a child process does, which shares nothing with its parent.
    def forget
      @uuid = @ulid = nil
      @randomness.forget
    end

    # The next number of 128 bits of a UUID of version 7. A random step keeps it from being guessed.
    def uuid
      made = @lock.synchronize do
        @uuid = following(@uuid, UUID_BITS) { |now| @randomness.step(now) }
      end
      uuid_number(*made)
    end

    # The next ULID, by the specification's monotonic rule.
    def ulid
      ulid_number(*@lock.synchronize { @ulid = following(@ulid, ULID_BITS) { 1 } })
    end

    # A UUID or ULID of a time and a generator that somebody gave; it reads and changes no state.
    def number_at(time, random, ulid:)
      milliseconds = time ? Source.milliseconds(time) : Source.check(now)
      randomness = random ? GivenRandomness.new(random) : stateless_randomness
      tail = randomness.tail(ulid ? ULID_BITS : UUID_BITS, milliseconds)
      ulid ? ulid_number(milliseconds, *tail) : uuid_number(milliseconds, *tail)
    end

    private

    # A test's own, or the system's without its pool.
    def stateless_randomness
      @randomness.is_a?(GivenRandomness) ? @randomness : GivenRandomness.new(SecureRandom)
    end

    # Time.now, which Timecop and ActiveSupport's travel_to replace.
    def now
      return Source.milliseconds(@clock.respond_to?(:call) ? @clock.call : @clock) if @clock

      time = Time.now
      (time.to_i * 1000) + (time.nsec / 1_000_000)
    end

    # What comes after a millisecond and a number of so many bits and 62 that ascends within it.
    def following(last, bits)
      now = self.now
      milliseconds, high, low = last
      if milliseconds.nil? || now > milliseconds || milliseconds - now > STEP_BACK
        return renewed(now, bits, now)
      end

      low += yield(now)
      high += low >> 62
      return [milliseconds, high, low & LOW] if (high >> bits).zero?

      renewed(milliseconds + 1, bits, now)
    end

    def renewed(milliseconds, bits, now)
      [Source.check(milliseconds), *@randomness.tail(bits, now)]
    end

    def uuid_number(milliseconds, high, low)
      (((milliseconds << 16) | (7 << 12) | high) << 64) | (2 << 62) | low
    end

    def ulid_number(milliseconds, high, low) = (milliseconds << 80) | (high << 62) | low
  end
  Source.current = Source.new(SystemRandomness.new)

  # Process.daemon does not come here; but its parent makes no further id.
  # @api private
  module Forked
    def _fork
      super.tap { |child| Source.current.forget if child.zero? }
    end
  end
  Process.singleton_class.prepend(Forked)
  private_constant :SystemRandomness, :GivenRandomness, :Source, :Forked
end
