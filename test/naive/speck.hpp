// Speck64/128 by arithmetic modulo 2^32, from the recurrences of its paper.
#pragma once

#include <cstdint>
#include <vector>

namespace naive {

struct speck64 {
    std::vector<std::uint64_t> k, l;

    explicit speck64(const std::vector<std::uint8_t> &key) {
        for (std::size_t at = 0; at < 16; at += 4)
            (at == 0 ? k : l)
                .push_back(key[at] + 0x100 * (key[at + 1] +
                                              0x100 * (key[at + 2] + std::uint64_t{0x100} * key[at + 3])));
        for (std::size_t i = 0; i < 26; ++i) {
            l.push_back(((k[i] + right(l[i], 8)) % modulus) ^ i);
            k.push_back(left(k[i], 3) ^ l[i + 3]);
        }
    }

    std::uint64_t encrypt(std::uint64_t block) const {
        std::uint64_t x = block / modulus, y = block % modulus;
        for (const std::uint64_t key : k) {
            x = ((right(x, 8) + y) % modulus) ^ key;
            y = left(y, 3) ^ x;
        }
        return x * modulus + y;
    }
    std::uint64_t decrypt(std::uint64_t block) const {
        std::uint64_t x = block / modulus, y = block % modulus;
        for (auto key = k.rbegin(); key != k.rend(); ++key) {
            y = right(x ^ y, 3);
            x = left(((x ^ *key) + modulus - y) % modulus, 8);
        }
        return x * modulus + y;
    }

  private:
    static constexpr std::uint64_t modulus = 0x1'0000'0000;
    // Digits that leave at one end of 32 bits come in at the other.
    static std::uint64_t left(std::uint64_t v, unsigned n) {
        const std::uint64_t shifted = v << n;
        return shifted % modulus + shifted / modulus;
    }
    static std::uint64_t right(std::uint64_t v, unsigned n) { return left(v, 32 - n); }
};

} // namespace naive
