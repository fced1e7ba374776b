# frozen_string_literal: true

# ActiveRecord with its PostgreSQL adapter, the initializer, and schema.rb.
# users is a code block of docs/frameworks/rails.md.
require "active_record"
require "pg"
require "securerandom"
require "stringio"
require_relative "harness"
require_relative "users"

UUID = /\A\h{8}-(?:\h{4}-){3}\h{12}\z/
CONNECTION = {
  adapter: "postgresql",
  host: ENV.fetch("PGHOST"),
  port: ENV.fetch("PGPORT"),
  username: ENV.fetch("PGUSER"),
  database: ENV.fetch("PGDATABASE")
}.freeze

NOTATED = ENV.fetch("UUID_TYPES").split.to_h do |notation|
  prefix = "in_#{notation.delete("0-9")}"
  ["in_#{notation}_id", Base62id.kind(prefix, notation:)]
end.freeze
TEAM = Base62id.kind("team")
MEMBER = Base62id.kind("member", masked: true)
Base62id::Rails.id_type("team_id", TEAM)
Base62id::Rails.id_type("member_id", MEMBER)
NOTATED.each { |name, kind| Base62id::Rails.id_type(name, kind) }

def lines_of(variable)
  lines = File.readlines(ENV.fetch(variable), chomp: true, encoding: "UTF-8")
  lines.map { |line| line.split("\t", -1) }
end

ActiveRecord::Base.establish_connection(CONNECTION)
say("version", "ActiveRecord #{ActiveRecord.version}, pg #{PG::VERSION}, " \
               "PostgreSQL #{psql("SHOW server_version").split.first}")

ActiveRecord::Migration.verbose = false
psql("DROP EXTENSION base62id")
cell("migrate", "adapter: `create_id_type`, `id: :user_id`") do
  CreateUsers.migrate(:up)
  default = psql("SELECT column_default FROM information_schema.columns " \
                 "WHERE table_name = 'users' AND column_name = 'id'")
  assert default == "user_id_new()"
  type = psql("SELECT format_type(atttypid, -1) FROM pg_attribute " \
              "WHERE attrelid = 'orders'::regclass AND attname = 'buyer_id'")
  assert type == "user_id"
end
schema = nil
dump = lambda do
  out = StringIO.new
  ActiveRecord::SchemaDumper.dump(ActiveRecord::Base.connection_pool, out)
  out.string
end
cell("introspect", "adapter") do
  schema = dump.call
  users = 'create_table "users", id: :user_id, default: -> { "user_id_new()" }, force: :cascade'
  orders = 'create_table "orders", id: :uid11, default: -> { "xid_new()" }, force: :cascade'
  assert schema.include?(users), schema
  assert schema.include?(orders), schema
  assert schema.include?(%(t.user_id "buyer_id", null: false)), schema
  assert schema.include?(%(enable_extension "base62id")), schema
  assert User.type_for_attribute(:id).type == :user_id
end
cell("testdb", "adapter: `schema.rb` loads") do
  test = "#{ENV.fetch("PGDATABASE")}_test"
  psql("CREATE DATABASE #{test}")
  ActiveRecord::Base.establish_connection(CONNECTION.merge(database: test))
  $stdout = StringIO.new
  eval(schema) # rubocop:disable Security/Eval
  $stdout = STDOUT
  assert psql("INSERT INTO users (name) VALUES ('x') RETURNING id", test).start_with?("user_")
  again = dump.call
  assert again == schema, again
ensure
  $stdout = STDOUT
  ActiveRecord::Base.establish_connection(CONNECTION)
