# frozen_string_literal: true

require "json"

module Base62id
  # A value that is no id of a kind. The message says what is wrong with it, and where.
  #
  #   USER.parse("user_1")
  #   # Base62id::InvalidId: invalid user id "user_1": 1 character behind the type prefix, not 26
  class InvalidId < ArgumentError
    # The SQLSTATE that the server raises for such a text.
    #
    #   error.code    # => "22P02"
    #
    # @return [String]
    def code = "22P02"

    # The beginning of a text, in quotes, for a message.
    # @api private
    def self.quoted(text)
      shown = text.byteslice(0, 400).force_encoding(Encoding::UTF_8).scrub.slice(0, 100)
      more = text.bytesize > 400 || text.length > 100
      more ? "#{shown.to_json} and more, #{text.bytesize} octets" : shown.to_json
    end

    # @api private
    def self.of(kind, given, reason)
      shown = given.is_a?(String) ? " #{quoted(given)}" : ""
      new("invalid #{kind}#{shown}: #{reason}")
    end
  end
end
