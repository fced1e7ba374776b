// ULID against vectors, strings of bits, and the laws; its time and its monotonic rule.
#include "../naive/scheme.hpp"
#include "bits.hpp"
#include "laws.hpp"

namespace test {
namespace {

using codec::ulid;

INSTANTIATE_TYPED_TEST_SUITE_P(ulid, fixed_laws, ulid);
INSTANTIATE_TYPED_TEST_SUITE_P(ulid, prefix_laws, ulid);

std::string lower_case(std::string text) {
    for (char &c : text)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return text;
}

TEST(ulid, vectors) {
    const auto file = vectors("ulid");
    const auto more = [](const auto &entry, const uuid &id) {
        EXPECT_EQ(decoded<ulid>(lower_case(entry.at("text").template get<std::string>())), id);
        EXPECT_EQ(ulid::unix_ms(id), entry.at("unix_ms").template get<std::uint64_t>());
    };
    check_vectors<ulid>(file.at("ulid"), 62, more);
    check_vectors<ulid>(file.at("published"), 6, more);
}

TEST(ulid, invalid_vectors) { check_invalid_vectors<ulid>(vectors("ulid").at("invalid_text"), 29); }

TEST(ulid, either_case) {
    const auto list = vectors("ulid").at("either_case");
    for (const auto &entry : list)
        EXPECT_EQ(decoded<ulid>(entry.at("text").get<std::string>()), value_in<uuid>(entry)) << entry;
    EXPECT_EQ(list.size(), 4u);
}

// "The largest valid ULID": a first symbol above '7' is overflow, at that symbol.
TEST(ulid, first_symbol) {
    for (const char first : naive::of<ulid>.symbols) {
        uuid id{};
        EXPECT_EQ(codec::decode<ulid>(first + std::string(25, '0'), id),
                  first <= '7' ? result{} : (result{status::overflow, 0}))
            << first;
    }
}

// The letters that the alphabet leaves out, in either case and at each position.
TEST(ulid, no_aliases) {
    for (const char letter : std::string_view("ILOUilou"))
        for (std::size_t at = 0; at < ulid::text_length; ++at) {
            std::string text(ulid::text_length, '0');
            text[at] = letter;
            uuid id{};
            EXPECT_EQ(codec::decode<ulid>(text, id), (result{status::bad_symbol, at})) << text;
        }
}

TEST(ulid, agrees_with_bits) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const uuid id = r.value<uuid>();
        const std::string_view symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        const std::string bits = "00" + bits_of(id.bytes), text = symbols_of(bits, 5, symbols);
        ASSERT_EQ(encode<ulid>(id), text);
        ASSERT_EQ("00" + bits_of(decoded<ulid>(lower_case(text)).value().bytes),
                  bits_of_symbols(text, 5, symbols));
    }
}

TEST(ulid, time_vectors) {
    const auto file = vectors("ulid");
    for (const auto &entry : file.at("time_prefix")) {
        const auto id = ulid::make(entry.at("unix_ms"), 0, 0);
        EXPECT_EQ(encode<ulid>(id), entry.at("prefix").get<std::string>() + std::string(16, '0'));
    }
    EXPECT_EQ(file.at("time_prefix").size(), 6u);
    EXPECT_EQ(encode<ulid>(ulid::make(1469918176385, 0, 0)).substr(0, 10), "01ARYZ6S41"); // ulid/javascript
}

TEST(ulid, time_and_random_fields) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const std::uint64_t ms = r.bits64() % ulid::time_limit, low = r.bits64();
        const auto high = static_cast<std::uint16_t>(r.below(65536));
        const auto id = ulid::make(ms, high, low);
        ASSERT_EQ(number(id), uint128{ms} << 80 | uint128{high} << 64 | low);
        ASSERT_EQ(ulid::unix_ms(id), ms);
    }
    EXPECT_EQ(ulid::make(ulid::time_limit - 1, 0xffff, ~std::uint64_t{0}), ulid::highest);
}

