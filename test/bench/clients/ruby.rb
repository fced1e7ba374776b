# Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients.
require "base62id"
begin
  require "ulid"
rescue LoadError
  ULID = nil
end

uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
id = Base62id.from_uuid("typeid", uuid, "user")
ulid = Base62id.from_uuid("ulid", uuid)
base62id = Base62id.from_uuid("base62id", uuid)
key = [*0..15].pack("C*")
masked = Base62id.from_number(123_456_789, "inv", key)
own = -> { SecureRandom.uuid }
# As Rails does: a UUID's text is looked at, and written anew.
octets = -> { [uuid.delete("-")].pack("H*") if Base62id::UUID.match?(uuid) }
back = { "a UUID's octets, and back" => -> { octets.call.unpack("H8H4H4H4H12").join("-") } }
read = { "a UUID's octets" => octets }
def empty(name, text, prefix) = nil

ours = {
  "an empty call" => [-> { empty("typeid", id, "user") }, {}],
  "new TypeID" => [-> { Base62id.new_id("user") }, { "securerandom, uuid" => own }],
  "new ULID" => [-> { Base62id.new_ulid }, { "securerandom, uuid" => own, "ulid" => ULID && -> { ULID.generate } }],
  "new UUID version 7" => [-> { Base62id.new_uuid }, { "securerandom, uuid" => own, "securerandom, uuid_v7" => SecureRandom.respond_to?(:uuid_v7) && -> { SecureRandom.uuid_v7 } }],
  "new base62id" => [-> { Base62id.new_id("", "base62id") }, { "securerandom, alphanumeric" => -> { SecureRandom.alphanumeric(22) } }],
  "read TypeID" => [-> { Base62id.parse("typeid", id, "user") }, read],
  "read ULID" => [-> { Base62id.parse("ulid", ulid) }, read],
  "validate TypeID" => [-> { Base62id.valid?("typeid", id, "user") }, read],
  "TypeID to UUID" => [-> { Base62id.to_uuid("typeid", id) }, back],
  "base62id to UUID" => [-> { Base62id.to_uuid("base62id", base62id) }, back],
  "TypeID from UUID" => [-> { Base62id.from_uuid("typeid", uuid, "user") }, back],
  "base62id from UUID" => [-> { Base62id.from_uuid("base62id", uuid) }, back],
  "mask a number" => [-> { Base62id.from_number(123_456_789, "inv", key) }, {}],
  "unmask a number" => [-> { Base62id.to_number(masked, "inv", key) }, {}]
}

def seconds(call, calls)
  begun = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  calls.times(&call)
  (Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - begun) / calls
end

ours.each do |cell, (ours, others)|
  packages = { "base62id" => ->(_) { ours.call } }.merge(others.select { |_, call| call }.transform_values { |call| ->(_) { call.call } })
  best = packages.transform_values { |call| seconds(call, 300) }
  15.times { packages.each { |name, call| best[name] = [best[name], seconds(call, (0.01 / best[name]).to_i + 1)].min } }
  best.each { |name, time| puts [cell, name, (1 / time).round].join("\t") }
end
