// TypeID against its vectors, the official ones, strings of bits, and the laws of its order.
#include <algorithm>
#include <regex>
#include <set>

#include "../naive/typeid.hpp"
#include "bits.hpp"
#include "laws.hpp"

namespace test {
namespace {

using codec::type_id;
using codec::typeid_suffix;
using value = type_id::value;

INSTANTIATE_TYPED_TEST_SUITE_P(typeid_suffix, fixed_laws, typeid_suffix);
INSTANTIATE_TYPED_TEST_SUITE_P(typeid_suffix, prefix_laws, typeid_suffix);

constexpr std::string_view suffix_symbols = "0123456789abcdefghjkmnpqrstvwxyz";

value make(std::string_view prefix, const uuid &id) {
    value v;
    v.assign(prefix, id);
    return v;
}
std::string_view prefix_of(type_id::view v) {
    return {reinterpret_cast<const char *>(v.data), v.prefix_length()};
}
std::string text_of(type_id::view v) {
    const std::unique_ptr<std::uint8_t[]> payload(new std::uint8_t[v.size]); // of its exact size
    std::copy(v.data, v.data + v.size, payload.get());
    const type_id::view copy{payload.get(), v.size};
    const std::unique_ptr<char[]> text(new char[copy.text_length()]);
    type_id::encode(copy, text.get());
    return {text.get(), copy.text_length()};
}
bool same(type_id::view a, type_id::view b) {
    return a.size == b.size && std::equal(a.data, a.data + a.size, b.data);
}

// The decoder says what the plain reading says.
void agree(std::string_view text) {
    const std::string with_quotes = in_quotes(text);
    for (const std::string_view form : {text, std::string_view(with_quotes)}) {
        const exact_text copy(form);
        value v;
        std::string_view prefix;
        uuid id{};
        const auto expected = naive::decode_type_id(form);
        const result r{expected.code, expected.position};
        ASSERT_EQ(type_id::decode(copy, v), r) << form;
        ASSERT_EQ(type_id::decode(copy, prefix, id), r) << form;
        if (r) {
            ASSERT_EQ(prefix, expected.prefix) << form;
            ASSERT_EQ(id, value_of<uuid>(expected.number)) << form;
            ASSERT_TRUE(same(v, make(prefix, id))) << form;
            ASSERT_EQ(text_of(v), text) << form; // one text for each id
        }
    }
}

const std::regex &prefix_grammar() {
    static const std::regex grammar("([a-z]([a-z_]{0,61}[a-z])?)?");
    return grammar;
}
bool grammatical(const std::string &prefix) { return std::regex_match(prefix, prefix_grammar()); }

std::string random_prefix(random &r, std::string_view symbols = "abcdefghijklmnopqrstuvwxyz_") {
    for (;;) {
        std::string prefix(r.chance(30) ? 60 + r.below(4) : r.below(12), 'a');
        for (char &c : prefix)
            c = r.symbol_of(symbols);
        if (naive::check_prefix(prefix).code == status::ok)
            return prefix;
    }
}
// Few different symbols, so that prefixes share their beginnings.
constexpr std::string_view few = "_abyz";

value random_value(random &r, std::string_view symbols = few) {
    const uint128 ends[] = {0, ~uint128{0}, r.bits128(), r.bits128()};
    return make(random_prefix(r, symbols), value_of<uuid>(ends[r.below(4)]));
}

// --- vectors ---

TEST(typeid_, vectors) {
    const auto file = vectors("typeid");
    for (const auto &entry : file.at("typeid")) {
        const std::string prefix = entry.at("prefix"), text = entry.at("text");
        const value v = make(prefix, value_of_hex<uuid>(entry.at("uuid").get<std::string>()));
        EXPECT_EQ(text_of(v), text);
        value read;
        EXPECT_EQ(type_id::decode(exact_text(text), read), result{}) << text;
        EXPECT_TRUE(same(read, v)) << text;
        ASSERT_NO_FATAL_FAILURE(agree(text));
    }
    EXPECT_EQ(file.at("typeid").size(), 95u);
    for (const auto &entry : file.at("invalid_text")) {
        value v;
        EXPECT_FALSE(type_id::decode(entry.at("text").get<std::string>(), v)) << entry;
        ASSERT_NO_FATAL_FAILURE(agree(entry.at("text").get<std::string>()));
    }
    EXPECT_EQ(file.at("invalid_text").size(), 14u);
}

TEST(typeid_, official_vectors) {
    const auto valid = vectors("typeid-official-valid");
    for (const auto &entry : valid) {
        const std::string prefix = entry.at("prefix"), text = entry.at("typeid");
        const uuid id = value_of_hex<uuid>(entry.at("uuid").get<std::string>());
        EXPECT_EQ(text_of(make(prefix, id)), text);
        std::string_view read_prefix;
        uuid read{};
        EXPECT_EQ(type_id::decode(text, read_prefix, read), result{}) << entry;
        EXPECT_EQ(read_prefix, prefix);
        EXPECT_EQ(read, id);
    }
    EXPECT_EQ(valid.size(), 9u);
    const auto invalid = vectors("typeid-official-invalid");
    for (const auto &entry : invalid) {
        value v;
        EXPECT_FALSE(type_id::decode(entry.at("typeid").get<std::string>(), v)) << entry;
        ASSERT_NO_FATAL_FAILURE(agree(entry.at("typeid").get<std::string>()));
    }
    EXPECT_EQ(invalid.size(), 21u);
}

// --- text ---

TEST(typeid_, agrees_with_bits) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const std::string prefix = random_prefix(r);
        const uuid id = r.value<uuid>();
        const std::string suffix = symbols_of("00" + bits_of(id.bytes), 5, suffix_symbols);
        const std::string text = prefix.empty() ? suffix : prefix + "_" + suffix;
        const value v = make(prefix, id);
        ASSERT_EQ(text_of(v), text);
        ASSERT_EQ(type_id::view(v).text_length(), text.size());
        ASSERT_EQ(prefix_of(v), prefix);
        ASSERT_EQ(type_id::view(v).id(), id);
        ASSERT_NO_FATAL_FAILURE(agree(text));
        value read;
        ASSERT_TRUE(type_id::decode(text, read));
        ASSERT_TRUE(same(read, v));
    }
}

