// "What is this id?" for a browser: the codecs' own headers, compiled to WebAssembly.  The page writes a text
// to input(), calls inspect() and reads JSON from output(); it decides nothing by itself.
//
//   [{"system", "prefix", "uuid", "version", "made" (microseconds since 1970, as text), "number",
//     "text" (as the system writes it), "fields": [{"name", "kind", "bits", "value"}], "texts": {system:
//     text}}]
//
// `fields` cover the value from its most significant bit to its last one.
#include <cstddef>
#include <cstdint>

#include "codec/base62id.hpp"
#include "codec/base64uuid.hpp"
#include "codec/baseuid.hpp"
#include "codec/typeid.hpp"
#include "codec/uid11.hpp"
#include "codec/ulid.hpp"
#include "codec/uuid_fields.hpp"

namespace {

using namespace base62id::codec;
using base62id_codec = ::base62id::codec::base62id; // its name is that of the namespace

char input_text[4096];
char output_text[65536];

// JSON into output_text.  What is written are ids, hexadecimal digits and our own words: nothing needs
// escaping.
struct writer {
    std::size_t size = 0;

    void raw(std::string_view s) noexcept {
        for (const char c : s)
            if (size < sizeof output_text)
                output_text[size++] = c;
    }
    void number(std::uint64_t v) noexcept {
        char digits[20];
        std::size_t at = sizeof digits;
        do
            digits[--at] = static_cast<char>('0' + v % 10);
        while ((v /= 10) != 0);
        raw({digits + at, sizeof digits - at});
    }
    void member(std::string_view name, std::string_view value) noexcept {
        raw("\""), raw(name), raw("\":\""), raw(value), raw("\",");
    }
    void open(std::string_view name) noexcept { raw("\""), raw(name), raw("\":"); }
    // Takes back the comma behind the last member.
    void close(char with) noexcept {
        if (output_text[size - 1] == ',')
            --size;
        raw({&with, 1}), raw(",");
    }
};

constexpr char hex_digits[] = "0123456789abcdef";

struct uuid_text {
    char text[36];
    explicit uuid_text(const uuid &u) noexcept {
        char *to = text;
        for (std::size_t i = 0; i < uuid::size; ++i) {
            if (i == 4 || i == 6 || i == 8 || i == 10)
                *to++ = '-';
            *to++ = hex_digits[u.bytes[i] >> 4];
            *to++ = hex_digits[u.bytes[i] & 15];
        }
    }
    operator std::string_view() const noexcept { return {text, sizeof text}; }
};

// As base62id_inspect takes a uuid: 36 characters, also in double quotes or braces, or the 32 digits alone.
bool decode_uuid(std::string_view text, uuid &out) noexcept {
    text = unquote(text);
    if (text.size() >= 2 && text.front() == '{' && text.back() == '}')
        text = slice(text, 1, text.size() - 2);
    if (text.size() != 32 && text.size() != 36)
        return false;
    std::size_t digit = 0;
    out = {};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (text.size() == 36 && (i == 8 || i == 13 || i == 18 || i == 23)) {
            if (c != '-')
                return false;
            continue;
        }
        const auto lower = static_cast<unsigned char>(c | 0x20);
        const int v = c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
        if (v < 0)
            return false;
        out.bytes[digit / 2] = static_cast<std::uint8_t>(out.bytes[digit / 2] << 4 | v);
        ++digit;
    }
    return true;
}

// One part of a value: its name, what it is for (the page's colour), how many bits.
struct field {
    std::string_view name, kind;
    int bits;
};

// The bits [from, from + bits) of up to 128, as a hexadecimal number without leading zeros.
void hexadecimal(writer &w, const std::uint8_t *value, int from, int bits) noexcept {
    bool begun = false;
    for (int left = (bits + 3) / 4; left > 0; --left) {
        unsigned digit = 0;
        for (int k = 4 * left - 1; k >= 4 * left - 4; --k) {
            const int at = from + bits - 1 - k;
            digit = digit << 1 | (k < bits ? value[at / 8] >> (7 - at % 8) & 1u : 0u);
        }
        begun |= digit != 0 || left == 1;
        if (begun)
            w.raw({hex_digits + digit, 1});
    }
}

