# frozen_string_literal: true

# The types of the PostgreSQL extension base62id in Rails (ActiveRecord 7.2 and later): copy it to
# config/initializers/base62id.rb.
#
#   create_table :users, id: :typeid, default: -> { "typeid_generate('user'::text)" }
#   User.id_starts_with("user_01h4")     id ^@ 'user_01h4', an index scan
#   Base62id.parse("typeid", text)       the canonical text, or ArgumentError
module Base62id
  # A number of so many bits, plus the offset, as symbols of the alphabet.
  Format = Struct.new(:alphabet, :length, :bits, :offset, :upper, keyword_init: true) do
    def decode(name, text)
      text = text.tr("a-z", "A-Z") if upper
      raise ArgumentError, "#{name} has #{length} symbols, not #{text.length}" unless text.length == length

      number = text.each_char.with_index(1).inject(0) do |sum, (symbol, position)|
        value = alphabet.index(symbol)
        unless value
          raise ArgumentError, "the symbol at position #{position} is not in the alphabet of #{name}"
        end

        sum * alphabet.length + value
      end - offset.to_i
      raise ArgumentError, "the value is not one of #{name}" unless (0...(1 << bits)).cover?(number)

      [number.to_s(16).rjust(bits / 4, "0")].pack("H*")
    end

    def encode(name, octets)
      unless octets.bytesize == bits / 8
        raise ArgumentError, "#{name} has #{bits / 8} octets, not #{octets.bytesize}"
      end

      number = octets.unpack1("H*").to_i(16) + offset.to_i
      Array.new(length) { number, value = number.divmod(alphabet.length); alphabet[value] }.join.reverse
    end
  end

  DIGITS = "0123456789"
  UPPER = [*"A".."Z"].join
  LOWER = [*"a".."z"].join
  SUFFIX = Format.new(alphabet: "0123456789abcdefghjkmnpqrstvwxyz", length: 26, bits: 128)
  FORMATS = {
    "base62id" => Format.new(alphabet: DIGITS + UPPER + LOWER, length: 22, bits: 128, offset: 2 << 128),
    "base64uuid" => Format.new(alphabet: "$#{DIGITS}#{UPPER}_#{LOWER}", length: 22, bits: 128, offset: 4 << 128),
    "uid11" => Format.new(alphabet: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", length: 11, bits: 64),
    "baseuid" => Format.new(alphabet: "-#{DIGITS}#{UPPER}_#{LOWER}", length: 20, bits: 120),
    "ulid" => Format.new(alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ", length: 26, bits: 128, upper: true)
  }.freeze
  NAMES = ["typeid", *FORMATS.keys].freeze
  TYPE_PREFIX = /\A(?:[a-z](?:[a-z_]{0,61}[a-z])?)?\z/

  class << self
    # The type prefixes of typed ids, by name.
    def typed
      @typed ||= {}
    end

    # A type that typeid_create_type(name, prefix) made. In the initializer, before there is a connection.
    def typed_id(name, prefix)
      typed[name] = prefix
      ActiveSupport.on_load(:active_record) { Base62id.define_column_method(name) }
    end

    # The octets of an id. Like the type's input it takes one pair of double quotes, too.
    def decode(name, text)
      raise ArgumentError, "#{name} is made of a String" unless text.is_a?(String)

      text = text[1..-2] if text.length >= 2 && text.start_with?('"') && text.end_with?('"')
      return FORMATS.fetch(name).decode(name, text) unless name == "typeid"

      prefix, separator, suffix = text.rpartition("_")
      unless TYPE_PREFIX.match?(prefix) && separator.empty? == prefix.empty?
        raise ArgumentError, "the type prefix has 1 to 63 symbols of a to z, and _ inside"
      end

      prefix.b + SUFFIX.decode("typeid", suffix)
    end

    # The text of an id's octets.
    def encode(name, octets)
      return FORMATS.fetch(name).encode(name, octets) unless name == "typeid"
      raise ArgumentError, "typeid has 16 octets or more, not #{octets.bytesize}" if octets.bytesize < 16

      prefix = octets[...-16].force_encoding("UTF-8")
      unless prefix.valid_encoding? && TYPE_PREFIX.match?(prefix)
        raise ArgumentError, "the type prefix has 1 to 63 symbols of a to z, and _ inside"
      end

      "#{prefix}#{"_" unless prefix.empty?}#{SUFFIX.encode("typeid", octets.byteslice(-16, 16))}"
    end

    def parse(name, text)
      return encode(name, decode(name, text)) unless typed.key?(name)

      id = encode("typeid", decode("typeid", text))
      raise ArgumentError, "the type prefix is not #{typed[name]}" unless id[...-27] == typed[name]

      id
    end
  end
end

if defined?(ActiveSupport)
  ActiveSupport.on_load(:active_record) do
    require "active_record/connection_adapters/postgresql_adapter"

    module Base62id
      # What UUIDs are to ActiveRecord: a malformed id is nil, and a query finds none.
      class Type < ActiveRecord::Type::Value
        attr_reader :type

        def initialize(name)
          @type = name.to_sym
          super()
        end

        # Queries do not cast what they bind.
        def serialize(value) = cast(value)

        private

        def cast_value(value)
          Base62id.parse(type.to_s, value.to_s)
        rescue ArgumentError
          nil
        end
      end

      # The types have names: in models, in migrations, and in schema.rb, which has no tables of unknown types.
      ActiveRecord::ConnectionAdapters::PostgreSQLAdapter.singleton_class.prepend(
        Module.new do
          def native_database_types
            super.merge([*NAMES, *Base62id.typed.keys].to_h { |name| [name.to_sym, { name: name }] })
          end

          def initialize_type_map(map)
            super
            [*NAMES, *Base62id.typed.keys].each { |name| map.register_type(name, Type.new(name)) }
          end
        end
      )

      # t.typeid :owner in migrations and in schema.rb.
      def self.define_column_method(name)
        [ActiveRecord::ConnectionAdapters::PostgreSQL::TableDefinition,
         ActiveRecord::ConnectionAdapters::PostgreSQL::Table].each do |definition|
          definition.define_method(name) do |*columns, **options|
            columns.each { |c| column(c, name, **options) }
          end
        end
      end
      NAMES.each { |name| define_column_method(name) }
    end

    # id ^@ 'user_01h4'
    class ActiveRecord::Base
      def self.id_starts_with(text, column = primary_key)
        where(Arel::Nodes::InfixOperation.new("^@", arel_table[column], Arel::Nodes.build_quoted(text)))
      end
    end
  end
end
