// What patterns begin with, which an index is searched for: no text that matches is missed, against a
// matcher of LIKE that goes symbol by symbol.
#include <base62id/notations.hpp>

#include "support.hpp"

namespace test {
namespace {

using codec::letter_case;
using codec::like_start;
using codec::like_texts;

char lower(char c) { return codec::upper_letter(c) ? static_cast<char>(c - 'A' + 'a') : c; }

// Does the text match?  A pattern that ends in a backslash matches nothing.
bool matches(std::string_view text, std::string_view pattern, bool ignore_case) {
    if (pattern.empty())
        return text.empty();
    if (pattern[0] == '%')
        return matches(text, pattern.substr(1), ignore_case) ||
               (!text.empty() && matches(text.substr(1), pattern, ignore_case));
    if (text.empty())
        return false;
    if (pattern[0] == '_')
        return matches(text.substr(1), pattern.substr(1), ignore_case);
    if (pattern[0] == '\\') {
        pattern.remove_prefix(1);
        if (pattern.empty())
            return false;
    }
    const bool same = ignore_case ? lower(text[0]) == lower(pattern[0]) : text[0] == pattern[0];
    return same && matches(text.substr(1), pattern.substr(1), ignore_case);
}

// The law: who matches begins so; who begins so matches, where nothing or % is left.
void check(std::string_view text, const std::string &pattern, bool ignore_case, const like_texts &texts,
           int &found) {
    const like_start s = codec::start_of_like(pattern, ignore_case, texts);
    const bool match = matches(text, pattern, ignore_case);
    const bool begins = text.starts_with(s.text());
    ASSERT_TRUE(!match || begins) << pattern << " and " << text;
    if (s.after == like_start::rest::anything) {
        ASSERT_EQ(match, begins) << pattern << " and " << text;
    }
    if (s.after == like_start::rest::nothing) {
        ASSERT_EQ(match, text == s.text()) << pattern << " and " << text;
    }
    if (s.after == like_start::rest::never) {
        ASSERT_FALSE(match) << pattern << " and " << text;
    }
    found += match && !s.text().empty();
}

// A pattern of pieces of the text, so that many match.
std::string pattern_of(std::string_view text, random &r) {
    std::string pattern;
    std::size_t i = 0;
    while (i < text.size()) {
        const char c = text[i];
        switch (r.below(16)) {
        case 0:
            return pattern + '%';
        case 1:
            pattern += '_';
            ++i;
            break;
        case 2:
            pattern += '%';
            i += r.below(4);
            break;
        case 3:
            (pattern += '\\') += c;
            ++i;
            break;
        case 4:
            pattern += codec::lower_letter(c) ? static_cast<char>(c - 'a' + 'A') : lower(c);
            ++i;
            break;
        case 5:
            if (r.below(16) == 0)
                return pattern + '\\';
            [[fallthrough]];
        default:
            if (c == '_' && r.below(2) == 0)
                pattern += '\\';
            pattern += c;
            ++i;
        }
    }
    return pattern;
}

TEST(like, examples) {
    const like_texts typeids{letter_case::lower, true}, ulids{letter_case::upper, false},
        uid11s{letter_case::mixed, false}, customers{letter_case::mixed, false, "cus_"},
        products{letter_case::upper, false, "prod_"}, buckets{letter_case::lower, false, "S3_b_"};
    using rest = like_start::rest;
    const struct {
        std::string_view pattern;
        bool ignore_case;
        const like_texts &texts;
        std::string_view text;
        rest after;
    } examples[] = {
        {"user\\_01h4%", false, typeids, "user_01h4", rest::anything},
        {"user_01h4%", false, typeids, "user_01h4", rest::anything},
        {"user_\\01h4%", false, typeids, "user_01h4", rest::anything},
        {"user_01_4%", false, typeids, "user_01", rest::some},
        {"user_x_01%", false, typeids, "user", rest::some},
        {"user\\__1%", false, typeids, "user_", rest::some}, // _ is the suffix's first symbol
        {"_1%", false, typeids, "", rest::some},
        {"USER_01H%", true, typeids, "user_01h", rest::anything},
        {"us%er", false, typeids, "us", rest::some},
        {"01arz3%%", true, ulids, "01ARZ3", rest::anything},
        {"01arz3%%", false, ulids, "01", rest::never},
        {"4_n%", false, uid11s, "4", rest::some},
        {"41jn%", true, uid11s, "41", rest::some},
        {"113q8KFkAEs", false, uid11s, "113q8KFkAEs", rest::nothing},
        {"4\\", false, uid11s, "4", rest::some},
        {"cus_Fd4n%", false, customers, "cus_Fd4n", rest::anything},
        {"___\\_F_", false, customers, "cus_F", rest::some},
        {"CUS_41n%", true, customers, "cus_41", rest::some},
        {"Cus%", false, customers, "", rest::never},
        {"Prod_01hz%", true, products, "prod_01HZ", rest::anything},
        {"prod_01hz%", false, products, "prod_01", rest::never},
        {"s3\\_B\\_0C-%", true, buckets, "S3_b_0c-", rest::anything},
        {"S3_b_0c%", false, buckets, "S3_b_0c", rest::anything},
        {"s3_b_0c%", false, buckets, "", rest::never},
        {"S3_B_0c%", false, buckets, "S3_", rest::never},
        {"S3_b_0C%", false, buckets, "S3_b_0", rest::never},
    };
    for (const auto &e : examples) {
        const like_start s = codec::start_of_like(e.pattern, e.ignore_case, e.texts);
        EXPECT_EQ(s.text(), e.text) << e.pattern;
        EXPECT_EQ(s.after, e.after) << e.pattern;
    }
}

TEST(like, typeids) {
    random r;
    int found = 0;
    for (int round = 0; round < random_rounds; ++round) {
        // Short prefixes of few symbols, so that wildcards meet separators and underscores.
        std::string text;
        const std::size_t n = r.below(6);
        for (std::size_t i = 0; i < n; ++i)
            text += "ab_"[i == 0 || i + 1 == n ? r.below(2) : r.below(3)];
        if (n != 0)
            text += '_';
        const std::size_t start = text.size();
        text.resize(start + codec::typeid_suffix::text_length);
        codec::typeid_suffix::encode(codec::make_uuid(r.bits64(), r.bits64()), text.data() + start);
        std::string pattern = pattern_of(text, r);
        std::string other = text;
        other[r.below(other.size())] = "a0_7"[r.below(4)];
        codec::type_id::value v;
        const like_texts texts{letter_case::lower, true};
        for (const bool ignore_case : {false, true}) {
            check(text, pattern, ignore_case, texts, found);
            if (codec::type_id::decode(other, v))
                check(other, pattern, ignore_case, texts, found);
        }
    }
    EXPECT_GT(found, random_rounds / 4);
}

// Id types of each notation: what they begin with is known.
TEST(like, leads) {
    random r;
    for (const codec::notation &notation : codec::notations) {
        int found = 0, longer = 0, rounds = 0;
        for (int round = 0; round < random_rounds; ++round) {
            constexpr std::string_view prefixes[] = {"a", "cus", "a_b", "", "USR", "s3", "T_o1"};
            const std::string_view prefix = prefixes[r.below(std::size(prefixes))];
            if (!notation.check_prefix(prefix))
                continue;
            codec::prefixed type{};
            type.set(prefix, &notation);
            ++rounds;
            std::string text(type.length(), ' ');
            if (notation.of_numbers())
                type.write(r.bits64(), text.data());
            else
                type.write(codec::make_uuid(r.bits64(), r.bits64()), text.data());
            const std::string pattern = pattern_of(text, r);
            for (const bool ignore_case : {false, true})
                check(text, pattern, ignore_case, type.texts(), found);
            const std::string blanks = std::string(type.lead_size, '_') + pattern.substr(0, 1);
            longer += codec::start_of_like(blanks, true, type.texts()).size >= type.lead_size;
        }
        EXPECT_GT(rounds, random_rounds / 3);
        EXPECT_GT(found, rounds / 4);
        EXPECT_EQ(longer, rounds);
    }
}

TEST(like, other_texts) {
    random r;
    int found = 0;
    for (const letter_case letters : {letter_case::lower, letter_case::upper, letter_case::mixed})
        for (int round = 0; round < random_rounds; ++round) {
            std::string text;
            for (int i = 0; i < 8; ++i)
                text += letters == letter_case::lower   ? "0ab9"[r.below(4)]
                        : letters == letter_case::upper ? "0AB9"[r.below(4)]
                                                        : "0aB_"[r.below(4)];
            const std::string pattern = pattern_of(text, r);
            for (const bool ignore_case : {false, true})
                check(text, pattern, ignore_case, {letters, false}, found);
        }
    EXPECT_GT(found, random_rounds / 4);
}

TEST(like, long_patterns) {
    const like_texts texts{letter_case::lower, true};
    constexpr std::size_t most = like_start::max_size;
    for (const std::size_t n : {most - 1, most, most + 1, std::size_t{1000}}) {
        const like_start s = codec::start_of_like(std::string(n, 'x') + '%', false, texts);
        EXPECT_EQ(s.size, n < most ? n : most);
        EXPECT_EQ(s.after, n <= most ? like_start::rest::anything : like_start::rest::some);
    }
    EXPECT_EQ(codec::start_of_like(std::string(1000, '%'), false, texts).after, like_start::rest::anything);
    EXPECT_GT(like_start::max_size, codec::prefixed::max_text);
}

} // namespace
} // namespace test
