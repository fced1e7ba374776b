# frozen_string_literal: true

# ActiveRecord over columns of uuid: what stored.py asks, and what nobody declared.
# stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
# ("moved"), and over these without the option stored ("typed"). The answers to its operations must
# be the same; the operation "own" has checks of this framework alone.
require "active_record"
require "pg"
require "stringio"
require "base62id/rails"
require_relative "harness"

STATE = ENV.fetch("STATE")
stored = STATE == "typed" ? nil : "uuid"
USER = Base62id.kind("user", accept_uuid: !stored)
ORDER = Base62id.kind("order", accept_uuid: !stored)
INVOICE = Base62id.kind("inv", notation: "uid11")
Base62id::Rails.id_type("user_id", USER, stored:)
Base62id::Rails.id_type("order_id", ORDER, stored:)
Base62id::Rails.id_type("number_id", INVOICE)
ActiveRecord::Base.establish_connection(
  adapter: "postgresql",
  host: ENV.fetch("PGHOST"),
  port: ENV.fetch("PGPORT"),
  username: ENV.fetch("PGUSER"),
  database: ENV.fetch("PGDATABASE")
)

class User < ActiveRecord::Base
  attribute :id, :user_id
  attribute :friends, :user_id, array: true
  has_many :orders, foreign_key: :buyer_id
  has_many :watches
  has_many :watched, through: :watches, source: :order
  has_and_belongs_to_many :seen,
                          class_name: "Order",
                          join_table: :watches,
                          association_foreign_key: :order_id
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

# Its key is uuid to ActiveRecord.
class Undeclared < ActiveRecord::Base
  self.table_name = "orders"
  attribute :id, :order_id
end

class Holder < ActiveRecord::Base
  self.table_name = "users"
  attribute :id, :user_id
  has_many :all, class_name: "Undeclared", foreign_key: :buyer_id
end

def named(title, &) = check("#{STATE}: #{title}", &)
def uuid_of(id) = USER.to_uuid(id)

def dumped
  ActiveRecord::SchemaDumper.dump(ActiveRecord::Base.connection_pool, StringIO.new).string
end

def ids(some) = some.order(:id).ids

