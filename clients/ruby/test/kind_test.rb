# frozen_string_literal: true

require_relative "helper"
require "json"

# What may be a kind, and what it then says of itself.
class DefinitionTest < Minitest::Test
  def test_a_wrong_definition_is_an_argument_error_at_once
    [
      [""], [nil], [:user], ["User"], ["_user"], ["user_"], ["us er"], ["user\n"], ["é"],
      ["a" * 64], ["s3"], ["1a", { notation: "hex" }], ["a_", { notation: "ulid" }],
      ["user", { notation: "baseuid" }], ["user", { notation: "nope" }],
      ["user", { notation: nil }], ["user", { masked: 1 }], ["user", { accept_uuid: "true" }],
      ["user", { masked: true, accept_uuid: true }],
      ["inv", { notation: "uid11", accept_uuid: true }], ["user", { mask: true }]
    ].each do |prefix, options|
      assert_raises(ArgumentError, "#{prefix.inspect} #{options}") do
        Base62id.kind(prefix, **options.to_h)
      end
    end
  end

  def test_other_notations_than_typeid_take_wider_prefixes
    (NOTATIONS_OF_UUIDS - ["typeid"]).each do |notation|
      %w[s3 USR t_org_123_w Z].push("a" * 63).each do |prefix|
        kind = Base62id.kind(prefix, notation:)
        id = kind.generate
        assert kind.is?(id), id
        refute kind.is?(id.sub(prefix, prefix.swapcase)), id
      end
    end
  end

  def test_a_notation_can_be_a_symbol
    assert_equal "ulid", Base62id.kind("user", notation: :ulid).notation
  end

  def test_kinds_are_frozen_and_equal_by_their_definition
    assert_predicate USER, :frozen?
    assert_equal USER, Base62id.kind("user")
    assert_equal USER.hash, Base62id.kind("user").hash
    refute_equal USER, Base62id.kind("user", accept_uuid: true)
    refute_equal USER, Base62id.kind("user", notation: "ulid")
  end

  def test_what_the_server_alone_makes_has_no_generate
    [Base62id.kind("user", masked: true), INVOICE, Base62id::BASEUID, Base62id::XID].each do |kind|
      refute_respond_to kind, :generate, kind.inspect
      refute_respond_to kind, :to_uuid, kind.inspect
    end
  end
end

# What a kind takes for an id of its own.
class ParseTest < Minitest::Test
  NONE = [
    nil, 1, :user, [], {}, Object.new, "", "user", "user_", "user_1", "#{ID}0", ID[..-2],
    "USER_01h455vb4pex5vsknk084sn02q", ID.upcase, " #{ID}", "#{ID}\n", "\"#{ID}", "\"\"#{ID}\"\"",
    "order_01h455vb4pex5vsknk084sn02q", "user_81h455vb4pex5vsknk084sn02q", UUID, "é" * 60,
    "\xff", "user_\xff1h455vb4pex5vsknk084sn02q", ID.encode("UTF-16LE"), "a" * 1_000_000
  ].freeze

  def test_anything_else_is_an_invalid_id_with_a_short_message
    NONE.each do |given|
      error = assert_raises(Base62id::InvalidId, given.inspect[0, 50]) { USER.parse(given) }
      assert_equal "22P02", error.code
      assert_operator error.message.length, :<, 400
      refute USER.is?(given)
      refute_operator USER, :===, given
    end
  end

  def test_an_error_says_what_is_wrong_and_where
    {
      "order_#{ID[5..]}" => 'the type prefix is "order", not "user"',
      "#{ID[..-2]}u" => '"u" at position 31 is not in its alphabet',
      "\"#{ID[..-2]}u\"" => '"u" at position 32 is not in its alphabet',
      "user_1" => "1 character behind the type prefix, not 26",
      "user_8#{ID[6..]}" => "its number is none of a typeid",
      "hello" => 'it does not begin with "user_"'
    }.each do |text, words|
      error = assert_raises(Base62id::InvalidId) { USER.parse(text) }
      assert_includes error.message, words
    end
  end

  def test_other_spellings_of_an_id_become_its_canonical_text
    assert_equal ID, USER.parse("\"#{ID}\"")
    ulid = Base62id.kind("user", notation: "ulid", accept_uuid: true)
    id = "user_01H455VB4PEX5VSKNK084SN02Q"
    [id, id.sub(/[^_]*\z/, &:downcase), UUID, UUID.upcase, "\"#{UUID}\""].each do |given|
      assert_equal id, ulid.parse(given)
      assert_equal given == id, ulid.is?(given)
    end
    assert_equal "usr_#{UUID}", Base62id.kind("usr", notation: "uuid").parse("usr_#{UUID.upcase}")
  end

  def test_ids_are_frozen_strings
    mutable = +ID
    assert_predicate USER.parse(mutable), :frozen?
    refute_predicate mutable, :frozen?
    assert_same String, USER.parse(Class.new(String).new(ID)).class
    assert_predicate USER.generate, :frozen?
    assert_equal "{\"id\":\"#{ID}\"}", JSON.generate(id: USER.parse(ID))
  end

  def test_the_separator_stands_before_the_last_complete_suffix
    kind = Base62id.kind("us_er", notation: "base64uuid")
    id = "us_er_F_______________________"[0, 28]
    assert_equal id, kind.parse(id)
    assert_raises(Base62id::InvalidId) { Base62id.kind("us", notation: "base64uuid").parse(id) }
  end

  def test_masked_ids_are_of_version_four
    masked = Base62id.kind("user", masked: true)
    four = USER.from_uuid("01890a5d-ac96-474b-bcce-b302099a8057")
    assert_equal four, masked.parse(four)
    error = assert_raises(Base62id::InvalidId) { masked.parse(ID) }
    assert_includes error.message, "version 4"
    refute masked.is?(ID)
  end

  def test_a_kind_is_a_pattern_of_case_and_of_grep
    found = case ID
            when INVOICE then :invoice
            when USER then :user
            end
    assert_equal :user, found
    assert_equal [ID], [nil, ID, 1].grep(USER)
  end
