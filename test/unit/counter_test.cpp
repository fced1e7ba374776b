// What a counter gives next, the keyed permutation of 22 bits, and the xids that are made of both, alone and
// in a cluster.
#include <base62id/counter.hpp>
#include <base62id/permutation.hpp>

#include <algorithm>
#include <cmath>

#include "support.hpp"

namespace test {
namespace {

using codec::permutation22;

constexpr std::uint32_t domain = 1u << permutation22::bits;

std::vector<permutation22> samples() {
    std::vector<permutation22> list{permutation22()}; // without a key
    random r;
    for (int key = 0; key < 5; ++key) {
        const permutation22::secret secret{{r.bits64(), r.bits64()}};
        for (const std::uint64_t tweak :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x6789abcdef}, ~std::uint64_t{0}})
            list.emplace_back(secret, tweak);
    }
    list.emplace_back(permutation22::secret{{0, 0}}, 0);
    list.emplace_back(permutation22::secret{{~std::uint64_t{0}, ~std::uint64_t{0}}}, ~std::uint64_t{0});
    return list;
}

// Every value comes up exactly once: ids of one millisecond are drawn without replacement.
TEST(permutation22, is_a_bijection) {
    for (const auto &permute : samples()) {
        std::vector<bool> seen(domain);
        for (std::uint32_t v = 0; v < domain; ++v) {
            const std::uint32_t image = permute(v);
            ASSERT_LT(image, domain);
            ASSERT_FALSE(seen[image]) << v;
            seen[image] = true;
        }
    }
}

TEST(permutation22, changes_with_each_word_of_the_key_and_the_tweak) {
    random r;
    for (int i = 0; i < 200; ++i) {
        const permutation22::secret secret{{r.bits64(), r.bits64()}};
        const std::uint64_t tweak = r.bits64() >> 22, flip = std::uint64_t{1} << r.below(64);
        const permutation22 p(secret, tweak), same(secret, tweak);
        const permutation22 others[] = {{{{secret.words[0] ^ flip, secret.words[1]}}, tweak},
                                        {{{secret.words[0], secret.words[1] ^ flip}}, tweak},
                                        {secret, tweak + 1}};
        int equal[3] = {};
        for (std::uint32_t v = 0; v < 4096; ++v) {
            ASSERT_EQ(p(v), same(v));
            for (int k = 0; k < 3; ++k)
                equal[k] += p(v) == others[k](v);
        }
        // Two random permutations agree at a place with probability 2^-22; 4096 places.
        for (const int n : equal)
            ASSERT_LE(n, 4);
    }
}

// The first images of a millisecond, which is what a server uses of it: uniform over 256 cells of the
// high, the middle and the low bits, and over the difference of neighbours.
TEST(permutation22, first_images_look_uniform) {
    constexpr int cells = 256;
    constexpr int keys = 20'000, calls = 16;
    std::vector<double> count[4];
    for (auto &c : count)
        c.resize(cells);
    random r;
    const permutation22::secret secret{{r.bits64(), r.bits64()}};
    for (int k = 0; k < keys; ++k) {
        const permutation22 permute(secret, static_cast<std::uint64_t>(k)); // milliseconds follow each other
        std::uint32_t last = 0;
        for (std::uint32_t v = 0; v < calls; ++v) {
            const std::uint32_t image = permute(v);
            ++count[0][image >> 14];
            ++count[1][image >> 7 & 255];
            ++count[2][image & 255];
            ++count[3][(image - last) >> 14 & 255];
            last = image;
        }
    }
    for (const auto &c : count) {
        const double expected = double(keys) * calls / cells;
        double chi_square = 0;
        for (const double n : c)
            chi_square += (n - expected) * (n - expected) / expected;
        // 255 degrees of freedom: mean 255, standard deviation 22.6; five of them.
        EXPECT_NEAR(chi_square, 255, 5 * std::sqrt(2 * 255));
    }
}

using namespace codec;

constexpr counter_layout layouts[] = {xid_counter, snowish_counter, ts_seq_rand_counter};