template <std::size_t N>
void fields(writer &w, const std::uint8_t *value, const field (&list)[N]) noexcept {
    w.open("fields"), w.raw("[");
    int from = 0;
    for (const field &f : list) {
        w.raw("{"), w.member("name", f.name), w.member("kind", f.kind), w.open("value"), w.raw("\"");
        hexadecimal(w, value, from, f.bits);
        w.raw("\","), w.open("bits"), w.number(static_cast<std::uint64_t>(f.bits)), w.close('}');
        from += f.bits;
    }
    w.close(']');
}

void fields_of_uuid(writer &w, const uuid &u) noexcept {
    static constexpr field v7[] = {{"unix milliseconds", "time", 48},
                                   {"version", "fixed", 4},
                                   {"random, or finer time", "random", 12},
                                   {"variant", "fixed", 2},
                                   {"random", "random", 62}};
    static constexpr field v4[] = {{"random", "random", 48},
                                   {"version", "fixed", 4},
                                   {"random", "random", 12},
                                   {"variant", "fixed", 2},
                                   {"random", "random", 62}};
    static constexpr field v1[] = {{"time, low", "time", 32}, {"time, middle", "time", 16},
                                   {"version", "fixed", 4},   {"time, high", "time", 12},
                                   {"variant", "fixed", 2},   {"clock sequence", "field", 14},
                                   {"node", "field", 48}};
    static constexpr field v6[] = {{"time, high", "time", 48},      {"version", "fixed", 4},
                                   {"time, low", "time", 12},       {"variant", "fixed", 2},
                                   {"clock sequence", "field", 14}, {"node", "field", 48}};
    static constexpr field other[] = {{"data", "data", 48},
                                      {"version", "fixed", 4},
                                      {"data", "data", 12},
                                      {"variant", "fixed", 2},
                                      {"data", "data", 62}};
    static constexpr field none[] = {{"data", "data", 128}};
    switch (uuid_fields::version(u)) {
    case 0:
        return fields(w, u.bytes, none);
    case 1:
        return fields(w, u.bytes, v1);
    case 4:
        return fields(w, u.bytes, v4);
    case 6:
        return fields(w, u.bytes, v6);
    case 7:
        return fields(w, u.bytes, v7);
    default:
        return fields(w, u.bytes, other);
    }
}

template <class Codec>
void text_as(writer &w, const typename Codec::value &v, std::string_view name) noexcept {
    char text[Codec::text_length];
    Codec::encode(v, text);
    w.member(name, {text, sizeof text});
}

void texts_of_uuid(writer &w, const uuid &u, std::string_view prefix) noexcept {
    w.open("texts"), w.raw("{");
    w.member("uuid", uuid_text(u));
    text_as<base62id_codec>(w, u, "base62id");
    text_as<base64uuid>(w, u, "base64uuid");
    char text[type_id::max_text];
    type_id::encode(prefix, u, text);
    w.member("typeid", {text, type_id::text_length(prefix.size())});
    text_as<ulid>(w, u, "ulid");
    if (baseuid::value v; baseuid::from_uuid(u, v))
        text_as<baseuid>(w, v, "baseuid");
    w.close('}');
}

// A time in microseconds since 1970, which may lie before.
void made(writer &w, std::int64_t us) noexcept {
    w.open("made"), w.raw(us < 0 ? "\"-" : "\"");
    w.number(us < 0 ? 0 - static_cast<std::uint64_t>(us) : static_cast<std::uint64_t>(us)), w.raw("\",");
}

void begin(writer &w, std::string_view system) noexcept { w.raw("{"), w.member("system", system); }

void uuid_and_time(writer &w, const uuid &u) noexcept {
    w.member("uuid", uuid_text(u));
    if (const int version = uuid_fields::version(u))
        w.open("version"), w.number(static_cast<std::uint64_t>(version)), w.raw(",");
}

// The systems whose value is a UUID and no more.
void uuid_reading(writer &w, std::string_view system, const uuid &u, std::string_view prefix = {}) noexcept {
    begin(w, system);
    if (!prefix.empty())
        w.member("prefix", prefix);
    uuid_and_time(w, u);
    if (std::int64_t us; uuid_fields::unix_us(u, us))
        made(w, us);
    fields_of_uuid(w, u);
    texts_of_uuid(w, u, prefix);
    w.close('}');
}

