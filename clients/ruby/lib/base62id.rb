# frozen_string_literal: true

require_relative "base62id/version"
require_relative "base62id/invalid_id"
require_relative "base62id/notation"
require_relative "base62id/notations"
require_relative "base62id/source"
require_relative "base62id/kind"
require_relative "base62id/numbers"

# Makes, reads and checks the ids of the PostgreSQL extension base62id.
#
#   USER = Base62id.kind("user")
#   id = USER.generate                  # => "user_01h455vb4pex5vsknk084sn02q"
#   USER.parse(params[:id])             # the canonical text, or Base62id::InvalidId
#   case text when USER then ... end    # USER === text: the canonical text of a user's id
#
# Base62id::BASE62ID, BASE64UUID and ULID are kinds without a type prefix; BASEUID and XID are those
# that the server alone makes.
module Base62id
  autoload :Testing, "base62id/testing"

  # The notations that a kind can have.
  NOTATIONS = %w[typeid ulid base62id base64uuid uuid hex uid11].freeze

  # Columns of the type base62id.
  BASE62ID = UuidKind.send(:new, "", Notations::BASE62ID, accept_uuid: true)
  # Columns of the type base64uuid.
  BASE64UUID = UuidKind.send(:new, "", Notations::BASE64UUID, accept_uuid: true)
  # Columns of the type ulid.
  ULID = UlidKind.send(:new, "", Notations::ULID, accept_uuid: true)
  # Columns of the type baseuid, whose ids the server makes.
  BASEUID = BaseuidKind.send(:new, "", Notations::BASEUID)
  # Columns of the type uid11 whose ids xid_new() of the server makes.
  XID = XidKind.send(:new, "", Notations::UID11)

  class << self
    # A kind of ids: its type prefix, its notation, and what typeid_create_type() was told besides.
    #
    #   Base62id.kind("order", notation: "ulid", accept_uuid: true)
    #   Base62id.kind("invoice", notation: "uid11", masked: true)
    #
    # @param prefix [String] the type prefix
    # @param notation [String] one of NOTATIONS
    # @param masked [Boolean] whether the type has a mask key
    # @param accept_uuid [Boolean] whether a UUID's own text is read
    # @return [Kind] frozen
    # @raise [ArgumentError] if there is no such kind
    def kind(prefix, notation: "typeid", masked: false, accept_uuid: false)
      found = notation_of(notation)
      check_prefix(prefix, found)
      check_flag("masked", masked)
      check_flag("accept_uuid", accept_uuid)
      if accept_uuid && (masked || !found.uuid?)
        raise ArgumentError, "accept_uuid is of kinds of UUIDs that are not masked"
      end

      kind_class(found, masked).send(:new, prefix, found, masked:, accept_uuid:)
    end

    # The numbers behind the ids of a kind of the notation uid11.
    #
    #   INVOICE = Base62id.kind("inv", notation: "uid11")
    #   Base62id.numbers(INVOICE).encode(42)        # => "inv_1111111111j"
    #
    # @param kind [NumberKind]
    # @param key [String, nil] the 16 octets of the mask key, of a masked kind and of no other
    # @return [Numbers]
    # @raise [ArgumentError] if the kind is of another notation, or the key is missing or in excess
    def numbers(kind, key = nil) = Numbers.new(kind, key)

    private

    def notation_of(name)
      name = name.name if name.is_a?(Symbol)
      return Notations.const_get(name.upcase) if NOTATIONS.include?(name)

      raise ArgumentError, "the notation is one of #{NOTATIONS.join(", ")}"
    end

    def check_prefix(prefix, notation)
      rule = notation.prefix_rule
      return if prefix.is_a?(String) && prefix.ascii_only? && rule.pattern.match?(prefix)

      shown = prefix.is_a?(String) ? InvalidId.quoted(prefix) : prefix.class
      raise ArgumentError, "a type prefix has #{rule.words}, not #{shown}"
    end

    def check_flag(name, value)
      raise ArgumentError, "#{name} is true or false" unless [true, false].include?(value)
    end

    def kind_class(notation, masked)
      return NumberKind unless notation.uuid?

      masked ? MaskedKind : UuidKind
    end
  end
end
