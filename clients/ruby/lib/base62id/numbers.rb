# frozen_string_literal: true

require "openssl"

module Base62id
  # The numbers of the ids of a kind, which Base62id.numbers makes. No message and no inspection
  # shows its key.
  #
  #   Base62id.numbers(Base62id.kind("inv", notation: "uid11"))
  class Numbers
    WORD = 0xffffffff
    SMALLEST = -(1 << 63)
    LARGEST = (1 << 63) - 1
    private_constant :WORD, :SMALLEST, :LARGEST

    # @return [Kind]
    #
    #   Base62id.numbers(INVOICE).kind    # => INVOICE
    attr_reader :kind

    # @api private
    def initialize(kind, key = nil)
      unless kind.is_a?(Kind) && kind.notation == "uid11"
        raise ArgumentError, "numbers are of a kind of the notation uid11"
      end
      raise ArgumentError, "a kind that is not masked has no key" if key && !kind.masked?
      raise ArgumentError, "a masked kind needs its key" if key.nil? && kind.masked?

      @kind = kind
      @lead = kind.prefix.empty? ? "" : "#{kind.prefix}_"
      @round_keys = key ? round_keys(key) : []
      freeze
    end

    # The id of a number.
    #
    #   Base62id.numbers(INVOICE).encode(42)    # => "inv_1111111111j"
    #
    # @param number [Integer] of 64 bits, with its sign
    # @return [String] frozen
    # @raise [RangeError] if it is no bigint
    def encode(number)
      raise TypeError, "an Integer, not #{number.class}" unless number.is_a?(Integer)
      raise RangeError, "a number has 64 bits" unless number.between?(SMALLEST, LARGEST)

      "#{@lead}#{Notations::UID11.text(mask(number))}".freeze
    end

    # The number of an id. Of a masked kind every id has one: nothing tells another key.
    #
    #   Base62id.numbers(INVOICE).decode("inv_1111111111j")    # => 42
    #
    # @param id [String] a text that the kind parses
    # @return [Integer]
    # @raise [InvalidId]
    def decode(id)
      number = unmask(Notations::UID11.number(kind.parse(id)[@lead.length..]))
      number > LARGEST ? number - (1 << 64) : number
    end

    # @return [String] without the key
    #
    #   Base62id.numbers(INVOICE).inspect    # => "#<Base62id::Numbers inv, uid11>"
    def inspect = "#<Base62id::Numbers #{kind.inspect[/(?<=Kind ).*(?=>)/]}>"

    private

    # Speck64/128, 27 rounds.
    def mask(number)
      x = (number >> 32) & WORD
      y = number & WORD
      @round_keys.each do |key|
        x = ((((x >> 8) | ((x << 24) & WORD)) + y) & WORD) ^ key
        y = (((y << 3) & WORD) | (y >> 29)) ^ x
      end
      (x << 32) | y
    end

    def unmask(number)
      x = number >> 32
      y = number & WORD
      @round_keys.reverse_each do |key|
        y ^= x
        y = (y >> 3) | ((y << 29) & WORD)
        x = ((x ^ key) - y) & WORD
        x = ((x << 8) & WORD) | (x >> 24)
      end
      (x << 32) | y
    end

    def round_keys(key)
      unless key.is_a?(String) && key.bytesize == 16
        raise ArgumentError, "a mask key is a String of 16 octets"
      end

      message = "base62id number mask\0#{kind.prefix}"
      k, *rest = OpenSSL::HMAC.digest("SHA256", key, message).unpack("V4")
      Array.new(27) do |round|
        now = k
        x = rest.shift
        x = ((((x >> 8) | ((x << 24) & WORD)) + k) & WORD) ^ round
        k = (((k << 3) & WORD) | (k >> 29)) ^ x
        rest << x
        now
      end.freeze
    end
  end
end
