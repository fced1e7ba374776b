// Laws that every fixed-length codec obeys.  A test file instantiates them for its codec:
//     INSTANTIATE_TYPED_TEST_SUITE_P(uid11, fixed_laws, base62id::codec::uid11);
#pragma once

#include <cctype>

#include "support.hpp"

namespace test {

template <class Codec>
class fixed_laws : public testing::Test {
  protected:
    using value = typename Codec::value;
    static constexpr const naive::scheme &plain = naive::of<Codec>;

    static value from(uint128 payload) { return value_of<value>(payload & greatest<Codec>); }

    // The decoder says what the plain reading says, of the text bare and in quotes.
    static void agree(std::string_view text) {
        const std::string with_quotes = in_quotes(text);
        for (const std::string_view form : {text, std::string_view(with_quotes)}) {
            const exact_text copy(form);
            value v{};
            const result got = codec::decode<Codec>(copy, v);
            const naive::outcome expected = plain.decode(form);
            ASSERT_EQ(got, (result{expected.code, expected.position})) << form;
            if (got) {
                ASSERT_EQ(v, value_of<value>(expected.number)) << form;
            }
            value w{};
            ASSERT_EQ(codec::try_decode<Codec>(copy, w), static_cast<bool>(got)) << form;
        }
    }
};

TYPED_TEST_SUITE_P(fixed_laws);

TYPED_TEST_P(fixed_laws, decode_inverts_encode) {
    const auto check = [](uint128 payload) {
        const auto v = TestFixture::from(payload);
        const std::string text = encode<TypeParam>(v);
        ASSERT_EQ(text, TestFixture::plain.encode(number(v)));
        ASSERT_EQ(decoded<TypeParam>(text), v) << text;
        ASSERT_EQ(decoded<TypeParam>(in_quotes(text)), v) << text;
    };
    for (const uint128 payload : edge_numbers<TypeParam>())
        check(payload);
    random r;
    for (int i = 0; i < random_rounds; ++i)
        check(r.bits128());
}

TYPED_TEST_P(fixed_laws, encode_writes_exactly_its_symbols) {
    random r;
    for (int i = 0; i < 100; ++i) {
        const char guard = static_cast<char>(i);
        std::string buffer(TypeParam::text_length + 16, guard);
        TypeParam::encode(r.value<typename TypeParam::value>(), buffer.data() + 8);
        ASSERT_EQ(buffer.substr(0, 8), std::string(8, guard));
        ASSERT_EQ(buffer.substr(8 + TypeParam::text_length), std::string(8, guard));
    }
}

TYPED_TEST_P(fixed_laws, order_of_values_is_order_of_texts) {
    const auto check = [](uint128 a, uint128 b) {
        const auto va = TestFixture::from(a), vb = TestFixture::from(b);
        const int expected = sign(number(va), number(vb));
        ASSERT_EQ(sign(encode<TypeParam>(va).compare(encode<TypeParam>(vb))), expected);
        ASSERT_EQ(compare(va, vb), expected);
        ASSERT_EQ(va == vb, expected == 0);
        ASSERT_EQ(va < vb, expected < 0);
        ASSERT_EQ(va <= vb, expected <= 0);
        ASSERT_EQ(va > vb, expected > 0);
    };
    const auto edges = edge_numbers<TypeParam>();
    for (std::size_t i = 0; i < edges.size(); ++i) {
        check(edges[i], edges[i]);
        check(edges[i], edges[i] + 1);
        check(edges[i], edges[(i * 7 + 1) % edges.size()]);
    }
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        const uint128 a = r.bits128();
        check(a, r.bits128());
        check(a, a ^ r.bits128() >> r.below(128)); // shares the leading bits
        check(a, a ^ uint128{1} << r.below(128));  // differs in one
    }
}

