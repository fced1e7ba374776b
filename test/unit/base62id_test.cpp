// Base62id of UUIDs against its vectors, libgmp, and the laws.
#include "../naive/scheme.hpp"
#include "gmp.hpp"
#include "laws.hpp"

namespace test {
namespace {

using codec::base62id;

INSTANTIATE_TYPED_TEST_SUITE_P(base62id, fixed_laws, base62id);
INSTANTIATE_TYPED_TEST_SUITE_P(base62id, prefix_laws, base62id);

TEST(base62id, vectors) { check_vectors<base62id>(vectors("base62id").at("uuid"), 65); }

TEST(base62id, invalid_vectors) {
    check_invalid_vectors<base62id>(vectors("base62id").at("invalid_uuid_text"), 17);
}

// The number 2 * 2^128 + id, as GMP writes it.
std::string by_gmp(const uuid &id) {
    std::vector<std::uint8_t> octets{2};
    octets.insert(octets.end(), std::begin(id.bytes), std::end(id.bytes));
    return integer(octets).base62();
}

TEST(base62id, agrees_with_gmp) {
    const auto check = [](const uuid &id) {
        const std::string text = by_gmp(id);
        ASSERT_EQ(encode<base62id>(id), text);
        ASSERT_EQ(decoded<base62id>(text), id);
    };
    random r;
    for (int i = 0; i < random_rounds; ++i)
        check(r.value<uuid>());
    // Where the quotients by 62^16 and 62^8, which are estimated, step: multiples of both, give or take
    // two.  The prefix 2 * 2^128 vanishes modulo 2^128.
    uint128 power8 = 1;
    for (int i = 0; i < 8; ++i)
        power8 *= 62;
    const uint128 power16 = power8 * power8;
    const auto first = static_cast<std::uint64_t>((~uint128{0} / power16 + 1) * 2);
    for (int i = 0; i < random_rounds; ++i) {
        const uint128 a = first + r.below(first / 2 - 2);
        const uint128 b = r.chance(50) ? 0 : r.bits64() % static_cast<std::uint64_t>(power8);
        for (int d = -2; d <= 2; ++d)
            check(value_of<uuid>(a * power16 + b * power8 + static_cast<uint128>(d)));
    }
}

// The numbers around each end of the prefix's range, and the largest of 22 symbols.
TEST(base62id, prefix_bits) {
    struct {
        const char *number;
        int offset;
        result expected;
    } const cases[] = {
        {"200000000000000000000000000000000", 0, {}},
        {"200000000000000000000000000000000", -1, {status::bad_prefix_bits, 0}},
        {"2ffffffffffffffffffffffffffffffff", 0, {}},
        {"300000000000000000000000000000000", 0, {status::bad_prefix_bits, 0}},
        {"3ffffffffffffffffffffffffffffffff", 0, {status::bad_prefix_bits, 0}},
        {"400000000000000000000000000000000", 0, {status::overflow, 0}},
        {"5ffffffffffffffffffffffffffffffff", 0, {status::overflow, 0}},
        {"600000000000000000000000000000000", 0, {status::overflow, 0}},
        {"1ffffffffffffffffffffffffffffffff", 0, {status::bad_prefix_bits, 0}},
        {"100000000000000000000000000000000", 0, {status::bad_prefix_bits, 0}},
        {"0", 0, {status::bad_prefix_bits, 0}},
    };
    for (const auto &c : cases) {
        std::string text = integer(c.number, 16).plus(c.offset).base62();
        text.insert(0, 22 - text.size(), '0');
        uuid id{};
        EXPECT_EQ(codec::decode<base62id>(text, id), c.expected) << c.number;
    }
    uuid id{};
    EXPECT_EQ(codec::decode<base62id>("zzzzzzzzzzzzzzzzzzzzzz", id), (result{status::overflow, 0}));
}

// Section 8: the first symbol is a letter.
TEST(base62id, never_begins_with_a_digit) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const char first = encode<base62id>(r.value<uuid>())[0];
        ASSERT_TRUE(first >= 'F' && first <= 'N') << first;
    }
}

} // namespace
} // namespace test
