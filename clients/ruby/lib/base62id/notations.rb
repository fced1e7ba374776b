# frozen_string_literal: true

module Base62id
  # The notations of the specifications.
  # @api private
  module Notations
    DIGITS = "0123456789"
    UPPER = [*"A".."Z"].join.freeze
    LOWER = [*"a".."z"].join.freeze

    TYPEID = Base32Notation.new(
      "typeid", alphabet: "0123456789abcdefghjkmnpqrstvwxyz", length: 26,
                pattern: "[0-7][0-9a-hjkmnp-tv-z]{25}", last: "7#{"z" * 25}", first: "0" * 26,
                prefix_rule: TYPEID_PREFIX
    )
    ULID = UlidNotation.new(
      "ulid", alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ", length: 26,
              pattern: "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}", first: "0" * 26,
              last: "7#{"Z" * 25}", canonical_pattern: "[0-7][0-9A-HJKMNP-TV-Z]{25}"
    )
    BASE62ID = PairNotation.new(
      "base62id", alphabet: DIGITS + UPPER + LOWER, length: 22, pattern: "[F-N][0-9A-Za-z]{21}",
                  first: "Fa84QWiAxLXUJaHZmEVPEG", last: "NNC6dn4GR1JETNQMfLl6qN"
    )
    BASE64UUID = Base64Notation.new(
      "base64uuid", alphabet: "$#{DIGITS}#{UPPER}_#{LOWER}", length: 22,
                    pattern: "[F-I][$0-9A-Z_a-z]{21}", first: "F#{"$" * 21}", last: "I#{"z" * 21}"
    )
    UUID = UuidNotation.new(
      "uuid", alphabet: "0123456789abcdef", length: 36, pattern: '\h{8}-(?:\h{4}-){3}\h{12}',
              canonical_pattern: "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
    )
    HEX = HexNotation.new(
      "hex", alphabet: "0123456789abcdef", length: 32, pattern: '\h{32}',
             canonical_pattern: "[0-9a-f]{32}"
    )
    UID11 = PairNotation.new(
      "uid11", alphabet: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", length: 11,
               pattern: "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}", octets: 8,
               first: "1" * 11, last: "jpXCZedGfVQ"
    )
    BASEUID = Base64Notation.new(
      "baseuid", alphabet: "-#{DIGITS}#{UPPER}_#{LOWER}", length: 20,
                 pattern: "[-0-9A-Z_a-z]{20}", octets: 15
    )
  end
  private_constant :Notations
end