TEST(typeid_, encode_writes_exactly_its_symbols) {
    random r;
    for (int i = 0; i < 1000; ++i) {
        const value v = random_value(r);
        std::string buffer(type_id::max_text + 16, '#');
        type_id::encode(v, buffer.data() + 8);
        const std::size_t n = type_id::view(v).text_length();
        ASSERT_EQ(buffer.substr(0, 8), std::string(8, '#'));
        ASSERT_EQ(buffer.substr(8 + n), std::string(buffer.size() - 8 - n, '#'));
    }
}

TEST(typeid_, every_octet_at_every_position) {
    random r;
    for (const std::string &prefix :
         {std::string(), std::string("a"), std::string("user"), std::string("a__b"), std::string(62, 'x'),
          "a" + std::string(61, '_') + "z"}) {
        const std::string text = text_of(make(prefix, r.value<uuid>()));
        for (std::size_t at = 0; at < text.size(); ++at)
            for (int octet = 0; octet < 256; ++octet) {
                std::string changed = text;
                changed[at] = static_cast<char>(octet);
                ASSERT_NO_FATAL_FAILURE(agree(changed));
                value v;
                if (changed != text && type_id::decode(changed, v)) {
                    ASSERT_EQ(text_of(v), changed);
                }
                // One octet more in the middle or at the ends, some less.
                std::string other = text;
                ASSERT_NO_FATAL_FAILURE(agree(other.insert(at, 1, static_cast<char>(octet))));
                // A quote at one end only.
                if (octet != '"') {
                    ASSERT_NO_FATAL_FAILURE(agree(static_cast<char>(octet) + text + '"'));
                    ASSERT_NO_FATAL_FAILURE(agree('"' + text + static_cast<char>(octet)));
                }
                other = text;
                ASSERT_NO_FATAL_FAILURE(agree(other.erase(at, 1 + static_cast<std::size_t>(octet) % 4)));
            }
    }
}

TEST(typeid_, lengths) {
    for (std::size_t length = 0; length < 200; ++length) {
        for (const char c : {'a', '0', '_', '"', ' '})
            ASSERT_NO_FATAL_FAILURE(agree(std::string(length, c)));
        const std::string letters(length, 'a'), suffix(26, '0');
        ASSERT_NO_FATAL_FAILURE(agree(letters + "_" + suffix));
        ASSERT_NO_FATAL_FAILURE(agree(letters + "_" + suffix.substr(1)));
        ASSERT_NO_FATAL_FAILURE(agree(letters + "_" + suffix + "0"));
        ASSERT_NO_FATAL_FAILURE(agree("a" + std::string(length, '_') + suffix));
        ASSERT_NO_FATAL_FAILURE(agree(std::string(length, '_') + "a_" + suffix));
    }
    for (const char c : {'a', '0', '_', '"'})
        ASSERT_NO_FATAL_FAILURE(agree(std::string(1 << 20, c)));
    value v;
    EXPECT_EQ(type_id::decode(std::string(63, 'z') + "_" + std::string(26, '0'), v), result{}); // 90 symbols
    EXPECT_EQ(type_id::decode(std::string(64, 'z') + "_" + std::string(26, '0'), v),
              (result{status::prefix_too_long, 64}));
}