end
cell("again", "adapter: the same `schema.rb`") { assert dump.call == schema }
cell("first", "`enable_extension`, adapter: `create_id_type`") do
  bare = "#{ENV.fetch("PGDATABASE")}_bare"
  psql("CREATE DATABASE #{bare}")
  ActiveRecord::Base.establish_connection(CONNECTION.merge(database: bare))
  migrations = Class.new(ActiveRecord::MigrationContext) do
    def migrations
      [ActiveRecord::MigrationProxy.new("CreateUsers", 1, File.expand_path("users.rb"), "")]
    end
  end.new([])
  2.times { migrations.migrate }
  assert psql("SELECT count(*), (SELECT count(*) FROM schema_migrations) FROM users", bare) == "0|1"
  assert psql("SELECT user_id_new() ^@ 'user_'", bare) == "t"
  assert psql("INSERT INTO users (name) VALUES ('x') RETURNING id", bare).start_with?("user_")
ensure
  ActiveRecord::Base.establish_connection(CONNECTION)
end
trap_of("Rails: without the initializer `schema.rb` says `Could not dump table \"users\"`, " \
        "and the test database has no such table.") do
  script = <<~RUBY
    require "active_record"
    ActiveRecord::Base.establish_connection(ENV.fetch("DATABASE_URL"))
    ActiveRecord::SchemaDumper.dump(ActiveRecord::Base.connection_pool, $stdout)
  RUBY
  out, = Open3.capture2e(RbConfig.ruby, "-e", script)
  assert out.include?('Could not dump table "users"'), out
  assert !out.include?('create_table "users"'), out
end

system("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-f", ENV.fetch("FILL"), exception: true)
models = [User, Order, Invoice]
cell("default", "as is") do
  user = User.create!(name: "Ada")
  assert user.id.start_with?("user_")
  assert user.orders.create!(note: "1").id.length == 11
  assert Invoice.create!(note: "i").id.length == 22
  inserted = User.insert_all([{ name: "b" }], returning: :id).rows.flatten
  assert(inserted.all? { |id| id.start_with?("user_") })
end
cell("malformed", "adapter: `RecordNotFound`; `RangeError` where it would be stored; " \
                  "`StatementInvalid` in SQL") do
  refuses(ActiveRecord::RecordNotFound) { User.find(MALFORMED) }
  assert User.where(id: [MALFORMED, User.first.id]).count == 1
  assert User.where.not(id: MALFORMED).count == User.count
  assert User.find_by(id: MALFORMED).nil? && !User.exists?(MALFORMED)
  refuses(RangeError) { User.create!(id: MALFORMED, name: "x") }
  error = refuses(ActiveRecord::StatementInvalid) { User.where("id = ?", MALFORMED).to_a }
  assert error.cause.is_a?(PG::InvalidTextRepresentation)
end
check("a malformed bound of a range is an error, and not every row") do
  [..MALFORMED, MALFORMED.., (MALFORMED..User.first.id)].each do |range|
    refuses(Base62id::InvalidId) { User.where(id: range).to_a }
  end
  assert User.in_batches(finish: MALFORMED).to_a.empty?
end
check("a malformed id in a URL is 404") do
  require "action_dispatch"
  ActionDispatch::ExceptionWrapper.rescue_responses.merge!(RESCUE_RESPONSES)
  error = refuses(Base62id::InvalidId) { USER.parse(MALFORMED) }
  status = ActionDispatch::ExceptionWrapper.status_code_for_exception(error.class.name)
  assert status == 404, "#{error.class} is #{status}"
rescue LoadError
  say("version", "without ActionPack: no check of 404")
end
cell("prefix", "adapter: `id_starts_with`") do
  models.each do |model|
    some = model.first.id
    assert model.id_starts_with(some[...-4]).pluck(:id).include?(some)
  end
  assert User.where("id ^@ ?", "order_").none?
