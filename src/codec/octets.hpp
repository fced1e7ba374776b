// Big-endian words, octet strings of a fixed size and 128-bit products.
#pragma once

#ifdef POSTGRES_H
#error "codec headers come before postgres.h: its macros must not reach them"
#endif

#ifndef __SIZEOF_INT128__
#error "base62id needs a compiler with unsigned __int128 (see docs/packaging.md)"
#endif

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace base62id::codec {

__extension__ using uint128 = unsigned __int128;

// Part of a text.  std::string_view::substr checks and throws, which needs libstdc++ at run time.
constexpr std::string_view slice(std::string_view text, std::size_t from, std::size_t count) noexcept {
    return {text.data() + from, count};
}
constexpr std::string_view slice(std::string_view text, std::size_t from) noexcept {
    return slice(text, from, text.size() - from);
}

// Copies N octets.  A fixed-size memcpy becomes one move, but is not constexpr.
template <std::size_t N, class To, class From>
constexpr void copy(To *to, const From *from) noexcept {
    static_assert(sizeof(To) == 1 && sizeof(From) == 1);
    if (std::is_constant_evaluated()) {
        for (std::size_t i = 0; i < N; ++i)
            to[i] = static_cast<To>(from[i]);
    } else {
        std::memcpy(to, from, N);
    }
}

constexpr std::uint64_t load_be64(const std::uint8_t *p) noexcept {
    if (std::is_constant_evaluated()) {
        std::uint64_t v = 0;
        for (int i = 0; i < 8; ++i)
            v = v << 8 | p[i];
        return v;
    }
    std::uint64_t v = 0;
    std::memcpy(&v, p, sizeof v);
    if constexpr (std::endian::native == std::endian::little)
        v = __builtin_bswap64(v);
    return v;
}

constexpr void store_be64(std::uint8_t *p, std::uint64_t v) noexcept {
    if (std::is_constant_evaluated()) {
        for (int i = 7; i >= 0; --i, v >>= 8)
            p[i] = static_cast<std::uint8_t>(v);
        return;
    }
    if constexpr (std::endian::native == std::endian::little)
        v = __builtin_bswap64(v);
    std::memcpy(p, &v, sizeof v);
}

// The upper 64 bits of a 64 x 64 product.
constexpr std::uint64_t mulhi(std::uint64_t a, std::uint64_t b) noexcept {
    return static_cast<std::uint64_t>(uint128{a} * b >> 64);
}

// floor(2^shift * factor / divisor), for factor < divisor < 2^127: reciprocals of constants.
consteval uint128 shifted_quotient(int shift, uint128 divisor, uint128 factor = 1) {
    uint128 quotient = 0, rest = factor;
    for (; shift > 0; --shift) {
        rest <<= 1;
        quotient <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1;
        }
    }
    return quotient;
}

// An octet string, ordered as by memcmp.  Alignment 1: it may be laid over any address of PostgreSQL's.
template <std::size_t N>
struct octets {
    static_assert(N == 15 || N == 16);
    static constexpr std::size_t size = N;

    std::uint8_t bytes[N];

    // The first eight octets, and the last eight (which overlap the first by one where N is 15).
    constexpr std::uint64_t high() const noexcept { return load_be64(bytes); }
    constexpr std::uint64_t low() const noexcept { return load_be64(bytes + N - 8); }

    static constexpr octets filled(std::uint8_t octet) noexcept {
        octets v{};
        for (auto &b : v.bytes)
            b = octet;
        return v;
    }

    // The next and the previous value; false (and `*this` unspecified) if there is none.
    constexpr bool increment() noexcept {
        for (std::size_t i = N; i-- > 0;)
            if (++bytes[i] != 0)
                return true;
        return false;
    }
    constexpr bool decrement() noexcept {
        for (std::size_t i = N; i-- > 0;)
            if (bytes[i]-- != 0)
                return true;
        return false;
    }

    // -1, 0 or 1.
    friend constexpr int compare(const octets &a, const octets &b) noexcept {
        const std::uint64_t ah = a.high(), bh = b.high();
        if (ah != bh)
            return ah < bh ? -1 : 1;
        const std::uint64_t al = a.low(), bl = b.low();
        return (al > bl) - (al < bl);
    }
    friend constexpr bool operator==(const octets &a, const octets &b) noexcept {
        return ((a.high() ^ b.high()) | (a.low() ^ b.low())) == 0;
    }
    friend constexpr std::strong_ordering operator<=>(const octets &a, const octets &b) noexcept {
        return compare(a, b) <=> 0;
    }
};

using uuid = octets<16>;
static_assert(alignof(uuid) == 1 && sizeof(uuid) == 16 && sizeof(octets<15>) == 15);

constexpr uuid make_uuid(std::uint64_t high, std::uint64_t low) noexcept {
    uuid v{};
    store_be64(v.bytes, high);
    store_be64(v.bytes + 8, low);
    return v;
}

// A UUID's version, or 0 if its variant is another one than RFC 9562's (section 4.1).
constexpr int version_of(const uuid &u) noexcept {
    return u.low() >> 62 == 2 ? static_cast<int>(u.high() >> 12 & 0xf) : 0;
}

constexpr int compare(std::uint64_t a, std::uint64_t b) noexcept { return (a > b) - (a < b); }

constexpr bool increment(std::uint64_t &v) noexcept { return ++v != 0; }
constexpr bool decrement(std::uint64_t &v) noexcept { return v-- != 0; }
template <std::size_t N>
constexpr bool increment(octets<N> &v) noexcept {
    return v.increment();
}
template <std::size_t N>
constexpr bool decrement(octets<N> &v) noexcept {
    return v.decrement();
}

} // namespace base62id::codec
