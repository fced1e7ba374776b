// Texts as people type them, against a reading of them in three lines.
#include "../../src/codec/crockford.hpp"
#include "../../src/codec/typeid.hpp"
#include "../../src/codec/ulid.hpp"
#include "support.hpp"

namespace test {
namespace {

using codec::type_id, codec::ulid;

// What is left of a text without quotes, hyphens and spaces, in lower case; its last symbols with the aliases
// read.
std::string naive(const std::string &text) {
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    std::string bare;
    for (const char c : quoted ? text.substr(1, text.size() - 2) : text)
        if (c != '-' && c != ' ')
            bare += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    for (std::size_t i = bare.size() < 26 ? 0 : bare.size() - 26; i < bare.size(); ++i)
        bare[i] = bare[i] == 'i' || bare[i] == 'l' ? '1' : bare[i] == 'o' ? '0' : bare[i];
    return bare;
}

TEST(crockford, reads_what_the_naive_reading_reads) {
    const std::string symbols = "0123456789abcdefghjkmnpqrstvwxyzABCDEFGHJKMNPQRSTVWXYZiIlLoO";
    const std::string noise = "-- u_\"";
    int read = 0;
    random r;
    for (int i = 0; i < 50'000; ++i) {
        std::string text = i % 3 == 0 ? "" : i % 3 == 1 ? "User_" : "a_oil_";
        text += static_cast<char>('0' + r.below(9));
        const std::size_t n = 24 + (r.below(8) != 0) + (r.below(64) == 0);
        for (std::size_t k = 0; k < n; ++k) {
            text += symbols[r.below(symbols.size())];
            if (r.below(64) == 0)
                text += noise[r.below(r.chance(88) ? 2 : noise.size())];
        }
        for (int quotes = i % 7 == 0 ? 1 + i % 2 : 0; quotes > 0; --quotes)
            text = "\"" + text + "\"";
        uuid id{}, id_expected{};
        type_id::value v, v_expected;
        const exact_text given(text);
        const bool is_ulid = codec::crockford::read<ulid>(given, id),
                   is_typeid = codec::crockford::read_typeid<codec::type_id>(given, v);
        const std::string canonical = naive(text);
        ASSERT_EQ(is_ulid,
                  static_cast<bool>(codec::decode<ulid>(canonical, id_expected)) && canonical.size() == 26)
            << text;
        // No text has quotes within its quotes.
        ASSERT_EQ(is_typeid, !canonical.starts_with('"') && type_id::decode(canonical, v_expected)) << text;
        if (is_ulid) {
            ASSERT_EQ(id, id_expected) << text;
        }
        if (is_typeid) {
            ASSERT_EQ(type_id::compare(v, v_expected), 0) << text;
        }
        read += is_ulid + is_typeid;
    }
    EXPECT_GT(read, 12'000);
}

} // namespace
} // namespace test
