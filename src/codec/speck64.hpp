// Speck64/128, and what a number is shown as under a mask: its ciphertext as a uid11.
//
// Cipher: Beaulieu, Shors, Smith, Treatman-Clark, Weeks and Wingers, "The SIMON and SPECK Families of
// Lightweight Block Ciphers" (2013), sections 4.1 and 4.2.  Descriptions differ in the order of octets; here
// a block is a number whose upper half is the paper's x, and a key is four little-endian words, k0 first.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace base62id::codec {

class speck64 {
    // All rounds in a row, in two registers.  Defined before use: clang 14 evaluates no
    // other function in a static_assert here.
    template <std::size_t... i>
    [[gnu::always_inline]] constexpr std::uint64_t encrypt_rounds(std::uint64_t block,
                                                                  std::index_sequence<i...>) const noexcept {
        auto x = static_cast<std::uint32_t>(block >> 32), y = static_cast<std::uint32_t>(block);
        (round(x, y, round_key_[i]), ...);
        return std::uint64_t{x} << 32 | y;
    }
    template <std::size_t... i>
    [[gnu::always_inline]] constexpr std::uint64_t decrypt_rounds(std::uint64_t block,
                                                                  std::index_sequence<i...>) const noexcept {
        auto x = static_cast<std::uint32_t>(block >> 32), y = static_cast<std::uint32_t>(block);
        (undo(x, y, round_key_[rounds - 1 - i]), ...);
        return std::uint64_t{x} << 32 | y;
    }

  public:
    static constexpr std::size_t key_size = 16, rounds = 27;

    constexpr speck64() noexcept = default;
    // `key` has key_size octets.
    explicit constexpr speck64(const std::uint8_t *key) noexcept {
        std::uint32_t k = word(key), l[3] = {word(key + 4), word(key + 8), word(key + 12)};
        for (std::uint32_t i = 0; i < rounds; ++i) {
            round_key_[i] = k;
            round(l[i % 3], k, i); // the schedule is the cipher's own round
        }
    }

    [[gnu::always_inline]] constexpr std::uint64_t encrypt(std::uint64_t block) const noexcept {
        return encrypt_rounds(block, std::make_index_sequence<rounds>{});
    }
    [[gnu::always_inline]] constexpr std::uint64_t decrypt(std::uint64_t block) const noexcept {
        return decrypt_rounds(block, std::make_index_sequence<rounds>{});
    }

  private:
    static constexpr std::uint32_t word(const std::uint8_t *octets) noexcept {
        return std::uint32_t{octets[0]} | std::uint32_t{octets[1]} << 8 | std::uint32_t{octets[2]} << 16 |
               std::uint32_t{octets[3]} << 24;
    }
    [[gnu::always_inline]] static constexpr void round(std::uint32_t &x, std::uint32_t &y,
                                                       std::uint32_t key) noexcept {
        x = (std::rotr(x, 8) + y) ^ key;
        y = std::rotl(y, 3) ^ x;
    }
    [[gnu::always_inline]] static constexpr void undo(std::uint32_t &x, std::uint32_t &y,
                                                      std::uint32_t key) noexcept {
        y = std::rotr(y ^ x, 3);
        x = std::rotl((x ^ key) - y, 8);
    }

    std::uint32_t round_key_[rounds] = {};
};

// The cipher's key of a mask: the first speck64::key_size octets of HMAC-SHA256 under the mask's own key, of
// this text, one octet 0 and the type prefix.
inline constexpr std::string_view number_mask_purpose = "base62id number mask";

} // namespace base62id::codec
