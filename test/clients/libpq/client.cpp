// All types through libpq, with the codec library on the client's side: what one makes the other reads.
// It connects as libpq's environment says (PGHOST, PGPORT, PGUSER, PGDATABASE) to a database made by
// ../schema.sql.  Prints a line for each operation and type: cell or fail, operation, type, how it was
// written.
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

#include "../../lib/systems.hpp"

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
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_COPY_IN &&
        status != PGRES_COPY_OUT)
        throw server_error(PQerrorMessage(connection));
    return owned;
}

constexpr int as_text = 0, as_binary = 1;

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

std::string insert_default(const id_system &s) {
    const std::string statement = "INSERT INTO " + table(s) + " (note) VALUES ('default') RETURNING id";
    note_is(s, value_of(execute(statement)), "default");
    note_is(s, s.text(value_of(execute(statement, {}, as_binary))), "default");
    return "as is";
}

std::string insert_own(const id_system &s, int format) {
    const std::string own = s.make();
    const parameter id = format == as_text ? parameter{s.text(own)} : parameter{own, type_of(s), as_binary};
    execute("INSERT INTO " + table(s) + " (id, note) VALUES ($1, 'own')", {id});
    note_is(s, s.text(own), "own");
    return "as is";
}

std::string look_up(const id_system &s, int format) {
    static int statements = 0;
    const std::string own = s.make(), name = "s" + std::to_string(++statements);
    execute("INSERT INTO " + table(s) + " (id, note) VALUES ($1, 'sought')", {{s.text(own)}});
    const parameter id = format == as_text ? parameter{s.text(own)} : parameter{own, type_of(s), as_binary};
    const std::string query = "SELECT note FROM " + table(s) + " WHERE id = $1";
    const std::vector<parameter> parameters{id};
    const bound b(parameters); // points into them
    checked(PQprepare(connection, name.c_str(), query.c_str(), 1, b.types.data()));
    const result row(checked(PQexecPrepared(connection, name.c_str(), 1, b.values.data(), b.lengths.data(),
                                            b.formats.data(), as_text)));
    expect(value_of(row) == "sought", s.text(own));
    const std::string plan = value_of(execute("SELECT plan_of_prepared($1, $2)", {{query}, {s.text(own)}}));
    expect(plan.find("Index Cond: (id = ") != plan.npos && plan.find("Filter") == plan.npos, plan);
    return "as is";
}

std::string read_back(const id_system &s, int format) {
    const std::string own = s.make();
    execute("INSERT INTO " + table(s) + " (id, note) VALUES ($1, 'read')", {{s.text(own)}});
    const std::string got =
        value_of(execute("SELECT id FROM " + table(s) + " WHERE id::text = $1", {{s.text(own)}}, format));
    expect(got == (format == as_text ? s.text(own) : own), s.text(own));
    expect(s.binary(s.text(own)) == own, "the codec's own round trip");
    return "as is";
}

std::string field(const std::string &value) { // of a binary COPY
    std::string s;
    for (int shift = 24; shift >= 0; shift -= 8)
        s += static_cast<char>(value.size() >> shift);
    return s + value;
}

std::string copy(const id_system &s, int format) {
    const std::string options = format == as_text ? "" : " WITH (FORMAT BINARY)";
    const std::string note = format == as_text ? "copied as text" : "copied as binary";
    std::string data;
    std::vector<std::string> ids, back;
    if (format == as_binary)
        data = std::string("PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19);
    for (int i = 0; i < 100; ++i) {
        const std::string own = s.make();
        ids.push_back(own);
        data += format == as_text ? s.text(own) + '\t' + note + '\n'
                                  : std::string("\0\2", 2) + field(own) + field(note);
    }
    if (format == as_binary)
        data += "\377\377";
    checked(PQexec(connection, ("COPY " + table(s) + " (id, note) FROM STDIN" + options).c_str()));
    expect(PQputCopyData(connection, data.data(), static_cast<int>(data.size())) == 1 &&
               PQputCopyEnd(connection, nullptr) == 1,
           PQerrorMessage(connection));
    checked(PQgetResult(connection));
    expect(PQgetResult(connection) == nullptr, "COPY goes on");

    checked(PQexec(
        connection,
        ("COPY (SELECT id FROM " + table(s) + " WHERE note = '" + note + "') TO STDOUT" + options).c_str()));
    char *buffer;
    data.clear();
    for (int n; (n = PQgetCopyData(connection, &buffer, 0)) > 0; PQfreemem(buffer))
        data.append(buffer, static_cast<std::size_t>(n));
    checked(PQgetResult(connection));
    expect(PQgetResult(connection) == nullptr, "COPY goes on");
    if (format == as_text) {
        for (std::size_t from = 0, to; (to = data.find('\n', from)) != data.npos; from = to + 1)
            back.push_back(s.binary(data.substr(from, to - from)));
    } else { // a header of 19 octets, then for each row a count of 2 octets, a length of 4, the id
        for (std::size_t at = 19; from_big_endian(data.substr(at, 2)) == 1;) {
            const std::size_t n = from_big_endian(data.substr(at + 2, 4));
            back.push_back(data.substr(at + 6, n));
            at += 6 + n;
        }
    }
    std::sort(ids.begin(), ids.end());
    std::sort(back.begin(), back.end());
    expect(ids == back, std::to_string(back.size()) + " rows");
    return "as is";
}

bool failed = false;

void run(const char *name, const std::function<std::string(const id_system &)> &operation) {
    static const std::vector<id_system> all = make_systems();
    for (const id_system &s : all) {
        try {
            const std::string how = operation(s);
            std::cout << "cell\t" << name << '\t' << s.name << '\t' << how << '\n';
        } catch (const std::exception &error) {
            failed = true;
            std::string what = error.what();
            std::replace(what.begin(), what.end(), '\n', '|');
            std::cout << "fail\t" << name << '\t' << s.name << '\t' << what << '\n';
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
    run("INSERT, the server's default", insert_default);
    run("INSERT, the client's id, text", [](const id_system &s) { return insert_own(s, as_text); });
    run("INSERT, the client's id, binary", [](const id_system &s) { return insert_own(s, as_binary); });
    run("prepared `WHERE id = $1`, text", [](const id_system &s) { return look_up(s, as_text); });
    run("prepared `WHERE id = $1`, binary", [](const id_system &s) { return look_up(s, as_binary); });
    run("read back, text", [](const id_system &s) { return read_back(s, as_text); });
    run("read back, binary", [](const id_system &s) { return read_back(s, as_binary); });
    run("COPY in and out, text", [](const id_system &s) { return copy(s, as_text); });
    run("COPY in and out, binary", [](const id_system &s) { return copy(s, as_binary); });
    PQfinish(connection);
    return failed;
}
