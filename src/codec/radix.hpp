// Digits of an ordered alphabet, one to eight at a time, by tables made at compile time.
//
// Writing looks up two symbols at once (base^2 entries: 512 octets for base 16, 2 KB for base 32,
// 8 KB for base 64).  Reading adds
// up to four entries of tables that hold the symbol's value times 1, base, base^2 and base^3 (4 KB in all).
// An octet outside the alphabet holds `invalid`, which is larger than any sum of four valid entries and
// stays visible in any sum: decoders OR all limbs together and test once.
#pragma once

#include <array>

#include "octets.hpp"

namespace base62id::codec {

struct alphabet {
    char symbols[64] = {};
    std::uint32_t base = 0;
    bool fold_case = false; // decoding takes either case of a letter

    consteval explicit alphabet(std::string_view all, bool fold = false) : fold_case(fold) {
        for (const char c : all)
            symbols[base++] = c;
    }

    // Strictly ascending ASCII is what makes texts sort as their numbers do.
    constexpr bool ascending() const noexcept {
        for (std::uint32_t i = 1; i < base; ++i)
            if (symbols[i - 1] >= symbols[i])
                return false;
        return symbols[0] > ' ' && symbols[base - 1] <= '~';
    }
    constexpr char first() const noexcept { return symbols[0]; }
    constexpr char last() const noexcept { return symbols[base - 1]; }
};

template <alphabet A>
struct radix {
    static_assert(A.ascending());

    static constexpr std::uint32_t base = A.base;
    static constexpr std::uint32_t base2 = base * base;
    static constexpr std::uint32_t base4 = base2 * base2; // at most 2^24
    static constexpr std::uint64_t base8 = std::uint64_t{base4} * base4;
    static constexpr std::uint32_t invalid = 1u << 28;
    static_assert(base4 <= 1u << 24);
    // Four entries of which one to four are invalid: a bit of `invalid` or above is set, and nothing wraps.
    static_assert(base4 <= invalid && std::uint64_t{4} * invalid + base4 < std::uint64_t{1} << 31);

    static constexpr auto pairs = [] {
        std::array<char, std::size_t{base2} * 2> t{};
        for (std::uint32_t i = 0; i < base2; ++i) {
            t[2 * i] = A.symbols[i / base];
            t[2 * i + 1] = A.symbols[i % base];
        }
        return t;
    }();

    static constexpr auto weighted(std::uint32_t weight) {
        std::array<std::uint32_t, 256> t{};
        for (auto &entry : t)
            entry = invalid;
        for (std::uint32_t i = 0; i < base; ++i) {
            const auto c = static_cast<unsigned char>(A.symbols[i]);
            t[c] = i * weight;
            if (A.fold_case && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
                t[c ^ ('a' ^ 'A')] = i * weight;
        }
        return t;
    }
    static constexpr auto ones = weighted(1);
    static constexpr auto twos = weighted(base);
    static constexpr auto threes = weighted(base2);
    static constexpr auto fours = weighted(base2 * base);

    static constexpr bool contains(char c) noexcept { return ones[static_cast<unsigned char>(c)] != invalid; }

    // A symbol as it is written; `c` is one, of either case where case is folded.
    static constexpr char canonical(char c) noexcept {
        return A.symbols[ones[static_cast<unsigned char>(c)]];
    }

    // put: writes exactly that many symbols of a value below base^n.
    static constexpr void put1(char *to, std::uint32_t v) noexcept { *to = A.symbols[v]; }
    static constexpr void put2(char *to, std::uint32_t v) noexcept {
        copy<2>(to, &pairs[std::size_t{2} * v]);
    }
    static constexpr void put3(char *to, std::uint32_t v) noexcept {
        put1(to, v / base2);
        put2(to + 1, v % base2);
    }
    static constexpr void put4(char *to, std::uint32_t v) noexcept {
        put2(to, v / base2);
        put2(to + 2, v % base2);
    }
    static constexpr void put8(char *to, std::uint64_t v) noexcept {
        put4(to, static_cast<std::uint32_t>(v / base4));
        put4(to + 4, static_cast<std::uint32_t>(v % base4));
    }

    // get: the value of that many symbols, or anything with a bit of `invalid` or above set.
    static constexpr std::uint32_t get1(const char *p) noexcept { return ones[octet(p[0])]; }
    static constexpr std::uint32_t get2(const char *p) noexcept {
        return twos[octet(p[0])] + ones[octet(p[1])];
    }
    static constexpr std::uint32_t get3(const char *p) noexcept { return threes[octet(p[0])] + get2(p + 1); }
    static constexpr std::uint32_t get4(const char *p) noexcept {
        return fours[octet(p[0])] + threes[octet(p[1])] + get2(p + 2);
    }

    // True where no limb that went into `limbs` by OR met an octet outside the alphabet.
    static constexpr bool valid(std::uint32_t limbs) noexcept { return limbs < invalid; }

    // The offset of the first octet outside the alphabet, or text.size().
    static constexpr std::size_t first_invalid(std::string_view text) noexcept {
        std::size_t i = 0;
        while (i < text.size() && contains(text[i]))
            ++i;
        return i;
    }

  private:
    static constexpr unsigned char octet(char c) noexcept { return static_cast<unsigned char>(c); }
};

} // namespace base62id::codec
