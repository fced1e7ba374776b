// The order of TypeIDs, their neighbours, and the ranges of prefixes.
#include <algorithm>
#include <set>

#include "typeid.hpp"

namespace test {
namespace {

// --- order ---

TEST(typeid_, order_of_payloads_is_order_of_texts) {
    random r;
    int equal_prefixes = 0, nested = 0;
    for (int i = 0; i < 10 * random_rounds; ++i) {
        const value a = random_value(r);
        value b = random_value(r);
        if (r.chance(20))
            b = make(prefix_of(a), type_id::view(b).id());
        const std::string ta = text_of(a), tb = text_of(b);
        const int expected = sign(ta.compare(tb));
        ASSERT_EQ(type_id::compare(a, b), expected) << ta << ' ' << tb;
        ASSERT_EQ(type_id::compare(b, a), -expected) << ta << ' ' << tb;
        ASSERT_EQ(type_id::compare(a, a), 0);
        const std::string_view pa = prefix_of(a), pb = prefix_of(b);
        ASSERT_EQ(type_id::compare_prefix(a, b), sign(pa.compare(pb))) << ta << ' ' << tb;
        equal_prefixes += pa == pb;
        nested += pa != pb && (pa.starts_with(pb) || pb.starts_with(pa));
    }
    EXPECT_GT(equal_prefixes, random_rounds);
    EXPECT_GT(nested, random_rounds);
}

// --- neighbours ---

// The least valid prefix above `p` where prefixes have at most `most` symbols; empty where there is
// none.  The codec knows 63 only; here it is a parameter, so that small cases can be enumerated.
std::string next_prefix(const std::string &p, std::size_t most) {
    if (p.empty())
        return "a";
    if (p.size() < most)
        return p + std::string(most - p.size() - 1, '_') + "a";
    const std::size_t keep = p.find_last_not_of('z');
    if (keep == std::string::npos)
        return "";
    std::string next = p.substr(0, keep + 1);
    next.back() = next.back() == '_' ? 'a' : static_cast<char>(next.back() + 1);
    return next;
}

std::vector<std::string> all_prefixes(std::size_t most, bool stem) {
    // With a stem in front a prefix may begin with an underscore.
    std::vector<std::string> list{""}, longest{""};
    for (std::size_t n = 1; n <= most; ++n) {
        std::vector<std::string> longer;
        for (const auto &start : longest)
            for (const char c : std::string_view("_abcdefghijklmnopqrstuvwxyz"))
                if (stem || !start.empty() || c != '_')
                    longer.push_back(start + c);
        for (const auto &p : longer)
            if (p.back() != '_')
                list.push_back(p);
        longest = std::move(longer);
    }
    std::sort(list.begin(), list.end());
    return list;
}

TEST(typeid_, next_prefix_by_enumeration) {
    for (std::size_t most = 1; most <= 4; ++most) {
        const auto list = all_prefixes(most, false);
        for (std::size_t i = 0; i + 1 < list.size(); ++i)
            ASSERT_EQ(next_prefix(list[i], most), list[i + 1]) << list[i];
        ASSERT_EQ(next_prefix(list.back(), most), "");
    }
}

constexpr uuid least_uuid{}, greatest_uuid = uuid::filled(0xff);

void check_step(const std::string &prefix, const std::string &next) {
    value up = make(prefix, greatest_uuid);
    ASSERT_TRUE(type_id::increment(up)) << prefix;
    ASSERT_EQ(text_of(up), text_of(make(next, least_uuid))) << prefix;
    ASSERT_TRUE(type_id::decrement(up)) << next;
    ASSERT_EQ(text_of(up), text_of(make(prefix, greatest_uuid))) << next;
}

// All prefixes behind a stem of 60 symbols, in order: where the length limit of 63 is felt.
TEST(typeid_, neighbours_behind_a_stem_by_enumeration) {
    const std::string stem(60, 'm');
    const auto list = all_prefixes(3, true);
    ASSERT_EQ(list.size(), 1u + 26 + 27 * 26 + 27 * 27 * 26);
    for (std::size_t i = 0; i + 1 < list.size(); ++i)
        ASSERT_NO_FATAL_FAILURE(check_step(stem + list[i], stem + list[i + 1]));
    // From the last one behind the stem to the next stem.
    ASSERT_NO_FATAL_FAILURE(check_step(stem + "zzz", std::string(59, 'm') + "n"));
    ASSERT_NO_FATAL_FAILURE(check_step(std::string(59, 'm') + "l" + "zzz", stem));
}

TEST(typeid_, neighbours_of_adversarial_prefixes) {
    random r;
    std::set<std::string> prefixes{"",
                                   "a",
                                   "z",
                                   "b",
                                   "az",
                                   "za",
                                   "a_a",
                                   "z_z",
                                   std::string(63, 'a'),
                                   std::string(63, 'z'),
                                   std::string(62, 'a'),
                                   std::string(62, 'z'),
                                   "a" + std::string(61, '_') + "a",
                                   "a" + std::string(61, '_') + "z",
                                   "z" + std::string(61, '_') + "z",
                                   "a" + std::string(60, '_') + "a",
                                   "z" + std::string(60, '_') + "z"};
    while (prefixes.size() < static_cast<std::size_t>(random_rounds))
        prefixes.insert(random_prefix(r, few));
    for (const auto &prefix : prefixes) {
        const std::string next = next_prefix(prefix, 63);
        if (next.empty()) {
            EXPECT_EQ(prefix, std::string(63, 'z'));
        } else {
            ASSERT_NO_FATAL_FAILURE(check_step(prefix, next));
        }
        // Within a prefix the UUID steps.
        for (const uint128 n : {uint128{0}, uint128{1}, ~uint128{0} >> 1, ~uint128{0} - 1, r.bits128()}) {
            if (n == ~uint128{0})
                continue;
            value v = make(prefix, value_of<uuid>(n));
            ASSERT_TRUE(type_id::increment(v));
            ASSERT_TRUE(same(v, make(prefix, value_of<uuid>(n + 1))));
            ASSERT_TRUE(type_id::decrement(v));
            ASSERT_TRUE(same(v, make(prefix, value_of<uuid>(n))));
        }
    }
}

TEST(typeid_, ends) {
    value v = type_id::lowest();
    EXPECT_EQ(text_of(v), std::string(26, '0'));
    EXPECT_FALSE(type_id::decrement(v));
    v = type_id::highest();
    EXPECT_EQ(text_of(v), std::string(63, 'z') + "_7" + std::string(25, 'z'));
    EXPECT_FALSE(type_id::increment(v));
}

// --- ranges ---

// Whether some TypeID's text starts with `start`.
bool possible(const std::string &start) {
    static const grammar open_prefix("^([a-z][a-z_]{0,61}|[a-z][a-z_]{61}[a-z])$"); // may go on to be valid
    static const grammar suffix("^([0-7][0-9a-hjkmnp-tv-z]{0,25})?$");
    if (start.empty() || open_prefix.matches(start) || suffix.matches(start))
        return true;
    const std::size_t cut = start.rfind('_');
    return cut != std::string::npos && cut > 0 && grammatical(start.substr(0, cut)) &&
           suffix.matches(start.substr(cut + 1));
}

void check_range(const std::string &start, random &r) {
    value lower, upper;
    const bool found = type_id::prefix_range(exact_text(start), lower, upper);
    ASSERT_EQ(found, possible(start)) << start;
    const auto starts = [&](const value &v) { return text_of(v).starts_with(start); };
    if (found) {
        ASSERT_LE(type_id::compare(lower, upper), 0) << start;
        ASSERT_TRUE(starts(lower)) << start;
        ASSERT_TRUE(starts(upper)) << start;
        for (const value &v : {lower, upper})
            ASSERT_TRUE(grammatical(std::string(prefix_of(v)))) << start;
        value outside = lower;
        if (type_id::decrement(outside)) {
            ASSERT_FALSE(starts(outside)) << start;
        }
        outside = upper;
        if (type_id::increment(outside)) {
            ASSERT_FALSE(starts(outside)) << start;
        }
    }
    for (int i = 0; i < 3; ++i) {
        const value v = random_value(r);
        const bool inside = found && type_id::compare(lower, v) <= 0 && type_id::compare(v, upper) <= 0;
        ASSERT_EQ(starts(v), inside) << start << ' ' << text_of(v);
    }
}

TEST(typeid_, range_is_starts_with) {
    random r;
    for (int i = 0; i < 300; ++i) {
        const std::string text = text_of(random_value(r, r.chance(50) ? few : "abcdefghijklmnopqrstuvwxyz_"));
        for (std::size_t length = 0; length <= text.size(); ++length) {
            ASSERT_NO_FATAL_FAILURE(check_range(text.substr(0, length), r));
            ASSERT_NO_FATAL_FAILURE(check_range(text.substr(0, length) + r.symbol_of("_0178abuzU\""), r));
        }
    }
    // Everything of up to three symbols out of the ones that matter.
    const std::string_view symbols = "_07 8azuA\x80";
    for (const char a : symbols) {
        ASSERT_NO_FATAL_FAILURE(check_range({a}, r));
        for (const char b : symbols) {
            ASSERT_NO_FATAL_FAILURE(check_range({a, b}, r));
            for (const char c : symbols)
                ASSERT_NO_FATAL_FAILURE(check_range({a, b, c}, r));
        }
    }
    // Around the longest prefix.
    for (std::size_t n = 58; n < 70; ++n)
        for (std::size_t underscores = 0; underscores < 4; ++underscores)
            for (const char *tail : {"", "a", "z", "0", "7", "8", "_0", "a_0", "a_8", "a_7zz"})
                ASSERT_NO_FATAL_FAILURE(
                    check_range(std::string(n, 'k') + std::string(underscores, '_') + tail, r));
    ASSERT_NO_FATAL_FAILURE(check_range(std::string(1 << 16, 'a'), r));
    ASSERT_NO_FATAL_FAILURE(check_range(std::string(1 << 16, '0'), r));
}

TEST(typeid_, type_range_is_one_prefix) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const std::string prefix = random_prefix(r, few);
        value lower, upper;
        ASSERT_TRUE(type_id::type_range(prefix, lower, upper));
        ASSERT_TRUE(same(lower, make(prefix, least_uuid)));
        ASSERT_TRUE(same(upper, make(prefix, greatest_uuid)));
        const value v = random_value(r);
        ASSERT_EQ(type_id::compare(lower, v) <= 0 && type_id::compare(v, upper) <= 0, prefix_of(v) == prefix);
    }
    value lower, upper;
    for (const std::string bad : {"_", "a_", "_a", "A", "1", " "})
        EXPECT_FALSE(type_id::type_range(bad, lower, upper)) << bad;
    EXPECT_FALSE(type_id::type_range(std::string(64, 'a'), lower, upper));
}

} // namespace
} // namespace test