TEST(typeid_, statuses) {
    const std::string suffix = "01h455vb4pex5vsknk084sn02q";
    const struct {
        std::string text;
        result expected;
    } cases[] = {
        {"", {status::bad_suffix_length, 0}},
        {"_", {status::empty_prefix, 0}},
        {"_" + suffix, {status::empty_prefix, 0}},
        {"user", {status::bad_suffix_length, 4}},
        {"user_", {status::bad_suffix_length, 0}},
        {"user__" + suffix, {status::prefix_edge, 4}},
        {"_user_" + suffix, {status::prefix_edge, 0}},
        {"us1r_" + suffix, {status::bad_prefix_symbol, 2}},
        {"usEr_" + suffix, {status::bad_prefix_symbol, 2}},
        {"user_" + suffix + "0", {status::bad_suffix_length, 27}},
        {"user_0" + std::string(24, '0') + "u", {status::bad_suffix_symbol, 30}},
        {"user_8" + std::string(25, '0'), {status::overflow, 5}},
        {"8" + std::string(25, '0'), {status::overflow, 0}},
        {"\"user_" + suffix, {status::unbalanced_quotes, 0}},
        {"user_" + suffix + "\"", {status::unbalanced_quotes, 31}},
        {"\"us1r_" + suffix + "\"", {status::bad_prefix_symbol, 3}},
        {"\"user_8" + std::string(25, '0') + "\"", {status::overflow, 6}},
        {"\"\"", {status::bad_suffix_length, 0}},
        {"\"user_" + suffix + "\"", {}},
    };
    for (const auto &c : cases) {
        value v;
        EXPECT_EQ(type_id::decode(c.text, v), c.expected) << c.text;
    }
}

TEST(typeid_, prefix_grammar) {
    random r;
    int valid = 0;
    for (int i = 0; i < 3 * random_rounds; ++i) {
        std::string prefix(r.below(68), 'a');
        for (char &c : prefix)
            c = r.chance(97) ? r.symbol_of("abcxyz___") : r.octet();
        const bool good = grammatical(prefix);
        ASSERT_EQ(type_id::valid_prefix(exact_text(prefix)), good) << prefix;
        const auto expected = naive::check_prefix(prefix);
        ASSERT_EQ(type_id::check_prefix(exact_text(prefix)), (result{expected.code, expected.position}))
            << prefix;
        valid += good;
    }
    EXPECT_GT(valid, random_rounds / 4);
    for (int octet = 0; octet < 256; ++octet) {
        const std::string prefix(1, static_cast<char>(octet));
        EXPECT_EQ(type_id::valid_prefix(prefix), octet >= 'a' && octet <= 'z');
        EXPECT_EQ(type_id::valid_prefix("a" + prefix + "a"), (octet >= 'a' && octet <= 'z') || octet == '_');
    }
}

// --- binary ---

TEST(typeid_, check_payload) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        std::string payload(r.below(100), 'a');
        for (char &c : payload)
            c = r.chance(98) ? r.symbol_of("abz_") : r.octet();
        const result got =
            type_id::check_payload(exact_text(payload).operator std::string_view().data(), payload.size());
        if (payload.size() < 16 || payload.size() > 79) {
            ASSERT_EQ(got, (result{status::bad_length, payload.size()}));
        } else {
            const auto expected =
                naive::check_prefix(std::string_view(payload).substr(0, payload.size() - 16));
            ASSERT_EQ(got, (result{expected.code, expected.position}));
        }
    }
    // Any 16 octets are a UUID.
    for (int octet = 0; octet < 256; ++octet) {
        EXPECT_TRUE(type_id::check_payload(std::string(16, static_cast<char>(octet)).data(), 16));
    }
}

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

// No value lies between a value and its neighbour, and neighbours are inverse to each other.
TEST(typeid_, neighbours_are_inverse_and_adjacent) {
    random r;
    for (int i = 0; i < 10 * random_rounds; ++i) {
        const value v = random_value(r);
        value next = v, previous = v;
        if (type_id::increment(next)) {
            ASSERT_LT(type_id::compare(v, next), 0) << text_of(v);
            ASSERT_TRUE(grammatical(std::string(prefix_of(next)))) << text_of(v);
            value back = next;
            ASSERT_TRUE(type_id::decrement(back));
            ASSERT_TRUE(same(back, v)) << text_of(v);
        }
        if (type_id::decrement(previous)) {
            ASSERT_GT(type_id::compare(v, previous), 0) << text_of(v);
            ASSERT_TRUE(grammatical(std::string(prefix_of(previous)))) << text_of(v);
            value back = previous;
            ASSERT_TRUE(type_id::increment(back));
            ASSERT_TRUE(same(back, v)) << text_of(v);
        }
        const value other = random_value(r);
        ASSERT_FALSE(type_id::compare(v, other) < 0 && type_id::compare(other, next) < 0);
        ASSERT_FALSE(type_id::compare(previous, other) < 0 && type_id::compare(other, v) < 0);
    }
}

// --- ranges ---

// Whether some TypeID's text starts with `start`.
bool possible(const std::string &start) {
    static const std::regex open_prefix("[a-z][a-z_]{0,61}|[a-z][a-z_]{61}[a-z]"); // may go on to be valid
    static const std::regex suffix("([0-7][0-9a-hjkmnp-tv-z]{0,25})?");
    if (start.empty() || std::regex_match(start, open_prefix) || std::regex_match(start, suffix))
        return true;
    const std::size_t cut = start.rfind('_');
    return cut != std::string::npos && cut > 0 && grammatical(start.substr(0, cut)) &&
           std::regex_match(start.substr(cut + 1), suffix);
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