TEST(ulid, monotonic_vectors) {
    const auto file = vectors("ulid");
    for (const auto &entry : file.at("next_in_millisecond")) {
        const auto id = value_of_hex<uuid>(entry.at("uuid").get<std::string>());
        auto next = id;
        ASSERT_EQ(ulid::increment_random(next), !entry.at("next").is_null()) << entry;
        EXPECT_EQ(next,
                  entry.at("next").is_null() ? id : value_of_hex<uuid>(entry.at("next").get<std::string>()));
    }
    EXPECT_EQ(file.at("next_in_millisecond").size(), 10u);
}

// One more in the 80 random bits, with carrying, and never in the time.
TEST(ulid, increment_keeps_the_millisecond) {
    random r;
    const uint128 all_ones = (uint128{1} << 80) - 1;
    int overflows = 0;
    for (int i = 0; i < random_rounds; ++i) {
        const uint128 bits = r.chance(20) ? all_ones : r.bits128() & all_ones;
        const uint128 low = r.chance(50) ? bits | all_ones >> r.below(80) : bits; // ends in ones
        const uint128 before = (uint128{r.bits64() >> 16} << 80) | low;
        auto id = value_of<uuid>(before);
        const bool stepped = ulid::increment_random(id);
        ASSERT_EQ(stepped, low != all_ones);
        ASSERT_EQ(number(id), before + (stepped ? 1 : 0));
        ASSERT_EQ(number(id) >> 80, before >> 80);
        overflows += !stepped;
    }
    EXPECT_GT(overflows, random_rounds / 10);
}

// A clock that stands, steps back, creeps and jumps, and random bits of which many are all ones.
TEST(ulid, generator_always_increases) {
    random r;
    const uint128 all_ones = (uint128{1} << 80) - 1;
    std::uint64_t clock = 1'700'000'000'000;
    uuid id{}, before{};
    int draws = 0, moved_on = 0, stood = 0;
    uint128 drawn = 0;
    const auto draw = [&](std::uint16_t &high, std::uint64_t &low) {
        drawn = r.chance(50) ? all_ones - r.below(3) : r.bits128() & all_ones;
        high = static_cast<std::uint16_t>(drawn >> 64);
        low = static_cast<std::uint64_t>(drawn);
        ++draws;
    };
    for (int i = 0; i < random_rounds; ++i) {
        // Ahead of the last id by some milliseconds, or behind it, or with it.
        clock = r.chance(30) ? std::max(clock, ulid::unix_ms(id)) + 1 + r.below(10)
                             : clock - (r.chance(20) ? r.below(5000) : 0);
        before = id;
        const int draws_before = draws;
        ASSERT_TRUE(ulid::next(id, clock, draw));
        ASSERT_GT(id, before);
        if (draws == draws_before) { // the same millisecond: one more
            ASSERT_GE(ulid::unix_ms(id), clock);
            ASSERT_EQ(number(id), number(before) + 1);
            ++stood;
        } else if (ulid::unix_ms(before) < clock) {
            ASSERT_EQ(number(id), uint128{clock} << 80 | drawn);
        } else { // it was full
            ASSERT_EQ(number(before) & all_ones, all_ones);
            ASSERT_EQ(number(id), uint128{ulid::unix_ms(before) + 1} << 80 | drawn);
            ++moved_on;
        }
    }
    EXPECT_GT(stood, 1000);
    EXPECT_GT(moved_on, 1000);
}

TEST(ulid, generator_at_the_end_of_time) {
    const auto ones = [](std::uint16_t &high, std::uint64_t &low) {
        high = 0xffff;
        low = ~std::uint64_t{0};
    };
    uuid id{};
    ASSERT_FALSE(ulid::next(id, ulid::time_limit, ones));
    ASSERT_EQ(id, uuid{});
    ASSERT_TRUE(ulid::next(id, ulid::time_limit - 1, ones));
    ASSERT_EQ(id, ulid::highest);
    ASSERT_FALSE(ulid::next(id, 0, ones));
    ASSERT_EQ(id, ulid::highest);
}

} // namespace
} // namespace test
