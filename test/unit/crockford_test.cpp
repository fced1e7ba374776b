// Texts as people type them, with hyphens, blanks and I, L and O for digits, are read as an id or as
// none, against a reading of them by regular expressions.
#include <regex>

#include <base62id/crockford.hpp>
#include <base62id/typeid.hpp>
#include <base62id/ulid.hpp>

#include "support.hpp"

namespace test {
namespace {

using codec::type_id, codec::typeid_suffix, codec::ulid;

std::string lower(std::string text) {
    for (char &c : text)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text;
}
std::string unquoted(const std::string &text) {
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}
// A suffix without hyphens and spaces, with the aliases read.
std::string suffix_of(const std::string &text) {
    std::string symbols;
    for (const char c : lower(text))
        if (c != '-' && c != ' ')
            symbols += static_cast<char>(c == 'i' || c == 'l' ? '1' : c == 'o' ? '0' : c);
    return symbols;
}

// The canonical TypeID, or an empty text.
std::string naive_typeid(const std::string &text) {
    static const std::regex apart("^(?:([a-z_]*[a-z])[- ]*(?:_[- ]*|[- ]))?([- ]*(?:[^-_ ][- ]*){26})$");
    std::smatch parts;
    const std::string bare = lower(unquoted(text));
    if (!std::regex_match(bare, parts, apart))
        return {};
    const std::string prefix = parts[1],
                      canonical = prefix + (prefix.empty() ? "" : "_") + suffix_of(parts[2]);
    type_id::value v;
    return type_id::decode(canonical, v) ? canonical : "";
}

TEST(crockford, reads_what_the_naive_reading_reads) {
    const std::string symbols = "0123456789abcdefghjkmnpqrstvwxyzABCDEFGHJKMNPQRSTVWXYZiIlLoO";
    const std::string noise = "-- u_\"";
    const std::string fronts[] = {"",         "User_", "a_oil_", "user-",  "USER ",
                                  "a_b - _ ", "_",     "-",      "us-er_", "us er_"};
    int read = 0;
    random r;
    for (int i = 0; i < 50'000; ++i) {
        std::string text = fronts[r.below(std::size(fronts))];
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
        type_id::value v;
        const exact_text given(text);
        const bool is_ulid = codec::crockford::read<ulid>(given, id),
                   is_typeid = codec::crockford::read_typeid<type_id, typeid_suffix>(given, v);
        const std::string canonical = suffix_of(unquoted(text));
        ASSERT_EQ(is_ulid,
                  static_cast<bool>(codec::decode<ulid>(canonical, id_expected)) && canonical.size() == 26)
            << text;
        if (is_ulid) {
            ASSERT_EQ(id, id_expected) << text;
        }
        std::string written;
        if (is_typeid) {
            written.resize(type_id::view(v).text_length());
            type_id::encode(v, written.data());
        }
        ASSERT_EQ(written, naive_typeid(text)) << text;
        read += is_ulid + is_typeid;
    }
    EXPECT_GT(read, 12'000);
}

} // namespace
} // namespace test
