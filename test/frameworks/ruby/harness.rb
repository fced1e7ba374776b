# frozen_string_literal: true

# Prints what test/frameworks/framework.py reads.
require "open3"

MALFORMED = "user_01h455vb4pex5vsknk084sn02u" # u is not in the alphabet

def say(*fields) = puts(fields.map { |f| f.to_s.gsub("\t", " ").gsub("\n", "\\n") }.join("\t"))

def run(kind, what, *how)
  yield
  say(kind, what, *how)
rescue Exception => e # rubocop:disable Lint/RescueException
  say("fail", what, e.full_message(highlight: false))
end

def cell(capability, how, &) = run("cell", capability, how, &)
def check(title, &) = run("ok", title, &)
def life(capability, &) = run("life", capability, &)
def trap_of(title, &) = run("trap", title, &)

def refuses(kind)
  yield
rescue kind => e
  e
else
  raise "no #{kind}"
end

def assert(truth, message = "not true")
  raise message.to_s unless truth
end

def psql(query, database = ENV.fetch("PGDATABASE"))
  command = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", query]
  out, status = Open3.capture2e(*command)
  status.success? ? out.strip : raise(out)
end

# What times.py asks: plain of UUIDs and stored of ids, 1,000 rows at a time.
def times
  lines = ENV.key?("ROWS") ? File.readlines(ENV["ROWS"], chomp: true) : []
  columns = lines.map { |line| line.split("\t") }.transpose
  given = %w[plain stored].zip(columns).to_h do |table, ids|
    [table, ids.to_a.map { |id| { id:, friend: id, name: "a name" } }]
  end
  {
    write: lambda { |table|
      given[table].each_slice(1000) { |some| yield(table).insert_all!(some) }
      []
    },
    read: lambda { |table|
      all = yield(table).all.map { |one| [one.id, one.friend] }
      [all.size, all.first.last]
    }
  }
end

def answer_of(fields)
  texts = fields.map do |field|
    field.is_a?(Array) ? field.map { |one| one || "-" }.join(" ") : field
  end
  ["=", *texts].join("\t")
end

# Answers stored.py: each line is an operation and its arguments, the answer its fields, of which a
# list is one.
def serve(operations)
  $stdin.each_line(chomp: true) do |line|
    name, *given = line.split("\t", -1)
    operation = operations[name.to_sym]
    puts(operation ? answer_of(Array(operation.call(*given))) : "?")
  rescue StandardError => e
    code = e.cause.respond_to?(:result) && e.cause.result&.error_field(PG::Result::PG_DIAG_SQLSTATE)
    say("!", code || "", e.full_message(highlight: false))
  ensure
    $stdout.flush
  end
end
