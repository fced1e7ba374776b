// Speck64/128 and masks of numbers against vectors, the plain implementation, and themselves.
#include <base62id/speck64.hpp>
#include <base62id/uid11.hpp>

#include <cmath>

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

// Neighbours look unrelated, and so does the same number under a key of one bit less or more.
TEST(speck64, half_of_the_bits_change) {
    random r;
    constexpr int numbers = 100'000;
    std::int64_t by_neighbour = 0, by_key = 0;
    for (int key = 0; key < 100; ++key) {
        auto octets = r.octets(speck64::key_size);
        const speck64 cipher(octets.data());
        octets[r.below(16)] ^= static_cast<std::uint8_t>(1 << r.below(8));
        const speck64 other(octets.data());
        for (int i = 0; i < numbers / 100; ++i) {
            const std::uint64_t number = 1 + r.below(1'000'000), facade = cipher.encrypt(number);
            by_neighbour += std::popcount(facade ^ cipher.encrypt(number - 1)) +
                            std::popcount(facade ^ cipher.encrypt(number + 1));
            by_key += std::popcount(facade ^ other.encrypt(number));
        }
    }
    // Binomial, 64 bits: mean 32, deviation 4; of the averages 0.009 and 0.013.
    EXPECT_NEAR(double(by_neighbour) / (2 * numbers), 32, 0.05);
    EXPECT_NEAR(double(by_key) / numbers, 32, 0.07);
}

// The eight octets of what a sequence shows as are uniform, each by itself.
TEST(speck64, octets_of_a_sequence_are_uniform) {
    random r;
    const speck64 cipher(r.octets(speck64::key_size).data());
    constexpr int numbers = 1'000'000, values = 256;
    std::vector<std::array<int, values>> count(8);
    for (std::uint64_t number = 1; number <= numbers; ++number) {
        const std::uint64_t facade = cipher.encrypt(number);
        for (unsigned place = 0; place < 8; ++place)
            ++count[place][facade >> 8 * place & 0xff];
    }
    for (const auto &octet : count) {
        double chi_square = 0;
        for (const int n : octet)
            chi_square += std::pow(n - double(numbers) / values, 2) / (double(numbers) / values);
        // 255 degrees of freedom: mean 255, standard deviation 22.6; five of them.
        EXPECT_NEAR(chi_square, 255, 5 * std::sqrt(2 * 255));
    }
}

} // namespace
} // namespace test
