# frozen_string_literal: true

# Sequel with its migrations, from an empty database.
require "open3"
require "sequel"
Sequel.extension :migration
require_relative "sequel_use"

def check(title)
  yield
  puts "ok\t#{title}"
rescue Exception => e # rubocop:disable Lint/RescueException
  puts "fail\t#{title}\t#{e.full_message(highlight: false).gsub("\t", " ").gsub("\n", "\\n")}"
end

def assert(truth, message = "not true")
  raise message.to_s unless truth
end

def run(*command, **options)
  out, status = Open3.capture2e(*command, **options)
  raise out unless status.success?

  out.strip
end

def psql(query, database = ENV.fetch("PGDATABASE"))
  run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", query)
end

name = "#{ENV.fetch("PGDATABASE")}_empty"
psql(%(CREATE DATABASE "#{name}"))
db = Sequel.connect(ENV.fetch("DATABASE_URL").sub(%r{[^/]*\z}, name))

check("its migration makes an empty database, and goes back and forth") do
  CREATE_USERS.apply(db, :up)
  CREATE_USERS.apply(db, :down)
  CREATE_USERS.apply(db, :up)
  made = psql("SELECT udt_name, column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'id'", name)
  assert made == "typeid|typeid_generate('user'::text)", made
end
user_class = Class.new(Sequel::Model(db[:users]))
id = nil
check("the server's default is read back; find, in, the first symbols") do
  id = user_class.create(name: "Ada").id
  assert id.start_with?("user_") && user_class[id].name == "Ada"
  assert db[:users].where(id: [id]).count == 1
  assert users_that_start_with(db, id[...-4]).map { |row| row[:id] } == [id] && users_that_start_with(db, "order_").empty?
end
check("a malformed id and an empty text are 22P02") do
  ["user_01h455vb4pex5vsknk084sn02u", ""].each do |wrong|
    db[:users].where(id: wrong).all
    raise "taken: #{wrong.inspect}"
  rescue Sequel::DatabaseError => e
    assert e.wrapped_exception.is_a?(PG::InvalidTextRepresentation), e.message
  end
end
check("dump and load") do
  psql(%(CREATE DATABASE "#{name}_loaded"))
  run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", "#{name}_loaded", stdin_data: run("pg_dump", name))
  assert psql("SELECT id FROM users", "#{name}_loaded") == id
end