operations = {
  add_user: lambda { |id, name, friends, fact|
    one = User.new(name:, friends: friends.split, facts: fact.empty? ? nil : { "id" => fact })
    one.id = id unless id.empty?
    one.save!
    one.id
  },
  user: lambda { |id|
    User.where(id:).flat_map { |one| [one.id, one.name, one.friends, one.facts&.fetch("id")] }
  },
  add_order: lambda { |id, buyer_id, parent_id, note|
    one = Order.new(buyer_id:, note:, parent_id: parent_id.empty? ? nil : parent_id)
    one.id = id unless id.empty?
    one.save!(validate: false)
    one.id
  },
  watch: ->(user, order) { Watch.create!(user: User.find(user), order: Order.find(order)) && [] },
  orders: lambda { |id|
    preloaded = %i[includes preload eager_load].flat_map do |way|
      user = User.public_send(way, orders: %i[buyer parent]).find(id)
      user.orders.map { |order| [way, order.id, order.buyer.id, order.parent&.id] }
    end
    joined = Order.joins(:buyer).where(users: { id: })
    preloaded + joined.map { |order| ["joins", order.id, order.buyer_id, order.parent_id] }
  },
  watched: lambda { |id|
    one = User.preload(:watched, :seen).find(id)
    one.watched.map(&:id) & one.seen.map(&:id) & User.find(id).watched.ids
  },
  in: ->(all) { ids(User.where(id: all.split)) },
  between: ->(low, high) { ids(User.where(id: low..high)) },
  below: ->(high) { ids(User.where(id: ...high)) },
  prefix: ->(text) { ids(User.id_starts_with(text)) },
  friend: ->(id) { ids(User.where("friends @> ?", "{#{STATE == "typed" ? id : uuid_of(id)}}")) },
  upsert: lambda { |id, name|
    User.upsert({ id:, name: })
    User.find(id).id
  },
  give: lambda { |id, buyer_id|
    Order.where(id:).update_all(buyer_id:)
    Order.find(id).then { |one| [one.id, one.buyer_id] }
  },
  remove: ->(id) { User.delete(id) },
  buyer: ->(id) { Buyer.where(id:).flat_map { |one| [one.id, one.orders] } },
  policy: lambda { |customer|
    Order.transaction do
      Order.connection.exec_query(
        "SELECT set_config('shop.customer', $1, true), set_config('role', 'customer', true)",
        "",
        [customer]
      )
      Order.all.map(&:id)
    end
  },
  call: lambda { |uuid|
    User.connection.select_value("SELECT orders_of(#{User.connection.quote(uuid)})")
  },
  parents: -> { User.connection.select_values("SELECT id FROM parents()") },
  tree: lambda { |id|
    first = Order.where(id:).select(:id, :parent_id)
    above = Order.joins("JOIN up ON up.parent_id = orders.id")
    up = [first, above.select("orders.id", "orders.parent_id")]
    Order.with_recursive(up:).from("up AS orders").ids
  }
}
operations[:own] = lambda do |mine, server, first_id|
  ada = User.find(mine)
  first = Order.find(first_id)
  named("objects, batches, pages, groups, RETURNING") do
    low, high = [mine, server].minmax
    assert Order.find(first_id).buyer == ada
    assert ada.order_ids.include?(first_id)
    assert ada.orders.pluck(:buyer_id).uniq == [mine]
    assert Order.where(buyer: ada).group(:buyer_id).count == { mine => 2 }
    assert User.where(id: [low, high]).where.not(id: low).ids == [high]
    assert User.where(id: [low, high]).in_batches(of: 1).map { |b| b.first.id } == [low, high]
    id = USER.generate
    returned = User.insert_all!([{ id:, name: "a" }], returning: :id).first["id"]
    assert [id, uuid_of(id)].include?(returned)
    assert User.find(id).seen << first
    assert User.find(id).seen == [first]
    assert User.find(id).destroy
    assert !User.exists?(id)
    assert Watch.where(user_id: id).none?
  end
  named("a UUID's text, and an error where another kind is stored") do
    [ORDER.generate, "user_1", *(uuid_of(mine) if STATE != "typed")].each do |wrong|
      assert !User.exists?(wrong) && Order.where(buyer_id: wrong).none?, wrong
      refuses(ActiveRecord::RecordNotFound) { User.find(wrong) }
      refuses(RangeError) { first.update_column(:buyer_id, wrong) }
    end
    assert User.find(uuid_of(mine)) == ada if STATE == "typed"
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
    psql("DROP TABLE IF EXISTS notes; CREATE TABLE notes (id serial PRIMARY KEY, " \
         "subject_type text, subject_id uuid, about_type text, about_id text)")
    note = Class.new(ActiveRecord::Base) do
      self.table_name = "notes"
      belongs_to :subject, polymorphic: true, optional: true
    end
    other = Class.new(ActiveRecord::Base) do
      self.table_name = "notes"
      belongs_to :about, polymorphic: true, optional: true
    end
    psql("INSERT INTO notes (subject_type, subject_id) VALUES ('User', '#{uuid_of(ada.id)}')")
    if STATE != "typed"
      refuses(ArgumentError) { note.first.subject }
      refuses(ArgumentError) { note.preload(:subject).to_a }
      refuses(ArgumentError) { note.create!(subject: ada) }
    end
    other.delete_all
    other.create!(about: ada)
    assert other.preload(:about).first.about == ada && other.first.about == ada
  end
  named("schema.rb has the columns, and is the same again") do
    schema = dumped
    # base62id-migrate sets the default, too.
    type, default = STATE == "uuid" ? %w[uuid gen_random_uuid()] : %w[user_id user_id_new()]
    assert schema.include?("t.#{type} \"buyer_id\", null: false"), schema
    assert schema.include?("id: :#{type}, default: -> { \"#{default}\" }"), schema
    assert dumped == schema
  end
  if STATE == "typed"
    check("schema.rb of id types of numbers has their sequence, and loads in an empty database") do
      ActiveRecord::Schema.verbose = false
      ActiveRecord::Schema.define do
        create_id_type "number_id", "inv", notation: "uid11"
        create_sequence "numbers", start: 1000
        create_table(:invoices, id: :number_id, default: -> { "nextval('numbers')" }) do |t|
          t.text :note
        end
      end
      out = dumped
      assert out.include?('create_sequence "numbers", start: 1000'), out
      # The view is a matter of structure.sql.
      psql("CREATE DATABASE again_rails")
      connection = ActiveRecord::Base.connection_db_config.configuration_hash
      ActiveRecord::Base.establish_connection(connection.merge(database: "again_rails"))
      eval(out) # rubocop:disable Security/Eval
      invoice = Class.new(ActiveRecord::Base) { self.table_name = "invoices" }
      id = invoice.create!(note: "1").id
      assert Base62id.numbers(INVOICE).decode(id) == 1000, id
    end
  end
end

class Plain < ActiveRecord::Base
  self.table_name = "plain"
end

class Stored < ActiveRecord::Base
  self.table_name = "stored"
  attribute :id, :user_id
  attribute :friend, :user_id
end

serve(operations.merge(times { |table| table == "plain" ? Plain : Stored }))
