# ActiveRecord, or the pg gem alone: the first argument.
require "securerandom"
require "pg"

ADA, GRACE = "01890a5d-ac96-774b-bcce-b302099a8057", "11111111-2222-4333-8444-555555555555"
TOLD = ENV["FORM"] == "told"

def cell(name)
  how = yield
  puts "cell\t#{name}\t#{how.is_a?(String) ? how : "✓"}"
rescue StandardError => e
  warn "#{name}: #{e.full_message(highlight: false)}" unless ENV["FORM"] == "id"
  puts "cell\t#{name}\t`#{e.class.name}`"
end

# What a program of UUIDs has of each: strings, in lists where they should be.
def same(got, wanted)
  return "`#{got.class}`" unless got.instance_of?(wanted.class)

  got == wanted or raise "#{got}, not #{wanted}"
end

def counted(wanted, found) = found.to_i == wanted || raise("#{found} rows, not #{wanted}")

if ARGV[0] == "pg"
  db = PG.connect
  # To the gem, arrays are their text.
  list, listed = PG::TextEncoder::Array.new, PG::TextDecoder::Array.new
  value = ->(sql, *arguments) { db.exec_params(sql, arguments).getvalue(0, 0) }
  cell("send") do
    id = SecureRandom.uuid
    db.exec_params("INSERT INTO authors VALUES ($1, 'sent')", [id])
    same(value["SELECT name FROM authors WHERE id = $1", id], "sent")
  end
  cell("read") { same(value["SELECT id FROM authors WHERE name = 'Ada'"], ADA) }
  cell("any") { counted(2, value["SELECT count(*) FROM authors WHERE id = ANY ($1)", list.encode([ADA, GRACE])]) }
  cell("arrays") do
    db.exec_params("INSERT INTO lists (books) VALUES ($1)", [list.encode([GRACE])])
    counted(2, value["SELECT count(*) FROM lists WHERE $1 = ANY (books)", GRACE])
    same(listed.decode(value["SELECT array_agg(id) FROM authors WHERE name = 'Ada'"]), [ADA])
    same(listed.decode(value["SELECT books FROM lists WHERE id = 1"]), [ADA, GRACE])
  end
  cell("copy") do
    id = SecureRandom.uuid
    db.copy_data("COPY authors FROM STDIN") { db.put_copy_data("#{id}\tcopied\n") }
    counted(1, value["SELECT count(*) FROM authors WHERE id = $1", id])
  end
else
  require "active_record"
  if TOLD
    require "base62id"
    Base62id.as_uuid
  end
  ActiveRecord::Base.establish_connection(ENV.fetch("DATABASE_URL"))
  class Author < ActiveRecord::Base
    has_many :books
  end

  class Book < ActiveRecord::Base
    belongs_to :author
  end

  class List < ActiveRecord::Base
  end

  cell("send") do
    id = Author.create!(id: SecureRandom.uuid, name: "sent").id
    Book.create!(author_id: id, title: "b")
    same(Author.includes(:books).find(id).books.first.title, "b")
  end
  cell("read") do
    found = Author.find_by!(name: "Ada").id
    Author.create!(name: "made").id.match?(/\A\h{8}-/) or raise "what the server makes is not read back"
    same(found, ADA)
  end
  cell("any") { counted(2, Author.where(id: [ADA, GRACE]).count) }
  cell("arrays") do
    List.create!(books: [GRACE])
    counted(2, List.where("? = ANY (books)", GRACE).count)
    same(List.find(1).books, [ADA, GRACE])
  end
  cell("copy") do
    id = SecureRandom.uuid
    Author.insert_all!([{ id:, name: "copied" }])
    counted(1, Author.where(id:).count)
  end
  cell("reflection") { "`#{Author.columns_hash["id"].type.inspect}`" }
end
