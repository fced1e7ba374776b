// What a counter gives next, and the xids that are made of it, alone and in a cluster.
#include <base62id/counter.hpp>

#include <algorithm>

#include "support.hpp"

namespace test {
namespace {

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
