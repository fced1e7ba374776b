// A cluster of machines that make xids by the very code of the extension (src/codec), without servers.
//
//   simulation repeats MACHINES MILLISECONDS PASSES SEED
//       Each machine runs for so many milliseconds, most of them at 4096 ids a millisecond.  Their clocks are
//       off by up to a second and step; machines restart and go on after the time that they had reserved.
//       Every id is kept in a bitmap of its millisecond; prints how many came twice.  PASSES divides the
//       memory, not the work.
//   simulation ids MACHINES COUNT A-MILLISECOND SEED
//       COUNT ids of machines that take turns, as a COPY in binary for `statistics xid`.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "codec/counter.hpp"

namespace {

using namespace base62id::codec;

using engine = std::mt19937_64;

constexpr std::uint64_t begin_ms = 474'000'000'000; // November 2026

// What the extension keeps in shared memory and in the data directory, of one machine.
struct machine {
    xid_maker make;
    std::uint64_t word = 0, reserved_ms = 0;

    machine(const permutation22::secret &key, int number) : make(key, number) {}

    std::uint64_t next(std::uint64_t now) {
        if (!count_on(xid_counter, make.limit(), word, now, word))
            std::abort();
        return word;
    }
    void restart() { word = use_up(xid_counter, 0, reserved_ms); }
};

struct bitmap {
    std::uint64_t words[xid::random_limit / 64] = {};

    bool set(std::uint32_t i) { // whether it was
        const std::uint64_t mask = std::uint64_t{1} << i % 64, was = words[i / 64] & mask;
        words[i / 64] |= mask;
        return was != 0;
    }
};

struct totals {
    std::uint64_t ids = 0, twice = 0, steps = 0, restarts = 0, full = 0, last_ms = 0,
                  first_ms = ~std::uint64_t{0};
};

// One pass over the milliseconds that are PASS modulo PASSES; every pass does the same, by the same seed.
void run(const permutation22::secret &key, int machines, int milliseconds, std::int64_t clock_off_ms,
         int pass, int passes, std::uint64_t seed, totals &sum) {
    constexpr std::uint64_t reserve_ahead_ms = 20;
    std::unordered_map<std::uint64_t, std::unique_ptr<bitmap>> seen;
    for (int number = 0; number < machines; ++number) {
        engine r(seed + static_cast<std::uint64_t>(number));
        const auto below = [&](std::uint64_t n) { return r() % n; };
        const auto some_clock = [&] {
            return static_cast<std::int64_t>(below(static_cast<std::uint64_t>(2 * clock_off_ms + 1))) -
                   clock_off_ms;
        };
        machine m(key,
                  number % xid_maker::machine_limit); // with more machines than numbers there are repeats
        std::int64_t off = some_clock();
        for (int t = 0; t < milliseconds; ++t) {
            if (below(50) == 0) {
                off = some_clock();
                sum.steps += pass == 0;
            }
            if (below(500) == 0) {
                m.restart();
                sum.restarts += pass == 0;
            }
            const std::uint64_t ids = below(4) == 0 ? below(m.make.limit()) : m.make.limit();
            const std::uint64_t now = begin_ms + static_cast<std::uint64_t>(t + off);
            for (std::uint64_t i = 0; i < ids; ++i) {
                const std::uint64_t word = m.next(now), ms = xid::time(word);
                if (ms + reserve_ahead_ms / 2 > m.reserved_ms)
                    m.reserved_ms = ms + reserve_ahead_ms;
                if (ms % static_cast<std::uint64_t>(passes) != static_cast<std::uint64_t>(pass))
                    continue;
                const std::uint64_t id = m.make(word);
                auto &bits = seen[xid::time(id)];
                if (!bits)
                    bits = std::make_unique<bitmap>();
                ++sum.ids;
                sum.twice += bits->set(xid::random(id));
                sum.last_ms = std::max(sum.last_ms, ms);
                sum.first_ms = std::min(sum.first_ms, ms);
            }
        }
    }
    for (const auto &[ms, bits] : seen) {
        std::uint64_t ones = 0;
        for (const std::uint64_t w : bits->words)
            ones += static_cast<std::uint64_t>(__builtin_popcountll(w));
        sum.full = std::max(sum.full, ones);
    }
}

void put(std::uint64_t v, int octets) {
    while (octets-- > 0)
        std::putchar(static_cast<int>(v >> 8 * octets & 0xff));
}

} // namespace

int main(int argc, char **argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
    if (mode == "repeats" && argc == 7) {
        const std::uint64_t seed = number(6);
        engine r(seed);
        const permutation22::secret key{{r(), r()}};
        const std::uint64_t machine_seeds = r();
        totals sum;
        const int passes = static_cast<int>(number(5));
        for (int pass = 0; pass < passes; ++pass)
            run(key, static_cast<int>(number(2)), static_cast<int>(number(3)),
                static_cast<std::int64_t>(number(4)), pass, passes, machine_seeds, sum);
        std::printf("%s machines, %s ms of load, clocks off by up to %s ms, seed %s: %llu clock steps, "
                    "%llu restarts, times over %llu ms, "
                    "the fullest millisecond has %llu of 4194304\n",
                    argv[2], argv[3], argv[4], argv[6], static_cast<unsigned long long>(sum.steps),
                    static_cast<unsigned long long>(sum.restarts),
                    static_cast<unsigned long long>(sum.last_ms - sum.first_ms + 1),
                    static_cast<unsigned long long>(sum.full));
        std::printf("%llu ids, %llu twice\n", static_cast<unsigned long long>(sum.ids),
                    static_cast<unsigned long long>(sum.twice));
        return 0;
    }
    if (mode == "ids" && argc == 6) {
        engine r(number(5));
        const permutation22::secret key{{r(), r()}};
        std::vector<machine> machines;
        const auto first = static_cast<int>(r() % (xid_maker::machine_limit - number(2) + 1));
        for (int i = 0; i < static_cast<int>(number(2)); ++i)
            machines.emplace_back(key, first + i);
        std::fwrite("PGCOPY\n\377\r\n", 1, 11, stdout);
        put(0, 8);
        for (std::uint64_t i = 0; i < number(3); ++i) {
            machine &m = machines[i % machines.size()];
            put(1, 2);
            put(8, 4);
            put(m.make(m.next(begin_ms + i / number(4))), 8);
        }
        put(0xffff, 2);
        return 0;
    }
    std::fprintf(stderr, "usage: simulation repeats MACHINES MILLISECONDS OFF PASSES SEED | "
                         "simulation ids MACHINES COUNT A-MILLISECOND SEED\n");
    return 2;
}
