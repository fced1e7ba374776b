# frozen_string_literal: true

# The same program over columns of uuid (STATE=uuid), after they have become typed ids (moved), and without the word (typed).
require "active_record"
require "pg"
require "stringio"
require_relative "base62id"
require_relative "harness"

STATE = ENV.fetch("STATE")
stored = STATE == "typed" ? nil : "uuid"
Base62id.typed_id("user_id", "user", accept_uuid: !stored, stored:)
Base62id.typed_id("order_id", "order", accept_uuid: !stored, stored:)
Base62id.typed_id("number_id", "inv", notation: "uid11")
ActiveRecord::Base.establish_connection(
  adapter: "postgresql", host: ENV.fetch("PGHOST"), port: ENV.fetch("PGPORT"), username: ENV.fetch("PGUSER"), database: ENV.fetch("PGDATABASE")
)

def refuses(kind)
  yield
rescue kind => e
  e
else
  raise "no #{kind}"
end

class User < ActiveRecord::Base
  attribute :id, :user_id
  attribute :friends, :user_id, array: true
  has_many :orders, foreign_key: :buyer_id
  has_many :watches
  has_many :watched, through: :watches, source: :order
end

class Order < ActiveRecord::Base
  attribute :id, :order_id
  belongs_to :buyer, class_name: "User"
  belongs_to :parent, class_name: "Order", optional: true
  has_many :watches
end

class Watch < ActiveRecord::Base
  self.primary_key = %i[user_id order_id]
  belongs_to :user
  belongs_to :order
end

class Buyer < ActiveRecord::Base
  self.primary_key = :id
  attribute :id, :user_id
end

class Undeclared < ActiveRecord::Base # its key is uuid to ActiveRecord
  self.table_name = "orders"
  attribute :id, :order_id
end

class Holder < ActiveRecord::Base
  self.table_name = "users"
  attribute :id, :user_id
  has_many :all, class_name: "Undeclared", foreign_key: :buyer_id
end

def named(title, &) = check("#{STATE}: #{title}", &)
def new_id(prefix = "user") = Base62id.new_id(prefix)
def uuid_of(id) = Base62id.to_uuid("typeid", id)

named("the column is what it should be") do
  type = psql("SELECT atttypid::regtype || ' ' || attlen FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'id'")
  assert type == (STATE == "uuid" ? "uuid 16" : "user_id 16"), type
end
Watch.delete_all
Order.delete_all
User.delete_all
ada = User.create!(name: "Ada")
friend = new_id
grace = User.create!(id: new_id, name: "Grace", friends: [friend, ada.id], facts: { "id" => new_id })

named("ids of the server's default and of the client's, arrays, JSON") do
  assert ada.id.start_with?("user_") && User.find(ada.id) == ada && ada.reload.id == ada.id, ada.id
  assert User.find(grace.id).friends == [friend, ada.id] && grace.reload.friends == [friend, ada.id]
  assert grace.facts["id"].start_with?("user_")
  assert psql("SELECT count(*) FROM users WHERE id::text IN ('#{grace.id}', '#{uuid_of(grace.id)}')") == "1"
end
first = Order.create!(buyer: ada, note: "1")
second = Order.create!(buyer_id: ada.id, parent: first, note: "2")
named("references, loaded in every way") do
  assert first.id.start_with?("order_") && first.reload.buyer_id == ada.id && second.parent_id == first.id
  assert Order.find(second.id).buyer == ada && second.reload.parent == first
  [Order.includes(:buyer), Order.preload(:buyer), Order.eager_load(:buyer)].each do |some|
    assert some.order(:note).map { |o| [o.buyer, o.buyer_id] } == [[ada, ada.id]] * 2
  end
  [User.includes(:orders), User.preload(:orders), User.eager_load(:orders)].each do |some|
    assert some.find(ada.id).orders.map(&:id).sort == [first.id, second.id].sort
  end
  assert Order.joins(:buyer).where(users: { id: ada.id }).count == 2 && Order.where(buyer: ada).count == 2
  assert ada.orders.pluck(:buyer_id).uniq == [ada.id] && ada.order_ids.sort == [first.id, second.id].sort
  Watch.create!(user: grace, order: first)
  assert grace.watched.to_a == [first] && Watch.find([grace.id, first.id]).order == first
  assert User.preload(:watched).find(grace.id).watched == [first]
  assert Buyer.find(ada.id).orders == 2
