require "base62id"

def read
  yield
rescue Base62id::InvalidId
  nil
end

# What each call gives, or says.
def said(*calls)
  calls.map do |name, *given|
    Base62id.public_send(name, *given).inspect
  rescue StandardError => e
    [e, *e.cause].map { |error| "#{error.class}: #{error.message}" }.join # a trace has the length of paths, and no values
  end
end

if ARGV.first == "lines"
  $stdin.each_line(chomp: true) do |line|
    operation, name, prefix, text, *f = line.split("\t", -1)
    answer =
      case operation
      when "decode" then [o = read { Base62id.decode(name, text).unpack1("H*") }, o && Base62id.encode(name, [o].pack("H*"))]
      when "parse"
        made = { masked: f[0] == "t", accept_uuid: f[1] == "t" }
        prefix = nil if prefix == "-"
        [read { Base62id.parse(name, text, prefix, **made) }, Base62id.valid?(name, text, prefix, **made) ? 1 : 0]
      when "pattern" then [Base62id.pattern(name, prefix == "-" ? nil : prefix, accept_uuid: text == "t")]
      when "range"
        range = Base62id.prefix_range(name, text, prefix)
        [range&.first, range&.last]
      when "column"
        uuid = read { Base62id.to_column(name, text, prefix, accept_uuid: f[0] == "t") }
        [uuid, uuid && Base62id.from_column(name, uuid, prefix)]
      when "number"
        key = [f[0]].pack("H*") unless f[0].empty?
        [Base62id.from_number(f[1].to_i, prefix, key), read { Base62id.to_number(text, prefix, key) }]
      when "uuid"
        begin
          id = Base62id.from_uuid(name, text, prefix)
          [id, Base62id.to_uuid(name, prefix.empty? ? id : id)]
        rescue ArgumentError, KeyError
          []
        end
      when "time" then [(made = Base62id.timestamp(name, text)) && (made.to_r * 1000).floor]
      when "parts" then [Base62id.type_prefix(text), Base62id.suffix(text)]
      when "made"
        made = Array.new(1000) { Base62id.new_id(prefix, name) }
        age = Time.now - Base62id.timestamp(name, name == "typeid" ? made[0] : made[0].delete_prefix("#{prefix}_"))
        [made == made.uniq.sort && made.all? { |id| Base62id.parse(name, id, prefix) == id } && age.abs < 60]
      when "message"
        begin
          [Base62id.parse(name, text, prefix)]
        rescue Base62id::InvalidId => e
          [e.message.include?(f[0]) || e.message]
        end
      when "keys"
        keys = Array.new(200) { |i| text[...15].b << i }
        texts = keys.map { |key| Base62id.from_number(42, prefix, key) }
        again = keys.zip(texts).all? { |key, id| Base62id.to_number(id, prefix, key) == 42 && Base62id.from_number(42, prefix, key) == id }
        key = text.b
        shown = said(
          *[key[1..], key * 2, key.bytes, [key], { key => 1 }, key.to_sym].map { |given| [:from_number, 42, prefix, given] },
          *[key[1..], key, key.bytes].map { |given| [:to_number, "", prefix, given] },
          *[[42, "No"], [42, "\xff"], [42, nil], [1 << 64, prefix], ["x", prefix]].map { |given| [:from_number, *given, key] },
          [:inspect]
        )
        [again && texts.uniq == texts && shown.join !~ /secret|115, 101, 99/]
      when "long"
        prefix = nil if prefix == "-"
        least, told = [1.0, 1.0], []
        calls = [1_000, 1_000_000].map do |n|
          long = text * n
          [
            *%i[parse valid? pattern].flat_map { |of| [[of, name, long, prefix], [of, name, "", long], [of, long, "", prefix]] },
            *%i[prefix_range to_column from_column from_uuid].flat_map { |of| [[of, name, long, prefix || ""], [of, name, "", long], [of, long, "", ""]] },
            *%i[decode encode to_uuid timestamp].flat_map { |of| [[of, name, long], [of, long, ""]] },
            *%i[suffix type_prefix new_id to_number].map { |of| [of, long] }, [:type_prefix, long, name], [:new_id, "", long],
            [:from_uuid, name, "00000000-0000-0000-0000-000000000000", long], [:to_number, "", long],
            [:from_number, 42, long], [:from_number, 42, prefix || "", long], [:to_number, "", prefix || "", long]
          ]
        end
        # Ruby reads the whole of a name that is no key of a Hash.
        10.times do |turn|
          begun = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
          shown = said(*calls[turn % 2])
          least[turn % 2] = [least[turn % 2], Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - begun].min
          told |= shown.select { |message| message.length > 400 }.map { |message| message[0, 50] }
        end
        [told.empty? && least[1] < 50 * least[0] ? true : "#{told} #{least}"]
      end
    puts answer.join("\t")
  end
else
  make = ->(n) { Array.new(n) { [Base62id.new_id("user"), Base62id.new_uuid, Base62id.new_ulid] } }
  if ARGV.first == "workers"
    puts Array.new(8) { Thread.new { make.(12_500) } }.map(&:value)
  else
    make.(1)
    # As much at once as a pipe takes at once.
    2.times.map { fork { 2000.times { $stdout.syswrite("#{make.(25).join("\n")}\n") } } }.each { |child| Process.wait(child) }
  end
end
