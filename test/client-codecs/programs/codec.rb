# frozen_string_literal: true

# Answers test/client-codecs; lines.py there says what.

require "base62id"

SYSTEMS = {
  "base62id" => Base62id::BASE62ID, "base64uuid" => Base62id::BASE64UUID, "ulid" => Base62id::ULID,
  "baseuid" => Base62id::BASEUID, "xid" => Base62id::XID
}.freeze

def kind_of(notation, prefix, masked: false, accept_uuid: false)
  return SYSTEMS.fetch(notation) if prefix == "-"

  @kinds ||= {}
  @kinds[[notation, prefix, masked, accept_uuid]] ||=
    Base62id.kind(prefix, notation:, masked:, accept_uuid:)
end

def read
  yield
rescue Base62id::InvalidId
  nil
end

# What each call gives, or says.
def said(*calls)
  calls.map do |call|
    call.call.inspect
  rescue StandardError => e
    [e, *e.cause].map { |error| "#{error.class}: #{error.message}" }.join
  end
end

def numbers_of(prefix, key)
  masked = !key.nil?
  Base62id.numbers(kind_of("uid11", prefix, masked:), key)
end

def keys(prefix, text)
  numbers = Array.new(200) { |i| numbers_of(prefix, text[...15].b << i) }
  ids = numbers.map { |one| one.encode(42) }
  again = numbers.zip(ids).all? { |one, id| one.decode(id) == 42 }
  masked = kind_of("uid11", prefix, masked: true)
  plain = kind_of("uid11", prefix)
  key = text.b
  wrong = [key[1..], key * 2, key.bytes, [key], { key => 1 }, key.to_sym]
  shown = said(
    *wrong.map { |given| -> { Base62id.numbers(masked, given) } },
    -> { Base62id.numbers(plain, key) },
    -> { Base62id.numbers(masked, key) },
    -> { Base62id.numbers(masked, key).encode(1 << 64) },
    -> { Base62id.numbers(masked, key).encode("x") },
    -> { Base62id.numbers(masked, key).decode("x") }
  )
  again && ids.uniq == ids && shown.join !~ /secret|115, 101, 99/
end

def calls_with(kind, long)
  members = %i[parse is? === prefix_range to_column from_column from_uuid to_uuid timestamp]
  calls = members.select { |member| kind.respond_to?(member) }
                 .map { |member| -> { kind.public_send(member, long) } }
  calls << -> { Base62id.numbers(kind).decode(long) } if kind.notation == "uid11"
  calls.push(-> { Base62id.kind(long) }, -> { Base62id.kind("user", notation: long) },
             -> { Base62id.numbers(kind_of("uid11", "inv", masked: true), long) })
end

def long(kind, symbol)
  told = said(*calls_with(kind, symbol * 1_000_000)).select { |message| message.length > 400 }
  told.empty? ? true : told.map { |message| message[0, 50] }.uniq
end

def made(kind)
  ids = Array.new(1000) { kind.generate }
  age = Time.now - kind.timestamp(ids.last)
  ids == ids.uniq.sort && ids.all? { |id| kind.parse(id) == id } && age.abs < 60
end

def message(kind, text, words)
  kind.parse(text)
rescue Base62id::InvalidId => e
  e.message.include?(words) || e.message
end

def answer(operation, notation, prefix, text, *more)
  case operation
  when "parse"
    kind = kind_of(notation, prefix, masked: more[0] == "t", accept_uuid: more[1] == "t")
    [read { kind.parse(text) }, kind.is?(text) ? 1 : 0]
  when "range"
    range = kind_of(notation, prefix).prefix_range(text)
    [range&.first, range&.last]
  when "column"
    kind = kind_of(notation, prefix, accept_uuid: more[0] == "t")
    uuid = read { kind.to_column(text) }
    [uuid, uuid && kind.from_column(uuid)]
  when "number"
    numbers = numbers_of(prefix, more[0].empty? ? nil : [more[0]].pack("H*"))
    [numbers.encode(more[1].to_i), read { numbers.decode(text) }]
  when "keys" then [keys(prefix, text)]
  when "uuid"
    kind = kind_of(notation, prefix)
    id = read { kind.from_uuid(text) }
    [id, id && kind.to_uuid(id)]
  when "time"
    time = kind_of(notation, prefix).timestamp(text)
    [time && (time.to_r * 1000).floor]
  when "made" then [made(kind_of(notation, prefix))]
  when "message" then [message(kind_of(notation, prefix), text, more[0])]
  when "long" then [long(kind_of(notation, prefix), text)]
  end
end

USER = Base62id.kind("user")

def ids(count)
  Array.new(count) { [USER.generate, Base62id::BASE62ID.generate, Base62id::ULID.generate] }
end

case ARGV.first
when "lines"
  $stdin.each_line(chomp: true) { |line| puts answer(*line.split("\t", -1)).join("\t") }
when "workers"
  puts Array.new(8) { Thread.new { ids(12_500) } }.map(&:value)
else
  ids(1)
  # As much at once as a pipe takes at once.
  children = Array.new(2) do
    fork { 2000.times { $stdout.syswrite("#{ids(25).join("\n")}\n") } }
  end
  children.each { |child| Process.wait(child) }
end
