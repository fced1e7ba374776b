# frozen_string_literal: true

# Sequel with its migrations, from an empty database.
# sequel_use and migrations/ are code blocks of docs/frameworks/ruby.md.
require "pg"
require "sequel"
Sequel.extension :migration
require_relative "harness"

def refused
  yield
  raise "taken"
rescue Sequel::DatabaseError => e
  assert e.wrapped_exception.is_a?(PG::InvalidTextRepresentation), e.message
end

say("version", "Sequel #{Sequel.version}, pg #{PG::VERSION}, " \
               "PostgreSQL #{psql("SHOW server_version").split.first}")
name = "#{ENV.fetch("PGDATABASE")}_empty"
psql(%(CREATE DATABASE "#{name}"))
db = Sequel.connect(ENV.fetch("DATABASE_URL").sub(%r{[^/]*\z}, name))
# What its command does with a directory of migrations.
latest = -> { Sequel::Migrator.run(db, "migrations") }

id = nil
life("first") do
  latest.call
  made = psql("SELECT udt_name, column_default FROM information_schema.columns " \
              "WHERE table_name = 'users' AND column_name = 'id'", name)
  assert made == "user_id|user_id_new()", made
  require_relative "sequel_use" # a model reads its table
  id = User.create(name: "Ada").id
  assert USER.is?(id) && User[id].name == "Ada"
end
life("again") do
  assert Sequel::Migrator.is_current?(db, "migrations")
  latest.call
  assert db[:users].count == 1
end
check("find, in, the first characters") do
  assert db[:users].where(id: [id]).count == 1
  assert users_that_start_with(id[...-4]).map(&:id) == [id]
  assert users_that_start_with("order_").empty?
end
check("the plugin checks what is assigned, and makes it canonical") do
  user = User.new
  user.id = %("#{id}")
  assert user.id == id
  ["order_#{id[5..]}", MALFORMED, 1].each do |wrong|
    refuses(Sequel::InvalidValue) { user.id = wrong }
  end
  user.id = nil
  assert user.id.nil? && Class.new(User).id_kinds == { id: USER }
  refuses(ArgumentError) { Class.new(Sequel::Model(db[:users])) { plugin :base62id, id: "user" } }
end
life("empty") do
  [MALFORMED, "", "order_#{id[5..]}"].each { |wrong| refused { db[:users].where(id: wrong).all } }
  db.alter_table(:users) { add_column :friend, :user_id }
  refused { db[:users].insert(name: "x", friend: "") }
  db[:users].insert(name: "x", friend: nil)
end
check("its migration goes back") do
  Sequel::Migrator.run(db, "migrations", target: 0)
  assert psql("SELECT to_regclass('users'), to_regtype('user_id')", name) == "|"
  latest.call
end