void ulid_reading(writer &w, const uuid &u) noexcept {
    static constexpr field list[] = {{"unix milliseconds", "time", 48}, {"random", "random", 80}};
    begin(w, ulid::name);
    uuid_and_time(w, u);
    made(w, static_cast<std::int64_t>(u.high() >> 16) * 1000);
    fields(w, u.bytes, list);
    texts_of_uuid(w, u, {});
    w.close('}');
}

void baseuid_reading(writer &w, const baseuid::value &v) noexcept {
    static constexpr field list[] = {{"steps of 32.768 µs since 1970", "time", 48}, {"random", "random", 72}};
    begin(w, baseuid::name);
    uuid_and_time(w, baseuid::to_uuid(v));
    made(w, static_cast<std::int64_t>((baseuid::time(v) << baseuid::time_shift) / 1000));
    fields(w, v.bytes, list);
    texts_of_uuid(w, baseuid::to_uuid(v), {});
    w.close('}');
}

// A uid11 does not say which profile it is of: a reading for each.
template <std::size_t N>
void uid11_reading(writer &w, uid11::value v, std::string_view profile, const field (&list)[N], bool has_time,
                   std::uint64_t ms) noexcept {
    begin(w, uid11::name);
    w.member("profile", profile);
    w.open("number"), w.raw("\""), w.number(v), w.raw("\",");
    if (has_time)
        made(w, (static_cast<std::int64_t>(ms) + xid_epoch_ms) * 1000);
    std::uint8_t bytes[8];
    store_be64(bytes, v);
    fields(w, bytes, list);
    w.open("texts"), w.raw("{");
    text_as<uid11>(w, v, "uid11");
    w.open("number"), w.raw("\""), w.number(v), w.raw("\""), w.close('}');
    w.close('}');
}

void uid11_readings(writer &w, uid11::value v) noexcept {
    static constexpr field xid_fields[] = {{"milliseconds since 2011-11-11", "time", xid::time_bits},
                                           {"random", "random", xid::random_bits}};
    static constexpr field snowish_fields[] = {{"zero", "fixed", 1},
                                               {"milliseconds since 2011-11-11", "time", snowish::time_bits},
                                               {"machine", "field", snowish::machine_bits},
                                               {"sequence", "data", snowish::sequence_bits}};
    static constexpr field counted_fields[] = {
        {"milliseconds since 2011-11-11", "time", ts_seq_rand::time_bits},
        {"sequence", "data", ts_seq_rand::sequence_bits},
        {"random", "random", ts_seq_rand::random_bits}};
    static constexpr field random_fields[] = {{"random", "random", 64}};
    uid11_reading(w, v, "xid", xid_fields, true, xid::time(v));
    if (v >> 63 == 0)
        uid11_reading(w, v, "snowish", snowish_fields, true, snowish::time(v));
    uid11_reading(w, v, "ts_seq_rand", counted_fields, true, ts_seq_rand::time(v));
    uid11_reading(w, v, "fullrand", random_fields, false, 0);
}

} // namespace

extern "C" {

char *input() { return input_text; }
std::size_t input_size() { return sizeof input_text; }
const char *output() { return output_text; }

// Reads `size` bytes of input(); how many bytes of output() there are.
std::size_t inspect(std::size_t size) {
    const std::string_view text{input_text, size <= sizeof input_text ? size : 0};
    writer w;
    w.raw("[");
    uuid u{};
    if (try_decode<base62id_codec>(text, u))
        uuid_reading(w, base62id_codec::name, u);
    if (try_decode<base64uuid>(text, u))
        uuid_reading(w, base64uuid::name, u);
    if (uid11::value v = 0; try_decode<uid11>(text, v))
        uid11_readings(w, v);
    if (std::string_view prefix; type_id::decode(text, prefix, u))
        uuid_reading(w, type_id::name, u, prefix);
    if (baseuid::value v; try_decode<baseuid>(text, v))
        baseuid_reading(w, v);
    if (try_decode<ulid>(text, u))
        ulid_reading(w, u);
    if (decode_uuid(text, u))
        uuid_reading(w, "uuid", u);
    w.close(']');
    return w.size - 1; // without the comma behind the list
}
}
