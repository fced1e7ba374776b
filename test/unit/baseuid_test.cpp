// BaseUid against its vectors, strings of bits, and the laws; its time and its UUIDv8.
#include "../naive/scheme.hpp"
#include "bits.hpp"
#include "laws.hpp"

namespace test {
namespace {

using codec::baseuid;

INSTANTIATE_TYPED_TEST_SUITE_P(baseuid, fixed_laws, baseuid);
INSTANTIATE_TYPED_TEST_SUITE_P(baseuid, prefix_laws, baseuid);

TEST(baseuid, vectors) {
    check_vectors<baseuid>(vectors("baseuid").at("baseuid"), 29, [](const auto &entry, const auto &id) {
        const std::uint64_t time = entry.at("time48");
        const std::uint64_t ns = std::stoull(entry.at("unix_ns_floor").template get<std::string>());
        EXPECT_EQ(baseuid::time(id), time);
        EXPECT_EQ(ns >> baseuid::time_shift, time);
        const auto random_octets = octets_of_hex(entry.at("rnd72_hex").template get<std::string>());
        ASSERT_EQ(random_octets.size(), 9u);
        EXPECT_EQ(baseuid::make(time, random_octets[0], codec::load_be64(&random_octets[1])), id);

        const uuid as_uuid = value_of_hex<uuid>(entry.at("uuid").template get<std::string>());
        EXPECT_EQ(baseuid::to_uuid(id), as_uuid);
        baseuid::value back{};
        EXPECT_TRUE(baseuid::from_uuid(as_uuid, back));
        EXPECT_EQ(back, id);
    });
}

TEST(baseuid, invalid_vectors) { check_invalid_vectors<baseuid>(vectors("baseuid").at("invalid_text"), 6); }

TEST(baseuid, time_vectors) {
    const auto file = vectors("baseuid");
    for (const auto &entry : file.at("time_prefix")) {
        const std::uint64_t ns = entry.at("unix_s").get<std::uint64_t>() * 1'000'000'000;
        const auto id = baseuid::make(ns >> baseuid::time_shift, 0, 0);
        EXPECT_EQ(encode<baseuid>(id), entry.at("prefix").get<std::string>() + std::string(12, '-'));
    }
    EXPECT_EQ(file.at("time_prefix").size(), 6u);
}

TEST(baseuid, agrees_with_bits) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const auto id = r.value<baseuid::value>();
        const std::string_view symbols = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
        const std::string text = symbols_of(bits_of(id.bytes), 6, symbols);
        ASSERT_EQ(encode<baseuid>(id), text);
        ASSERT_EQ(bits_of(decoded<baseuid>(text).value().bytes), bits_of_symbols(text, 6, symbols));
    }
}

// time 48 || 1000 || random 12 || 10 || random 60 || 00
TEST(baseuid, uuid_version_8_holds_all_bits) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const auto id = r.value<baseuid::value>();
        const std::string bits = bits_of(id.bytes);
        const uuid as_uuid = baseuid::to_uuid(id);
        ASSERT_EQ(bits_of(as_uuid.bytes),
                  bits.substr(0, 48) + "1000" + bits.substr(48, 12) + "10" + bits.substr(60) + "00");
        baseuid::value back{};
        ASSERT_TRUE(baseuid::from_uuid(as_uuid, back));
        ASSERT_EQ(back, id);
        // Order is kept.
        const auto other = r.value<baseuid::value>();
        ASSERT_EQ(compare(as_uuid, baseuid::to_uuid(other)), compare(id, other));
    }
}

TEST(baseuid, other_uuids_are_none) {
    random r;
    int taken = 0;
    for (int i = 0; i < 100 * random_rounds; ++i) {
        // Random UUIDs, with most of the constant bits right.
        uuid id = r.value<uuid>();
        if (r.chance(80))
            id.bytes[6] = static_cast<std::uint8_t>(0x80 | (id.bytes[6] & 0x0f));
        if (r.chance(80))
            id.bytes[8] = static_cast<std::uint8_t>(0x80 | (id.bytes[8] & 0x3f));
        if (r.chance(80))
            id.bytes[15] = static_cast<std::uint8_t>(id.bytes[15] & 0xfc);
        const std::string bits = bits_of(id.bytes);
        const bool good =
            bits.substr(48, 4) == "1000" && bits.substr(64, 2) == "10" && bits.substr(126) == "00";
        baseuid::value out{};
        ASSERT_EQ(baseuid::from_uuid(id, out), good);
        if (good) {
            ASSERT_EQ(baseuid::to_uuid(out), id);
        }
        taken += good;
    }
    EXPECT_GT(taken, 40 * random_rounds);
}

TEST(baseuid, time_and_random_fields) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const std::uint64_t time = r.bits64() % baseuid::time_limit, low = r.bits64();
        const auto high = static_cast<std::uint8_t>(r.below(256));
        const auto id = baseuid::make(time, high, low);
        ASSERT_EQ(number(id), uint128{time} << 72 | uint128{high} << 64 | low);
        ASSERT_EQ(baseuid::time(id), time);
    }
    EXPECT_EQ(baseuid::make(baseuid::time_limit - 1, 0xff, ~std::uint64_t{0}), baseuid::highest);
}

} // namespace
} // namespace test
