# frozen_string_literal: true

# The forms of an id's text.
module Base62id
  # What a type prefix may be, for people and for a match.
  # @api private
  PrefixRule = Struct.new(:pattern, :words)

  # The TypeID specification's rule.
  # @api private
  TYPEID_PREFIX = PrefixRule.new(/\A[a-z](?:[a-z_]{0,61}[a-z])?\z/,
                                 "1 to 63 characters of a to z, and _ inside").freeze
  # The rule of every other notation.
  # @api private
  WIDE_PREFIX = PrefixRule.new(/\A[A-Za-z](?:[A-Za-z0-9_]{0,61}[A-Za-z0-9])?\z/,
                               "1 to 63 letters, digits and _, a letter first and no _ last").freeze
  private_constant :PrefixRule, :TYPEID_PREFIX, :WIDE_PREFIX

  # How octets are written: so many characters of an alphabet, whose texts sort as the octets do.
  # A subclass has the arithmetic of a base.
  # @api private
  class Notation
    attr_reader :name, :length, :octets, :pattern, :canonical_pattern, :prefix_rule, :first, :last

    # pattern is that of every text that is read, canonical_pattern that of what is written; where a
    # number of so many characters may be too large, first and last are the texts of the bounds.
    def initialize(name, alphabet:, length:, pattern:, canonical_pattern: pattern, octets: 16,
                   first: nil, last: nil, prefix_rule: WIDE_PREFIX)
      @name = name
      @alphabet = alphabet
      @length = length
      @octets = octets
      @pattern = pattern
      @canonical_pattern = canonical_pattern
      @whole = /\A#{pattern}\z/
      @bounded = !first.nil?
      @first = first || lowest
      @last = last || highest
      @prefix_rule = prefix_rule
    end

    def uuid? = @octets == 16

    # Whether the pattern alone lets through numbers that are too small or too large.
    def bounded? = @bounded

    # The canonical case of characters.
    def fold(characters) = characters

    def whole?(characters)
      characters.ascii_only? && @whole.match?(characters) && in_bounds?(fold(characters))
    end

    def in_bounds?(characters) = characters.between?(@first, @last)

    # Where the first character stands that can be none of an id, or nil.
    def fault(characters)
      folded = characters.ascii_only? ? fold(characters) : characters
      folded.each_char.with_index.find { |character, at| !character_at?(character, at) }&.last
    end

    # The texts of the first and the last id that begin so, or nil.
    def range(beginning)
      beginning = fold(beginning)
      return if beginning.length > @length || fault(beginning)

      first = [beginning + lowest[beginning.length..], @first].max
      last = [beginning + highest[beginning.length..], @last].min
      [first, last] if first <= last
    end

    private

    def character_at?(character, _at) = @alphabet.include?(character)

    def lowest = @alphabet[0] * @length

    def highest = @alphabet[-1] * @length
  end

  # Base 32: String#tr makes the characters the digits of Ruby's own base 32.
  # @api private
  class Base32Notation < Notation
    def number(characters) = characters.tr(own_letters, "i-v").to_i(32)

    def text(number) = number.to_s(32).rjust(@length, "0").tr("a-v", letters)

    private

    def letters = "a-hjkmnp-tv-z"

    def own_letters = "jkmnp-tv-z"
  end

  # A ULID is written in upper case and read in either.
  # @api private
  class UlidNotation < Base32Notation
    def fold(characters) = characters.upcase(:ascii)

    private

    def letters = "A-HJKMNP-TV-Z"

    def own_letters = "JKMNP-TV-Z"
  end

  # Base 64: String#tr makes the characters those of MIME.
  # @api private
  class Base64Notation < Notation
    MIME = "A-Za-z0-9+/"

    def number(characters)
      padding = "A" * (-@length % 4)
      mime = padding + characters.tr(@alphabet, MIME)
      mime.unpack1("m0").unpack1("H*").to_i(16)
    end

    def text(number)
      digits = (@length + 3) / 4 * 6
      hex = (number + offset).to_s(16).rjust(digits, "0")
      [[hex].pack("H*")].pack("m0")[-@length..].tr(MIME, @alphabet)
    end

    private

    # The number 4 stands before the octets of a base64uuid.
    def offset = uuid? ? 4 << 128 : 0
  end

  # Bases that are no power of two: two characters are a step of arithmetic, and ten a number that
  # is no bignum.
  # @api private
  class PairNotation < Notation
    # Of a base62id; a uid11 has eleven characters, as if eleven of the lowest stood before them.
    LONGEST = 22

    def number(characters)
      values, square, wide = tables
      a, b, c, d, e, f, g, h, i, j, k = characters.rjust(LONGEST, @alphabet[0]).unpack("n*")
      high = (((values[b] * square) + values[c]) * square) + values[d]
      high = (((high * square) + values[e]) * square) + values[f]
      low = (((values[g] * square) + values[h]) * square) + values[i]
      low = (((low * square) + values[j]) * square) + values[k]
      (((values[a] * wide) + high) * wide) + low
    end

    def text(number)
      _, square, wide, texts = tables
      number += offset
      high = number / wide
      made = if @length.odd?
               texts[high][1..]
             else
               texts[high / wide] + ten(high % wide, square, texts)
             end
      made << ten(number % wide, square, texts)
    end

    private

    # The number 2 stands before the octets of a base62id.
    def offset = uuid? ? 2 << 128 : 0

    def ten(number, square, texts)
      third = number / square / square
      "#{texts[third / square / square]}#{texts[third / square % square]}#{texts[third % square]}" \
        "#{texts[number / square % square]}#{texts[number % square]}"
    end

    # The value of each pair, how many pairs there are, the base to the power of ten, the pairs.
    def tables
      @tables ||= begin
        texts = @alphabet.chars.product(@alphabet.chars).map(&:join)
        values = texts.each_with_index.to_h { |pair, value| [pair.unpack1("n"), value] }
        [values, texts.length, @alphabet.length**10, texts]
      end
    end
  end

  # The 32 digits of a UUID without hyphens.
  # @api private
  class HexNotation < Notation
    def fold(characters) = characters.downcase(:ascii)

    def number(characters) = characters.to_i(16)

    def text(number) = number.to_s(16).rjust(32, "0")
  end

  # A UUID's own text.
  # @api private
  class UuidNotation < Notation
    HYPHENS = [8, 13, 18, 23].freeze
    # One bit above those of a UUID keeps its leading zeros.
    ABOVE = 1 << 128

    # The UUID of a number, above whose 128 bits others may stand.
    def self.text(number)
      hex = (number | ABOVE).to_s(16)
      "#{hex[-32, 8]}-#{hex[-24, 4]}-#{hex[-20, 4]}-#{hex[-16, 4]}-#{hex[-12, 12]}"
    end

    def fold(characters) = characters.downcase(:ascii)

    def number(characters) = characters.delete("-").to_i(16)

    def text(number) = UuidNotation.text(number)

    private

    def character_at?(character, at)
      HYPHENS.include?(at) ? character == "-" : @alphabet.include?(character)
    end

    def lowest = "00000000-0000-0000-0000-000000000000"

    def highest = "ffffffff-ffff-ffff-ffff-ffffffffffff"
  end
  private_constant :Notation, :Base32Notation, :UlidNotation, :Base64Notation, :PairNotation,
                   :HexNotation, :UuidNotation
end