end
named("lists, ranges, prefixes, pages, batches") do
  assert User.where(id: [ada.id, grace.id]).count == 2 && User.where.not(id: ada.id).ids == [grace.id]
  low, high = [ada.id, grace.id].minmax
  assert User.where(id: low..high).count == 2 && User.where("id > ?", uuid_of(low)).ids == [high]
  assert User.order(:id).ids == [low, high] && User.in_batches(of: 1).map { |b| b.first.id } == [low, high]
  assert User.id_starts_with(ada.id[0, 20]).ids == [ada.id] && User.id_starts_with("user_").count == 2
  assert User.id_starts_with("order_").none? && User.id_starts_with("user_U").none?
  assert Order.group(:buyer_id).count == { ada.id => 2 }
end
named("upserts and RETURNING") do
  id = new_id
  assert User.insert_all!([{ id:, name: "a" }], returning: :id).first["id"].then { |v| [id, uuid_of(id)].include?(v) }
  User.upsert({ id:, name: "b" })
  assert User.find(id).name == "b"
  User.where(id:).update_all(name: "c")
  assert User.find(id).name == "c" && User.find(id).destroy && !User.exists?(id)
end
named("another kind, a malformed id and a UUID's text: no row, and an error where it is stored") do
  [new_id("order"), "user_1", *(uuid_of(ada.id) if stored)].each do |wrong|
    assert !User.exists?(wrong) && User.where(id: [wrong]).none? && Order.where(buyer_id: wrong).none?, wrong
    refuses(ActiveRecord::RecordNotFound) { User.find(wrong) }
    refuses(RangeError) { User.create!(id: wrong, name: "x") }
    refuses(RangeError) { Order.create!(buyer_id: wrong) } unless wrong == "user_1"
    refuses(RangeError) { first.update_column(:buyer_id, wrong) }
  end
  assert User.find(uuid_of(ada.id)) == ada unless stored
end
named("a key that nobody declared stores no NULL and preloads no nil") do
  if STATE == "uuid"
    refuses(ArgumentError) { Undeclared.new(buyer_id: ada.id).buyer_id }
    refuses(ArgumentError) { Undeclared.where(buyer_id: ada.id).to_a }
    refuses(ArgumentError) { Holder.preload(:all).to_a }
  else
    assert Undeclared.find_by(buyer_id: ada.id).buyer_id == ada.id
  end
end
named("a polymorphic key over uuid is an error, over text it is none") do
  psql("DROP TABLE IF EXISTS notes; CREATE TABLE notes (id serial PRIMARY KEY, subject_type text, subject_id uuid, about_type text, about_id text)")
  note = Class.new(ActiveRecord::Base) { self.table_name = "notes"; belongs_to :subject, polymorphic: true, optional: true }
  other = Class.new(ActiveRecord::Base) { self.table_name = "notes"; belongs_to :about, polymorphic: true, optional: true }
  psql("INSERT INTO notes (subject_type, subject_id) VALUES ('User', '#{uuid_of(ada.id)}')")
  if stored
    refuses(ArgumentError) { note.first.subject }
    refuses(ArgumentError) { note.preload(:subject).to_a }
    refuses(ArgumentError) { note.create!(subject: ada) }
  end
  other.delete_all
  other.create!(about: ada)
  assert other.preload(:about).first.about == ada && other.first.about == ada
end
named("schema.rb has the columns, and is the same again") do
  dumped = lambda do
    out = StringIO.new
    pool = ActiveRecord::Base.connection_pool
    ActiveRecord::SchemaDumper.dump(pool, out)
    out.string
  end
  schema = dumped.call
  type = STATE == "uuid" ? "uuid" : "user_id"
  assert schema.include?("t.#{type} \"buyer_id\", null: false") && schema.include?("id: :#{type}, default: -> { \"gen_random_uuid()\" }"), schema
  assert dumped.call == schema
end
if STATE == "typed"
  check("schema.rb of typed ids of numbers has their sequence, and loads in an empty database") do
    ActiveRecord::Schema.verbose = false
    ActiveRecord::Schema.define do
      create_typed_id "number_id", "inv", notation: "uid11"
      create_sequence "numbers", start: 1000
      create_table(:invoices, id: :number_id, default: -> { "nextval('numbers')" }) { |t| t.text :note }
    end
    out = StringIO.new
    ActiveRecord::SchemaDumper.dump(ActiveRecord::Base.connection_pool, out)
    assert out.string.include?('create_sequence "numbers", start: 1000'), out.string
    # The view is a matter of structure.sql.
    psql("CREATE DATABASE again_rails")
    ActiveRecord::Base.establish_connection(ActiveRecord::Base.connection_db_config.configuration_hash.merge(database: "again_rails"))
    eval(out.string) # rubocop:disable Security/Eval
    invoice = Class.new(ActiveRecord::Base) { self.table_name = "invoices" }
    id = invoice.create!(note: "1").id
    assert Base62id.to_number(id, "inv") == 1000, id
  end
end
