# frozen_string_literal: true

require_relative "../base62id"

module Base62id
  # For tests of an application. Timecop and ActiveSupport's travel_to need nothing of it: new ids
  # have the time of Time.now.
  module Testing
    class << self
      # All new ids of this process, within the block, have this time and this randomness.
      #
      #   Base62id::Testing.source(now: Time.utc(2026), random: Random.new(1)) do
      #     USER.generate
      #   end
      #
      # @param now [Time, #call, nil] a time, or what gives one; nil: Time.now
      # @param random [#bytes, nil] a Random, or what has its method bytes; nil: the system's
      # @return what the block gives
      def source(now: nil, random: nil)
        before = Source.current
        randomness = random ? GivenRandomness.new(random) : SystemRandomness.new
        Source.current = Source.new(randomness, now)
        yield
      ensure
        Source.current = before if before
      end

      # The same octets for the same seed, in every language of base62id.
      #
      #   Base62id::Testing.source(random: Base62id::Testing.seeded(1)) { USER.generate }
      #
      # @param seed [Integer]
      # @return [Seeded]
      def seeded(seed) = Seeded.new(seed)
    end

    # Octets of xorshift, alike in every language of base62id: for tests, and for nothing else.
    class Seeded
      WORD = 0xffffffff
      GOLDEN = 0x9e3779b9
      THROWN_AWAY = 16
      private_constant :WORD, :GOLDEN, :THROWN_AWAY

      def initialize(seed)
        @state = (seed ^ GOLDEN) & WORD
        @state = 1 if @state.zero?
        bytes(THROWN_AWAY)
      end

      # @param count [Integer]
      # @return [String] so many octets
      #
      #   Base62id::Testing.seeded(42).bytes(3).unpack1("H*")    # => "2e74c1"
      def bytes(count) = Array.new(count) { octet }.pack("C*")

      private

      def octet
        @state ^= (@state << 13) & WORD
        @state ^= @state >> 17
        @state ^= (@state << 5) & WORD
        @state >> 24
      end
    end
  end
end
