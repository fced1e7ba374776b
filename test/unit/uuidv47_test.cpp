// SipHash-2-4 and UUIDv47 against published vectors, the plain implementation, and themselves.
#include <base62id/uuidv47.hpp>

#include "../naive/masks.hpp"
#include "support.hpp"

namespace test {
namespace {

using codec::siphash;
using codec::uuidv47;

siphash::key key_of(const std::vector<std::uint8_t> &octets) { return siphash::key_of(octets.data()); }

std::uint64_t hash_of(const std::vector<std::uint8_t> &key, const std::vector<std::uint8_t> &message) {
    siphash hash(key_of(key));
    std::size_t at = 0;
    for (; at + 8 <= message.size(); at += 8)
        hash.absorb(naive::little_endian(message.data() + at));
    std::uint64_t rest = 0;
    for (std::size_t i = at; i < message.size(); ++i)
        rest |= std::uint64_t{message[i]} << 8 * (i - at);
    return hash.finish(rest, message.size());
}

TEST(siphash, the_plain_one_knows_the_published_vectors) {
    std::vector<std::uint8_t> key, message;
    for (std::uint8_t i = 0; i < 16; ++i)
        key.push_back(i);
    const std::uint64_t published[] = {0x726fdb47dd0e0e31, 0x74f839c593dc67fd, 0x0d6c8009d9a94f5a,
                                       0x85676696d7fb7e2d};
    for (const std::uint64_t hash : published) {
        EXPECT_EQ(naive::siphash24(key, message), hash);
        message.push_back(static_cast<std::uint8_t>(message.size()));
    }
    while (message.size() < 15)
        message.push_back(static_cast<std::uint8_t>(message.size()));
    EXPECT_EQ(naive::siphash24(key, message), 0xa129ca6149be45e5); // the paper's, appendix A
}

TEST(siphash, messages_of_every_length) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const auto key = r.octets(16), message = r.octets(r.below(256));
        ASSERT_EQ(hash_of(key, message), naive::siphash24(key, message)) << message.size();
    }
}

TEST(uuidv47, vectors) {
    const auto file = vectors("uuidv47");
    for (const auto &entry : file.at("vectors")) {
        const auto key = key_of(octets_of_hex(entry.at("key").get<std::string>()));
        const uuid inside = value_of_hex<uuid>(entry.at("uuid_v7").get<std::string>()),
                   facade = value_of_hex<uuid>(entry.at("facade_v4").get<std::string>());
        EXPECT_EQ(uuidv47::other_side(inside, key), facade) << entry;
        EXPECT_EQ(uuidv47::other_side(facade, key), inside) << entry;
    }
    EXPECT_EQ(file.at("vectors").size(), 24u);
}

// There and back, a million times; the plain one says the same of every tenth.
TEST(uuidv47, there_and_back) {
    random r;
    for (int i = 0; i < 1'000'000; ++i) {
        const auto octets = r.octets(16);
        const auto key = key_of(octets);
        const uuid inside = codec::uuidv7::make(r.bits64() % codec::uuidv7::tick_limit, r.bits64() >> 2);
        const uuid facade = uuidv47::other_side(inside, key);
        ASSERT_EQ(codec::version_of(facade), 4);
        ASSERT_EQ(facade.high() & 0xfff, inside.high() & 0xfff);
        ASSERT_EQ(facade.low(), inside.low());
        ASSERT_EQ(uuidv47::other_side(facade, key), inside);
        if (i % 10 == 0) {
            std::array<std::uint8_t, 16> plain;
            std::copy(std::begin(inside.bytes), std::end(inside.bytes), plain.begin());
            plain = naive::uuidv47(plain, octets, 4);
            ASSERT_TRUE(std::equal(plain.begin(), plain.end(), facade.bytes));
        }
    }
}

// Every bit of the key counts, and so does every random bit: each changes about half of the mask.
TEST(uuidv47, each_bit_of_key_and_random_changes_the_mask) {
    random r;
    int changed[128 + 74] = {};
    constexpr int rounds = 200;
    for (int i = 0; i < rounds; ++i) {
        auto octets = r.octets(16);
        const uuid inside = codec::uuidv7::make(r.bits64() % codec::uuidv7::tick_limit, r.bits64() >> 2);
        const auto time = [](const uuid &u) { return u.high() >> 16; };
        const std::uint64_t mask = time(uuidv47::other_side(inside, key_of(octets))) ^ time(inside);
        for (std::size_t bit = 0; bit < 128; ++bit) {
            octets[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
            changed[bit] +=
                __builtin_popcountll(time(uuidv47::other_side(inside, key_of(octets))) ^ time(inside) ^ mask);
            octets[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
        }
        for (std::size_t bit = 0; bit < 74; ++bit) {
            uuid other = inside;
            const std::size_t at = bit < 62 ? 127 - bit : 63 - (bit - 62);
            other.bytes[at / 8] ^= static_cast<std::uint8_t>(0x80 >> at % 8);
            changed[128 + bit] +=
                __builtin_popcountll(time(uuidv47::other_side(other, key_of(octets))) ^ time(other) ^ mask);
        }
    }
    // Binomial, 48 bits a round: mean 24 a round, deviation 3.5 * sqrt(rounds) = 49; six of them, 202 places.
    for (const int n : changed)
        EXPECT_NEAR(n, 24 * rounds, 6 * 49);
}

} // namespace
} // namespace test
