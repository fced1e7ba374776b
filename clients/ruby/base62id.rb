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

  DIGITS = "0123456789"
  UPPER = [*"A".."Z"].join
  LOWER = [*"a".."z"].join
  UID11 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
  MIME = UPPER + LOWER + DIGITS + "+/"

  # The symbols of a notation, their pattern, and the first and the last text of them all; the number that they write has so
  # many digits in hexadecimal behind the mark.
  Format = Struct.new(:alphabet, :length, :digits, :pattern, :mark, :first, :last) do
    def initialize(...)
      super
      @matcher = /\A#{pattern}\z/
      @upper = alphabet.length == 32 && alphabet.include?("A")
      @offset = mark.to_i << 4 * digits
      return unless alphabet.length == 32

      @symbols = @upper ? "A-HJKMNP-TV-Z" : "a-hjkmnp-tv-z"
      @behind_i = @upper ? "JKMNP-TV-Z" : "jkmnp-tv-z"
    end

    # The symbols as they are written, of those that were given in a whole text.
    def check(name, given, whole)
      if given.bytesize == length && @matcher.match?(given)
        symbols = @upper ? given.upcase : given
        return symbols if symbols.between?(first, last)
      end
      Base62id.invalid(name, whole, "#{given.length} symbols, not #{length}") unless given.length == length

      wrong = given.each_char.find_index { |symbol| !symbol?(symbol) }
      Base62id.invalid(name, whole, "its number is none of a #{name}") unless wrong
      at = wrong + 1 + whole.rindex(given)
      Base62id.invalid(name, whole, "#{Base62id.quoted(given[wrong])} at position #{at} is not in its alphabet")
    end

    def symbol?(symbol) = alphabet.include?(@upper ? symbol.tr("a-z", "A-Z") : symbol)

    def fold(text) = @upper ? text.tr("a-z", "A-Z") : text

    # The hexadecimal digits of symbols that were checked.
    def hex(symbols)
      made = number(symbols).to_s(16)
      made.length > digits ? made[-digits..] : made.rjust(digits, "0")
    end

    def symbols(hex) = text(hex.to_i(16))

    # The number of symbols, above whose digits there may be the mark. In base 32 and 64 String#tr makes them those of Ruby
    # itself; in base 58 and 62 two are a step, and ten are a number that is no bignum.
    def number(symbols)
      if @behind_i then symbols.tr(@behind_i, "i-v").to_i(32)
      elsif alphabet.length == 64 then "#{"AA" if mark}#{symbols.tr(alphabet, MIME)}".unpack1("m0").unpack1("H*").to_i(16)
      else
        values, square, wide = pairs
        a, b, c, d, e, f, g, h, i, j, k = symbols.rjust(22, alphabet[0]).unpack("n*")
        high = (((values[b] * square + values[c]) * square + values[d]) * square + values[e]) * square + values[f]
        low = (((values[g] * square + values[h]) * square + values[i]) * square + values[j]) * square + values[k]
        (values[a] * wide + high) * wide + low
      end
    end

    # The symbols of a number without a mark.
    def text(number)
      return number.to_s(32).rjust(length, "0").tr("a-v", @symbols) if @symbols

      number += @offset
      return [[number.to_s(16).rjust((length + 3) / 4 * 6, "0")].pack("H*")].pack("m0")[-length..].tr(MIME, alphabet) if alphabet.length == 64

      _, square, wide, texts = pairs
      high = number / wide
      made = length.odd? ? texts[high][1..] : texts[high / wide] + ten(high % wide, square, texts)
      made << ten(number % wide, square, texts)
    end

    private

    def ten(number, square, texts)
      third = number / square / square
      "#{texts[third / square / square]}#{texts[third / square % square]}#{texts[third % square]}" \
        "#{texts[number / square % square]}#{texts[number % square]}"
    end

    def pairs
      @pairs ||= begin
        texts = alphabet.chars.product(alphabet.chars).map(&:join)
        [texts.each_with_index.to_h { |pair, value| [pair.unpack1("n"), value] }, texts.length, alphabet.length**10, texts]
      end
    end
  end

  SUFFIX = Format.new("0123456789abcdefghjkmnpqrstvwxyz", 26, 32, "[0-7][0-9a-hjkmnp-tv-z]{25}", nil, "0" * 26, "7#{"z" * 25}")
  FORMATS = {
    "base62id" => Format.new(DIGITS + UPPER + LOWER, 22, 32, "[F-N][0-9A-Za-z]{21}", "2",
                             "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN"),
    "base64uuid" => Format.new("$#{DIGITS}#{UPPER}_#{LOWER}", 22, 32, "[F-I][$0-9A-Z_a-z]{21}", "4",
                               "F$$$$$$$$$$$$$$$$$$$$$", "Izzzzzzzzzzzzzzzzzzzzz"),
    "uid11" => Format.new(UID11, 11, 16, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}", nil, "1" * 11, "jpXCZedGfVQ"),
    "baseuid" => Format.new("-#{DIGITS}#{UPPER}_#{LOWER}", 20, 30, "[-0-9A-Z_a-z]{20}", nil, "-" * 20, "z" * 20),
    "ulid" => Format.new("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 32, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}", nil,
                         "0" * 26, "7#{"Z" * 25}")
  }.freeze
  NAMES = ["typeid", *FORMATS.keys].freeze
  LONGEST = 92 # of octets: 63 of a type prefix, "_", 26 symbols, two quotes
  TYPE_PREFIX = /\A(?:[a-z](?:[a-z_]{0,61}[a-z])?)?\z/
  UUID = /\A\h{8}-(?:\h{4}-){3}\h{12}\z/
  ABOVE = 1 << 128

  # The last UUID and the last ULID of this process, and random numbers of 32 bits that the next ones take. They are from the
  # system's strong source, none is older than a second, and none is in a child process.
  class Session
    def initialize
      @lock = Mutex.new
      forget
    end

    def forget
      @pool = []
      @uuid = @ulid = nil
    end

    # UUID version 7 has 12 and 62 bits beside the time. A random step keeps the next id from being guessed.
    def uuid = @lock.synchronize { @uuid = following(@uuid, 12) { 1 + random } }

    def ulid = @lock.synchronize { @ulid = following(@ulid, 18) { 1 } } # as the ULID specification counts on

    private

    # What comes after a millisecond, and a number of so many bits and 62 that ascends within it.
    def following(last, bits)
      @now = Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond)
      return renewed(@now, bits) if last.nil? || @now > last[0]

      ms, high, low = last # the clock stands still or has stepped back
      low += yield
      high += low >> 62
      high >> bits == 0 ? [ms, high, low & (1 << 62) - 1] : renewed(ms + 1, bits)
    end

    def renewed(ms, bits) = [ms, random >> (32 - bits), random << 30 | random >> 2]

    def random
      if @pool.empty? || (@now - @filled).abs > 1000
        @pool = SecureRandom.bytes(1024).unpack("L*")
        @filled = @now
      end
      @pool.pop
    end
  end

  # Process.daemon does not come here; but its parent makes no further id.
  module Forked
    def _fork = super.tap { |child| SESSION.forget if child.zero? }
  end
  SESSION = Session.new
  Process.singleton_class.prepend(Forked)
  private_constant :Session, :SESSION, :Forked

  @typed = {}
  @plain_kinds = {} # what plain_kind says of them
  @uuids = []
  @checked = "" # the last type prefix that was one
  @matchers = {} # by name and type prefix, the last ones
  @schedules = {}
  @schedules_lock = Mutex.new

  class << self
    # The notations and type prefixes of typed ids, by name.
    attr_reader :typed, :uuids

    def quoted(text)
      shown = text.byteslice(0, 400).force_encoding("UTF-8").scrub.slice(0, 100)
      shown.to_json + (text.bytesize > 400 || text.length > 100 ? " and more, #{text.bytesize} octets" : "")
    end

    def invalid(name, given, reason)
      raise InvalidId, "invalid #{name}#{" #{quoted(given)}" if given.is_a?(String)}: #{reason}"
    end

    # A type that typeid_create_type(name, prefix, notation, mask_key, accept_uuid) made. In the initializer, before there
    # is a connection. stored: "uuid": its columns are of core's uuid, or of the type by now, and the program sees ids.
    def typed_id(name, prefix, notation: "typeid", masked: false, accept_uuid: false, stored: nil)
      raise ArgumentError, "#{notation} is no notation of typed ids" unless notation == "typeid" || behind?(notation)
      raise ArgumentError, "stored is #{stored.inspect}, not \"uuid\"" unless [nil, "uuid"].include?(stored)
      raise ArgumentError, "a plain uuid has no mask and no number" if stored && (masked || notation == "uid11")

      typed[name] = [notation, prefix, { masked:, accept_uuid: }]
      @plain_kinds.delete(name)
      stored ? plain.push(name) : plain.delete(name)
      ActiveSupport.on_load(:active_record) { Base62id.define_type(name) }
    end

    # The names of typed ids that stand in columns of uuid.
    def plain = @plain ||= []

    # The typed id of such a column whose type prefix a text has.
    def plain_of(text)
      plain.find { |name| !typed[name][1].empty? && text.start_with?("#{typed[name][1]}_") }
    end

    # ActiveRecord takes columns of these types for columns of uuid; with base62id.output = uuid their values are UUIDs, too.
    def as_uuid = uuids.push("base62id", "base64uuid", "ulid")

    # The octets of an id's own text, bare or in one pair of double quotes.
    def decode(name, given)
      prefix, symbols = split(name, given, unquoted(name, given))
      prefix.b + [format_of(name).hex(symbols)].pack("H*")
    end

    # The text of an id's octets.
    def encode(name, octets)
      format = format_of(name)
      size = format.digits / 2
      prefix = name == "typeid" && octets.bytesize.between?(size, size + 63) ? octets.byteslice(0, octets.bytesize - size).force_encoding("UTF-8") : ""
      unless octets.bytesize == prefix.bytesize + size
        raise InvalidId, "invalid #{name}: #{octets.bytesize} octets, not #{size}#{" or more" if name == "typeid"}"
      end
      check_prefix(prefix)
      lead(prefix) + format.symbols(octets.byteslice(-size, size).unpack1("H*"))
    end

    # What the input of the type makes of a text: the canonical id, or InvalidId. A base62id, base64uuid or ulid may
    # also come as a UUID's own text. With a prefix, a typeid must have that type prefix; base62id, base64uuid, ulid and uid11
    # are then the notation of a typed id, as typeid_create_type(name, prefix, notation) makes its type. The name may be that of
    # a typed id, too. masked: a UUID that is not of version 4 is refused, as no masked id has one. accept_uuid: a UUID's own
    # text is read.
    def parse(name, given, prefix = nil, masked: false, accept_uuid: false)
      name, prefix, made = typed[name] if typed.key?(name)
      masked, accept_uuid = made.values_at(:masked, :accept_uuid) if made
      id = read(name, given, prefix) unless masked
      return id if id

      text = unquoted(name, given)
      if text.bytesize == 36 && UUID.match?(text) && (prefix ? accept_uuid && uuid?(name) : notation?(name))
        hex = text.delete("-")
        symbols = format_of(name).symbols(hex)
        check_prefix(prefix || "")
      elsif prefix && (name == "typeid" || behind?(name))
        symbols = behind_prefix(name, given, text, prefix)
      else
        prefix_found, symbols = split(name, given, text)
        invalid(name, given, "the type prefix is none, not #{quoted(prefix)}") if prefix
      end
      if masked && uuid?(name)
        hex ||= format_of(name).hex(symbols)
        invalid(name, given, "its UUID is not of version 4, as that of every masked id is") unless version(hex) == 4
      end
      lead(prefix || prefix_found || "") + symbols
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
      text += format_of(name).pattern
      text = "(?:#{text}|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})" if prefix ? accept_uuid : notation?(name)
      "^#{text}$"
    end

    # The type prefix of a typeid, or of a typed id in another notation, which may have an underscore behind it.
    def type_prefix(id, notation = "typeid")
      text = unquoted(notation, id)
      notation == "typeid" ? text.rpartition("_").first : text[0...-(format_of(notation).length + 1)] || ""
    end

    # The 26 symbols of a typeid behind its type prefix.
    def suffix(id) = parse("typeid", id)[-26..]

    # The UUID of an id, in its own text.
    def to_uuid(name, text)
      name, prefix, = typed[name] if typed.key?(name)
      format = format_of(name)
      check_uuid(name) unless format.digits == 32
      uuid_text(format.number((read(name, text, prefix) || parse(name, text, prefix))[-format.length..]))
    end

    # The UUID of what parse gave.
    def uuid_of(name, id)
      format = format_of(typed.key?(name) ? typed[name].first : name)
      uuid_text(format.number(id[-format.length..]))
    end

    def from_uuid(name, uuid, prefix = "")
      check_uuid(name)
      invalid("uuid", uuid, "not 32 hexadecimal digits in groups of 8-4-4-4-12") unless uuid.is_a?(String) && UUID.match?(uuid)
      check_prefix(prefix)
      lead(prefix) + format_of(name).symbols(uuid.delete("-"))
    end

    # Over a column of uuid. The UUIDs, from the first to the last, whose ids begin with a text; nil: none does.
    def prefix_range(name, text, prefix = "")
      _, _, format, lead = plain_kind(name, prefix)
      return if text.bytesize > LONGEST

      return unless lead.start_with?(text) || text.start_with?(lead)

      given = format.fold(text.delete_prefix(lead)) unless lead.start_with?(text)
      given = given.to_s
      return if given.length > format.length || given.each_char.any? { |symbol| !format.symbol?(symbol) }

      first = [given.ljust(format.length, format.alphabet[0]), format.first].max
      last = [given.ljust(format.length, format.alphabet[-1]), format.last].min
      uuid_text(format.number(first))..uuid_text(format.number(last)) if first <= last
    end

    # The UUID of an id of this kind, which such a column takes; with accept_uuid, of a UUID's own text, too.
    def to_column(name, given, prefix = "", accept_uuid: false)
      accept_uuid ||= typed[name][2][:accept_uuid] if typed.key?(name)
      name, prefix = plain_kind(name, prefix)
      uuid_of(name, parse(name, given, prefix, accept_uuid:))
    end

    # The id of what such a column gives: a UUID, or, where the column is of the typed id by now, an id of this kind.
    def from_column(name, value, prefix = "")
      name, prefix, format, lead = plain_kind(name, prefix)
      return lead + format.symbols(value.delete("-")) if value.is_a?(String) && UUID.match?(value)

      parse(name, value, prefix, accept_uuid: true)
    end

    # The typed id of a bigint, in the notation uid11; with the 16 octets of a mask key, as a type that masks by that key
    # shows it.
    def from_number(number, prefix = "", key = nil)
      raise RangeError, "a number of #{number.bit_length} bits is no bigint" if number.bit_length > 63

      check_prefix(prefix)
      if key
        x = number >> 32 & 0xffffffff
        y = number & 0xffffffff
        schedule(key, prefix).each do |k| # a round of Speck64/128
          x = ((x >> 8 | x << 24 & 0xffffffff) + y & 0xffffffff) ^ k
          y = (y << 3 & 0xffffffff | y >> 29) ^ x
        end
        number = x << 32 | y
      end
      lead(prefix) + FORMATS["uid11"].text(number & 0xffffffff_ffffffff)
    end

    # The bigint of a typed id. Of a masked type every text has one: nothing shows another key.
    def to_number(text, prefix = "", key = nil)
      number = FORMATS["uid11"].number(behind_prefix("uid11", text, unquoted("uid11", text), prefix))
      if key
        x = number >> 32
        y = number & 0xffffffff
        schedule(key, prefix).reverse_each do |k|
          y ^= x
          y = y >> 3 | y << 29 & 0xffffffff
          x = (x ^ k) - y & 0xffffffff
          x = x << 8 & 0xffffffff | x >> 24
        end
        number = x << 32 | y
      end
      number < 1 << 63 ? number : number - (1 << 64)
    end

    # When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; nil for other UUIDs.
    def timestamp(name, text)
      octets = decode(name, parse(name, text))
      return at(((octets.unpack1("Q>") >> 22) + 1_321_009_871_111) * 1000) if name == "uid11"

      hex = octets.unpack1("H*")
      return at((hex[0, 12].to_i(16) << 15) / 1000) if name == "baseuid"

      hex = hex[-32..]
      at(hex[0, 12].to_i(16) * 1000) if name == "ulid" || version(hex) == 7
    end

    # A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of new_id.
    def new_uuid = uuid_text(new_number)

    # A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly.
    def new_id(prefix = "", notation = "typeid")
      check_uuid(notation)
      check_prefix(prefix)
      lead(prefix) + format_of(notation).text(new_number)
    end

    # A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond.
    def new_ulid
      ms, high, low = SESSION.ulid
      FORMATS["ulid"].text(ms << 80 | high << 62 | low)
    end

    private

    def new_number
      ms, high, low = SESSION.uuid
      (ms << 16 | 7 << 12 | high) << 64 | 2 << 62 | low
    end

    # Of a UUID as RFC 9562 counts them.
    def version(hex) = "89ab".include?(hex[16].downcase) ? hex[12].to_i(16) : nil

    # Of a number, above whose 128 bits there may be a mark; one puts the zeros before it.
    def uuid_text(number)
      hex = (number | ABOVE).to_s(16)
      "#{hex[-32, 8]}-#{hex[-24, 4]}-#{hex[-20, 4]}-#{hex[-16, 4]}-#{hex[-12, 12]}"
    end

    def uuid?(name) = format_of(name).digits == 32

    def check_uuid(name)
      raise ArgumentError, "a #{name} is no UUID" unless uuid?(name)
    end

    def notation?(name) = name != "typeid" && uuid?(name)

    # A notation of typed ids beside typeid.
    def behind?(name) = name == "uid11" || notation?(name)

    # The notation of ids whose column may be one of uuid, their type prefix, the format, and what stands before its symbols.
    def plain_kind(name, prefix)
      return @plain_kinds[name] if @plain_kinds.key?(name)

      given = name
      name, prefix, made = typed[name] if typed.key?(name)
      raise ArgumentError, "a masked #{name} is no column's UUID" if made && made[:masked]

      check_uuid(name)
      check_prefix(prefix)
      kind = [name, prefix, format_of(name), lead(prefix)]
      made ? @plain_kinds[given] = kind : kind
    end

    # The round keys of a mask. Those of the last 64 keys and type prefixes are kept.
    def schedule(key, prefix)
      raise ArgumentError, "a mask key is a String of 16 octets" unless key.is_a?(String) && key.bytesize == 16

      @schedules_lock.synchronize do
        place = key.b << prefix
        keys = @schedules.delete(place) || round_keys(key, prefix)
        @schedules.shift if @schedules.length == 64
        @schedules[place] = keys
      end
    end

    def round_keys(key, prefix)
      k, *rest = OpenSSL::HMAC.digest("SHA256", key, "base62id number mask\0#{prefix}").unpack("V4")
      Array.new(27) do |i|
        now = k
        x = rest.shift
        x = ((x >> 8 | x << 24 & 0xffffffff) + k & 0xffffffff) ^ i
        k = (k << 3 & 0xffffffff | k >> 29) ^ x
        rest << x
        now
      end
    end

    def lead(prefix) = prefix.empty? ? "" : "#{prefix}_"

    # A text that is an id as it is written; nil of others, whose quotes, small letters, UUIDs and faults take longer.
    def read(name, given, prefix)
      return unless given.is_a?(String) && given.ascii_only? && (@matchers.dig(name, prefix) || matcher(name, prefix)).match?(given)
      return given unless name == "base62id" || name == "uid11"

      format = FORMATS[name]
      given if given[-format.length..].between?(format.first, format.last)
    end

    def matcher(name, prefix)
      check_prefix(prefix || "")
      lead = prefix || name != "typeid" ? lead(prefix || "") : "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?"
      pattern = name == "baseuid" && prefix ? "(?!)" : lead + format_of(name).pattern
      known = @matchers[name] ||= {}
      known.clear if known.length > 63
      known[prefix] = /\A#{name == "ulid" ? pattern.sub("a-hjkmnp-tv-z", "") : pattern}\z/
    end

    # The type prefix and the symbols of an id.
    def split(name, given, text)
      return ["", format_of(name).check(name, text, given)] unless name == "typeid"

      prefix, separator, suffix = text.rpartition("_")
      invalid(name, given, "a separator without a type prefix") if prefix.empty? && !separator.empty?
      check_prefix(prefix, given)
      [prefix, SUFFIX.check(name, suffix, given)]
    end

    # The symbols of a typed id. Behind a TypeID's type prefix there is no underscore.
    def behind_prefix(name, given, text, prefix)
      check_prefix(prefix)
      lead = lead(prefix)
      if text.start_with?(lead) && (name != "typeid" || (text.rindex("_") || -1) + 1 == lead.length)
        return format_of(name).check(name, text.delete_prefix(lead), given)
      end
      check_prefix(type_prefix(text), given) if name == "typeid"
      invalid(name, given, "the type prefix is #{quoted(type_prefix(text, name))}, not #{quoted(prefix)}")
    end

    def at(microseconds) = Time.at(microseconds / 1_000_000, microseconds % 1_000_000, :usec).utc

    def format_of(name)
      return SUFFIX if name == "typeid"

      FORMATS.fetch(name) { raise KeyError, "no id is of the name #{quoted(name.to_s)}, but: #{NAMES.join(", ")}" }
    end

    def unquoted(name, given)
      invalid(name, given, "#{given.class}, not String") unless given.is_a?(String)
      invalid(name, given, "#{given.bytesize} octets, which are more than any id has") if given.bytesize > LONGEST
      # What is no text has no symbols of ours: its octets are looked at one by one.
      given = given.b unless given.valid_encoding?
      given.length >= 2 && given.start_with?('"') && given.end_with?('"') ? given[1..-2] : given
    end

    def check_prefix(prefix, given = nil)
      return if prefix == @checked
      return @checked = -prefix if prefix.bytesize <= 63 && TYPE_PREFIX.match?(prefix)

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
          @name = name.to_s
          @last = [] # the id that was cast last, which is most often what is stored next
          super()
        end

        # ActiveRecord takes a RangeError in a query for a value that no row has.
        def serialize(value)
          text = value.to_s
          text.empty? ? nil : stored(text)
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

          (@last[0] = Base62id.parse(@name, text)).dup
        rescue InvalidId
          text # until it is stored, so that a message can show it
        end

        def stored(text) = text == @last[0] ? text : Base62id.parse(@name, text)
      end

      # stored: "uuid". The server is sent a UUID's text without a type, which both kinds of columns take.
      class Stored < Type
        def deserialize(value) = value && Base62id.from_column(@name, value)

        private

        def stored(text) = text == @last[0] ? Base62id.uuid_of(@name, text) : Base62id.to_column(@name, text)
      end

      # A foreign key of uuid: of the type of what it refers to, which is not there when the class is made.
      class Key < ActiveRecord::Type::Value
        def initialize(reflection, own)
          @reflection = reflection
          @own = own
          super()
        end

        delegate :type, :cast, :serialize, :deserialize, :serializable?, :changed_in_place?, :changed?, to: :target

        private

        def target
          @target ||= @reflection.klass.type_for_attribute(@reflection.association_primary_key).then { |t| t.is_a?(Stored) ? t : @own }
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
            super.merge([*NAMES, *Base62id.typed.keys].to_h do |name|
              [name.to_sym, { name: Base62id.plain.include?(name) ? "uuid" : name }]
            end)
          end

          def initialize_type_map(map)
            super
            [*NAMES, *Base62id.typed.keys].each do |name|
              map.register_type(name, Base62id.type_of(name))
            end
          end
        end
      )

      def self.type_of(name)
        (uuids.include?(name) ? Uuid : plain.include?(name) ? Stored : Type).new(name)
      end

      # attribute :id, :user_id, and t.user_id :owner in migrations and in schema.rb.
      def self.define_type(name)
        ActiveRecord::Type.register(name.to_sym, adapter: :postgresql, override: true) { |*, **| Base62id.type_of(name) }
        [ActiveRecord::ConnectionAdapters::PostgreSQL::TableDefinition,
         ActiveRecord::ConnectionAdapters::PostgreSQL::Table].each do |definition|
          definition.define_method(name) do |*columns, **options|
            columns.each { |c| column(c, name, **options) }
          end
        end
      end
      NAMES.each { |name| define_type(name) }

      # core's type makes nil of "user_01h…": an attribute that nobody declared would store NULL and find nothing.
      ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Uuid.prepend(
        Module.new do
          private

          def cast_value(value)
            name = value.is_a?(String) && Base62id.plain_of(value)
            raise ArgumentError, "#{Base62id.quoted(value)} for a column of uuid that is not declared: attribute :…, :#{name}" if name

            super
          end
        end
      )

      # belongs_to declares its key. A polymorphic one has ids of several kinds: over uuid it is an error when it is loaded.
      module Keys
        def belongs_to(name, scope = nil, **options)
          super
          reflection = _reflect_on_association(name)
          _declare_base62id_key(reflection.foreign_key, reflection) unless reflection.polymorphic? || reflection.foreign_key.is_a?(Array)
        end

        # Its join model belongs to this one by a key that is none of that table's.
        def has_and_belongs_to_many(name, scope = nil, **options, &extension)
          super
          _reflect_on_association(name).through_reflection.then { |one| one.klass.send(:_declare_base62id_key, one.foreign_key, one.klass.left_reflection) }
        end

        private def _declare_base62id_key(name, reflection)
          decorate_attributes([name]) do |_, own|
            own.instance_of?(ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Uuid) ? Key.new(reflection, own) : own
          end
        end

        # ActiveRecord writes what a default of the server made as if the program had given it.
        def _insert_record(*, returning)
          super&.zip(returning)&.map do |value, column|
            type = type_for_attribute(column)
            type.is_a?(Stored) ? type.deserialize(value) : value
          end
        end

        def polymorphic_class_for(name)
          super.tap do |found|
            next unless found.primary_key.is_a?(String) && found.type_for_attribute(found.primary_key).is_a?(Stored)

            key = reflect_on_all_associations(:belongs_to).find do |one|
              one.polymorphic? && type_for_attribute(one.foreign_key).instance_of?(ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Uuid)
            end
            raise ArgumentError, "#{self}.#{key.foreign_key} is a polymorphic key of uuid, which cannot say of what kind it is: make it text" if key
          end
        end
      end
      ActiveRecord::Base.singleton_class.prepend(Keys)

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

          usual = { "notation" => "typeid", "mask_key" => 0, "accept_uuid" => false }
          select_values("SELECT to_jsonb(t)::text FROM typeid_types() AS t ORDER BY type::text").map do |row|
            row = JSON.parse(row)
            [row["type"], row["prefix"], row.slice(*usual.keys).reject { |key, value| usual[key] == value }]
          end
        end

        # For defaults of typed ids of numbers, which have no identity columns.
        def create_sequence(name, start: nil, increment: nil, **)
          execute("CREATE SEQUENCE IF NOT EXISTS #{quote_table_name(name)}" \
                  "#{" INCREMENT #{Integer(increment)}" if increment}#{" START #{Integer(start)}" if start}")
        end

        def drop_sequence(name, **) = execute("DROP SEQUENCE #{quote_table_name(name)}")

        # Those that defaults of columns of typed ids name.
        def id_sequences
          return [] unless select_value("SELECT to_regproc('typeid_types') IS NOT NULL")

          select_rows(<<~SQL)
            SELECT DISTINCT d.refobjid::regclass::text, s.seqstart, s.seqincrement
            FROM pg_attrdef a
            JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = a.oid AND d.refclassid = 'pg_class'::regclass
            JOIN pg_sequence s ON s.seqrelid = d.refobjid
            JOIN pg_attribute c ON c.attrelid = a.adrelid AND c.attnum = a.adnum
            JOIN typeid_types() AS t ON t.type = c.atttypid
            ORDER BY 1
          SQL
        end
      end
      ActiveRecord::ConnectionAdapters::PostgreSQLAdapter.include(TypedIds)
      ActiveRecord::ConnectionAdapters::PostgreSQLAdapter.prepend(
        Module.new do
          # eager_load with a limit, find too: ActiveRecord asks for the keys of the rows, and for the rows by what it got.
          def distinct_relation_for_primary_key(relation)
            key = relation.primary_key
            type = relation.klass.type_for_attribute(key) if key.is_a?(String)
            return super unless type.is_a?(Stored)

            values = columns_for_distinct(visitor.compile(relation.table[key]), relation.order_values)
            ids = select_rows(relation.reselect(values).distinct!.arel).map { |row| type.deserialize(row.last) }
            relation.tap do |r|
              ids.empty? ? r.none! : r.where!(key => ids)
              r.limit_value = r.offset_value = nil
            end
          end
        end
      )
      ActiveRecord::Migration::CommandRecorder.include(
        Module.new do
          ruby2_keywords def create_typed_id(*args) = record(:create_typed_id, args)
          ruby2_keywords def drop_typed_id(*args) = record(:drop_typed_id, args)
          def invert_create_typed_id(args) = [:drop_typed_id, args]
          def invert_drop_typed_id(args) = [:create_typed_id, args]
          ruby2_keywords def create_sequence(*args) = record(:create_sequence, args)
          def invert_create_sequence(args) = [:drop_sequence, args]
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
            sequences = @connection.id_sequences
            sequences.each do |name, start, increment|
              stream.puts "  create_sequence #{name.inspect}#{", start: #{start}" if start != 1}#{", increment: #{increment}" if increment != 1}"
            end
            stream.puts if made.any? || sequences.any?
          end
        end
      )
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

    # id ^@ 'user_01h4'; over uuid, a range
    class ActiveRecord::Base
      def self.id_starts_with(text, column = primary_key)
        type = type_for_attribute(column)
        unless type.is_a?(Base62id::Stored)
          return where(Arel::Nodes::InfixOperation.new("^@", arel_table[column], Arel::Nodes.build_quoted(text)))
        end

        range = Base62id.prefix_range(type.type.to_s, text)
        return none unless range

        where(arel_table[column].gteq(Arel::Nodes.build_quoted(range.begin))).where(arel_table[column].lteq(Arel::Nodes.build_quoted(range.end)))
      end
    end
  end
end
