// The masks: SipHash-2-4 and UUIDv47 octet by octet, as their descriptions go, and Speck64/128.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace naive {

using octet_list = std::vector<std::uint8_t>;

inline std::uint64_t little_endian(const std::uint8_t *octets) {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i)
        word += std::uint64_t{octets[i]} << 8 * i;
    return word;
}

inline std::uint64_t siphash24(const octet_list &key, octet_list message) {
    std::uint64_t v0, v1, v2, v3;
    const std::uint64_t k0 = little_endian(key.data()), k1 = little_endian(key.data() + 8);
    v0 = k0 ^ little_endian(reinterpret_cast<const std::uint8_t *>("uespemos"));
    v1 = k1 ^ little_endian(reinterpret_cast<const std::uint8_t *>("modnarod"));
    v2 = k0 ^ little_endian(reinterpret_cast<const std::uint8_t *>("arenegyl"));
    v3 = k1 ^ little_endian(reinterpret_cast<const std::uint8_t *>("setybdet"));
    const auto rotate = [](std::uint64_t v, unsigned n) { return v << n | v >> (64 - n); };
    const auto rounds = [&](int count) {
        while (count-- > 0) {
            v0 += v1, v1 = rotate(v1, 13), v1 ^= v0, v0 = rotate(v0, 32);
            v2 += v3, v3 = rotate(v3, 16), v3 ^= v2;
            v0 += v3, v3 = rotate(v3, 21), v3 ^= v0;
            v2 += v1, v1 = rotate(v1, 17), v1 ^= v2, v2 = rotate(v2, 32);
        }
    };
    const auto length = static_cast<std::uint8_t>(message.size());
    while (message.size() % 8 != 7)
        message.push_back(0);
    message.push_back(length);
    for (std::size_t at = 0; at < message.size(); at += 8) {
        const std::uint64_t word = little_endian(message.data() + at);
        v3 ^= word;
        rounds(2);
        v0 ^= word;
    }
    v2 ^= 0xff;
    rounds(4);
    return v0 ^ v1 ^ v2 ^ v3;
}

// The facade of a version 7 UUID (from 7 to 4), or back (from 4 to 7).
inline std::array<std::uint8_t, 16> uuidv47(std::array<std::uint8_t, 16> id, const octet_list &key,
                                            int to_version) {
    octet_list random = {static_cast<std::uint8_t>(id[6] & 0x0f), id[7],
                         static_cast<std::uint8_t>(id[8] & 0x3f)};
    random.insert(random.end(), id.begin() + 9, id.end());
    const std::uint64_t mask = siphash24(key, random);
    for (unsigned i = 0; i < 6; ++i)
        id[i] ^= static_cast<std::uint8_t>(mask >> 8 * (5 - i));
    id[6] = static_cast<std::uint8_t>((id[6] & 0x0f) | to_version << 4);
    id[8] = static_cast<std::uint8_t>((id[8] & 0x3f) | 0x80);
    return id;
}

// Speck64/128 by arithmetic modulo 2^32, from the recurrences of its paper.
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
