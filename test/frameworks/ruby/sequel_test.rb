# frozen_string_literal: true

# Sequel with its migrations, from an empty database.
require "pg"
require "sequel"
Sequel.extension :migration
require_relative "harness"
require_relative "sequel_use"

def refused
  yield
  raise "taken"
rescue Sequel::DatabaseError => e
  assert e.wrapped_exception.is_a?(PG::InvalidTextRepresentation), e.message
end

say("version", "Sequel #{Sequel.version}, pg #{PG::VERSION}, PostgreSQL #{psql("SHOW server_version").split.first}")
name = "#{ENV.fetch("PGDATABASE")}_empty"
psql(%(CREATE DATABASE "#{name}"))
db = Sequel.connect(ENV.fetch("DATABASE_URL").sub(%r{[^/]*\z}, name))
# What its command does with a directory of migrations.
latest = -> { Sequel::Migrator.run(db, "migrations") }

user_class = nil
id = nil
life("first", "`run` in the first migration") do
  latest.call
  made = psql("SELECT udt_name, column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'id'", name)
  assert made == "typeid|typeid_generate('user'::text)", made
  user_class = Class.new(Sequel::Model(db[:users]))
  id = user_class.create(name: "Ada").id
  assert id.start_with?("user_") && user_class[id].name == "Ada"
end
life("again", "as is") do
  assert Sequel::Migrator.is_current?(db, "migrations")
  latest.call
  assert db[:users].count == 1
end
check("find, in, the first symbols") do
  assert db[:users].where(id: [id]).count == 1
  assert users_that_start_with(db, id[...-4]).map { |row| row[:id] } == [id] && users_that_start_with(db, "order_").empty?
end
life("kind", "no row; in a typed id `DatabaseError`, 22P02") do
  other = psql("SELECT typeid_generate('order')", name)
  assert user_class[other].nil?
  db.create_table(:teams) { column :id, :team_id, primary_key: true, default: Sequel.lit("team_id_new()") }
  assert db[:teams].insert({}).start_with?("team_")
  refused { db[:teams].insert(id: other) }
end
life("empty", "`DatabaseError`, 22P02: give `nil`") do
  [MALFORMED, ""].each { |wrong| refused { db[:users].where(id: wrong).all } }
  db.alter_table(:teams) { add_column :author, :typeid }
  refused { db[:teams].insert(author: "") }
  db[:teams].insert(author: nil)
end
check("its migration goes back") do
  db.drop_table(:teams)
  Sequel::Migrator.run(db, "migrations", target: 0)
  assert psql("SELECT to_regclass('users'), to_regtype('team_id')", name) == "|"
  latest.call
end
