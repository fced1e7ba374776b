// All types through libpq, with the codec library on the client's side: what one makes the other reads.  A
// parameter is declared as each type that a driver may send.
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <libpq-fe.h>

#include "systems.hpp"

namespace codec = base62id::codec;

namespace {

// An id's binary form, which the server sends and receives, is its octets: of uid11 those of the number,
// big-endian, of typeid the type prefix in front.

std::uint64_t from_big_endian(std::string_view binary) {
    std::uint64_t v = 0;
    for (const char c : binary)
        v = v << 8 | static_cast<std::uint8_t>(c);
    return v;
}

std::string octets(std::uint64_t v) {
    std::string s;
    for (int shift = 56; shift >= 0; shift -= 8)
        s += static_cast<char>(v >> shift);
    return s;
}
template <class Value>
std::string octets(const Value &v) {
    return {reinterpret_cast<const char *>(v.bytes), sizeof v.bytes};
}

template <class Value>
Value from_octets(std::string_view binary) {
    Value v{};
    if (binary.size() != sizeof v)
        throw std::runtime_error("bad length");
    if constexpr (std::is_integral_v<Value>)
        v = from_big_endian(binary);
    else
        std::copy(binary.begin(), binary.end(), v.bytes);
    return v;
}

std::string random_octets(std::size_t n) {
    static std::random_device device;
    std::string s;
    while (s.size() < n)
        s += static_cast<char>(device());
    return s;
}

// Of each type what makes a new id, its text, and what reads that.
struct id_system {
    std::string name;
    std::function<std::string()> make;
    std::function<std::string(const std::string &)> text;
    std::function<std::string(const std::string &)> binary;
};

template <class Codec>
id_system fixed_system(const char *name) {
    using value = typename Codec::value;
    return {name, [] { return random_octets(sizeof(value)); },
            [](const std::string &binary) {
                std::string s(Codec::text_length, ' ');
                Codec::encode(from_octets<value>(binary), s.data());
                return s;
            },
            [](const std::string &s) {
                value v{};
                if (!codec::decode<Codec>(s, v))
                    throw std::runtime_error("no id: " + s);
                return octets(v);
            }};
}

std::string typeid_text(const std::string &binary) {
    if (!codec::type_id::check_payload(binary.data(), binary.size()))
        throw std::runtime_error("bad payload");
    const codec::type_id::view v{reinterpret_cast<const std::uint8_t *>(binary.data()), binary.size()};
    std::string s(v.text_length(), ' ');
    codec::type_id::encode(v, s.data());
    return s;
}

std::string typeid_binary(const std::string &s) {
    codec::type_id::value v;
    if (!codec::type_id::decode(s, v))
        throw std::runtime_error("no id: " + s);
    return {reinterpret_cast<const char *>(v.octets), v.size};
}

std::vector<id_system> make_systems() {
    std::vector<id_system> all;
    systems::for_each_fixed(
        [&all]<class Codec>(const char *name) { all.push_back(fixed_system<Codec>(name)); });
    for (const char *name : {"typeid", "user_id"}) // the latter is a domain over it
        all.push_back({name, [] { return "user" + random_octets(16); }, typeid_text, typeid_binary});
    return all;
}

// libpq.

using result = std::unique_ptr<PGresult, decltype(&PQclear)>;
PGconn *connection;

struct server_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

result checked(PGresult *r) {
    const ExecStatusType status = PQresultStatus(r);
    result owned(r, PQclear);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        throw server_error(PQerrorMessage(connection));
    return owned;
}

constexpr int as_text = 0, as_binary = 1;
constexpr Oid TEXTOID = 25, TEXTARRAYOID = 1009, VARCHAROID = 1043, VARCHARARRAYOID = 1015,
              UUIDOID = 2950; // of pg_type.dat

struct parameter {
    std::string value;
    Oid type = 0; // 0: what the server takes it for
    int format = as_text;
};

// The first column of the first row.
std::string value_of(const result &r) {
    if (PQntuples(r.get()) != 1)
        throw std::runtime_error(std::to_string(PQntuples(r.get())) + " rows");
    return {PQgetvalue(r.get(), 0, 0), static_cast<std::size_t>(PQgetlength(r.get(), 0, 0))};
}

struct bound {
    std::vector<const char *> values;
    std::vector<Oid> types;
    std::vector<int> lengths, formats;
    explicit bound(const std::vector<parameter> &parameters) {
        for (const parameter &p : parameters) {
            values.push_back(p.value.c_str());
            types.push_back(p.type);
            lengths.push_back(static_cast<int>(p.value.size()));
            formats.push_back(p.format);
        }
    }
    int size() const { return static_cast<int>(values.size()); }
};

result execute(const std::string &query, const std::vector<parameter> &parameters = {},
               int format = as_text) {
    const bound b(parameters);
    return checked(PQexecParams(connection, query.c_str(), b.size(), b.types.data(), b.values.data(),
                                b.lengths.data(), b.formats.data(), format));
}

void expect(bool condition, const std::string &what) {
    if (!condition)
        throw std::runtime_error(what);
}

Oid type_of(const id_system &s) {
    return static_cast<Oid>(std::stoul(value_of(execute("SELECT $1::regtype::oid", {{s.name}}))));
}

std::string table(const id_system &s) { return "by_" + s.name; }

void note_is(const id_system &s, const std::string &id, const std::string &note) {
    expect(value_of(execute("SELECT note FROM " + table(s) + " WHERE id::text = $1", {{id}})) == note, id);
}

// Operations.

void insert_default(const id_system &s) {
    const std::string statement = "INSERT INTO " + table(s) + " (note) VALUES ('default') RETURNING id";
    note_is(s, value_of(execute(statement)), "default");
    note_is(s, s.text(value_of(execute(statement, {}, as_binary))), "default");
}

void insert_own(const id_system &s, int format) {
    const std::string own = s.make();
    const parameter id = format == as_text ? parameter{s.text(own)} : parameter{own, type_of(s), as_binary};
    execute("INSERT INTO " + table(s) + " (id, note) VALUES ($1, 'own')", {id});
    note_is(s, s.text(own), "own");
}

std::string sought(const id_system &s) {
    const std::string own = s.make();
    execute("INSERT INTO " + table(s) + " (id, note) VALUES ($1, 'sought')", {{s.text(own)}});
    return own;
}

// Prepares and runs it, and looks at its generic plan.  EXECUTE takes any parameter as text.
void search(const id_system &s, const std::string &condition, const parameter &p, const std::string &planned,
            const char *found) {
    static int statements = 0;
    const std::string name = "s" + std::to_string(++statements);
    const std::string query = "SELECT count(*) FROM " + table(s) + " WHERE id = " + condition;
    const std::vector<parameter> parameters{p};
    const bound b(parameters); // points into them
    checked(PQprepare(connection, name.c_str(), query.c_str(), 1, b.types.data()));
    expect(value_of(checked(PQexecPrepared(connection, name.c_str(), 1, b.values.data(), b.lengths.data(),
                                           b.formats.data(), as_text))) == found,
           query + ' ' + planned);
    const bool many = condition != "$1";
    expect(value_of(execute("SELECT uses_index($1, $2, $3)",
                            {{query}, {planned}, {many ? "= ANY" : "= "}})) == "t",
           value_of(execute("SELECT plan_of_prepared($1, $2)", {{query}, {planned}})));
}

void look_up(const id_system &s, Oid declared) {
    const std::string own = s.text(sought(s));
    search(s, "$1", {own, declared}, own, "1");
}

void look_up_binary(const id_system &s) {
    const std::string own = sought(s);
    search(s, "$1", {own, type_of(s), as_binary}, s.text(own), "1");
}

void look_up_uuid(const id_system &s) {
    const std::string own = sought(s);
    search(s, "$1", {own, UUIDOID, as_binary},
           value_of(execute("SELECT $1::" + s.name + "::uuid", {{s.text(own)}})), "1");
}

void look_up_many(const id_system &s, Oid declared) {
    const std::string owns = '{' + s.text(sought(s)) + ',' + s.text(sought(s)) + '}';
    search(s, "ANY ($1)", {owns, declared}, owns, "2");
}

void read_back(const id_system &s, int format) {
    const std::string own = s.make();
    execute("INSERT INTO " + table(s) + " (id, note) VALUES ($1, 'read')", {{s.text(own)}});
    const std::string got =
        value_of(execute("SELECT id FROM " + table(s) + " WHERE id::text = $1", {{s.text(own)}}, format));
    expect(got == (format == as_text ? s.text(own) : own), s.text(own));
    expect(s.binary(s.text(own)) == own, "the codec's own round trip");
}

bool of_uuid(const id_system &s) { return s.make().size() == 16; }

void run(const std::string &name, const std::function<void(const id_system &)> &operation,
         bool (*takes)(const id_system &) = nullptr) {
    static const std::vector<id_system> all = make_systems();
    for (const id_system &s : all) {
        if (takes && !takes(s))
            continue;
        try {
            operation(s);
            std::cout << "ok\t" << name << ", " << s.name << '\n';
        } catch (const std::exception &error) {
            std::string what = error.what();
            std::replace(what.begin(), what.end(), '\n', '|');
            std::cout << "fail\t" << name << ", " << s.name << '\t' << what << '\n';
        }
    }
}

} // namespace

int main() {
    connection = PQconnectdb("");
    if (PQstatus(connection) != CONNECTION_OK) {
        std::cerr << PQerrorMessage(connection);
        return 1;
    }
    run("the server's default", insert_default);
    for (const int format : {as_text, as_binary}) {
        const std::string as = format == as_text ? ", text" : ", binary";
        run("the client's id" + as, [=](const id_system &s) { insert_own(s, format); });
        run("read back" + as, [=](const id_system &s) { read_back(s, format); });
    }
    for (const Oid declared : {0u, TEXTOID, VARCHAROID})
        run("prepared `id = $1`, declared as " + std::to_string(declared),
            [=](const id_system &s) { look_up(s, declared); });
    run("prepared `id = $1`, binary", look_up_binary);
    run("prepared `id = $1`, uuid", look_up_uuid, of_uuid);
    for (const Oid declared : {0u, TEXTARRAYOID, VARCHARARRAYOID})
        run("prepared `id = ANY ($1)`, declared as " + std::to_string(declared),
            [=](const id_system &s) { look_up_many(s, declared); });
    PQfinish(connection);
}
