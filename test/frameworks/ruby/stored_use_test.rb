# frozen_string_literal: true

# stored_use, a code block of docs/stored-ids-others.md, over columns of uuid in a database without
# the extension.
require "active_record"
require "pg"
require_relative "harness"

psql("DROP EXTENSION base62id")
psql("CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL)")
psql("CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), " \
     "buyer_id uuid NOT NULL REFERENCES users)")
ActiveRecord::Base.establish_connection(
  adapter: "postgresql",
  host: ENV.fetch("PGHOST"),
  port: ENV.fetch("PGPORT"),
  username: ENV.fetch("PGUSER"),
  database: ENV.fetch("PGDATABASE")
)
require_relative "stored_use"

check("a row holds a UUID, and the program gets an id") do
  ada = add_user("Ada")
  assert(ada.id.match?(/\Auser_[0-9a-z]{26}\z/), ada.id)
  assert(psql("SELECT id FROM users WHERE name = 'Ada'") == USER.to_uuid(ada.id))
  assert(find_user(ada.id).name == "Ada")
  assert(users_that_start_with(ada.id[0, 20]).map(&:name) == ["Ada"])
end

check("an association gives ids") do
  ada = User.find_by!(name: "Ada")
  order = ada.orders.create!
  assert(order.id.start_with?("order_"), order.id)
  assert(Order.find(order.id).buyer_id == ada.id)
end

check("a malformed id and one of another kind are not found") do
  refuses(ActiveRecord::RecordNotFound) { find_user(MALFORMED) }
  refuses(ActiveRecord::RecordNotFound) { find_user(ORDER.generate) }
end

check("the column's own default generates random ids") do
  id = psql("INSERT INTO users (name) VALUES ('Bob') RETURNING id")
  assert(id[14] == "4", id)
end
