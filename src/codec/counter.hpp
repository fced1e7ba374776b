// The arithmetic of ids that are counted: what a counter gives next, and what an xid makes of it.  Nothing
// here knows where a counter lives; the extension keeps it in shared memory, a simulation in an array.
#pragma once

#include <cstdint>

#include "permutation.hpp"
#include "uid11_profiles.hpp"

namespace base62id::codec {

// A counter's word: a time in its upper bits, a count within that time in its lower ones.
struct counter_layout {
    int time_bits, count_bits;
};

inline constexpr counter_layout xid_counter{xid::time_bits, xid::random_bits};
inline constexpr counter_layout snowish_counter{snowish::time_bits, snowish::sequence_bits};
inline constexpr counter_layout ts_seq_rand_counter{ts_seq_rand::time_bits, ts_seq_rand::sequence_bits};

constexpr std::uint64_t count_mask(counter_layout l) noexcept {
    return (std::uint64_t{1} << l.count_bits) - 1;
}

// What comes after `last` when the clock says `now`: the first count of now, the next count of last's time,
// or after `limit` counts of it the first of the time after.  False where the time bits are used up.
constexpr bool count_on(counter_layout l, std::uint64_t limit, std::uint64_t last, std::uint64_t now,
                        std::uint64_t &next) noexcept {
    const std::uint64_t begin = now << l.count_bits;
    next = last + 1 > begin ? last + 1 : begin;
    if ((next & count_mask(l)) >= limit)
        next = (next | count_mask(l)) + 1;
    return next > last &&
           next >> l.count_bits >> l.time_bits == 0; // past the end of 64 bits it is below `last`
}

// A word after which the counter gives no count of last's time, or of a time up to `until`, again.
constexpr std::uint64_t use_up(counter_layout l, std::uint64_t last, std::uint64_t until) noexcept {
    const std::uint64_t end = until << l.count_bits;
    return (last > end ? last : end) | count_mask(l);
}

// Makes xids from the words of a counter: a permutation of each millisecond spreads the count over 22 bits.
//
// A server by itself has all 2^22 values of a millisecond, and a secret of its own.  The servers of a
// cluster share a secret and so the permutation; each has the 2^12 values of its own machine number.
class xid_maker {
  public:
    static constexpr int machine_bits = 10, machine_count_bits = xid::random_bits - machine_bits;
    static constexpr int machine_limit = 1 << machine_bits;

    constexpr xid_maker() noexcept = default;
    constexpr explicit xid_maker(const permutation22::secret &server) noexcept : secret_(server) {}
    constexpr xid_maker(const permutation22::secret &cluster, int machine) noexcept
        : secret_(cluster), first_(static_cast<std::uint32_t>(machine) << machine_count_bits),
          limit_(1u << machine_count_bits) {}

    // How many counts of a millisecond are this server's.
    constexpr std::uint32_t limit() const noexcept { return limit_; }

    // `word` of a counter of xid_counter's layout that was advanced with limit().
    constexpr std::uint64_t operator()(std::uint64_t word) noexcept {
        const std::uint64_t ms = xid::time(word);
        if (ms != spread_ms_) {
            spread_ = permutation22(secret_, ms);
            spread_ms_ = ms;
        }
        return xid::pack(ms, spread_(first_ | xid::random(word)));
    }

  private:
    permutation22::secret secret_{};
    std::uint32_t first_ = 0, limit_ = xid::random_limit;
    std::uint64_t spread_ms_ = ~std::uint64_t{0}; // the millisecond of `spread_`
    permutation22 spread_;
};

static_assert(permutation22::bits == xid::random_bits);

} // namespace base62id::codec
