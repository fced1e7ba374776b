// Base64UUID and base32hex against vectors, strings of bits, and the laws.
#include "../naive/scheme.hpp"
#include "bits.hpp"
#include "laws.hpp"

namespace test {
namespace {

using codec::base32hex;
using codec::base64uuid;

INSTANTIATE_TYPED_TEST_SUITE_P(base64uuid, fixed_laws, base64uuid);
INSTANTIATE_TYPED_TEST_SUITE_P(base64uuid, prefix_laws, base64uuid);
INSTANTIATE_TYPED_TEST_SUITE_P(base32hex, fixed_laws, base32hex);

TEST(base64uuid, vectors) { check_vectors<base64uuid>(vectors("base64uuid").at("uuid"), 65); }

TEST(base64uuid, invalid_vectors) {
    check_invalid_vectors<base64uuid>(vectors("base64uuid").at("invalid_text"), 13);
}

TEST(base64uuid, agrees_with_bits) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const uuid id = r.value<uuid>();
        const std::string_view symbols = "$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
        const std::string bits = "0100" + bits_of(id.bytes), text = symbols_of(bits, 6, symbols);
        ASSERT_EQ(encode<base64uuid>(id), text);
        ASSERT_EQ("0100" + bits_of(decoded<base64uuid>(text).value().bytes),
                  bits_of_symbols(text, 6, symbols));
    }
}

// All 64 first symbols: only those of the prefix 0100 are an id.
TEST(base64uuid, prefix_bits) {
    for (const char first : naive::of<base64uuid>.symbols) {
        uuid id{};
        const std::string text = first + std::string(21, 'z');
        const bool good = first >= 'F' && first <= 'I';
        EXPECT_EQ(codec::decode<base64uuid>(text, id), good ? result{} : (result{status::bad_prefix_bits, 0}))
            << first;
    }
}

TEST(base32hex, agrees_with_bits) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const uuid id = r.value<uuid>();
        const std::string_view symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUV"; // RFC 4648, section 7
        const std::string text = symbols_of(bits_of(id.bytes) + "00", 5, symbols);
        ASSERT_EQ(encode<base32hex>(id), text);
        ASSERT_EQ(decoded<base32hex>(text), id);
        std::string mixed = text;
        for (char &c : mixed)
            if (c >= 'A' && r.chance(50))
                c = static_cast<char>(c - 'A' + 'a');
        ASSERT_EQ(decoded<base32hex>(mixed), id) << mixed;
    }
}

// The last symbol carries three bits of data and two zeros.
TEST(base32hex, padding) {
    const std::string text(25, '0');
    for (const char last : naive::of<base32hex>.symbols) {
        uuid id{};
        const bool good = std::string_view("048CGKOS").find(last) != std::string_view::npos;
        EXPECT_EQ(codec::decode<base32hex>(text + last, id),
                  good ? result{} : (result{status::bad_padding, 0}))
            << last;
    }
}

} // namespace
} // namespace test