// All 256 octets at each position of texts in the middle and at both ends of the range: the decoder
// says what is wrong and where, or reads another value.
TYPED_TEST_P(fixed_laws, every_octet_at_every_position) {
    random r;
    std::vector<uint128> payloads{0, greatest<TypeParam>, 1, greatest<TypeParam> - 1};
    for (int i = 0; i < 8; ++i)
        payloads.push_back(r.bits128());
    for (const uint128 payload : payloads) {
        const auto v = TestFixture::from(payload);
        const std::string text = encode<TypeParam>(v);
        for (std::size_t at = 0; at < text.size(); ++at)
            for (int octet = 0; octet < 256; ++octet) {
                std::string changed = text;
                changed[at] = static_cast<char>(octet);
                ASSERT_NO_FATAL_FAILURE(TestFixture::agree(changed));
                const auto read = decoded<TypeParam>(changed);
                if (!read || changed == text)
                    continue;
                // Another text of the same value exists only where case is folded.
                const bool folded = TypeParam::symbols.fold_case && std::isalpha(octet) != 0 &&
                                    static_cast<char>(octet ^ ('a' ^ 'A')) == text[at];
                ASSERT_EQ(*read == v, folded) << changed;
                ASSERT_EQ(encode<TypeParam>(*read), TestFixture::plain.canonical(changed));
            }
    }
}

TYPED_TEST_P(fixed_laws, only_its_own_length) {
    random r;
    for (int i = 0; i < 50; ++i) {
        std::string text = encode<TypeParam>(r.value<typename TypeParam::value>());
        text += TypeParam::symbols.last();
        text += TypeParam::symbols.first();
        text += 'A';
        for (std::size_t length = 0; length <= text.size(); ++length) {
            const std::string cut = text.substr(0, length);
            ASSERT_NO_FATAL_FAILURE(TestFixture::agree(cut));
            typename TypeParam::value v{};
            if (length != TypeParam::text_length) {
                ASSERT_EQ(codec::decode<TypeParam>(cut, v), (result{status::bad_length, length}));
                ASSERT_EQ(codec::decode<TypeParam>(in_quotes(cut), v), (result{status::bad_length, length}));
            }
        }
    }
    for (const std::size_t length :
         {std::size_t{255}, std::size_t{256}, TypeParam::text_length + 65536, std::size_t{1} << 20}) {
        ASSERT_NO_FATAL_FAILURE(TestFixture::agree(std::string(length, 'A')));
        ASSERT_NO_FATAL_FAILURE(TestFixture::agree(std::string(length, '"')));
    }
}

TYPED_TEST_P(fixed_laws, one_pair_of_quotes) {
    typename TypeParam::value v{};
    const std::string text = encode<TypeParam>(TestFixture::from(random().bits128()));
    const std::size_t n = TypeParam::text_length;
    EXPECT_EQ(codec::decode<TypeParam>('"' + text, v), (result{status::unbalanced_quotes, 0}));
    EXPECT_EQ(codec::decode<TypeParam>(text + '"', v), (result{status::unbalanced_quotes, n}));
    EXPECT_EQ(codec::decode<TypeParam>(in_quotes(in_quotes(text)), v), (result{status::bad_length, n + 2}));
    EXPECT_EQ(codec::decode<TypeParam>('\'' + text + '\'', v), (result{status::bad_length, n + 2}));
    EXPECT_EQ(codec::decode<TypeParam>("\"", v), (result{status::unbalanced_quotes, 0}));
    EXPECT_EQ(codec::decode<TypeParam>("\"\"", v), (result{status::bad_length, 0}));
    EXPECT_EQ(codec::decode<TypeParam>("", v), (result{status::bad_length, 0}));
    EXPECT_EQ(codec::decode<TypeParam>(std::string_view{}, v), (result{status::bad_length, 0}));
    // A quote at one end and any other octet at the other, so that the whole has the length of a quoted id.
    for (int octet = 0; octet < 256; ++octet) {
        const std::string other(1, static_cast<char>(octet));
        ASSERT_NO_FATAL_FAILURE(TestFixture::agree('"' + text + other));
        ASSERT_NO_FATAL_FAILURE(TestFixture::agree(other + text + '"'));
        ASSERT_NO_FATAL_FAILURE(TestFixture::agree(other + text + other));
    }
    // Quotes around too few symbols, so that the whole has the length of an id.
    EXPECT_EQ(codec::decode<TypeParam>(in_quotes(text.substr(2)), v), (result{status::bad_length, n - 2}));
    // A quote inside is a wrong symbol.
    std::string inside = text;
    inside[n / 2] = '"';
    EXPECT_EQ(codec::decode<TypeParam>(inside, v), (result{status::bad_symbol, n / 2}));
    EXPECT_EQ(codec::decode<TypeParam>(in_quotes(inside), v), (result{status::bad_symbol, n / 2 + 1}));
    for (std::size_t length = 0; length < n + 6; ++length)
        ASSERT_NO_FATAL_FAILURE(TestFixture::agree(std::string(length, '"')));
}

