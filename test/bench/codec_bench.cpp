// The codecs, libuuid, and the loop one would write for uid11, side by side.
//
// Every operation is a call that is not inlined, over 1024 random inputs in turn; each text and value lies in
// an array, as in a table's rows.  Repetitions of all operations are interleaved at random, so that a
// machine that is busy for a while slows all of them.  codec.pl compares the medians.
//
//   codec_bench [--benchmark_filter=REGEX] [--benchmark_repetitions=N] ...
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <uuid/uuid.h>

#include <base62id/base62id.hpp>
#include <base62id/base64uuid.hpp>
#include <base62id/baseuid.hpp>
#include <base62id/typeid.hpp>
#include <base62id/uid11.hpp>
#include <base62id/ulid.hpp>

namespace {

namespace codec = base62id::codec;
using codec::uuid;

constexpr std::size_t count = 1024;

std::uint64_t random_bits() {
    static std::mt19937_64 engine(1);
    return engine();
}

// --- the loop one would write for uid11, of whose size libuuid has nothing ---

// The `% 58` loop, and Horner's rule over a 256-entry table.
struct naive_base58 {
    static constexpr auto table = [] {
        std::array<std::int8_t, 256> t{}; // of each octet the digit, or -1
        t.fill(-1);
        for (std::size_t i = 0; i < codec::uid11::symbols.base; ++i)
            t[static_cast<unsigned char>(codec::uid11::symbols.symbols[i])] = static_cast<std::int8_t>(i);
        return t;
    }();
    [[gnu::noinline]] static void encode(std::uint64_t v, char *text) {
        for (int i = 11; i-- > 0; v /= 58)
            text[i] = codec::uid11::symbols.symbols[v % 58];
    }
    [[gnu::noinline]] static bool decode(std::string_view text, std::uint64_t &out) {
        if (text.size() != 11)
            return false;
        std::uint64_t v = 0;
        for (const char c : text) {
            const std::int8_t digit = table[static_cast<unsigned char>(c)];
            if (digit < 0)
                return false;
            const auto d = static_cast<std::uint64_t>(digit);
            if (v > (~std::uint64_t{0} - d) / 58) // the portable way to see the overflow
                return false;
            v = v * 58 + d;
        }
        out = v;
        return true;
    }
};

// --- ours, as a caller sees them ---

template <class Codec>
struct ours {
    [[gnu::noinline]] static void encode(const typename Codec::value &v, char *text) {
        Codec::encode(v, text);
    }
    [[gnu::noinline]] static bool decode(std::string_view text, typename Codec::value &out) {
        return codec::try_decode<Codec>(text, out);
    }
};

template <class Codec>
struct inputs {
    std::vector<typename Codec::value> values = std::vector<typename Codec::value>(count);
    std::vector<char> texts = std::vector<char>(count * Codec::text_length);

