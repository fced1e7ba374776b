# The types of the PostgreSQL extension base62id in Rails (ActiveRecord 7.2 and later): copy it to
# config/initializers/base62id.rb. Without Rails it is the codec alone.
#
#   create_typed_id "user_id", "user"    a type of typed ids, in a migration and in schema.rb
#   create_table :users, id: :typeid, default: -> { "typeid_generate('user'::text)" }
#   User.id_starts_with("user_01h4")     id ^@ 'user_01h4', an index scan
#   Base62id.as_uuid                     in a program that knows UUIDs: base62id, base64uuid and ulid are UUIDs
#   Base62id.parse("typeid", text)       the canonical text, or Base62id::InvalidId
#   Base62id.parse("ulid", text, "prod") the same of a typed id, by its notation and its type prefix
#   Base62id.new_id("user")              user_01h455vb4pex5vsknk084sn02q
require "json"
require "openssl"
require "securerandom"

module Base62id
  # A text that is no id, and what is wrong with it.
  class InvalidId < ArgumentError
  end

  # A number of so many bits, plus the offset, as symbols of the alphabet, and their pattern.
  Format = Struct.new(:alphabet, :length, :bits, :pattern, :offset, :upper) do
    def decode(name, given, whole)
      text = upper ? given.tr("a-z", "A-Z") : given
      Base62id.invalid(name, whole, "#{text.length} symbols, not #{length}") unless text.length == length

      number = text.each_char.with_index(1).inject(0) do |sum, (symbol, position)|
        value = alphabet.index(symbol)
        unless value
          at = position + whole.rindex(given)
          Base62id.invalid(name, whole, "#{Base62id.quoted(given[position - 1])} at position #{at} is not in its alphabet")
        end

        sum * alphabet.length + value
      end - offset.to_i
      Base62id.invalid(name, whole, "its number is none of a #{name}") unless (0...(1 << bits)).cover?(number)

      [number.to_s(16).rjust(bits / 4, "0")].pack("H*")
    end

    def encode(name, octets)
      raise InvalidId, "invalid #{name}: #{octets.bytesize} octets, not #{bits / 8}" unless octets.bytesize == bits / 8

      number = octets.unpack1("H*").to_i(16) + offset.to_i
      Array.new(length) { number, value = number.divmod(alphabet.length); alphabet[value] }.join.reverse
    end
  end

  DIGITS = "0123456789"
  UPPER = [*"A".."Z"].join
  LOWER = [*"a".."z"].join
  UID11 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
  SUFFIX = Format.new("0123456789abcdefghjkmnpqrstvwxyz", 26, 128, "[0-7][0-9a-hjkmnp-tv-z]{25}")
  FORMATS = {
    "base62id" => Format.new(DIGITS + UPPER + LOWER, 22, 128, "[F-N][0-9A-Za-z]{21}", 2 << 128),
    "base64uuid" => Format.new("$#{DIGITS}#{UPPER}_#{LOWER}", 22, 128, "[F-I][$0-9A-Z_a-z]{21}", 4 << 128),
    "uid11" => Format.new(UID11, 11, 64, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"),
    "baseuid" => Format.new("-#{DIGITS}#{UPPER}_#{LOWER}", 20, 120, "[-0-9A-Z_a-z]{20}"),
    "ulid" => Format.new("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 128, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}", 0, true)
  }.freeze
  NAMES = ["typeid", *FORMATS.keys].freeze
  TYPE_PREFIX = /\A(?:[a-z](?:[a-z_]{0,61}[a-z])?)?\z/
  UUID = /\A\h{8}-(?:\h{4}-){3}\h{12}\z/

  # What comes after the last id: a millisecond, and a number of so many bits that ascends within it.
  class Ascending
    def initialize(bits, step)
      @bits = bits
      @step = step
      @ms = -1
      @rest = 0
      @lock = Mutex.new
    end

    def next
      @lock.synchronize do
        now = Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond)
        if now > @ms
          renew(now)
        else # the clock stands still or has stepped back
          @rest += @step.call
          renew(@ms + 1) if @rest >> @bits != 0
        end
        [@ms, @rest]
      end
    end

    private

    def renew(ms)
      @ms = ms
      @rest = SecureRandom.random_number(1 << @bits)
    end
  end

  # UUID version 7 has 74 bits beside the time. A random step keeps the next id from being guessed.
  UUIDS = Ascending.new(74, -> { 1 + SecureRandom.random_number(1 << 32) })
  ULIDS = Ascending.new(80, -> { 1 }) # as the ULID specification counts on
  private_constant :Ascending, :UUIDS, :ULIDS

  class << self
    def quoted(text) = text.dup.force_encoding("UTF-8").scrub.slice(0, 100).to_json

    def invalid(name, given, reason)
      raise InvalidId, "invalid #{name}#{" #{quoted(given)}" if given.is_a?(String)}: #{reason}"
    end

    # The notations and type prefixes of typed ids, by name.
    def typed
      @typed ||= {}
    end

    # A type that typeid_create_type(name, prefix, notation, mask_key, accept_uuid) made. In the initializer, before there
    # is a connection.
    def typed_id(name, prefix, notation: "typeid", masked: false, accept_uuid: false)
      raise ArgumentError, "#{notation} is no notation of typed ids" unless notation == "typeid" || behind?(notation)

      typed[name] = [notation, prefix, { masked:, accept_uuid: }]
      ActiveSupport.on_load(:active_record) { Base62id.define_column_method(name) }
    end

    # ActiveRecord takes columns of these types for columns of uuid; with base62id.output = uuid their values are UUIDs, too.
    def as_uuid = uuids.push("base62id", "base64uuid", "ulid")

    def uuids = @uuids ||= []

    # The octets of an id's own text, bare or in one pair of double quotes.
    def decode(name, given)
      text = unquoted(name, given)
      return format_of(name).decode(name, text, given) unless name == "typeid"

      prefix, separator, suffix = text.rpartition("_")
      invalid(name, given, "a separator without a type prefix") if prefix.empty? && !separator.empty?
      check_prefix(prefix, given)
      prefix.b + SUFFIX.decode(name, suffix, given)
    end

    # The text of an id's octets.
    def encode(name, octets)
      return format_of(name).encode(name, octets) unless name == "typeid"
      raise InvalidId, "invalid typeid: #{octets.bytesize} octets, not 16 or more" if octets.bytesize < 16

      prefix = octets.byteslice(0, octets.bytesize - 16).force_encoding("UTF-8")
      check_prefix(prefix)
      "#{prefix}#{"_" unless prefix.empty?}#{SUFFIX.encode("typeid", octets.byteslice(-16, 16))}"
    end

    # What the input of the type makes of a text: the canonical id, or InvalidId. A base62id, base64uuid or ulid may
    # also come as a UUID's own text. With a prefix, a typeid must have that type prefix; base62id, base64uuid, ulid and uid11
    # are then the notation of a typed id, as typeid_create_type(name, prefix, notation) makes its type. The name may be that of
    # a typed id, too. masked: a UUID that is not of version 4 is refused, as no masked id has one. accept_uuid: a UUID's own
    # text is read.
    def parse(name, given, prefix = nil, masked: false, accept_uuid: false)
      if typed.key?(name)
        name, prefix, made = typed[name]
        return parse(name, given, prefix, **made)
      end
      text = unquoted(name, given)
      if UUID.match?(text) && (prefix ? accept_uuid && uuid?(name) : notation?(name))
        octets = [text.delete("-")].pack("H*")
        id = from_uuid(name, text, prefix || "")
      elsif prefix && behind?(name)
        octets = behind_prefix(name, given, prefix)
        id = lead(prefix) + encode(name, octets)
      else
        octets = decode(name, given)
        id = encode(name, octets)
        unless prefix.nil? || (name == "typeid" && type_prefix(id) == prefix)
          found = name == "typeid" ? quoted(type_prefix(id)) : "none"
          invalid(name, given, "the type prefix is #{found}, not #{quoted(prefix)}")
        end
      end
      octets = octets.byteslice(-16, 16)
      if masked && octets && (octets.getbyte(6) >> 4 != 4 || octets.getbyte(8) >> 6 != 2)
        invalid(name, given, "its UUID is not of version 4, as that of every masked id is")
      end
      id
    end

    # Whether this is the text of an id, as …_is_valid says on the server; a UUID's own text is one with accept_uuid.
    def valid?(name, text, prefix = nil, masked: false, accept_uuid: false)
      return false if !accept_uuid && !typed.key?(name) && UUID.match?(unquoted(name, text))

      !parse(name, text, prefix, masked:, accept_uuid:).nil?
    rescue InvalidId
      false
    end

    # For JSON Schema: every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse refuses.
    def pattern(name, prefix = nil, accept_uuid: false)
      return pattern(*typed[name][0, 2], accept_uuid: typed[name][2][:accept_uuid]) if typed.key?(name)

      check_prefix(prefix || "")
      text = name == "typeid" && prefix.nil? ? "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?" : lead(prefix || "")
      text += (name == "typeid" ? SUFFIX : format_of(name)).pattern
      text = "(?:#{text}|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})" if prefix ? accept_uuid : notation?(name)
      "^#{text}$"
    end

    # The type prefix of a typeid, or of a typed id in another notation, which may have an underscore behind it.
    def type_prefix(id, notation = "typeid")
      text = unquoted(notation, id)
      notation == "typeid" ? text.rpartition("_").first : text[0...-(format_of(notation).length + 1)]
    end

    # The 26 symbols of a typeid behind its type prefix.
    def suffix(id) = parse("typeid", id)[-26..]

    # The UUID of an id, in its own text.
    def to_uuid(name, text)
      raise ArgumentError, "a #{name} is no UUID" unless uuid?(name)

      decode(name, parse(name, text)).byteslice(-16, 16).unpack("H8H4H4H4H12").join("-")
    end

    def from_uuid(name, uuid, prefix = "")
      raise ArgumentError, "a #{name} is no UUID" unless uuid?(name)

      invalid("uuid", uuid, "not 32 hexadecimal digits in groups of 8-4-4-4-12") unless uuid.is_a?(String) && UUID.match?(uuid)
      check_prefix(prefix)
      octets = [uuid.delete("-")].pack("H*")
      notation?(name) ? lead(prefix) + encode(name, octets) : encode(name, prefix.b + octets)
    end

    # The typed id of a bigint, in the notation uid11; with the 16 octets of a mask key, as a type that masks by that key
    # shows it.
    def from_number(number, prefix = "", key = nil)
      raise RangeError, "#{number} is no bigint" unless (-(1 << 63)...(1 << 63)).cover?(number)

      check_prefix(prefix)
      x, y = [number].pack("q>").unpack("N2")
      round_keys(key, prefix).each { |k| x, y = round(x, y, k) } if key
      lead(prefix) + encode("uid11", [x, y].pack("N2"))
    end

    # The bigint of a typed id. Of a masked type every text has one: nothing shows another key.
    def to_number(text, prefix = "", key = nil)
      x, y = behind_prefix("uid11", text, prefix).unpack("N2")
      (key ? round_keys(key, prefix) : []).reverse_each do |k|
        y = rotated(y ^ x, 29)
        x = rotated(((x ^ k) - y) & 0xffffffff, 8)
      end
      [x, y].pack("N2").unpack1("q>")
    end

    # When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; nil for other UUIDs.
    def timestamp(name, text)
      octets = decode(name, parse(name, text))
      return at(((octets.unpack1("Q>") >> 22) + 1_321_009_871_111) * 1000) if name == "uid11"

      time = octets.byteslice(name == "baseuid" || name == "ulid" ? 0 : -16, 6).unpack1("H*").to_i(16)
      return at((time << 15) / 1000) if name == "baseuid"

      uuid = octets.byteslice(-16, 16)
      at(time * 1000) if name == "ulid" || (uuid.getbyte(6) >> 4 == 7 && uuid.getbyte(8) >> 6 == 2)
    end

    # A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of new_id.
    def new_uuid
      ms, rest = UUIDS.next
      number = ms << 80 | 7 << 76 | rest >> 62 << 64 | 2 << 62 | rest & (1 << 62) - 1
      number.to_s(16).rjust(32, "0").unpack("a8a4a4a4a12").join("-")
    end

    # A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly.
    def new_id(prefix = "", notation = "typeid") = from_uuid(notation, new_uuid, prefix)

    # A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond.
    def new_ulid
      ms, rest = ULIDS.next
      encode("ulid", [(ms << 80 | rest).to_s(16).rjust(32, "0")].pack("H*"))
    end

    private

    def uuid?(name) = name == "typeid" || format_of(name).bits == 128

    def notation?(name) = name != "typeid" && uuid?(name)

    # A notation of typed ids beside typeid.
    def behind?(name) = name == "uid11" || notation?(name)

    def rotated(word, left) = (word << left | word >> (32 - left)) & 0xffffffff

    # Of Speck64/128.
    def round(x, y, key)
      x = ((rotated(x, 24) + y) & 0xffffffff) ^ key
      [x, rotated(y, 3) ^ x]
    end

    def round_keys(key, prefix)
      raise ArgumentError, "a mask key has 16 octets, not #{key.bytesize}" unless key.bytesize == 16

      k, *rest = OpenSSL::HMAC.digest("SHA256", key, "base62id number mask\0#{prefix}").unpack("V4")
      Array.new(27) do |i|
        now = k
        x, k = round(rest.shift, k, i)
        rest << x
        now
      end
    end

    def lead(prefix) = prefix.empty? ? "" : "#{prefix}_"

    # The octets of a typed id in the notation of that name, which is none of the system typeid.
    def behind_prefix(name, given, prefix)
      check_prefix(prefix)
      text = unquoted(name, given)
      unless text.start_with?(lead(prefix))
        invalid(name, given, "the type prefix is #{quoted(type_prefix(given, name))}, not #{quoted(prefix)}")
      end

      format_of(name).decode(name, text.delete_prefix(lead(prefix)), given)
    end

    def at(microseconds) = Time.at(microseconds / 1_000_000, microseconds % 1_000_000, :usec).utc

    def format_of(name)
      FORMATS.fetch(name) { raise KeyError, "no id is of the name #{name.inspect}, but: #{NAMES.join(", ")}" }
    end

    def unquoted(name, given)
      invalid(name, given, "#{given.class}, not String") unless given.is_a?(String)
      # What is no text has no symbols of ours: its octets are looked at one by one.
      given = given.b unless given.valid_encoding?
      given.length >= 2 && given.start_with?('"') && given.end_with?('"') ? given[1..-2] : given
    end

    def check_prefix(prefix, given = nil)
      return if TYPE_PREFIX.match?(prefix)

      invalid("typeid", given, "a type prefix has at most 63 symbols of a to z, and _ inside, not #{quoted(prefix)}")
    end
  end
