require "base62id"

def read
  yield
rescue Base62id::InvalidId
  nil
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
      when "keys"
        keys = Array.new(200) { |i| text[...15].b << i }
        texts = keys.map { |key| Base62id.from_number(42, prefix, key) }
        again = keys.zip(texts).all? { |key, id| Base62id.to_number(id, prefix, key) == 42 && Base62id.from_number(42, prefix, key) == id }
        begin
          Base62id.from_number(42, prefix, text[1..])
        rescue ArgumentError => e
          [again && texts.uniq == texts && "#{e.full_message}#{Base62id.inspect}" !~ /secret/]
        end
      when "long"
        begin
          Base62id.parse(name, text * 1_000_000, prefix == "-" ? nil : prefix)
        rescue Base62id::InvalidId => e
          [e.message.length < 400]
        end
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