    inputs() {
        for (std::size_t i = 0; i < count; ++i) {
            if constexpr (std::is_integral_v<typename Codec::value>) {
                values[i] = random_bits();
            } else {
                for (auto &octet : values[i].bytes)
                    octet = static_cast<std::uint8_t>(random_bits());
            }
            Codec::encode(values[i], &texts[i * Codec::text_length]);
        }
    }
    std::string_view text(std::size_t i) const {
        return {&texts[i * Codec::text_length], Codec::text_length};
    }
};

// Runs step(i) for all inputs in turn; each writes into `out`, and says whether it took its input.
template <class Out, class Step>
void run(benchmark::State &state, const std::vector<Out> &out, Step step) {
    for (auto _ : state) {
        bool all = true;
        for (std::size_t i = 0; i < count; ++i)
            all &= step(i);
        if (!all)
            state.SkipWithError("rejected");
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

template <class Codec, class Implementation>
void encode(benchmark::State &state) {
    const inputs<Codec> in;
    std::vector<char> out(count * Codec::text_length);
    run(state, out, [&](std::size_t i) {
        Implementation::encode(in.values[i], &out[i * Codec::text_length]);
        return true;
    });
    if (out != in.texts)
        state.SkipWithError("wrong text");
}

template <class Codec, class Implementation>
void decode(benchmark::State &state) {
    const inputs<Codec> in;
    std::vector<typename Codec::value> out(count);
    run(state, out, [&](std::size_t i) { return Implementation::decode(in.text(i), out[i]); });
    if (out != in.values)
        state.SkipWithError("wrong value");
}

void libuuid_unparse(benchmark::State &state) {
    const inputs<codec::base62id> in;
    std::vector<char> out(count * 37);
    run(state, out, [&](std::size_t i) {
        uuid_unparse(in.values[i].bytes, &out[i * 37]);
        return true;
    });
}

void libuuid_parse(benchmark::State &state) {
    const inputs<codec::base62id> in;
    std::vector<char> texts(count * 37);
    for (std::size_t i = 0; i < count; ++i)
        uuid_unparse(in.values[i].bytes, &texts[i * 37]);
    std::vector<uuid> out(count);
    run(state, out, [&](std::size_t i) { return uuid_parse(&texts[i * 37], out[i].bytes) == 0; });
    if (out != in.values)
        state.SkipWithError("wrong value");
}

struct typeid_user {
    [[gnu::noinline]] static std::size_t encode(codec::type_id::view v, char *text) {
        codec::type_id::encode(v, text);
        return v.text_length();
    }
    [[gnu::noinline]] static bool decode(std::string_view text, codec::type_id::value &out) {
        return static_cast<bool>(codec::type_id::decode(text, out));
    }
};

struct typeid_inputs {
    std::vector<codec::type_id::value> values{count};
    std::vector<std::array<char, 31>> texts{count};
    typeid_inputs() {
        for (std::size_t i = 0; i < count; ++i) {
            values[i].assign("user", codec::make_uuid(random_bits(), random_bits()));
            codec::type_id::encode(values[i], texts[i].data());
        }
    }
};

void typeid_encode(benchmark::State &state) {
    const typeid_inputs in;
    std::vector<std::array<char, 31>> out(count);
    run(state, out, [&](std::size_t i) { return typeid_user::encode(in.values[i], out[i].data()) == 31; });
    if (out != in.texts)
        state.SkipWithError("wrong text");
}
void typeid_decode(benchmark::State &state) {
    const typeid_inputs in;
    std::vector<codec::type_id::value> out(count);
    run(state, out, [&](std::size_t i) { return typeid_user::decode({in.texts[i].data(), 31}, out[i]); });
}
BENCHMARK(libuuid_unparse)->Name("libuuid/encode");
BENCHMARK(libuuid_parse)->Name("libuuid/decode");
#define B62_BENCH(name, Codec, Implementation)                                                               \
    BENCHMARK(encode<Codec, Implementation>)->Name(name "/encode");                                          \
    BENCHMARK(decode<Codec, Implementation>)->Name(name "/decode")
B62_BENCH("base62id", codec::base62id, ours<codec::base62id>);
B62_BENCH("base64uuid", codec::base64uuid, ours<codec::base64uuid>);
B62_BENCH("baseuid", codec::baseuid, ours<codec::baseuid>);
B62_BENCH("typeid suffix", codec::typeid_suffix, ours<codec::typeid_suffix>);
B62_BENCH("ulid", codec::ulid, ours<codec::ulid>);
B62_BENCH("uid11", codec::uid11, ours<codec::uid11>);
B62_BENCH("uid11 loop", codec::uid11, naive_base58);
B62_BENCH("base32hex", codec::base32hex, ours<codec::base32hex>);
BENCHMARK(typeid_encode)->Name("typeid user/encode");
BENCHMARK(typeid_decode)->Name("typeid user/decode");

} // namespace

int main(int argc, char **argv) {
    std::vector<char *> arguments(argv, argv + argc);
    std::string defaults[] = {"--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=9",
                              "--benchmark_report_aggregates_only=true", "--benchmark_min_time=0.02"};
    for (auto &argument : defaults) // in front, so that the user's own come later and win
        arguments.insert(arguments.begin() + 1, argument.data());
    arguments.push_back(nullptr);
    int n = static_cast<int>(arguments.size()) - 1;
    benchmark::Initialize(&n, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(n, arguments.data()))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
