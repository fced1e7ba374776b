// Reads and writes test/golden/values.tsv with the codecs alone, for platforms where there is no more than a
// C library: texts and octets, both ways.  Needs nothing of the C++ library at run time.
//
//   golden VALUES.TSV
#include "../lib/systems.hpp"

#include <cstdio>
#include <cstring>

namespace codec = base62id::codec;

namespace {

int lines = 0, failures = 0;

void is(const char *what, const char *line, bool good) {
    if (!good) {
        ++failures;
        std::printf("%s: %s\n", what, line);
    }
}

struct octets {
    std::size_t count = 0;
    std::uint8_t data[128] = {};
};

octets from_hex(std::string_view hex) {
    octets o;
    const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
    for (std::size_t i = 0; i + 1 < hex.size() && o.count < sizeof o.data; i += 2)
        o.data[o.count++] = static_cast<std::uint8_t>(digit(hex[i]) << 4 | digit(hex[i + 1]));
    return o;
}

std::uint64_t value_of(const octets &o, std::uint64_t) { return codec::load_be64(o.data); }
template <class V>
V value_of(const octets &o, V v) {
    std::memcpy(v.bytes, o.data, sizeof v.bytes);
    return v;
}

template <class C>
void fixed(std::string_view text, const octets &wire, const char *line) {
    using codec::compare;
    const typename C::value want = value_of(wire, typename C::value{});
    typename C::value got{};
    is("decode", line, codec::try_decode<C>(text, got) && compare(got, want) == 0);
    char written[C::text_length];
    C::encode(want, written);
    is("encode", line, std::string_view(written, sizeof written) == text);
}

void type_id(std::string_view text, const octets &wire, const char *line) {
    codec::type_id::value got;
    is("decode", line,
       static_cast<bool>(codec::type_id::decode(text, got)) && got.size == wire.count &&
           std::memcmp(got.octets, wire.data, wire.count) == 0);
    char written[128];
    const codec::type_id::view view = got;
    codec::type_id::encode(view, written);
    is("encode", line, std::string_view(written, view.text_length()) == text);
}

} // namespace

int main(int argc, char **argv) {
    std::FILE *file = argc == 2 ? std::fopen(argv[1], "r") : nullptr;
    if (file == nullptr) {
        std::puts("usage: golden VALUES.TSV");
        return 2;
    }
    char line[1024], type[32], text[128], wire[256];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        if (line[0] == '#' || std::sscanf(line, "%31s %127s %255s", type, text, wire) != 3)
            continue;
        ++lines;
        const std::string_view name = type;
        const octets o = from_hex(wire);
        bool known = name == "typeid";
        if (known)
            type_id(text, o, line);
        systems::for_each_fixed([&]<class C>(std::string_view system) {
            if (system == name) {
                known = true;
                fixed<C>(text, o, line);
            }
        });
        if (!known)
            is("unknown type", line, false);
    }
    std::fclose(file);
    std::printf("%d values, %d failures\n", lines, failures);
    return lines < 40 || failures != 0;
}
