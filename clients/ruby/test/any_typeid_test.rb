# frozen_string_literal: true

require_relative "helper"
require "base62id/any_typeid"

# What Base62id's reader of TypeIDs of every type prefix takes, as the column type typeid does.
class AnyTypeidTest < Minitest::Test
  TYPEIDS = Base62id.const_get(:AnyTypeid)
  SUFFIX = ID.delete_prefix("user_")
  LONGEST = "#{"p" * 63}_#{SUFFIX}".freeze

  def test_ids_of_every_type_prefix_and_of_none
    [ID, SUFFIX, LONGEST, "a_#{SUFFIX}", "us_er_#{SUFFIX}", "u__r_#{SUFFIX}"].each do |id|
      assert_equal id, TYPEIDS.parse(id)
      assert_equal id, TYPEIDS.parse("\"#{id}\"")
    end
  end

  def test_ids_are_frozen_strings
    mutable = +ID
    assert_predicate TYPEIDS.parse(mutable), :frozen?
    refute_predicate mutable, :frozen?
    assert_same String, TYPEIDS.parse(Class.new(String).new(ID)).class
  end

  def test_anything_else_is_an_invalid_id
    [
      nil, 1, :user, [], {}, Object.new, "", "\"\"", "user", "user_", "_", "user_1",
      *of_another_form, *with_a_wrong_prefix, *of_other_characters
    ].each do |given|
      error = assert_raises(Base62id::InvalidId, given.inspect[0, 50]) { TYPEIDS.parse(given) }
      assert_equal "22P02", error.code
      assert_operator error.message.length, :<, 400
    end
  end

  private

  def of_another_form
    [
      ID.upcase, "#{ID}0", ID[..-2], SUFFIX[1..], " #{ID}", "#{ID}\n", "user_8#{SUFFIX[1..]}",
      "\"#{ID}", "#{ID}\"", "\"\"#{ID}\"\"", "\"\n#{ID}\"", UUID, "user_#{UUID}", "a" * 1_000_000
    ]
  end

  def with_a_wrong_prefix
    ["User", "us-er", "s3", "_user", "user_", "us er", "p" * 64].map { |to| "#{to}_#{SUFFIX}" } +
      ["_#{SUFFIX}", "user#{SUFFIX}", "user-#{SUFFIX}"]
  end

  # The last one is, octet by octet, the text of an id, and in its own encoding another text.
  def of_other_characters
    [
      ID.sub("s", "ſ"), "é_#{SUFFIX}", "é" * 60, "\xff", "user_\xff#{SUFFIX[1..]}",
      "\xff_#{SUFFIX}".b, ID.encode("UTF-16LE"), SUFFIX.b.force_encoding("UTF-16LE")
    ]
  end
end
