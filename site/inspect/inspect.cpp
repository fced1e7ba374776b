// "What is this id?" for a browser: the codecs' own headers, compiled to WebAssembly.  The page writes a text
// to input(), calls inspect() and reads JSON from output(); it decides nothing by itself.
//
//   [{"system", "prefix", "read_as", "uuid", "version", "about", "made" (microseconds since 1970, as text),
//     "profile", "number", "fields": [{"name", "kind", "bits", "value"}], "texts": {system: text}},
//    {"foreign", "about", "keep_as", "made"},
//    {"nearest", "have", "want", "cut_off", "made", "last"},
//    {"nearest", "fault"}]
//
// `fields` cover the value from its most significant bit to its last one.  The first reading of a system is
// the row that base62id_inspect has for it; what the text may be otherwise is what base62id_find says.
#include <cstddef>
#include <cstdint>

#include "codec/inspect.hpp"

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
    switch (version_of(u)) {
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
void time(writer &w, std::string_view name, std::int64_t us) noexcept {
    w.open(name), w.raw(us < 0 ? "\"-" : "\"");
    w.number(us < 0 ? 0 - static_cast<std::uint64_t>(us) : static_cast<std::uint64_t>(us)), w.raw("\",");
}
void made(writer &w, std::int64_t us) noexcept { time(w, "made", us); }

constexpr std::string_view about_version(int version) noexcept {
    switch (version) {
    case 1:
        return "UUID of version 1: time in steps of 100 ns, from 1582 on, and the address of the machine.";
    case 2:
        return "UUID of version 2: DCE security, with a user's number in it.";
    case 3:
        return "UUID of version 3: the MD5 digest of a name.";
    case 4:
        return "UUID of version 4: random.";
    case 5:
        return "UUID of version 5: the SHA-1 digest of a name.";
    case 6:
        return "UUID of version 6: version 1 with its time in front, so it sorts by time.";
    case 7:
        return "UUID of version 7: milliseconds since 1970 in front, so it sorts by time; the rest is "
               "random.";
    case 8:
        return "UUID of version 8: what its maker put into it.";
    default:
        return "Of no version of RFC 9562.";
    }
}

void begin(writer &w, const inspect::reading &r) noexcept {
    w.raw("{"), w.member("system", r.system);
    if (r.has_prefix)
        w.member("prefix", r.type_prefix);
    if (!r.read_as.empty())
        w.member("read_as", r.read_as);
    if (!r.has_uuid)
        return;
    const int version = version_of(r.uuid);
    w.member("uuid", uuid_text(r.uuid));
    if (version != 0)
        w.open("version"), w.number(static_cast<std::uint64_t>(version)), w.raw(",");
    if (r.system != "ulid" && r.system != "baseuid")
        w.member("about", about_version(version));
}

void uuid_reading(writer &w, const inspect::reading &r) noexcept {
    static constexpr field of_ulid[] = {{"unix milliseconds", "time", 48}, {"random", "random", 80}};
    static constexpr field of_baseuid[] = {{"steps of 32.768 µs since 1970", "time", 48},
                                           {"random", "random", 72}};
    begin(w, r);
    if (r.has_time)
        made(w, r.unix_us);
    if (baseuid::value v; r.system == "baseuid" && baseuid::from_uuid(r.uuid, v))
        fields(w, v.bytes, of_baseuid);
    else if (r.system == "ulid")
        fields(w, r.uuid.bytes, of_ulid);
    else
        fields_of_uuid(w, r.uuid);
    texts_of_uuid(w, r.uuid, r.type_prefix);
    w.close('}');
}

template <std::size_t N>
void number_reading(writer &w, const inspect::reading &r, std::string_view profile, std::string_view about,
                    const field (&list)[N], bool has_time, std::uint64_t ms) noexcept {
    begin(w, r);
    if (!profile.empty())
        w.member("profile", profile);
    w.member("about", about);
    w.open("number"), w.raw("\""), w.number(r.number), w.raw("\",");
    if (has_time)
        made(w, (static_cast<std::int64_t>(ms) + xid_epoch_ms) * 1000);
    std::uint8_t bytes[8];
    store_be64(bytes, r.number);
    fields(w, bytes, list);
    w.open("texts"), w.raw("{");
    text_as<uid11>(w, r.number, "uid11");
    w.open("number"), w.raw("\""), w.number(r.number), w.raw("\""), w.close('}');
    w.close('}');
}

// A uid11 does not say which profile it is of: a reading for each.
void uid11_readings(writer &w, const inspect::reading &r) noexcept {
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
    static constexpr field number_fields[] = {{"number", "data", 64}};
    static constexpr field random_fields[] = {{"random", "random", 64}};
    const std::uint64_t v = r.number;
    // The bits of a masked number are no time; nothing in the text says whether one is masked.
    if (r.has_prefix)
        return number_reading(
            w, r, "",
            "A number: of a sequence, an xid, or under a mask that only the server's key takes off.",
            number_fields, false, 0);
    number_reading(w, r, "xid", "From xid_new().", xid_fields, true, xid::time(v));
    if (v >> 63 == 0)
        number_reading(w, r, "snowish", "From uid11_snowish_new().", snowish_fields, true, snowish::time(v));
    number_reading(w, r, "ts_seq_rand", "From uid11_ts_seq_rand_new().", counted_fields, true,
                   ts_seq_rand::time(v));
    number_reading(w, r, "fullrand", "From uid11_fullrand_new(), or a plain number.", random_fields, false,
                   0);
}

// Its texts have quotes: those in front of which a backslash stands in JSON.
void foreign_reading(writer &w, const inspect::guess &g) noexcept {
    w.raw("{"), w.member("foreign", g.system), w.member("about", g.about);
    w.open("keep_as"), w.raw("\"");
    for (const char c : g.keep_as)
        w.raw(c == '"' ? "\\" : ""), w.raw({&c, 1});
    w.raw("\",");
    if (g.has_time)
        made(w, g.unix_us);
    w.close('}');
}

// An id that is not complete, or has a fault.
void nearest_reading(writer &w, const inspect::guess &g) noexcept {
    w.raw("{"), w.member("nearest", inspect::singular(g.system));
    if (g.is == inspect::guess::kind::broken) {
        w.member("fault", g.about), w.close('}');
        return;
    }
    w.open("have"), w.number(g.have), w.raw(",");
    w.open("want"), w.number(g.want), w.raw(",");
    w.open("cut_off"), w.raw(g.is == inspect::guess::kind::cut_off ? "true," : "false,");
    if (g.has_time)
        made(w, g.unix_us), time(w, "last", g.last_us);
    w.close('}');
}

} // namespace

extern "C" {

char *input() { return input_text; }
std::size_t input_size() { return sizeof input_text; }
const char *output() { return output_text; }

// Reads `size` bytes of input(); how many bytes of output() there are.
std::size_t inspect_id(std::size_t size) {
    const std::string_view text{input_text, size <= sizeof input_text ? size : 0};
    writer w;
    w.raw("[");
    inspect::each_reading(text, [&](const inspect::reading &r) {
        if (r.has_uuid)
            uuid_reading(w, r);
        else
            uid11_readings(w, r);
    });
    inspect::find_each(
        text, [](const inspect::reading &) {},
        [&](const inspect::guess &g) {
            if (g.is == inspect::guess::kind::foreign)
                foreign_reading(w, g);
            else
                nearest_reading(w, g);
        });
    w.close(']');
    return w.size - 1; // without the comma behind the list
}
}
