// TypeID against its vectors, the official ones, strings of bits; its texts and payloads.
#include "bits.hpp"
#include "typeid.hpp"

namespace test {
namespace {

using codec::typeid_suffix;

INSTANTIATE_TYPED_TEST_SUITE_P(typeid_suffix, fixed_laws, typeid_suffix);
INSTANTIATE_TYPED_TEST_SUITE_P(typeid_suffix, prefix_laws, typeid_suffix);

constexpr std::string_view suffix_symbols = "0123456789abcdefghjkmnpqrstvwxyz";

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
    EXPECT_EQ(file.at("typeid").size(), 65u);
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
                // Up to four octets less.
                std::string shorter = text;
                shorter.erase(at, 1 + static_cast<std::size_t>(octet) % 4);
                ASSERT_NO_FATAL_FAILURE(agree(shorter));
            }
        // One octet more: before the first, between any two, and behind the last.
        for (std::size_t at = 0; at <= text.size(); ++at)
            for (int octet = 0; octet < 256; ++octet) {
                std::string longer = text;
                longer.insert(at, 1, static_cast<char>(octet));
                ASSERT_NO_FATAL_FAILURE(agree(longer));
            }
        // A quote at one end, and another octet at the other one.  Two quotes are left out: such a text is
        // read, but it is not the one that its value is written as, which agree() demands.
        for (int octet = 0; octet < 256; ++octet)
            if (octet != '"') {
                ASSERT_NO_FATAL_FAILURE(agree(static_cast<char>(octet) + text + '"'));
                ASSERT_NO_FATAL_FAILURE(agree('"' + text + static_cast<char>(octet)));
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
        // The position of a bad length is the length itself: without a "_" all of the text is the suffix,
        // and behind "user_" the suffix is empty.
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

} // namespace
} // namespace test