TYPED_TEST_P(fixed_laws, neighbours) {
    const auto check = [](uint128 payload) {
        const auto v = TestFixture::from(payload);
        auto next = v, previous = v;
        const bool has_next = increment(next), has_previous = decrement(previous);
        ASSERT_EQ(has_next, number(v) != greatest<TypeParam>);
        ASSERT_EQ(has_previous, number(v) != 0);
        if (has_next) {
            ASSERT_EQ(number(next), number(v) + 1);
            ASSERT_TRUE(decrement(next));
            ASSERT_EQ(next, v);
        }
        if (has_previous) {
            ASSERT_EQ(number(previous), number(v) - 1);
            ASSERT_TRUE(increment(previous));
            ASSERT_EQ(previous, v);
        }
    };
    EXPECT_EQ(number(TypeParam::lowest), uint128{0});
    EXPECT_EQ(number(TypeParam::highest), greatest<TypeParam>);
    for (const uint128 payload : edge_numbers<TypeParam>())
        check(payload);
    random r;
    for (int i = 0; i < random_rounds; ++i)
        check(r.bits128());
}

REGISTER_TYPED_TEST_SUITE_P(fixed_laws, decode_inverts_encode, encode_writes_exactly_its_symbols,
                            order_of_values_is_order_of_texts, every_octet_at_every_position,
                            only_its_own_length, one_pair_of_quotes, neighbours);

// Prefix ranges, for codecs without padding behind the payload.
template <class Codec>
class prefix_laws : public fixed_laws<Codec> {
  protected:
    using value = typename Codec::value;

    // The range of a prefix is no more and no less than the values whose text starts with it.
    static void check(const std::string &prefix, random &r, std::size_t &empty) {
        value lower{}, upper{};
        const bool found = codec::prefix_range<Codec>(exact_text(prefix), lower, upper);
        // No text starts so: all of them lie before the first or behind the last that might.
        const naive::scheme &plain = prefix_laws::plain;
        const std::string written = plain.canonical(prefix);
        const std::string first = plain.filled(written, plain.symbols.front());
        const std::string last = plain.filled(written, plain.symbols.back());
        ASSERT_EQ(found,
                  plain.fits(prefix) && last >= plain.encode(0) && first <= plain.encode(greatest<Codec>))
            << prefix;
        empty += !found;
        const auto starts = [&](const value &v) { return encode<Codec>(v).starts_with(written); };
        if (found) {
            ASSERT_LE(lower, upper) << prefix;
            ASSERT_TRUE(starts(lower)) << prefix;
            ASSERT_TRUE(starts(upper)) << prefix;
            value outside = lower;
            if (decrement(outside)) {
                ASSERT_FALSE(starts(outside)) << prefix;
            }
            outside = upper;
            if (increment(outside)) {
                ASSERT_FALSE(starts(outside)) << prefix;
            }
            const uint128 width = number(upper) - number(lower);
            const uint128 offset = width == ~uint128{0} ? r.bits128() : r.bits128() % (width + 1);
            ASSERT_TRUE(starts(prefix_laws::from(number(lower) + offset))) << prefix;
        }
        const value v = prefix_laws::from(r.bits128());
        ASSERT_EQ(starts(v), found && lower <= v && v <= upper) << prefix;
        ASSERT_EQ(codec::starts_with<Codec>(v, exact_text(prefix)), starts(v)) << prefix;
        ASSERT_TRUE(!found || codec::starts_with<Codec>(upper, exact_text(prefix))) << prefix;
    }
};

