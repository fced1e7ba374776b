// uid11 against its vectors, the loop over % 58, and the laws; and its profiles.
#include "../naive/scheme.hpp"
#include "laws.hpp"

namespace test {
namespace {

using codec::uid11;

INSTANTIATE_TYPED_TEST_SUITE_P(uid11, fixed_laws, uid11);
INSTANTIATE_TYPED_TEST_SUITE_P(uid11, prefix_laws, uid11);

std::uint64_t payload_of(const nlohmann::json &decimal) { return std::stoull(decimal.get<std::string>()); }

TEST(uid11, vectors) {
    check_vectors<uid11>(vectors("uid11").at("payload"), 37, [](const auto &entry, std::uint64_t payload) {
        const std::uint64_t ms = entry.at("xid_unix_ms").template get<std::uint64_t>() - codec::xid_epoch_ms;
        const std::uint32_t random = entry.at("xid_random");
        EXPECT_EQ(codec::xid::time(payload), ms);
        EXPECT_EQ(codec::xid::random(payload), random);
        EXPECT_EQ(codec::xid::pack(ms, random), payload);
    });
}

TEST(uid11, invalid_vectors) { check_invalid_vectors<uid11>(vectors("uid11").at("invalid_text"), 11); }

TEST(uid11, prefix_vectors) {
    const auto file = vectors("uid11");
    for (const auto &entry : file.at("prefix")) {
        std::uint64_t lower = 0, upper = 0;
        const std::string prefix = entry.at("prefix");
        const auto &range = entry.at("range");
        ASSERT_EQ(codec::prefix_range<uid11>(prefix, lower, upper), !range.is_null()) << prefix;
        if (!range.is_null()) {
            EXPECT_EQ(lower, payload_of(range[0])) << prefix;
            EXPECT_EQ(upper, payload_of(range[1])) << prefix;
        }
    }
    EXPECT_EQ(file.at("prefix").size(), 13u);
}

// 58^11 > 2^64: the texts that are rejected although their length and symbols are right.
TEST(uid11, overflow) {
    std::uint64_t v = 0;
    EXPECT_EQ(decoded<uid11>("jpXCZedGfVQ"), ~std::uint64_t{0});
    for (const char *text : {"jpXCZedGfVR", "jpXCZedGfVz", "jpXCZedGfW1", "jpXCZedGg11", "jpXCZf11111",
                             "jpXD1111111", "jq111111111", "k1111111111", "z1111111111", "zzzzzzzzzzz"}) {
        EXPECT_EQ(codec::decode<uid11>(text, v), (result{status::overflow, 0})) << text;
        EXPECT_EQ(codec::decode<uid11>(in_quotes(text), v), (result{status::overflow, 1})) << text;
    }
}

TEST(uid11, agrees_with_the_loop) {
    static constexpr std::string_view symbols = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const std::uint64_t payload = r.bits64() >> r.below(64);
        std::string text(11, '?');
        std::uint64_t rest = payload;
        for (std::size_t k = 11; k-- > 0; rest /= 58)
            text[k] = symbols[rest % 58];
        ASSERT_EQ(encode<uid11>(payload), text);
        std::uint64_t back = 0;
        for (const char c : text)
            back = back * 58 + symbols.find(c);
        ASSERT_EQ(decoded<uid11>(text), back);
    }
}

// Section 5: fields, most significant first, that fill the payload.
TEST(uid11, profiles) {
    EXPECT_EQ(codec::xid::pack((std::uint64_t{1} << 42) - 1, codec::xid::random_limit - 1),
              ~std::uint64_t{0});
    EXPECT_EQ(codec::ts_seq_rand::pack((std::uint64_t{1} << 42) - 1, codec::ts_seq_rand::sequence_limit - 1,
                                       codec::ts_seq_rand::random_limit - 1),
              ~std::uint64_t{0});
    EXPECT_EQ(codec::snowish::pack((std::uint64_t{1} << 41) - 1, codec::snowish::machine_limit - 1,
                                   codec::snowish::sequence_limit - 1),
              ~std::uint64_t{0} >> 1);                               // one reserved bit
    EXPECT_EQ(codec::xid::pack(86'400'000, 0), 0x0001499700000000u); // section 8.6
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const std::uint64_t ms = r.bits64() >> 22;
        const auto a = static_cast<std::uint32_t>(r.below(1 << 12)),
                   b = static_cast<std::uint32_t>(r.below(1 << 10)),
                   c = static_cast<std::uint32_t>(r.below(1 << 22));
        const std::uint64_t x = codec::xid::pack(ms, c);
        ASSERT_EQ(codec::xid::time(x), ms);
        ASSERT_EQ(codec::xid::random(x), c);
        const std::uint64_t t = codec::ts_seq_rand::pack(ms, a, b);
        ASSERT_EQ(codec::ts_seq_rand::time(t), ms);
        ASSERT_EQ(codec::ts_seq_rand::sequence(t), a);
        ASSERT_EQ(codec::ts_seq_rand::random(t), b);
        const std::uint64_t s = codec::snowish::pack(ms >> 1, b, a);
        ASSERT_EQ(codec::snowish::time(s), ms >> 1);
        ASSERT_EQ(codec::snowish::machine(s), b);
        ASSERT_EQ(codec::snowish::sequence(s), a);
        ASSERT_EQ(s >> 63, 0u);
        ASSERT_EQ(codec::snowish::time(s | std::uint64_t{1} << 63), ms >> 1); // the reserved bit is not time
    }
}

} // namespace
} // namespace test
