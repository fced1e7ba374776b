# frozen_string_literal: true

# Random compositions of conditions by ActiveRecord, over a column of uuid and over one of an id
# type, beside the same query in SQL: no row more, none less.
require "active_record"
require "pg"
require "base62id/rails"
require_relative "harness"

COUNT = ENV["BASE62ID_FULL"] ? 1000 : 100
SEED = (ENV["BASE62ID_SEED"] || (Random.new_seed % 1_000_000)).to_i
RANDOM = Random.new(SEED)
USER = Base62id.kind("user", accept_uuid: true)
ITEM = Base62id.kind("item", notation: "ulid", accept_uuid: true)
Base62id::Rails.id_type("stored_user", USER, stored: "uuid")
Base62id::Rails.id_type("stored_item", ITEM, stored: "uuid")
Base62id::Rails.id_type("user_id", USER)
Base62id::Rails.id_type("item_id", ITEM)
ActiveRecord::Base.establish_connection(ENV.fetch("DATABASE_URL"))
say("version", "ActiveRecord #{ActiveRecord.version}, BASE62ID_SEED=#{SEED}")

psql("SELECT typeid_create_type('user_id', 'user', accept_uuid => true)")
psql("SELECT typeid_create_type('item_id', 'item', 'ulid', accept_uuid => true)")
{ "stored" => %w[uuid uuid], "typed" => %w[user_id item_id] }.each do |schema, (user, item)|
  psql(<<~SQL)
    CREATE SCHEMA #{schema};
    CREATE TABLE #{schema}.people (pk #{user} PRIMARY KEY, name text NOT NULL);
    CREATE TABLE #{schema}.things (
      "theId" #{item} PRIMARY KEY, owner #{user} NOT NULL REFERENCES #{schema}.people,
      parent #{item}, note text
    );
    INSERT INTO #{schema}.people
      SELECT ('0189000' || n || '-0000-7000-8000-' || repeat(n::text, 12))::uuid, n
        FROM generate_series(0, 9) AS n;
    INSERT INTO #{schema}.things
      SELECT ('0189' || lpad(to_hex(n * 997 % 65536), 4, '0')
                || '-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
             ('0189000' || n % 10 || '-0000-7000-8000-' || repeat((n % 10)::text, 12))::uuid,
             CASE WHEN n % 3 > 0 THEN ('0189' || lpad(to_hex((n - n % 3) * 997 % 65536), 4, '0')
                  || '-0000-7000-8000-' || lpad((n - n % 3)::text, 12, '0'))::uuid END,
             CASE WHEN n % 2 = 0 THEN n::text END
        FROM generate_series(0, 199) AS n
  SQL
end

# Names of attributes are not those of columns, and the tables are in schemas.
def models(schema, user, item)
  person = Class.new(ActiveRecord::Base) do
    self.table_name = "#{schema}.people"
    self.primary_key = "pk"
    attribute :pk, user
    define_singleton_method(:name) { "Person#{schema}" }
  end
  Object.const_set("Person#{schema.capitalize}", person)
  Class.new(ActiveRecord::Base) do
    self.table_name = "#{schema}.things"
    self.primary_key = "theId"
    attribute :theId, item
    attribute :parent, item
    alias_attribute :holder, :owner
    define_singleton_method(:name) { "Thing#{schema}" }
    belongs_to :keeper, class_name: person.to_s, foreign_key: :owner, optional: true
  end
end

def pick(list) = list[RANDOM.rand(list.length)]

# A condition: a relation of one of the classes, and the same in SQL over columns of uuid.
Condition = Struct.new(:relation, :sql)

ITEMS = psql('SELECT "theId" FROM stored.things ORDER BY 1').lines(chomp: true).freeze
PEOPLE = psql("SELECT pk FROM stored.people ORDER BY 1").lines(chomp: true).freeze
COLUMNS = {
  theId: ['"theId"', ITEM, ITEMS], parent: ["parent", ITEM, ITEMS],
  owner: ["owner", USER, PEOPLE], holder: ["owner", USER, PEOPLE]
}.freeze

def quoted(uuids) = uuids.map { |uuid| "'#{uuid}'::uuid" }.join(", ")

def leaf
  attribute = pick(COLUMNS.keys)
  column, kind, uuids = COLUMNS.fetch(attribute)
  some = Array.new(1 + RANDOM.rand(4)) { pick(uuids) }
  low, high = [pick(uuids), pick(uuids)].minmax
  ids = some.map { |uuid| kind.from_uuid(uuid) }
  low_id, high_id = [low, high].map { |uuid| kind.from_uuid(uuid) }
  where = ->(value) { ->(base) { base.where(attribute => value) } }
  not_where = ->(value) { ->(base) { base.where.not(attribute => value) } }
  malformed = ["nope", "other_#{ids[0][5..]}"]
  of_some, of_low, of_high = [some, [low], [high]].map { |list| quoted(list) }
  pick(
    [
      -> { Condition.new(where[ids[0]], "#{column} = #{quoted(some[0, 1])}") },
      -> { Condition.new(where[some[0]], "#{column} = #{quoted(some[0, 1])}") },
      -> { Condition.new(not_where[ids[0]], "#{column} <> #{quoted(some[0, 1])}") },
      -> { Condition.new(where[ids], "#{column} IN (#{of_some})") },
      -> { Condition.new(not_where[ids], "#{column} NOT IN (#{of_some})") },
      -> { Condition.new(where[[nil, *ids]], "(#{column} IS NULL OR #{column} IN (#{of_some}))") },
      -> { Condition.new(where[ids + malformed], "#{column} IN (#{of_some})") },
      -> { Condition.new(where[nil], "#{column} IS NULL") },
      -> { Condition.new(not_where[nil], "#{column} IS NOT NULL") },
      -> { Condition.new(where[low_id..high_id], "#{column} BETWEEN #{of_low} AND #{of_high}") },
      lambda {
        sql = "(#{column} >= #{of_low} AND #{column} < #{of_high})"
        Condition.new(where[low_id...high_id], sql)
      },
      -> { Condition.new(where[low_id..], "#{column} >= #{of_low}") },
      -> { Condition.new(where[...high_id], "#{column} < #{of_high}") },
      -> { beginning(attribute, column, kind, ids[0]) },
      -> { Condition.new(->(base) { base.where(note: nil) }, "note IS NULL") },
      -> { keeper(some) }
    ]
  ).call
end

def beginning(attribute, column, kind, id)
  text = id[0, 3 + RANDOM.rand(id.length - 2)]
  encoded = if kind == ITEM
              "'item_' || public.ulid_encode(#{column})"
            else
              "public.typeid_encode('user', #{column})::text"
            end
  relation = lambda do |base|
    base.id_starts_with(text, base.klass.attribute_aliases.fetch(attribute.to_s, attribute))
  end
  Condition.new(relation, "pg_catalog.starts_with(#{encoded}, '#{text}')")
end

# By the relation: an object, and a condition on its table.
def keeper(_some)
  uuid = pick(PEOPLE)
  id = USER.from_uuid(uuid)
  people = ->(base) { base.klass.reflect_on_association(:keeper).klass }
  relation = pick(
    [
      ->(base) { base.where(keeper: people[base].find(id)) },
      ->(base) { base.where(keeper: id) },
      ->(base) { base.where(owner: people[base].where(pk: id).select(:pk)) }
    ]
  )
  Condition.new(relation, "owner = '#{uuid}'")
end

# ActiveRecord compares the values of conditions that it joins, and raises where one has none.
def malformed_leaf
  attribute = pick(COLUMNS.keys)
  wrong = pick(["nope", "other_#{ITEM.from_uuid(ITEMS[0])[5..]}"])
  Condition.new(->(base) { base.where(attribute => wrong) }, "false")
end

def composed(depth)
  return leaf if depth.zero?

  case RANDOM.rand(4)
  when 0 then leaf
  when 1
    inner = composed(depth - 1)
    relation = lambda do |base|
      base.where(inner.relation.call(base).arel.constraints.reduce(:and).not)
    end
    Condition.new(relation, "NOT (#{inner.sql})")
  else
    some = Array.new(2 + RANDOM.rand(2)) { composed(depth - 1) }
    conjunction = RANDOM.rand(2).zero?
    relation = lambda do |base|
      some.map { |one| one.relation.call(base) }.reduce { |a, b| conjunction ? a.and(b) : a.or(b) }
    end
    Condition.new(relation, "(#{some.map(&:sql).join(conjunction ? " AND " : " OR ")})")
  end
end

THINGS = {
  "stored" => models("stored", :stored_user, :stored_item),
  "typed" => models("typed", :user_id, :item_id)
}.freeze
DATABASE = ActiveRecord::Base.connection
THINGS.each do |schema, model|
  check("#{COUNT} compositions over #{schema} columns give the rows of the same SQL") do
    nonempty = 0
    COUNT.times do
      condition = RANDOM.rand(20).zero? ? malformed_leaf : composed(1 + RANDOM.rand(2))
      wanted = DATABASE.select_values(
        "SELECT \"theId\" FROM stored.things WHERE #{condition.sql} ORDER BY 1"
      )
      found = condition.relation.call(model.all).order(:theId).pluck(:theId)
      uuids = found.map { |id| ITEM.to_uuid(id) }
      assert uuids == wanted, "#{condition.sql}\n#{condition.relation.call(model.all).to_sql}\n" \
                              "#{uuids.length} rows, not #{wanted.length}"
      nonempty += 1 unless wanted.empty? || wanted.length == ITEMS.length
    end
    assert nonempty > COUNT / 3, "only #{nonempty} find some of the rows"
  end
end