TYPED_TEST_SUITE_P(prefix_laws);

TYPED_TEST_P(prefix_laws, range_is_starts_with) {
    random r;
    const std::string_view symbols = TestFixture::plain.symbols;
    std::size_t empty = 0;
    const auto check = [&](const std::string &prefix) { TestFixture::check(prefix, r, empty); };
    check("");
    for (const char c : symbols) {
        check({c});
        for (const char d : symbols)
            check({c, d});
    }
    std::vector<uint128> payloads{0, 1, greatest<TypeParam>, greatest<TypeParam> - 1};
    for (int i = 0; i < 100; ++i)
        payloads.push_back(r.bits128());
    for (const uint128 payload : payloads) {
        const std::string text = encode<TypeParam>(TestFixture::from(payload));
        for (std::size_t length = 0; length <= text.size(); ++length) {
            ASSERT_NO_FATAL_FAILURE(check(text.substr(0, length)));
            if (length < text.size()) {
                ASSERT_NO_FATAL_FAILURE(check(text.substr(0, length) + r.symbol_of(symbols)));
            }
            if (TypeParam::symbols.fold_case) { // each letter in either case
                std::string mixed = text.substr(0, length);
                for (char &c : mixed)
                    if (std::isalpha(c) != 0 && r.chance(50))
                        c = static_cast<char>(c ^ ('a' ^ 'A'));
                ASSERT_NO_FATAL_FAILURE(check(mixed));
            }
        }
    }
    // Every system has symbols that no id begins with, but BaseUid and what is written in plain digits; and
    // no digit stands where a hyphen does.
    const bool all_begin = TestFixture::plain.bits == 120 || TestFixture::plain.base() == 16;
    EXPECT_EQ(empty == 0, all_begin && TestFixture::plain.shape.empty());
}

TYPED_TEST_P(prefix_laws, impossible_prefixes) {
    using value_type = typename TypeParam::value;
    value_type lower{}, upper{};
    const std::string text = encode<TypeParam>(TestFixture::from(random().bits128()));
    EXPECT_FALSE(codec::prefix_range<TypeParam>(text + TypeParam::symbols.first(), lower, upper));
    EXPECT_FALSE(codec::prefix_range<TypeParam>(in_quotes(text), lower, upper));
    EXPECT_FALSE(codec::starts_with<TypeParam>(*decoded<TypeParam>(text), text + TypeParam::symbols.first()));
    EXPECT_FALSE(codec::prefix_range<TypeParam>(std::string(1 << 20, text[0]), lower, upper));
    for (std::size_t at = 0; at < text.size(); ++at)
        for (int octet = 0; octet < 256; ++octet) {
            std::string prefix = text.substr(0, at) + static_cast<char>(octet);
            if (!TestFixture::plain.fits(static_cast<char>(octet), at)) {
                ASSERT_FALSE(codec::prefix_range<TypeParam>(prefix, lower, upper)) << prefix;
                ASSERT_FALSE(codec::starts_with<TypeParam>(*decoded<TypeParam>(text), prefix)) << prefix;
            }
        }
}

REGISTER_TYPED_TEST_SUITE_P(prefix_laws, range_is_starts_with, impossible_prefixes);

} // namespace test