end
cell("typed", "adapter: `Base62id::Rails.id_type`") do
  ActiveRecord::Base.connection_pool.disconnect!
  ActiveRecord::Schema.define do
    create_id_type("team_id", "team")
    create_table(:teams, id: :team_id, default: -> { "team_id_new()" }) { |t| t.text :name }
  end
  psql("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n; ANALYZE teams")
  team_class = Class.new(ActiveRecord::Base) { self.table_name = "teams" }
  team = team_class.create!(name: "t")
  assert team.id.start_with?("team_")
  assert team_class.find(team.id).id == team.id && team_class.where(id: [team.id]).count == 1
  assert team_class.id_starts_with(team.id[..20]).pluck(:id).include?(team.id)
  refuses(ActiveRecord::RecordNotFound) { team_class.find(USER.generate) }
  # To store another kind is an error, and not NULL.
  ActiveRecord::Schema.define { create_table(:players) { |t| t.team_id :team } }
  player_class = Class.new(ActiveRecord::Base) { self.table_name = "players" }
  player = player_class.create!(team: team.id)
  error = refuses(RangeError) { player.update!(team: USER.generate) }
  assert error.message.include?('"user", not "team"'), error.message
  assert player_class.find(player.id).team == team.id
  player.reload.update!(team: "")
  assert player_class.find(player.id).team.nil?
  schema = dump.call
  assert schema.include?(%(create_id_type "team_id", "team")), schema
  teams = 'create_table "teams", id: :team_id, default: -> { "team_id_new()" }'
  assert schema.include?(teams), schema
  # Into an empty database, twice.
  test = "#{ENV.fetch("PGDATABASE")}_typed"
  psql("CREATE DATABASE #{test}")
  ActiveRecord::Base.establish_connection(CONNECTION.merge(database: test))
  2.times do
    $stdout = StringIO.new
    eval(schema) # rubocop:disable Security/Eval
    $stdout = STDOUT
    assert dump.call == schema, dump.call
  end
  assert psql("INSERT INTO teams (name) VALUES ('x') RETURNING id", test).start_with?("team_")
  # And back.
  migration = Class.new(ActiveRecord::Migration[7.2]) do
    def change = create_id_type("book_id", "book")
  end
  migration.migrate(:up)
  assert psql("SELECT to_regtype('book_id')", test) == "book_id"
  migration.migrate(:down)
  assert psql("SELECT to_regtype('book_id')", test).empty?
  refuses(ActiveRecord::StatementInvalid) { ActiveRecord::Base.connection.drop_id_type("team_id") }
ensure
  $stdout = STDOUT
  ActiveRecord::Base.establish_connection(CONNECTION)
end
check("id types in every notation: migrations, schema.rb, models, arrays") do
  create = Class.new(ActiveRecord::Migration[7.2]) do
    def change
      NOTATED.each do |name, kind|
        create_id_type(name, kind.prefix, notation: kind.notation)
        default = -> { "#{name}_new()" }
        create_table(name.delete_suffix("_id"), id: name.to_sym, default:) do |t|
          t.text :name
        end
      end
    end
  end
  drop = Class.new(ActiveRecord::Migration[7.2]) do
    def change
      NOTATED.each { |name, kind| drop_id_type(name, kind.prefix, notation: kind.notation) }
    end
  end
  count = -> { psql("SELECT count(*) FROM typeid_types() WHERE notation <> 'typeid'").to_i }
  create.migrate(:up)
  create.migrate(:down)
  assert count.call.zero?
  drop.migrate(:down)
  assert count.call == NOTATED.size
  drop.migrate(:up)
  assert count.call.zero?
  create.migrate(:up)
  schema = dump.call
  NOTATED.each do |name, kind|
    line = %(create_id_type "#{name}", "#{kind.prefix}", notation: "#{kind.notation}")
    assert schema.include?(line), schema
    model = Class.new(ActiveRecord::Base) { self.table_name = name.delete_suffix("_id") }
    made = model.create!(name: "by the server").id
    mine = model.create!(id: kind.generate, name: "by the client").id
    assert kind.is?(made) && model.find(made).name == "by the server"
    assert model.where(id: [made, mine]).count == 2
    assert model.id_starts_with(mine[...-4]).pluck(:id) == [mine]
    assert model.where("id = ANY (ARRAY[?]::#{name}[])", [made, mine]).count == 2
    list = ActiveRecord::Base.connection.select_all(
      "SELECT array_agg(id ORDER BY name DESC) AS list FROM #{model.table_name}"
    )
    assert list.cast_values == [[made, mine]], list.cast_values
    [USER.generate, mine[1..], "#{mine}0"].each do |wrong|
      refuses(ActiveRecord::RecordNotFound) { model.find(wrong) }
      refuses(RangeError) { model.create!(id: wrong, name: "x") }
    end
  end
