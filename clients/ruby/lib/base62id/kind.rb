# frozen_string_literal: true

module Base62id
  # A kind of ids, which Base62id.kind makes: what a type prefix and a notation are, said once.
  #
  #   USER = Base62id.kind("user")
  #
  # Kinds of the same definition are equal. What else a kind can do depends on its notation and on
  # whether it is masked: see UuidKind and NumberKind.
  class Kind
    # The octets of the longest text: 63 of a type prefix, _, 36 of a UUID, two quotes.
    LONGEST = 102
    UUID = /\A\h{8}-(?:\h{4}-){3}\h{12}\z/
    UUID_PATTERN = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
    private_constant :LONGEST, :UUID, :UUID_PATTERN
    private_class_method :new

    # @return [String] the type prefix; "" of BASE62ID, BASE64UUID, ULID, BASEUID and XID
    #
    #   USER.prefix      # => "user"
    attr_reader :prefix

    def initialize(prefix, notation, masked: false, accept_uuid: false)
      @prefix = -prefix
      @written = notation
      @masked = masked
      @accept_uuid = accept_uuid
      @lead = prefix.empty? ? "" : -"#{prefix}_"
      @size = @lead.length + notation.length
      @matcher = /\A#{@lead}#{notation.canonical_pattern}\z/
      freeze
    end

    # @return [String] the name of the notation
    #
    #   USER.notation    # => "typeid"
    def notation = @written.name

    # @return [Boolean] whether the type has a mask key
    #
    #   USER.masked?     # => false
    def masked? = @masked

    # @return [Boolean] whether parse reads a UUID's own text
    #
    #   USER.accept_uuid?    # => false
    def accept_uuid? = @accept_uuid

    # The canonical text of an id, frozen: what the input of the type makes of it. Double quotes
    # around it, another case of the notations ulid, uuid and hex, and a UUID's own text where the
    # kind reads it are made canonical.
    #
    #   USER.parse('"user_01h455vb4pex5vsknk084sn02q"')    # => "user_01h455vb4pex5vsknk084sn02q"
    #
    # @param text [Object]
    # @return [String]
    # @raise [InvalidId] for everything else, whatever its class
    def parse(text)
      return text if canonical?(text) && text.frozen? && text.instance_of?(String)

      "#{@lead}#{characters_in(text)}".freeze
    end

    # Whether this is the canonical text of an id, which parse would give back. It raises nothing.
    #
    #   USER.is?("user_01h455vb4pex5vsknk084sn02q")    # => true
    #   USER.is?(nil)                                  # => false
    #
    # @param text [Object]
    # @return [Boolean]
    def is?(text) = canonical?(text)

    # The same for `case` and `grep`.
    #
    #   case text
    #   when USER then "a user"
    #   end
    #
    # @param text [Object]
    # @return [Boolean]
    def ===(text) = canonical?(text)

    # A regular expression for JSON Schema and OpenAPI. Every text that parse reads without quotes
    # matches, and of base62id, uid11 and masked kinds a few others, which parse refuses.
    #
    #   USER.pattern    # => "^user_[0-7][0-9a-hjkmnp-tv-z]{25}$"
    #
    # @return [String]
    def pattern
      own = @lead + @written.pattern.gsub('\h', "[0-9a-fA-F]")
      @accept_uuid ? "^(?:#{own}|#{UUID_PATTERN})$" : "^#{own}$"
    end

    # @return [Boolean] whether the other is a kind of the same definition
    #
    #   Base62id.kind("user") == Base62id.kind("user")    # => true
    def ==(other) = other.instance_of?(self.class) && other.definition == definition
    alias eql? ==

    # @return [Integer]
    #
    #   { Base62id.kind("user") => "users" }[Base62id.kind("user")]    # => "users"
    def hash = definition.hash

    # @return [String]
    #
    #   USER.inspect    # => "#<Base62id::Kind user, typeid>"
    def inspect
      words = [@prefix, notation, ("masked" if @masked), ("accept_uuid" if @accept_uuid)]
      "#<Base62id::Kind #{words.compact.reject(&:empty?).join(", ")}>"
    end

    # @return [String] for messages
    #
    #   USER.to_s    # => "user id"
    def to_s = @prefix.empty? ? notation : "#{InvalidId.quoted(@prefix)[1..-2]} id"

    protected

    def definition = [@prefix, notation, @masked, @accept_uuid]

    private

    def canonical?(text)
      text.is_a?(String) && text.bytesize == @size && text.ascii_only? &&
        @matcher.match?(text) && (!@written.bounded? || in_bounds?(text)) &&
        (!@masked || mask?(text))
    end

    def in_bounds?(text) = @written.in_bounds?(text[@lead.length..])

    # A masked id is a UUID of version 4, and a masked number any number.
    def mask?(text) = !@written.uuid? || version(number_of(text)) == 4

    def number_of(id) = @written.number(id[@lead.length..])

    # As RFC 9562 counts the versions of its variant.
    def version(number)
      (number >> 62) & 3 == 2 ? (number >> 76) & 15 : nil
    end

    def uuid_text(number) = UuidNotation.text(number)

    # The canonical characters behind the type prefix of a text that may have to be made canonical.
    def characters_in(given)
      text = unquoted(given)
      if @accept_uuid && text.ascii_only? && UUID.match?(text)
        return @written.text(text.delete("-").to_i(16))
      end

      characters = text.delete_prefix(@lead)
      unless text.start_with?(@lead) && @written.whole?(characters)
        invalid(given, reason(text, given))
      end
      characters = @written.fold(characters)
      unless !@masked || mask?(@lead + characters)
        invalid(given, "its UUID is not of version 4, as that of every masked id is")
      end
      characters
    end

    def unquoted(given)
      invalid(given, "#{given.class}, not String") unless given.is_a?(String)
      if given.bytesize > LONGEST
        invalid(given, "#{given.bytesize} octets, which are more than any id has")
      end
      # What is no text has no characters of ours: its octets are looked at one by one.
      text = given.valid_encoding? && given.encoding.ascii_compatible? ? String.new(given) : given.b
      quoted = text.length >= 2 && text.start_with?('"') && text.end_with?('"')
      quoted ? text[1..-2] : text
    end

    # What is wrong with a text that is none of this kind.
    def reason(text, given)
      return reason_of_prefix(text) unless text.start_with?(@lead)

      characters = text[@lead.length..]
      unless characters.length == @written.length
        return reason_of_prefix(text) if other_prefix(text)

        where = @lead.empty? ? "" : " behind the type prefix"
        return "#{count(characters.length)}#{where}, not #{@written.length}"
      end

      wrong = @written.fault(characters)
      return "its number is none of a #{notation}" unless wrong

      quote = given.bytesize > text.bytesize ? 1 : 0
      position = quote + @lead.length + wrong + 1
      "#{InvalidId.quoted(characters[wrong])} at position #{position} is not in its alphabet"
    end

    def reason_of_prefix(text)
      found = other_prefix(text) || text.rpartition("_").first
      return "it does not begin with #{InvalidId.quoted(@lead)}" if found.empty? && !@lead.empty?

      rule = @written.prefix_rule
      unless found.empty? || (found.ascii_only? && rule.pattern.match?(found))
        return "a type prefix has #{rule.words}, not #{InvalidId.quoted(found)}"
      end

      "the type prefix is #{InvalidId.quoted(found)}, not #{InvalidId.quoted(@prefix)}"
    end

    # The type prefix before a complete suffix of the notation: the separator is counted from the
    # end, as characters of a notation can be underscores.
    def other_prefix(text)
      at = text.length - @written.length - 1
      return unless at >= 0 && text[at] == "_" && @written.whole?(text[(at + 1)..])

      text[0...at] unless text[0...at] == @prefix
    end

    def count(characters) = characters == 1 ? "1 character" : "#{characters} characters"

    def invalid(given, reason) = raise(InvalidId.of(self, given, reason))

    # Of methods that take an id and no other text.
    def check_canonical(id)
      return if canonical?(id)

      parse(id)
      invalid(id, "not its canonical text, which parse gives")
    end
  end

  # A kind whose ids are UUIDs, and not masked: the one that makes ids.
  class UuidKind < Kind
    UUID_OR_DIGITS = /\A(?:\h{32}|\h{8}-(?:\h{4}-){3}\h{12})\z/
    private_constant :UUID_OR_DIGITS

    # A new id. All that a process makes ascend, while the clock stands still or steps back by up to
    # ten seconds. With a time or a generator it is unique by chance, and changes nothing for the
    # next one.
    #
    #   USER.generate                                    # => "user_01h455vb4pex5vsknk084sn02q"
    #   USER.generate(at: Time.utc(2026), random: Random.new(1))
    #
    # @param at [Time, nil] from 1970 to 10889
    # @param random [#bytes, nil] a Random, or what has its method bytes
    # @return [String] frozen
    # @raise [RangeError] if an id cannot have the time
    def generate(at: nil, random: nil)
      source = Source.current
      number = if at.nil? && random.nil?
                 next_number(source)
               else
                 source.number_at(at, random, ulid: ulid?)
               end
      "#{@lead}#{@written.text(number)}".freeze
    end

    # The UUID of an id, in its own text.
    #
    #   USER.to_uuid("user_01h455vb4pex5vsknk084sn02q")
    #   # => "01890a5d-ac96-774b-bcce-b302099a8057"
    #
    # @param id [String] its canonical text
    # @return [String]
    # @raise [InvalidId]
    def to_uuid(id)
      check_canonical(id)
      uuid_text(number_of(id))
    end

    # The id of a UUID.
    #
    #   USER.from_uuid("01890a5d-ac96-774b-bcce-b302099a8057")
    #   # => "user_01h455vb4pex5vsknk084sn02q"
    #
    # @param uuid [String] its text, with or without hyphens
    # @return [String] frozen
    # @raise [InvalidId]
    def from_uuid(uuid)
      text = unquoted_uuid(uuid)
      "#{@lead}#{@written.text(text.delete("-").to_i(16))}".freeze
    end

    # When an id was made, or nil if its UUID is not of version 7. A ulid without a type prefix
    # always has a time.
    #
    #   USER.timestamp("user_01h455vb4pex5vsknk084sn02q")    # => 2023-06-30 03:34:18.518 UTC
    #
    # @param id [String] its canonical text
    # @return [Time, nil]
    # @raise [InvalidId]
    def timestamp(id)
      check_canonical(id)
      number = number_of(id)
      return unless timed?(number)

      milliseconds = (number >> 80) & (Source::END_OF_TIME - 1)
      Time.at(milliseconds / 1000, milliseconds % 1000, :millisecond).utc
    end

    # The UUIDs of the first and of the last id that begins with a text, as ^@ of the server finds
    # them, or nil if none does.
    #
    #   USER.prefix_range("user_01h4")
    #   # => "01890000-0000-0000-0000-000000000000".."01893fff-ffff-ffff-ffff-ffffffffffff"
    #
    # @param text [String]
    # @return [Range<String>, nil]
    def prefix_range(text)
      return unless text.is_a?(String) && text.bytesize <= @size && text.valid_encoding?

      if text.start_with?(@lead)
        first, last = @written.range(text.delete_prefix(@lead))
      elsif @lead.start_with?(text)
        first, last = @written.range("")
      end
      uuid_text(@written.number(first))..uuid_text(@written.number(last)) if first
    end

    # What a column of uuid is sent: the UUID of a text that parse reads.
    #
    #   USER.to_column("user_01h455vb4pex5vsknk084sn02q")
    #   # => "01890a5d-ac96-774b-bcce-b302099a8057"
    #
    # @param text [Object]
    # @return [String]
    # @raise [InvalidId]
    def to_column(text) = uuid_text(number_of(parse(text)))

    # The id of what a column gives: a UUID, or an id where the column is of the id type by now.
    #
    #   USER.from_column("01890a5d-ac96-774b-bcce-b302099a8057")
    #   # => "user_01h455vb4pex5vsknk084sn02q"
    #
    # @param value [Object]
    # @return [String] frozen
    # @raise [InvalidId]
    def from_column(value)
      value.is_a?(String) && value.bytesize == 36 && uuid?(value) ? from_uuid(value) : parse(value)
    end

    private

    def ulid? = false

    def next_number(source) = source.uuid

    def timed?(number) = version(number) == 7

    # A text of 36 octets can be an id of a notation, too.
    def uuid?(text) = text.ascii_only? && UUID.match?(text)

    def unquoted_uuid(uuid)
      return uuid if uuid.is_a?(String) && uuid.ascii_only? && UUID_OR_DIGITS.match?(uuid)

      raise InvalidId.of("uuid", uuid, "not 32 hexadecimal digits, in groups of 8-4-4-4-12 or none")
    end
  end

  # The kind of Base62id::ULID, whose ids follow the ULID specification and have no version.
  class UlidKind < UuidKind
    private

    def ulid? = true

    def next_number(source) = source.ulid

    def timed?(_number) = true
  end

  # A kind of masked UUIDs, which the server alone makes and reads.
  class MaskedKind < Kind
  end

  # A kind of the notation uid11: Base62id.numbers has the numbers of its ids.
  class NumberKind < Kind
  end

  # The kind of Base62id::XID, a uid11 that xid_new() made.
  class XidKind < Kind
    # The first millisecond that a xid can have.
    EPOCH = 1_321_009_871_111
    private_constant :EPOCH

    # When the server made an id.
    #
    #   Base62id::XID.timestamp("5NbFzMBiQEB")    # => 2026-02-03 04:05:06.789 UTC
    #
    # @param id [String] its canonical text
    # @return [Time]
    # @raise [InvalidId]
    def timestamp(id)
      check_canonical(id)
      milliseconds = (number_of(id) >> 22) + EPOCH
      Time.at(milliseconds / 1000, milliseconds % 1000, :millisecond).utc
    end
  end

  # The kind of Base62id::BASEUID.
  class BaseuidKind < Kind
    # When the server made an id.
    #
    #   Base62id::BASEUID.timestamp("BH40gQFk------------")    # => 2026-02-03 04:05:06.78899 UTC
    #
    # @param id [String] its canonical text
    # @return [Time]
    # @raise [InvalidId]
    def timestamp(id)
      check_canonical(id)
      # 48 bits in units of 2^15 ns.
      microseconds = ((number_of(id) >> 72) << 15) / 1000
      Time.at(microseconds / 1_000_000, microseconds % 1_000_000, :microsecond).utc
    end
  end
end
