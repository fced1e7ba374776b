# frozen_string_literal: true

require_relative "helper"

# The order and the time of new ids, by whatever clock they are made.
class ClockTest < Minitest::Test
  START = Time.utc(2026, 2, 3, 4, 5, 6)

  # The times of new ids while the clock goes so, and whether they ascend.
  def ids_at(*times)
    given = times.dup
    Base62id::Testing.source(now: -> { given.shift }) { times.map { USER.generate } }
  end

  def test_ids_ascend_while_the_clock_stands_still
    ids = Base62id::Testing.source(now: START) { Array.new(5000) { USER.generate } }
    assert_equal ids.uniq.sort, ids
    assert_equal START, USER.timestamp(ids.first)
  end

  def test_ids_ascend_while_the_clock_steps_back_by_up_to_ten_seconds
    ids = ids_at(START, START - 10, START - 3)
    assert_equal ids.sort, ids
    ids.each { |id| assert_equal START, USER.timestamp(id) }
  end

  def test_ids_follow_a_clock_that_goes_further_back
    ids = ids_at(START + 86_400, START, START - 86_400)
    times = ids.map { |id| USER.timestamp(id) }
    assert_equal [START + 86_400, START, START - 86_400], times
  end

  def test_kinds_of_uuids_ascend_together
    Base62id::Testing.source(now: START) do
      kinds = NOTATIONS_OF_UUIDS.map { |notation| Base62id.kind("us", notation:) }
      uuids = (kinds * 50).map { |kind| kind.to_uuid(kind.generate) }
      assert_equal uuids.uniq.sort, uuids
    end
  end

  def test_ulids_of_a_millisecond_are_one_apart
    ulids = Base62id::Testing.source(now: START, random: Counter.new) do
      Array.new(2) { Base62id::ULID.generate }
    end
    numbers = ulids.map { |id| Base62id::ULID.to_uuid(id).delete("-").to_i(16) }
    assert_equal 1, numbers[1] - numbers[0]
  end

  def test_a_time_and_a_generator_make_the_same_id_and_change_no_later_one
    made = Array.new(2) { USER.generate(at: START, random: Random.new(1)) }
    assert_equal made[0], made[1]
    assert_equal START, USER.timestamp(made[0])
    assert_equal made[0], Base62id::Testing.source(now: START, random: Random.new(1)) {
      USER.generate
    }
    Base62id::Testing.source(now: START) do
      before = USER.generate
      # Five seconds: what is more than ten ahead of the clock would not be believed anyway.
      far = USER.generate(at: START + 5)
      assert_equal START + 5, USER.timestamp(far)
      after = USER.generate
      assert_operator before, :<, after
      assert_equal START, USER.timestamp(after)
    end
  end

  def test_the_octets_of_a_generator_stand_behind_the_time
    id = Base62id.kind("us", notation: "hex").generate(at: Time.at(1), random: Counter.new)
    assert_equal "us_0000000003e87102830405060708090a", id
    assert_equal "00000000-03e8-0102-0304-05060708090a",
                 Base62id::ULID.to_uuid(Base62id::ULID.generate(at: Time.at(1),
                                                                random: Counter.new))
  end

  def test_a_time_that_no_id_has_is_a_range_error
    # A time has 48 bits, of milliseconds since 1970: until 10889.
    [Time.at(-1), Time.at(0) - 0.001, Time.at(1 << 48), Time.utc(10_889, 9)].each do |time|
      assert_raises(RangeError, time.to_s) { USER.generate(at: time) }
      assert_raises(RangeError) { Base62id::Testing.source(now: time) { USER.generate } }
    end
    [1, "2026-01-01", :now].each { |at| assert_raises(TypeError) { USER.generate(at:) } }
    assert_raises(TypeError) { USER.generate(random: 1) }
    last = Time.at(Rational((1 << 48) - 1, 1000))
    assert_equal last, USER.timestamp(USER.generate(at: last))
  end

  def test_a_source_is_undone_when_its_block_raises
    assert_raises(KeyError) { Base62id::Testing.source(now: Time.at(0)) { raise KeyError } }
    assert_in_delta Time.now.to_f, USER.timestamp(USER.generate).to_f, 60
  end

  def test_the_same_seed_gives_the_same_ids
    made = Array.new(2) do
      Base62id::Testing.source(now: START, random: Base62id::Testing.seeded(7)) do
        Array.new(3) { USER.generate }
      end
    end
    assert_equal made[0], made[1]
    assert_equal 3, made[0].uniq.length
  end

  def test_children_and_threads_repeat_nothing
    first = USER.generate
    ids = Array.new(4) { Thread.new { Array.new(1000) { USER.generate } } }.flat_map(&:value)
    assert_equal 4001, [first, *ids].uniq.length
    reader, writer = IO.pipe
    children = Array.new(2) do
      fork do
        writer.puts(USER.generate[-10..])
        exit!(0)
      end
    end
    children.each { |child| Process.wait(child) }
    writer.close
    assert_equal 2, reader.read.lines.uniq.length
  end
end

# What freezes Time.now needs nothing of ours, there and back.
class FakeTimersTest < Minitest::Test
  FUTURE = Time.utc(2100, 1, 2, 3, 4, 5)
  PAST = Time.utc(2020, 1, 2, 3, 4, 5)

  def assert_follows
    [FUTURE, PAST].each do |time|
      yield(time, ->(*) { assert_equal time, USER.timestamp(USER.generate) })
    end
    assert_in_delta Time.now.to_f, USER.timestamp(USER.generate).to_f, 60
  end

  def test_ids_have_the_time_that_timecop_sets
    begin
      require "timecop"
    rescue LoadError
      skip "no timecop"
    end
    assert_follows { |time, check| Timecop.freeze(time, &check) }
  end

  def test_ids_have_the_time_that_travel_to_sets
    begin
      require "active_support"
      require "active_support/testing/time_helpers"
    rescue LoadError
      skip "no activesupport"
    end
    extend ActiveSupport::Testing::TimeHelpers

    assert_follows { |time, check| travel_to(time, &check) }
  end
end
