// The profiles of uid11: what its 64 bits mean.  They are numbers here; uid11.hpp writes them as text.
//
// Specification: as uid11.hpp's.
#pragma once

#include <cstdint>

namespace base62id::codec {

// A profile cuts the payload into fields, most significant first: milliseconds since `epoch_ms`, then what
// it counts or draws.  Widths are in bits.  Bits of `reserved` are zero in all ids of the profile.
struct xid { // section 8.1: 42 time | 22 random
    static constexpr std::uint64_t reserved = 0;
    static constexpr int time_bits = 42, random_bits = 22;
    static constexpr std::uint32_t random_limit = 1u << random_bits;

    static constexpr std::uint64_t pack(std::uint64_t ms, std::uint32_t random) noexcept {
        return ms << random_bits | random;
    }
    static constexpr std::uint64_t time(std::uint64_t v) noexcept { return v >> random_bits; }
    static constexpr std::uint32_t random(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v & (random_limit - 1));
    }
};

struct snowish { // section 5: 1 reserved (zero) | 41 time | 10 machine | 12 sequence
    static constexpr std::uint64_t reserved = std::uint64_t{1} << 63;
    static constexpr int time_bits = 41, machine_bits = 10, sequence_bits = 12;
    static constexpr std::uint32_t machine_limit = 1u << machine_bits, sequence_limit = 1u << sequence_bits;

    static constexpr std::uint64_t pack(std::uint64_t ms, std::uint32_t machine,
                                        std::uint32_t sequence) noexcept {
        return ms << (machine_bits + sequence_bits) | std::uint64_t{machine} << sequence_bits | sequence;
    }
    static constexpr std::uint64_t time(std::uint64_t v) noexcept {
        return v >> (machine_bits + sequence_bits) & ((std::uint64_t{1} << time_bits) - 1);
    }
    static constexpr std::uint32_t machine(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v >> sequence_bits) & (machine_limit - 1);
    }
    static constexpr std::uint32_t sequence(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v) & (sequence_limit - 1);
    }
};

struct ts_seq_rand { // section 5: 42 time | 12 sequence | 10 random
    static constexpr std::uint64_t reserved = 0;
    static constexpr int time_bits = 42, sequence_bits = 12, random_bits = 10;
    static constexpr std::uint32_t sequence_limit = 1u << sequence_bits, random_limit = 1u << random_bits;

    static constexpr std::uint64_t pack(std::uint64_t ms, std::uint32_t sequence,
                                        std::uint32_t random) noexcept {
        return ms << (sequence_bits + random_bits) | std::uint64_t{sequence} << random_bits | random;
    }
    static constexpr std::uint64_t time(std::uint64_t v) noexcept {
        return v >> (sequence_bits + random_bits);
    }
    static constexpr std::uint32_t sequence(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v >> random_bits) & (sequence_limit - 1);
    }
    static constexpr std::uint32_t random(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v) & (random_limit - 1);
    }
};

// Section 8.2: 2011-11-11T11:11:11.111Z in unix milliseconds.  The other profiles use it as well.
inline constexpr std::int64_t xid_epoch_ms = 1321009871111;

} // namespace base62id::codec