end

# An id and its UUID, in a program and in a column of uuid.
class UuidTest < Minitest::Test
  def test_a_uuid_comes_back_from_its_id_in_each_notation
    NOTATIONS_OF_UUIDS.each do |notation|
      kind = Base62id.kind("us_er", notation:)
      [UUID, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
        .each do |uuid|
        id = kind.from_uuid(uuid)
        assert_equal uuid, kind.to_uuid(id)
        assert_equal id, kind.from_uuid(uuid.delete("-").upcase)
        assert_equal [uuid, id], [kind.to_column("\"#{id}\""), kind.from_column(uuid)]
        assert_equal id, kind.from_column(id)
      end
    end
  end

  def test_to_uuid_takes_the_canonical_text_of_this_kind_alone
    ["\"#{ID}\"", "order_#{ID[5..]}", nil].each do |given|
      assert_raises(Base62id::InvalidId) { USER.to_uuid(given) }
      assert_raises(Base62id::InvalidId) { USER.timestamp(given) }
    end
    ["", UUID[..-2], "{#{UUID}}", nil, 1].each do |given|
      assert_raises(Base62id::InvalidId) { USER.from_uuid(given) }
      assert_raises(Base62id::InvalidId) { USER.from_column(given) }
    end
    assert_raises(Base62id::InvalidId) { USER.to_column(UUID) }
    accepting = Base62id.kind("user", accept_uuid: true)
    assert_equal UUID, accepting.to_column(UUID)
  end

  def test_the_time_is_that_of_a_uuid_of_version_7_or_of_a_ulid
    time = Time.at(1_688_096_058, 518, :millisecond)
    assert_equal time, USER.timestamp(ID)
    assert_nil USER.timestamp(USER.from_uuid("01890a5d-ac96-474b-bcce-b302099a8057"))
    assert_equal time, Base62id::ULID.timestamp("01H455VB4P0000000000000000")
    assert_nil Base62id.kind("u", notation: "ulid").timestamp("u_01H455VB4P0000000000000000")
    assert_predicate USER.timestamp(ID), :utc?
  end

  def test_the_range_of_a_beginning_has_the_first_and_the_last_uuid
    assert_equal USER.to_uuid(ID)..USER.to_uuid(ID), USER.prefix_range(ID)
    all = "00000000-0000-0000-0000-000000000000".."ffffffff-ffff-ffff-ffff-ffffffffffff"
    ["", "us", "user_"].each { |text| assert_equal all, USER.prefix_range(text) }
    ["user_8", "user_u", "order", "#{ID}0", nil, "user_\xff"].each do |text|
      assert_nil USER.prefix_range(text), text.inspect
    end
    uuid = Base62id.kind("usr", notation: "uuid")
    found = uuid.prefix_range("usr_01890a5d-")
    assert_equal "01890a5d-0000-0000-0000-000000000000", found.begin
    assert_nil uuid.prefix_range("usr_01890a5d0")
    assert_nil Base62id.kind("u", notation: "ulid").prefix_range("u_0\u017F") # its upper case is S
    upper = uuid.prefix_range("usr_01890A5D-A")
    assert_equal "01890a5d-a000-0000-0000-000000000000", upper.begin
  end
end

# Numbers behind ids of the notation uid11, masked by a key or not.
class NumbersTest < Minitest::Test
  MASKED = Base62id.kind("inv", notation: "uid11", masked: true)

  def test_a_number_comes_back_from_its_id
    [0, 1, 42, -1, (1 << 63) - 1, -(1 << 63)].each do |number|
      plain = Base62id.numbers(INVOICE)
      masked = Base62id.numbers(MASKED, KEY)
      assert_equal number, plain.decode(plain.encode(number))
      assert_equal number, masked.decode(masked.encode(number))
      refute_equal plain.encode(number), masked.encode(number)
      assert MASKED.is?(masked.encode(number))
    end
    assert_equal "inv_1111111111j", Base62id.numbers(INVOICE).encode(42)
  end

  def test_what_is_no_number_of_64_bits_or_no_id_is_an_error
    [1 << 63, -(1 << 63) - 1].each do |number|
      assert_raises(RangeError) { Base62id.numbers(INVOICE).encode(number) }
    end
    assert_raises(TypeError) { Base62id.numbers(INVOICE).encode("1") }
    assert_raises(Base62id::InvalidId) { Base62id.numbers(INVOICE).decode("inv_0") }
  end

  def test_the_key_is_needed_where_masked_and_refused_where_not
    assert_raises(ArgumentError) { Base62id.numbers(MASKED) }
    assert_raises(ArgumentError) { Base62id.numbers(INVOICE, KEY) }
    assert_raises(ArgumentError) { Base62id.numbers(MASKED, "short") }
    assert_raises(ArgumentError) { Base62id.numbers(USER) }
  end

  def test_nothing_shows_the_key
    numbers = Base62id.numbers(MASKED, "secretsecretsecr")
    assert_equal "#<Base62id::Numbers inv, uid11, masked>", numbers.inspect
    error = assert_raises(ArgumentError) { Base62id.numbers(MASKED, "secretsecret") }
    refute_includes error.message, "secret"
  end
end