end

if defined?(ActiveSupport)
  ActiveSupport.on_load(:active_record) do
    require "active_record/connection_adapters/postgresql_adapter"

    module Base62id
      # A query for a malformed id, or for one of another kind, finds none. To store one is an error: where it
      # became nil, as a malformed UUID does, update! would delete what is there.
      class Type < ActiveRecord::Type::Value
        attr_reader :type

        def initialize(name)
          @type = name.to_sym
          super()
        end

        # ActiveRecord takes a RangeError in a query for a value that no row has.
        def serialize(value)
          value = cast(value)
          value.nil? ? nil : Base62id.parse(type.to_s, value)
        rescue InvalidId => e
          raise ActiveModel::RangeError, e.message
        end

        # The block gets what to compare with zero: but for zero itself it is out of bounds. What is no text is a
        # statement's place for a value.
        def serializable?(value)
          serialize(value) if value.is_a?(String)
          true
        rescue ActiveModel::RangeError
          yield 1 if block_given?
          false
        end

        private

        # Like a form's empty field, "" is no id.
        def cast_value(value)
          text = value.to_s
          return nil if text.empty?

          Base62id.parse(type.to_s, text)
        rescue InvalidId
          text # until it is stored, so that a message can show it
        end
      end

      class Uuid < ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Uuid
        attr_reader :type # so that schema.rb has the column's own

        def initialize(name)
          @type = name.to_sym
          super()
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
            [*NAMES, *Base62id.typed.keys].each do |name|
              map.register_type(name, Base62id.uuids.include?(name) ? Uuid.new(name) : Type.new(name))
            end
          end
        end
      )

      # create_typed_id "user_id", "user" in migrations and in schema.rb; there it stands before the tables.
      module TypedIds
        def create_typed_id(name, prefix, **options)
          given = ["name => #{quote(name)}", "prefix => #{quote(prefix)}"]
          given += options.map { |key, value| "#{key} => #{quote(value)}" }
          execute("SELECT typeid_create_type(#{given.join(", ")}) WHERE to_regtype(#{quote(name)}) IS NULL")
          reload_type_map
        end

        # An error if a column or anything else depends on the type.
        def drop_typed_id(name, *, **)
          execute("SELECT typeid_drop_type(to_regtype(#{quote(name)}))")
        end

        # Each with its name, its prefix, and what else is not as typeid_create_type makes it by itself.
        def typed_ids
          return [] unless select_value("SELECT to_regproc('typeid_types') IS NOT NULL")

          plain = { "notation" => "typeid", "mask_key" => 0, "accept_uuid" => false }
          select_values("SELECT to_jsonb(t)::text FROM typeid_types() AS t ORDER BY type::text").map do |row|
            row = JSON.parse(row)
            [row["type"], row["prefix"], row.except("type", "prefix").reject { |key, value| plain[key] == value }]
          end
        end
      end
      ActiveRecord::ConnectionAdapters::PostgreSQLAdapter.include(TypedIds)
      ActiveRecord::Migration::CommandRecorder.include(
        Module.new do
          ruby2_keywords def create_typed_id(*args) = record(:create_typed_id, args)
          ruby2_keywords def drop_typed_id(*args) = record(:drop_typed_id, args)
          def invert_create_typed_id(args) = [:drop_typed_id, args]
          def invert_drop_typed_id(args) = [:create_typed_id, args]
        end
      )
      ActiveRecord::ConnectionAdapters::PostgreSQL::SchemaDumper.prepend(
        Module.new do
          private

          def types(stream)
            super
            made = @connection.typed_ids
            made.each do |name, prefix, options|
              given = [name.inspect, prefix.inspect, *options.map { |key, value| "#{key}: #{value.inspect}" }]
              stream.puts "  create_typed_id #{given.join(", ")}"
            end
            stream.puts if made.any?
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

    # validates :owner, base62id: { name: "typeid", prefix: "user" }, where a column is text; name may be that of a typed id.
    # An attribute of one of the types is checked where it is stored; this says so in the model's errors before.
    class ::Base62idValidator < ActiveModel::EachValidator
      def validate_each(record, attribute, value)
        given = { prefix: nil }.merge(options.slice(:prefix, :masked, :accept_uuid))
        name = options[:name] || record.class.type_for_attribute(attribute).type.to_s
        Base62id.parse(name, value, given.delete(:prefix), **given)
      rescue Base62id::InvalidId
        record.errors.add(attribute, :invalid, message: options[:message], value:)
      end
    end

    # id ^@ 'user_01h4'
    class ActiveRecord::Base
      def self.id_starts_with(text, column = primary_key)
        where(Arel::Nodes::InfixOperation.new("^@", arel_table[column], Arel::Nodes.build_quoted(text)))
      end
    end
  end
end
