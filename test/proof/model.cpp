// What test/proof/prove.py has to know of the codecs: their constants, and what they make of random values.
//
//   model constants          lines of NAME VALUE
//   model values SEED COUNT  lines of a function, its arguments and its results, which the model must give as
//   well
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include <base62id/base62id.hpp>
#include <base62id/base62id_octets.hpp>
#include <base62id/uid11.hpp>

namespace base62id::codec {

void print(const char *name, uint128 v) {
    if (v >> 64 != 0)
        std::printf("%s 0x%" PRIx64 "%016" PRIx64 "\n", name, static_cast<std::uint64_t>(v >> 64),
                    static_cast<std::uint64_t>(v));
    else
        std::printf("%s 0x%" PRIx64 "\n", name, static_cast<std::uint64_t>(v));
}

// The friend that the codecs name.
struct proof {
    static void constants() {
        print("invalid", base62id::digits::invalid);
        print("base62", base62id::digits::base);
        print("base62_4", base62id::digits::base4);
        print("base62_8", base62id::digits::base8);
        print("base62_16", base62id::power16);
        print("dropped16", base62id::dropped16);
        print("scale16", base62id::scale16);
        print("reciprocal16", base62id::reciprocal16);
        print("dropped8", base62id::dropped8);
        print("scale8", base62id::scale8);
        print("reciprocal8", base62id::reciprocal8);
        print("least_a", base62id::least_a);
        print("greatest_a", base62id::greatest_a);
        print("base58", uid11::digits::base);
        print("base58_4", uid11::digits::base4);
        print("base58_8", uid11::digits::base8);
        print("base58_greatest_a", uid11::greatest_a);
        print("limb_base", base62id_octets::limb_base);
        print("limb_dropped", base62id_octets::dropped);
        print("limb_scale", base62id_octets::scale);
        print("limb_reciprocal", base62id_octets::reciprocal);
    }

    static void divide(uint128 x) {
        const auto d = base62id_octets::divide(x);
        std::printf("divide %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                    static_cast<std::uint64_t>(x >> 64), static_cast<std::uint64_t>(x), d.q, d.r);
    }
    static uint128 limb_limit() { return uint128{base62id_octets::limb_base} << 64; }
};

std::mt19937_64 engine;

// Half of them with long runs of equal bits, where carries and corrections are.
std::uint64_t random64() {
    const std::uint64_t v = engine();
    switch (engine() % 4) {
    case 0:
        return v >> engine() % 64;
    case 1:
        return ~(v >> engine() % 64);
    default:
        return v;
    }
}

// Symbol by symbol its digit, or - where there is none.
template <class C>
void print_digits(const char *text) {
    for (std::size_t i = 0; i < C::text_length; ++i) {
        const auto v = C::digits::get1(text + i);
        if (v >= C::digits::invalid)
            std::printf(" -");
        else
            std::printf(" %" PRIu32, v);
    }
}

void print_value(uint128 v) {
    std::printf(" %" PRIu64 " %" PRIu64, static_cast<std::uint64_t>(v >> 64), static_cast<std::uint64_t>(v));
}
// The number as a value of the codec, and back.
void put(uint128 n, std::uint64_t &v) { v = static_cast<std::uint64_t>(n); }
void put(uint128 n, octets<16> &v) {
    store_be64(v.bytes, static_cast<std::uint64_t>(n >> 64));
    store_be64(v.bytes + 8, static_cast<std::uint64_t>(n));
}
uint128 get(std::uint64_t v) { return v; }
uint128 get(const octets<16> &v) { return uint128{load_be64(v.bytes)} << 64 | load_be64(v.bytes + 8); }

template <class C>
void both_ways(const char *name, uint128 bits) {
    typename C::value v{}, read{};
    char text[C::text_length];
    put(bits, v);
    C::encode(v, text);
    std::printf("encode %s 1", name);
    print_value(get(v));
    print_digits<C>(text);
    std::printf("\n");
    // A text near it: symbols changed, also to what is none.
    for (auto changes = engine() % 3; changes > 0; --changes)
        text[engine() % 4 == 0 ? 0 : engine() % C::text_length] =
            engine() % 8 == 0 ? static_cast<char>(engine()) : C::symbols.symbols[engine() % C::symbols.base];
    if (engine() % 8 == 0)
        for (char &c : text)
            c = C::symbols.symbols[engine() % C::symbols.base];
    const bool accepted = C::decode_exact(text, read);
    std::printf("decode %s %d", name, accepted);
    print_value(get(read));
    print_digits<C>(text);
    std::printf("\n");
}

void values(long rounds) {
    for (long i = 0; i < rounds; ++i) {
        const uint128 bits = uint128{random64()} << 64 | random64();
        both_ways<base62id>("base62id", bits);
        both_ways<uid11>("uid11", bits);
        // Around the multiples of 62^8 and 62^16, where the estimates are too small.
        const uint128 base8 = base62id::digits::base8, step = engine() % 2 == 0 ? base8 : base8 * base8;
        both_ways<base62id>("base62id",
                            bits - (bits + 2 * (~uint128{0} % step + 1)) % step - engine() % 3 + 1);
        proof::divide(bits % proof::limb_limit());
    }
}

} // namespace base62id::codec

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "constants") == 0) {
        base62id::codec::proof::constants();
    } else if (argc == 4 && std::strcmp(argv[1], "values") == 0) {
        base62id::codec::engine.seed(std::strtoull(argv[2], nullptr, 10));
        base62id::codec::values(std::atol(argv[3]));
    } else {
        std::fprintf(stderr, "usage: model constants | values SEED COUNT\n");
        return 2;
    }
}
