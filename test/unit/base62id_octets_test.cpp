// Base62id of octet strings of any length against its vectors and libgmp.
#include <base62id/base62id_octets.hpp>

#include "../naive/scheme.hpp"
#include "gmp.hpp"
#include "support.hpp"

namespace test {
namespace {

using codec::base62id_octets;

// All buffers have exactly the size that the codec asks for.
std::string encode_octets(std::span<const std::uint8_t> data, std::size_t *checks = nullptr) {
    const std::size_t bound = base62id_octets::text_bound(data.size());
    const std::size_t scratch = base62id_octets::encode_scratch(data.size());
    const std::unique_ptr<char[]> text(new char[bound]);
    const std::unique_ptr<std::uint64_t[]> words(new std::uint64_t[scratch]);
    const std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[data.size()]);
    std::copy(data.begin(), data.end(), copy.get());
    const std::size_t n =
        base62id_octets::encode({copy.get(), data.size()}, text.get(), {words.get(), scratch},
                                [&] { checks != nullptr ? ++*checks : 0; });
    EXPECT_LE(n, bound);
    return {text.get(), n};
}

struct read_octets {
    result outcome;
    std::vector<std::uint8_t> data;
};
read_octets decode_octets(std::string_view text, std::size_t *checks = nullptr) {
    const exact_text copy(text);
    const std::size_t bound = base62id_octets::data_bound(text.size());
    const std::size_t scratch = base62id_octets::decode_scratch(text.size());
    const std::unique_ptr<std::uint8_t[]> data(new std::uint8_t[bound]);
    const std::unique_ptr<std::uint64_t[]> words(new std::uint64_t[scratch]);
    std::size_t length = 0;
    const result r = base62id_octets::decode(copy, data.get(), length, {words.get(), scratch},
                                             [&] { checks != nullptr ? ++*checks : 0; });
    if (!r)
        return {r, {}};
    EXPECT_LE(length, bound);
    return {r, {data.get(), data.get() + length}};
}

std::string by_gmp(std::span<const std::uint8_t> data) {
    std::vector<std::uint8_t> octets{2};
    octets.insert(octets.end(), data.begin(), data.end());
    return integer(octets).base62();
}

// What a decoder must say of symbols that do not begin with '0': 0x02, then the data.
read_octets read_by_gmp(const std::string &text) {
    const integer n(text, 62);
    auto octets = n.octets();
    if (octets.empty() || octets[0] != 2)
        return {{status::bad_bit_length, 0}, {}};
    octets.erase(octets.begin());
    return {{}, octets};
}

TEST(base62id_octets, vectors) {
    const auto file = vectors("base62id");
    for (const auto &entry : file.at("bytea")) {
        const auto data = octets_of_hex(entry.at("hex").get<std::string>());
        const std::string text = entry.at("text");
        EXPECT_EQ(encode_octets(data), text);
        for (const std::string &form : {text, in_quotes(text)}) {
            const auto read = decode_octets(form);
            EXPECT_EQ(read.outcome, result{}) << form;
            EXPECT_EQ(read.data, data) << form;
        }
    }
    EXPECT_EQ(file.at("bytea").size(), 24u);
    for (const auto &entry : file.at("invalid_bytea_text")) {
        EXPECT_FALSE(decode_octets(entry.at("text").get<std::string>()).outcome) << entry;
    }
    EXPECT_EQ(file.at("invalid_bytea_text").size(), 9u);
}

// Every text of up to three symbols.
TEST(base62id_octets, every_short_text) {
    const std::string_view symbols = naive::of<codec::base62id>.symbols;
    const auto check = [](const std::string &text) {
        const auto read = decode_octets(text);
        if (text[0] == '0') {
            ASSERT_EQ(read.outcome, (result{status::leading_zero, 0})) << text;
            return;
        }
        const auto expected = read_by_gmp(text);
        ASSERT_EQ(read.outcome, expected.outcome) << text;
        ASSERT_EQ(read.data, expected.data) << text;
        if (read.outcome) {
            ASSERT_EQ(encode_octets(read.data), text);
        }
    };
    for (const char a : symbols) {
        ASSERT_NO_FATAL_FAILURE(check({a}));
        for (const char b : symbols) {
            ASSERT_NO_FATAL_FAILURE(check({a, b}));
            for (const char c : symbols)
                ASSERT_NO_FATAL_FAILURE(check({a, b, c}));
        }
    }
}

std::vector<std::uint8_t> random_data(random &r, std::size_t n) {
    auto data = r.octets(n);
    switch (r.below(4)) {
    case 0:
        std::fill(data.begin(), data.end(), std::uint8_t{0});
        break;
    case 1:
        std::fill(data.begin(), data.end(), std::uint8_t{0xff});
        break;
    case 2: // a run of one octet
        if (n != 0)
            std::fill_n(data.begin(), r.below(n), r.chance(50) ? std::uint8_t{0} : std::uint8_t{0xff});
        break;
    default:
        break;
    }
    return data;
}

// Every length up to where blocks of words and limbs have begun, ended and been joined several times.
TEST(base62id_octets, every_length) {
    random r;
    for (std::size_t n = 0; n < 1200; ++n)
        for (int i = 0; i < 4; ++i) {
            const auto data = random_data(r, n);
            const std::string text = encode_octets(data);
            ASSERT_EQ(text, by_gmp(data)) << n;
            ASSERT_EQ(decode_octets(text).data, data) << n;
        }
}

TEST(base62id_octets, statuses) {
    const struct {
        std::string text;
        result expected;
    } cases[] = {
        {"", {status::bad_length, 0}},
        {"\"\"", {status::bad_length, 0}},
        {"\"", {status::unbalanced_quotes, 0}},
        {"\"8G", {status::unbalanced_quotes, 0}},
        {"8G\"", {status::unbalanced_quotes, 2}},
        {"\"\"8G\"\"", {status::bad_symbol, 1}},
        {"08G", {status::leading_zero, 0}},
        {"\"08G\"", {status::leading_zero, 1}},
        {"0", {status::leading_zero, 0}},
        {"8-", {status::bad_symbol, 1}},
        {"\"8-\"", {status::bad_symbol, 2}},
        {"1", {status::bad_bit_length, 0}},
        {"3", {status::bad_bit_length, 0}},
        {"\"3\"", {status::bad_bit_length, 1}},
        {std::string(base62id_octets::max_text + 1, 'A'),
         {status::bad_length, base62id_octets::max_text + 1}},
        {std::string(1 << 20, '"'), {status::bad_length, (1 << 20) - 2}},
        {"2", {}},
    };
    for (const auto &c : cases)
        EXPECT_EQ(decode_octets(c.text).outcome, c.expected) << c.text.substr(0, 40);
    for (int octet = 0; octet < 256; ++octet) {
        const char c = static_cast<char>(octet);
        if (naive::of<codec::base62id>.digit(c) != std::string_view::npos)
            continue;
        std::string text = "Fa84QWiAxLXUJaHZmEVPEGFa84QWiAxLXUJaHZmEVPEG";
        for (std::size_t at = 1; at + 1 < text.size(); ++at) {
            std::string changed = text;
            changed[at] = c;
            ASSERT_EQ(decode_octets(changed).outcome, (result{status::bad_symbol, at}));
        }
    }
}

// One octet too many: the text is one or two symbols longer than the longest, or as long and too large.
TEST(base62id_octets, too_long) {
    for (const std::uint8_t fill : {std::uint8_t{0}, std::uint8_t{0xff}}) {
        const std::vector<std::uint8_t> most(base62id_octets::max_data, fill),
            more(base62id_octets::max_data + 1, fill);
        EXPECT_EQ(decode_octets(by_gmp(most)).data, most);
        EXPECT_EQ(decode_octets(by_gmp(more)).outcome.code, status::bad_length);
    }
}

// The longest data, each way: interruptible all the time, and not by the octet, each of which would pass
// over all limbs.
TEST(base62id_octets, longest_is_interruptible_and_goes_by_blocks) {
    random r;
    const auto data = r.octets(base62id_octets::max_data);
    const std::string expected = by_gmp(data);
    std::size_t encode_checks = 0, decode_checks = 0;
    ASSERT_EQ(encode_octets(data, &encode_checks), expected);
    ASSERT_EQ(decode_octets(expected, &decode_checks).data, data);
    for (const std::size_t checks : {encode_checks, decode_checks}) {
        EXPECT_GE(checks, 50u);
        EXPECT_LE(checks, base62id_octets::max_data / 16);
    }
}

} // namespace
} // namespace test
