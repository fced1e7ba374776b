# frozen_string_literal: true

require_relative "helper"
require "json"

# Every case of conformance/, which all languages answer alike.
class ConformanceTest < Minitest::Test
  KIT = File.expand_path("../../../conformance", __dir__)

  def cases(name) = JSON.parse(File.read("#{KIT}/#{name}.json"))

  def made(definition)
    return Base62id.const_get(definition["system"].upcase) if definition.key?("system")

    options = { notation: definition["notation"], masked: definition["masked"],
                accept_uuid: definition["acceptUuid"] }
    Base62id.kind(definition["prefix"], **options.compact)
  end

  def each_case(name)
    cases(name).each do |group|
      kind = made(group["kind"])
      group["cases"].each { |one| yield kind, one, group }
    end
  end

  def milliseconds(time) = time && (time.to_r * 1000).floor

  def test_definitions
    cases("definitions").each do |one|
      if one["valid"]
        made(one["kind"])
      else
        assert_raises(ArgumentError, one["kind"].to_s) { made(one["kind"]) }
      end
    end
  end

  def test_vectors
    each_case("vectors") do |kind, one|
      id = one["id"]
      assert_equal id, kind.parse(id)
      assert kind.is?(id), id
      if one.key?("uuid")
        assert_equal one["uuid"], kind.to_uuid(id)
        assert_equal id, kind.from_uuid(one["uuid"])
      end
      next unless one.key?("timestamp")

      time = milliseconds(kind.timestamp(id))
      one["timestamp"] ? assert_equal(one["timestamp"], time) : assert_nil(time)
    end
  end

  def test_verdicts
    each_case("verdicts") do |kind, one|
      text = one["text"]
      assert_equal text == one["id"], kind.is?(text), "#{kind.inspect} #{text.inspect}"
      if one["id"]
        assert_equal one["id"], kind.parse(text)
      else
        assert_raises(Base62id::InvalidId, "#{kind.inspect} #{text.inspect}") { kind.parse(text) }
      end
    end
  end

  def test_ranges
    each_case("ranges") do |kind, one|
      wanted = one["first"] && (one["first"]..one["last"])
      what = "#{kind.inspect} #{one["text"].inspect}"
      range = kind.prefix_range(one["text"])
      wanted ? assert_equal(wanted, range, what) : assert_nil(range, what)
    end
  end

  def test_numbers
    each_case("numbers") do |kind, one, group|
      key = group["key"] && [group["key"]].pack("H*")
      numbers = Base62id.numbers(kind, key)
      assert_equal one["id"], numbers.encode(Integer(one["number"]))
      assert_equal Integer(one["number"]), numbers.decode(one["id"])
    end
  end

  # In the place of a generator of random numbers: the octets of a case, as many as are asked for.
  Given = Struct.new(:octets) do
    def bytes(count) = octets.slice!(0, count)
  end

  def test_generated
    each_case("generated") do |kind, one|
      at = Time.at(Rational(one["at"], 1000))
      random = Given.new([one["random"]].pack("H*"))
      assert_equal one["id"], kind.generate(at:, random:)
      next unless one.key?("seed")

      seeded = Base62id::Testing.seeded(one["seed"])
      assert_equal one["id"], kind.generate(at:, random: seeded)
    end
  end

  def test_clock
    cases("clock").each do |sequence|
      [USER, Base62id::ULID].each { |kind| follow(kind, sequence) }
    end
  end

  def follow(kind, sequence)
    now = nil
    last = ""
    Base62id::Testing.source(now: -> { Time.at(Rational(now, 1000)) }) do
      sequence["steps"].each do |step|
        now = step["now"]
        id = kind.generate
        assert_equal step["timestamp"], milliseconds(kind.timestamp(id)), sequence["name"]
        assert_equal step["ascends"], last < id, sequence["name"]
        last = id
      end
    end
  end

  def test_patterns
    cases("patterns").each do |one|
      assert_equal one["pattern"], made(one["kind"]).pattern
    end
  end
end
