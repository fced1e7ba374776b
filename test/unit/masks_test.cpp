// The masks, Speck64/128, SipHash-2-4 and UUIDv47, against published vectors, the plain implementations, and
// themselves.
#include <base62id/speck64.hpp>
#include <base62id/uid11.hpp>
#include <base62id/uuidv47.hpp>
#include <base62id/uuidv7.hpp>

#include "../naive/masks.hpp"
#include "support.hpp"

namespace test {
namespace {

using codec::speck64;

speck64 cipher_of(const std::string &hex) { return speck64(octets_of_hex(hex).data()); }
std::uint64_t block_of(const nlohmann::json &hex) { return std::stoull(hex.get<std::string>(), nullptr, 16); }

TEST(speck64, the_plain_one_knows_the_published_vector) {
    const auto vector = vectors("number-masks").at("cipher_vector");
    const naive::speck64 plain(octets_of_hex(vector.at("key").get<std::string>()));
    EXPECT_EQ(plain.encrypt(block_of(vector.at("plaintext"))), block_of(vector.at("ciphertext")));
    EXPECT_EQ(plain.decrypt(block_of(vector.at("ciphertext"))), block_of(vector.at("plaintext")));
}

// What the vectors' keys and prefixes come to, by Python's hmac: no HMAC is part of the codecs.
struct {
    const char *file_key, *prefix, *subkey;
} const subkeys[] = {
    {"000102030405060708090a0b0c0d0e0f", "inv", "5795badab506e0eee4bbf4b85c62be77"},
    {"000102030405060708090a0b0c0d0e0f", "ord", "4245e60ba80de156a736a5d70f9c9f61"},
    {"000102030405060708090a0b0c0d0e0f", "", "5481e5c2f0d76696cb45fd89bb48cf6e"},
    {"efcdab89674523011032547698badcfe", "inv", "4a54b6472372574645e6fee197197a1f"},
    {"efcdab89674523011032547698badcfe", "ord", "d8dc019f596267d10bfe44d08d31723e"},
    {"efcdab89674523011032547698badcfe", "", "f17371690fd890b84bac1a2b828117bb"},
};

TEST(number_masks, vectors) {
    const auto file = vectors("number-masks");
    std::size_t seen = 0;
    for (const auto &[file_key, prefix, subkey] : subkeys)
        for (const auto &entry : file.at("vectors")) {
            if (entry.at("file_key") != file_key || entry.at("prefix") != prefix)
                continue;
            const speck64 cipher = cipher_of(subkey);
            const std::uint64_t number = std::stoull(entry.at("number").get<std::string>());
            const std::uint64_t facade = cipher.encrypt(number);
            EXPECT_EQ(facade, block_of(entry.at("facade_hex"))) << entry;
            EXPECT_EQ(cipher.decrypt(facade), number) << entry;
            char text[codec::uid11::text_length];
            codec::uid11::encode(facade, text);
            const std::string separator = *prefix == '\0' ? "" : "_";
            EXPECT_EQ(prefix + separator + std::string(text, sizeof text), entry.at("text")) << entry;
            ++seen;
        }
    EXPECT_EQ(seen, file.at("vectors").size());
    EXPECT_EQ(seen, 72u);
}

// A million random numbers, ten million in the long form, under a new key each 10,000; the plain one says the
// same of every hundredth.
TEST(speck64, there_and_back) {
    random r;
    const int keys = std::getenv("BASE62ID_FULL") != nullptr ? 1000 : 100;
    for (int key = 0; key < keys; ++key) {
        const auto octets = r.octets(speck64::key_size);
        const speck64 cipher(octets.data());
        const naive::speck64 plain(octets);
        for (int i = 0; i < 10'000; ++i) {
            const std::uint64_t number = r.bits64(), facade = cipher.encrypt(number);
            ASSERT_EQ(cipher.decrypt(facade), number);
            if (i % 100 == 0) {
                ASSERT_EQ(plain.encrypt(number), facade);
                ASSERT_EQ(plain.decrypt(facade), number);
            }
        }
    }
}

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

} // namespace
} // namespace test
