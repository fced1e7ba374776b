# frozen_string_literal: false

# Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients. Literals are
# not frozen, as in a program that says nothing of them.
require "base62id"
begin
  require "ulid"
rescue LoadError
  ULID = nil
end

uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
user = Base62id.kind("user")
ulids = Base62id::ULID
base62ids = Base62id::BASE62ID
id = user.from_uuid(uuid)
ulid = ulids.from_uuid(uuid)
base62id = base62ids.from_uuid(uuid)
key = [*0..15].pack("C*")
numbers = Base62id.numbers(Base62id.kind("inv", notation: "uid11", masked: true), key)
masked = numbers.encode(123_456_789)
uuid_text = /\A\h{8}-(?:\h{4}-){3}\h{12}\z/
own = -> { SecureRandom.uuid }
# As Rails does: a UUID's text is looked at, and written anew.
octets = -> { [uuid.delete("-")].pack("H*") if uuid_text.match?(uuid) }
back = { "a UUID's octets, and back" => -> { octets.call.unpack("H8H4H4H4H12").join("-") } }
read = { "a UUID's octets" => octets }
def empty(_name, _text, _prefix) = nil

ours = {
  "an empty call" => [-> { empty("typeid", id, "user") }, {}],
  "new TypeID" => [-> { user.generate }, { "securerandom, uuid" => own }],
  "new ULID" => [
    -> { ulids.generate },
    { "securerandom, uuid" => own, "ulid" => ULID && -> { ULID.generate } }
  ],
  "new base62id" => [
    -> { base62ids.generate },
    { "securerandom, alphanumeric" => -> { SecureRandom.alphanumeric(22) } }
  ],
  "read TypeID" => [-> { user.parse(id) }, read],
  "read ULID" => [-> { ulids.parse(ulid) }, read],
  "validate TypeID" => [-> { user.is?(id) }, read],
  "TypeID to UUID" => [-> { user.to_uuid(id) }, back],
  "base62id to UUID" => [-> { base62ids.to_uuid(base62id) }, back],
  "TypeID from UUID" => [-> { user.from_uuid(uuid) }, back],
  "base62id from UUID" => [-> { base62ids.from_uuid(uuid) }, back],
  "mask a number" => [-> { numbers.encode(123_456_789) }, {}],
  "unmask a number" => [-> { numbers.decode(masked) }, {}]
}

def seconds(call, calls)
  begun = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  calls.times(&call)
  (Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - begun) / calls
end

ours.each do |cell, (own_call, others)|
  calls = { "base62id" => own_call, **others.compact }
  packages = calls.transform_values { |call| ->(_) { call.call } }
  best = packages.transform_values { |call| seconds(call, 300) }
  15.times do
    packages.each do |name, call|
      time = seconds(call, (0.01 / best[name]).to_i + 1)
      best[name] = [best[name], time].min
    end
  end
  best.each { |name, time| puts [cell, name, (1 / time).round].join("\t") }
end