end
check("ids from outside, masked ones too: no row, or the model's error") do
  psql("SELECT typeid_create_type('member_id', 'member', mask_key => 1)")
  psql("CREATE TABLE members (id member_id PRIMARY KEY DEFAULT member_id_new(), friend text)")
  members = Class.new(ActiveRecord::Base) do
    self.table_name = "members"
    def self.name = "Member"
    validates :friend, base62id: { kind: MEMBER }, allow_nil: true
  end
  member = members.create!
  assert members.find(member.id) == member
  member_of_version7 = Base62id.kind("member").generate
  # Of version 7: no masked id is. Rails makes 404 of RecordNotFound.
  [member_of_version7, "nope", USER.generate].each do |wrong|
    refuses(ActiveRecord::RecordNotFound) { members.find(wrong) }
    given = members.new(friend: wrong)
    assert !given.valid?
    details = given.errors.details
    assert details[:friend] == [{ error: :invalid, value: wrong }], details.inspect
  end
  assert members.new(friend: member.id).valid?
end
check("a column of typeid: ids of every kind, and of none") do
  psql("CREATE TABLE events (id serial PRIMARY KEY, subject typeid)")
  event_class = Class.new(ActiveRecord::Base) { self.table_name = "events" }
  [USER.generate, TEAM.generate, USER.generate.delete_prefix("user_")].each do |subject|
    event = event_class.create!(subject:)
    assert event_class.find(event.id).subject == subject
    assert event_class.where(subject:).pluck(:id) == [event.id]
    assert event_class.where(subject: %("#{subject}")).pluck(:id) == [event.id]
  end
  [MALFORMED, USER.generate.capitalize].each do |wrong|
    assert event_class.where(subject: wrong).count.zero?
    refuses(RangeError) { event_class.create!(subject: wrong) }
  end
  event = event_class.create!(subject: "")
  assert event.reload.subject.nil?
end
check("an application of UUIDs: as_uuid") do
  database = %("#{ENV.fetch("PGDATABASE")}")
  psql("CREATE TABLE notes (id base62id PRIMARY KEY DEFAULT gen_random_uuid(), kin ulid[])")
  psql("SELECT base62id_version(); ALTER DATABASE #{database} SET base62id.output = uuid")
  Base62id::Rails.as_uuid
  ActiveRecord::Base.establish_connection(CONNECTION)
  notes = Class.new(ActiveRecord::Base) { self.table_name = "notes" }
  note = notes.create!(kin: [uuid = SecureRandom.uuid])
  assert note.id.match?(UUID) && notes.find(note.id.upcase).kin == [uuid]
  assert notes.where("? = ANY (kin)", uuid).pluck(:id) == [note.id]
  schema = dump.call
  assert schema.include?('create_table "notes", id: :base62id'), schema
  assert schema.include?('t.ulid "kin", array: true'), schema
ensure
  Base62id::Rails.as_uuid(false)
  psql("SELECT base62id_version(); ALTER DATABASE #{database} RESET base62id.output")
  ActiveRecord::Base.establish_connection(CONNECTION)
end
check("every type, scalars and arrays") do
  Base62id::Rails::OWN.each_key do |name|
    texts = lines_of("VECTORS").filter_map do |type, text, _, id|
      text if type == name && text == id && id != ""
    end
    list = texts.map { |text| "'#{text}'" }.join(",")
    result = ActiveRecord::Base.connection.select_all(
      "SELECT ARRAY[#{list}]::#{name}[] AS list, #{list.split(",").first}::#{name} AS one"
    )
    values = result.cast_values.first
    assert values == [texts, texts.first], values.inspect[0, 200]
  end
end
