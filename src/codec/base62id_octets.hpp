// Base62id of octet strings of any length.
//
// Specification: Base62id Encoding Specification, sections 5 to 7.  With L data bits the number that is
// written is N = 2 * 2^L + data, which as octets is 0x02 followed by the data.  Reading finds L from
// that leading octet: a text whose number starts otherwise holds no whole octets after the prefix "10".
// Texts of different lengths do not sort as their data.
//
// The conversion works in limbs of ten digits (62^10 < 2^60) and is quadratic in the length; `check` is
// called about every 100 microseconds, so that a caller can be interrupted (it may leave by longjmp).
#pragma once

#include <span>
#include <utility>

#include "base62id.hpp"

namespace base62id::codec {

// How many symbols a number of that many bits can take: log2(62) = 5.95419631...
constexpr std::size_t base62_symbols(std::size_t bits) noexcept { return bits * 10'000'000 / 59'541'963 + 1; }

struct base62id_octets {
    static constexpr std::string_view name = "base62id";
    static constexpr std::size_t max_data = 65536; // octets
    using digits = base62id::digits;

    // Room for the text of `n` octets of data; the text itself may be shorter by a symbol.
    static constexpr std::size_t text_bound(std::size_t n) noexcept { return base62_symbols(8 * n + 2); }
    // Room for the data of a text of `n` symbols.
    static constexpr std::size_t data_bound(std::size_t n) noexcept { return n * 3 / 4 + 8; }
    // The longest text of max_data octets.
    static constexpr std::size_t max_text = base62_symbols(8 * max_data + 2);

    // Scratch space in words.
    static constexpr std::size_t encode_scratch(std::size_t n) noexcept {
        return 2 * (text_bound(n) / 10 + block_limbs + 2);
    }
    static constexpr std::size_t decode_scratch(std::size_t n) noexcept { return n / 10 + 2; }

    // Writes the text of `data` to `text` (room: text_bound) and returns its length.
    template <class Check>
    static constexpr std::size_t encode(std::span<const std::uint8_t> data, char *text,
                                        std::span<std::uint64_t> scratch, Check &&check) noexcept {
        std::uint64_t *acc = scratch.data(), *next = acc + scratch.size() / 2;
        std::size_t limbs = 0;

        // Horner's rule with digits of `block_octets`; the first takes the prefix and the octets left over.
        std::size_t taken = data.size() % block_octets;
        limbs = convert_block(data.first(taken), 2, acc);
        for (; taken < data.size(); taken += block_octets) {
            check();
            std::uint64_t block[block_limbs] = {};
            convert_block(data.subspan(taken, block_octets), 0, block);
            limbs = multiply_add(acc, limbs, block, next);
            std::swap(acc, next);
        }

        char *to = text;
        char top[10];
        put10(top, acc[limbs - 1]);
        std::size_t zeros = 0;
        while (top[zeros] == base62id::symbols.first())
            ++zeros;
        for (; zeros < 10; ++zeros)
            *to++ = top[zeros];
        for (std::size_t i = limbs - 1; i-- > 0; to += 10)
            put10(to, acc[i]);
        return static_cast<std::size_t>(to - text);
    }

    // Reads a text, bare or quoted; `data` has room for data_bound octets, and success sets `length`.
    template <class Check>
    static constexpr result decode(std::string_view text, std::uint8_t *data, std::size_t &length,
                                   std::span<std::uint64_t> scratch, Check &&check) noexcept {
        const auto [bare, offset, fault] = check_quotes(text);
        if (!fault)
            return fault;
        if (bare.empty() || bare.size() > max_text)
            return {status::bad_length, bare.size()};
        if (const std::size_t bad = digits::first_invalid(bare); bad < bare.size())
            return {status::bad_symbol, bad + offset};
        if (bare.front() == base62id::symbols.first())
            return {status::leading_zero, offset};

        std::uint64_t *acc = scratch.data();
        std::size_t words = 0;
        std::size_t taken = bare.size() % 10;
        if (taken != 0) {
            for (std::size_t i = 0; i < taken; ++i)
                acc[0] = (i == 0 ? 0 : acc[0] * digits::base) + digits::get1(&bare[i]);
            words = 1;
        }
        for (std::size_t step = 0; taken < bare.size(); taken += 10, ++step) {
            if (step % 64 == 0)
                check();
            std::uint64_t carry = get10(&bare[taken]);
            for (std::size_t i = 0; i < words; ++i) {
                const uint128 product = uint128{acc[i]} * limb_base + carry;
                acc[i] = static_cast<std::uint64_t>(product);
                carry = static_cast<std::uint64_t>(product >> 64);
            }
            if (carry != 0)
                acc[words++] = carry;
        }

        // The leading octet of N must be 0x02.
        const auto octet = [&](std::size_t i) { return static_cast<std::uint8_t>(acc[i / 8] >> i % 8 * 8); };
        std::size_t top = 8 * words;
        while (octet(top - 1) == 0) // N > 0: the first symbol is not '0'
            --top;
        if (octet(top - 1) != 2)
            return {status::bad_bit_length, offset};
        length = top - 1;
        if (length > max_data)
            return {status::bad_length, bare.size()};
        for (std::size_t i = 0; i < length; ++i)
            data[i] = octet(length - 1 - i);
        return {};
    }

