// UUID version 7 with a fraction of the millisecond (RFC 9562).
#include <base62id/uuidv7.hpp>

#include "bits.hpp"
#include "support.hpp"

namespace test {
namespace {

using codec::uuidv7;

TEST(uuidv7, layout) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const std::uint64_t tick = r.bits64() % uuidv7::tick_limit,
                            bits62 = r.bits64() % uuidv7::random_limit;
        const uuid id = uuidv7::make(tick, bits62);
        const std::string bits = bits_of(id.bytes);
        std::string expected = bits_of(value_of<uuid>(tick).bytes).substr(128 - 60);
        expected.insert(48, "0111");
        expected += "10" + bits_of(value_of<uuid>(bits62).bytes).substr(66);
        ASSERT_EQ(bits, expected);
        ASSERT_TRUE(uuidv7::is(id));
        ASSERT_EQ(uuidv7::unix_ms(id), tick >> uuidv7::subms_bits);
    }
}

// Ticks never run backwards, and reach from 0 to 4095 within each millisecond.
TEST(uuidv7, tick_of_ns) {
    EXPECT_EQ(uuidv7::tick_of_ns(0), 0u);
    EXPECT_EQ(uuidv7::tick_of_ns(999'999), 4095u);
    EXPECT_EQ(uuidv7::tick_of_ns(1'000'000), 4096u);
    EXPECT_EQ(uuidv7::tick_of_ns(500'000), 2048u);
    const std::uint64_t now = 1767225600'000'000'000;
    std::uint64_t last = uuidv7::tick_of_ns(now);
    EXPECT_EQ(last, std::uint64_t{1767225600'000} << 12);
    for (std::uint64_t ns = now; ns < now + 3'000'000; ns += 7) {
        const std::uint64_t tick = uuidv7::tick_of_ns(ns);
        ASSERT_TRUE(tick == last || tick == last + 1);
        ASSERT_EQ(tick >> 12, ns / 1'000'000);
        last = tick;
    }
    EXPECT_EQ(uuidv7::tick_of_ns(~std::uint64_t{0}) >> 12, ~std::uint64_t{0} / 1'000'000);
    EXPECT_LT(uuidv7::tick_of_ns(~std::uint64_t{0}), uuidv7::tick_limit);
}

TEST(uuidv7, tick_of_us_agrees_with_tick_of_ns) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const std::uint64_t us = r.bits64() % (~std::uint64_t{0} / 1000);
        ASSERT_EQ(uuidv7::tick_of_us(us), uuidv7::tick_of_ns(us * 1000));
    }
    // To the last microsecond that fits, which nanoseconds do not reach. It is the 999th of its
    // millisecond, and 999 us are tick 4091 of 0 to 4095.
    const std::uint64_t last = (std::uint64_t{1} << 48) * 1000 - 1;
    EXPECT_EQ(uuidv7::tick_of_us(last), uuidv7::tick_limit - 1 - 4);
    EXPECT_EQ(uuidv7::tick_of_us(last + 1), uuidv7::tick_limit);
}

// Version and variant decide, whatever the other bits are.
TEST(uuidv7, is) {
    random r;
    for (int version = 0; version < 16; ++version)
        for (int variant = 0; variant < 4; ++variant)
            for (int i = 0; i < 100; ++i) {
                uuid id = r.value<uuid>();
                id.bytes[6] = static_cast<std::uint8_t>(version << 4 | (id.bytes[6] & 0x0f));
                id.bytes[8] = static_cast<std::uint8_t>(variant << 6 | (id.bytes[8] & 0x3f));
                ASSERT_EQ(uuidv7::is(id), version == 7 && variant == 2) << id;
            }
}

// RFC 9562, appendix A.6.
TEST(uuidv7, rfc_example) {
    const uuid id = value_of_hex<uuid>("017F22E2-79B0-7CC3-98C4-DC0C0C07398F");
    EXPECT_TRUE(uuidv7::is(id));
    EXPECT_EQ(uuidv7::unix_ms(id), 1645557742000u);
    EXPECT_EQ(uuidv7::make(std::uint64_t{1645557742000} << 12 | 0xcc3, 0x18C4DC0C0C07398F), id);
}

} // namespace
} // namespace test