// The same said in another way: (time, count) pairs, one after the other.
std::optional<std::uint64_t> naive_next(counter_layout l, std::uint64_t limit, std::uint64_t last,
                                        std::uint64_t now) {
    uint128 time = last >> l.count_bits, count = last % (std::uint64_t{1} << l.count_bits);
    if (now > time) {
        time = now;
        count = 0;
    } else if (++count >= limit) {
        ++time;
        count = 0;
    }
    if (time >> l.time_bits != 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(time << l.count_bits | count);
}

TEST(counter, goes_on_like_pairs_of_time_and_count) {
    random r;
    int used_up = 0;
    for (const counter_layout l : layouts) {
        const std::uint64_t counts = std::uint64_t{1} << l.count_bits,
                            last_time = (std::uint64_t{1} << l.time_bits) - 1;
        for (int i = 0; i < random_rounds; ++i) {
            const std::uint64_t limit = r.chance(50) ? counts : 1 + r.below(counts);
            const std::uint64_t some_time = r.chance(30) ? last_time - r.below(3) : r.below(last_time);
            const std::uint64_t count = r.chance(30) ? limit - 1 : r.chance(10) ? counts - 1 : r.below(limit);
            const std::uint64_t last = some_time << l.count_bits | count;
            const std::uint64_t now =
                r.chance(50) ? some_time
                             : std::min(last_time, some_time - std::min(some_time, r.below(3)) + r.below(5));
            const auto wanted = naive_next(l, limit, last, now);
            std::uint64_t next = 0;
            ASSERT_EQ(count_on(l, limit, last, now, next), wanted.has_value()) << last << " at " << now;
            if (wanted) {
                ASSERT_EQ(next, *wanted) << last << " at " << now << ", limit " << limit;
            } else
                ++used_up;
        }
    }
    EXPECT_GT(used_up, 0);
}

TEST(counter, used_up_times_never_come_again) {
    random r;
    for (const counter_layout l : layouts)
        for (int i = 0; i < random_rounds; ++i) {
            const std::uint64_t times = std::uint64_t{1} << l.time_bits;
            const std::uint64_t last =
                r.below(times) << l.count_bits | r.below(std::uint64_t{1} << l.count_bits);
            const std::uint64_t until = r.chance(50) ? last >> l.count_bits : r.below(times);
            std::uint64_t next = 0;
            if (count_on(l, 1 + r.below(4096), use_up(l, last, until), r.chance(50) ? until : 0, next)) {
                ASSERT_GT(next >> l.count_bits, until);
                ASSERT_GT(next >> l.count_bits, last >> l.count_bits);
            } else
                ASSERT_EQ(std::max(until, last >> l.count_bits), times - 1);
        }
}

// All machines of a cluster together have each value of a millisecond exactly once.
TEST(xid_maker, machines_share_a_millisecond_without_overlap) {
    random r;
    const permutation22::secret key{{r.bits64(), r.bits64()}};
    for (const std::uint64_t ms :
         {std::uint64_t{0}, std::uint64_t{474255955234}, (std::uint64_t{1} << xid::time_bits) - 1}) {
        std::vector<bool> seen(xid::random_limit);
        for (int machine = 0; machine < xid_maker::machine_limit; ++machine) {
            xid_maker make(key, machine);
            ASSERT_EQ(make.limit(), 4096u);
            for (std::uint32_t count = 0; count < make.limit(); ++count) {
                const std::uint64_t id = make(ms << xid::random_bits | count);
                ASSERT_EQ(xid::time(id), ms);
                ASSERT_FALSE(seen[xid::random(id)]);
                seen[xid::random(id)] = true;
            }
        }
    }
}

// A server alone has all of them, and spreads them by its own secret.
TEST(xid_maker, one_server_has_the_whole_millisecond) {
    random r;
    const permutation22::secret mine{{r.bits64(), r.bits64()}}, other{{mine.words[0], mine.words[1] ^ 1}};
    xid_maker a(mine), b(other), c(mine, 0);
    EXPECT_EQ(a.limit(), xid::random_limit);
    int equal = 0;
    for (std::uint64_t ms = 1; ms <= 64; ++ms)
        for (std::uint32_t count = 0; count < 64; ++count) {
            const std::uint64_t word = ms << xid::random_bits | count;
            ASSERT_EQ(a(word), xid::pack(ms, permutation22(mine, ms)(count)));
            ASSERT_EQ(c(word), a(word)); // machine 0 of a cluster with this secret
            equal += a(word) == b(word);
        }
    EXPECT_LE(equal, 2); // 4096 chances of 2^-22
}

} // namespace
} // namespace test
