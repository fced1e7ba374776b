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
      # The canonical text of an id, frozen: what the type's input makes of it. Double quotes around
      # it are taken off.
      #
      # @raise [InvalidId] for everything else, whatever its class
      def parse(given)
        text = unquoted(given)
        return -text if text && TEXT.match?(text)

        raise InvalidId.of("typeid", given, "neither 26 characters nor these behind a type prefix")
      end

      private

      # The text without one pair of quotes; nil for what is too long, not ASCII, or no text.
      def unquoted(given)
        return unless given.is_a?(String) && given.bytesize <= LONGEST && given.ascii_only?

        text = given.to_s
        text.match?(/\A".*"\z/m) ? text[1..-2] : text
      end
    end
  end
  private_constant :AnyTypeid
end