  private:
    friend struct proof;                                                                     // test/proof
    static constexpr std::uint64_t limb_base = std::uint64_t{digits::base8} * digits::base2; // 62^10
    static constexpr std::size_t block_words = 16, block_octets = 8 * block_words;
    static constexpr std::size_t block_limbs = 18; // 2^1024 < 62^180

    struct quotient {
        std::uint64_t q, r;
    };
    static constexpr int dropped = 60, scale = 123; // as in base62id
    static constexpr auto reciprocal = static_cast<std::uint64_t>(shifted_quotient(scale, limb_base));
    static_assert(shifted_quotient(scale, limb_base) >> 64 == 0 && limb_base >> dropped == 0);
    // x / 62^10 for x < 2^64 * 62^10.  The estimate is too small by at most four.
    static constexpr quotient divide(uint128 x) noexcept {
        const auto estimate = static_cast<std::uint64_t>(
            uint128{static_cast<std::uint64_t>(x >> dropped)} * reciprocal >> (scale - dropped));
        const std::uint64_t rest = static_cast<std::uint64_t>(x) - estimate * limb_base;
        return {estimate + rest / limb_base, rest % limb_base};
    }

    // limbs = lead, then octets, as one big-endian number; returns how many limbs it takes (at least one
    // for the first block, whose `lead` is the prefix).
    static constexpr std::size_t convert_block(std::span<const std::uint8_t> octets, std::uint64_t lead,
                                               std::uint64_t *limbs) noexcept {
        std::size_t n = 1;
        limbs[0] = lead;
        std::size_t i = 0;
        while (i < octets.size()) {
            // Eight octets at a time, those left over first.
            const std::size_t width = (octets.size() - i) % 8 == 0 ? 8 : (octets.size() - i) % 8;
            std::uint64_t word = 0;
            for (std::size_t k = 0; k < width; ++k)
                word = word << 8 | octets[i + k];
            std::uint64_t carry = word;
            for (std::size_t k = 0; k < n; ++k) {
                const quotient d = divide((uint128{limbs[k]} << 8 * width) + carry);
                limbs[k] = d.r;
                carry = d.q;
            }
            while (carry != 0) {
                limbs[n++] = carry % limb_base;
                carry /= limb_base;
            }
            i += width;
        }
        return n;
    }

    // next = acc * 2^(8 * block_octets) + block, by columns: at most 18 products below 62^20 and a carry
    // below 2^64 stay below 2^64 * 62^10.  Returns the number of limbs.
    static constexpr std::size_t multiply_add(const std::uint64_t *acc, std::size_t limbs,
                                              const std::uint64_t *block, std::uint64_t *next) noexcept {
        std::uint64_t carry = 0;
        const std::size_t columns = limbs + block_limbs - 1;
        for (std::size_t k = 0; k < columns; ++k) {
            const std::size_t from = k < limbs ? 0 : k - limbs + 1;
            const std::size_t to = k < block_limbs ? k + 1 : block_limbs;
            uint128 sum = uint128{carry} + (k < block_limbs ? block[k] : 0);
            for (std::size_t j = from; j < to; ++j)
                sum += uint128{acc[k - j]} * block_weight[j];
            const quotient d = divide(sum);
            next[k] = d.r;
            carry = d.q;
        }
        std::size_t n = columns;
        for (; carry != 0; carry /= limb_base)
            next[n++] = carry % limb_base;
        while (n > 1 && next[n - 1] == 0)
            --n;
        return n;
    }

    // 2^(8 * block_octets) in base 62^10, least significant limb first.
    static constexpr auto block_weight = [] {
        std::array<std::uint64_t, block_limbs> w{1};
        for (std::size_t bit = 8 * block_octets; bit != 0; --bit) {
            std::uint64_t carry = 0;
            for (auto &limb : w) {
                limb = 2 * limb + carry;
                carry = limb >= limb_base;
                limb -= carry * limb_base;
            }
        }
        return w;
    }();

    static constexpr void put10(char *to, std::uint64_t limb) noexcept {
        digits::put2(to, static_cast<std::uint32_t>(limb / digits::base8));
        digits::put8(to + 2, limb % digits::base8);
    }
    static constexpr std::uint64_t get10(const char *p) noexcept {
        return digits::get2(p) * digits::base8 + std::uint64_t{digits::get4(p + 2)} * digits::base4 +
               digits::get4(p + 6);
    }
};

} // namespace base62id::codec
