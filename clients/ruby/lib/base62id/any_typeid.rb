# frozen_string_literal: true

require_relative "../base62id"

module Base62id
  # What a column of the type typeid takes: TypeIDs of every type prefix, and of none.
  # @api private
  module AnyTypeid
    PREFIX = /\A(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?/
    TEXT = /#{PREFIX}#{Notations::TYPEID.pattern}\z/
    LONGEST = 92 # octets: 63 of a type prefix, _, 26 of a suffix, two quotes
    private_constant :PREFIX, :TEXT, :LONGEST

    class << self
      # The canonical text, or an InvalidId.
      def parse(given)
        text = given.to_s
        text = text.b unless text.valid_encoding? && text.encoding.ascii_compatible?
        short = given.is_a?(String) && given.bytesize <= LONGEST
        bare = short && text.match?(/\A".*"\z/m) ? text[1..-2] : text
        return -bare if short && bare.ascii_only? && TEXT.match?(bare)

        raise InvalidId.of("typeid", given, "neither 26 characters nor these behind a type prefix")
      end

      def is?(text) = text.is_a?(String) && text.ascii_only? && TEXT.match?(text)
    end
  end
  private_constant :AnyTypeid
end
