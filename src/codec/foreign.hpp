// Ids of other systems, by their looks: what base62id_find and the page "What is this id?" say of a text
// beside the systems of this extension.  Looks prove nothing, so base62id_inspect has no rows for these.
//
// Layouts: github.com/segmentio/ksuid, github.com/ai/nanoid, github.com/paralleldrive/cuid and cuid2,
// github.com/rs/xid, github.com/f4b6a3/tsid-creator, the BSON specification (ObjectId), docs.stripe.com/api;
// Snowflake epochs of X and of Discord.
#pragma once

#include "crockford.hpp"
#include "reading.hpp"

namespace base62id::codec::foreign {

struct kind {
    std::string_view name, what, keep_as;
    bool has_time = false;
    std::int64_t unix_ms = 0;
    bool prefixed = false; // a kind in front, as our ids have
    bool any_word = false; // any word may be one
};

constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
constexpr int digit(char c) noexcept {
    if (c >= '0' && c <= '9')
        return c - '0';
    return is_lower(c) ? c - 'a' + 10 : -1;
}
// Of a KSUID: 0 to 9, A to Z, a to z.
constexpr int digit_of_62(char c) noexcept {
    if (is_upper(c))
        return c - 'A' + 10;
    return is_lower(c) ? c - 'a' + 36 : digit(c);
}

// Whether all symbols are digits of `radix`, in lower case.
constexpr bool all_digits(std::string_view text, int radix) noexcept {
    for (const char c : text)
        if (digit(c) < 0 || digit(c) >= radix)
            return false;
    return true;
}
// Hexadecimal digits, all in lower case or all in upper case.
constexpr bool all_hex_digits(std::string_view text) noexcept {
    bool lower = false, upper = false;
    for (const char c : text) {
        if (digit(crockford::lower(c)) < 0 || digit(crockford::lower(c)) >= 16)
            return false;
        upper = upper || is_upper(c);
        lower = lower || digit(c) >= 10;
    }
    return !(lower && upper);
}
constexpr std::uint64_t number(std::string_view digits, unsigned radix) noexcept {
    std::uint64_t v = 0;
    for (const char c : digits)
        v = v * radix + static_cast<std::uint64_t>(digit(crockford::lower(c)));
    return v;
}

constexpr std::int64_t ms_of_seconds(std::uint64_t s) noexcept { return static_cast<std::int64_t>(s) * 1000; }

// The first 32 of the 160 bits; false if 27 symbols spell more.
constexpr bool ksuid_seconds(std::string_view text, std::uint64_t &seconds) noexcept {
    std::uint32_t words[5] = {};
    for (const char c : text) {
        const int d = digit_of_62(c);
        if (d < 0)
            return false;
        std::uint64_t carry = static_cast<std::uint64_t>(d);
        for (int i = 4; i >= 0; --i) {
            carry += std::uint64_t{words[i]} * 62;
            words[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0)
            return false;
    }
    seconds = words[0] + std::uint64_t{1'400'000'000};
    return true;
}

// The 64 bits of 13 symbols of Crockford's base 32 in upper case; false for a number, and where they are
// more.
constexpr bool tsid_bits(std::string_view text, std::uint64_t &bits) noexcept {
    constexpr std::string_view symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    bits = 0;
    for (const char c : text) {
        const std::size_t value = symbols.find(c);
        if (value == std::string_view::npos || bits >> 59 != 0)
            return false;
        bits = bits << 5 | value;
    }
    return !all_digits(text, 10);
}

constexpr std::string_view prefixed_id = "another system's prefixed id, as Stripe's";

// What Stripe writes in front of its ids (docs.stripe.com/api).
constexpr bool is_stripes(std::string_view kind) noexcept {
    constexpr std::string_view kinds[] = {
        "acct", "ba",   "card", "ch", "cs",  "cus",  "dp",  "evt", "fee",   "file", "ii",    "in",   "il",
        "ipi",  "link", "mbur", "pi", "pk",  "plan", "pm",  "po",  "price", "prod", "promo", "py",   "re",
        "rk",   "seti", "si",   "sk", "src", "sub",  "tok", "tr",  "txn",   "txr",  "we",    "whsec"};
    const std::size_t n = kind.find('_');
    const std::string_view first = n == std::string_view::npos ? kind : slice(kind, 0, n);
    for (const std::string_view k : kinds)
        if (k == first)
            return true;
    return false;
}

// Letters of a kind, perhaps "_test" or "_live", then at least 8 letters and digits.
constexpr bool is_prefixed(std::string_view text) noexcept {
    const std::size_t last = text.rfind('_');
    if (last == std::string_view::npos || last < 2 || last > 20 || text.size() - last < 9)
        return false;
    for (const char c : slice(text, 0, last))
        if (c != '_' && (c < 'a' || c > 'z'))
            return false;
    bool letters = false;
    for (const char c : slice(text, last + 1)) {
        if (digit(crockford::lower(c)) < 0)
            return false;
        letters = letters || digit(crockford::lower(c)) >= 10;
    }
    return letters && text[0] != '_';
}

// Which symbols a text has, if it has any.
struct symbols_of {
    bool url, lower, plain; // of NanoID; digits and lower case; digits and letters

    constexpr explicit symbols_of(std::string_view text) noexcept
        : url(!text.empty()), lower(url), plain(url) {
        for (const char c : text) {
            const bool letter_or_digit = digit(crockford::lower(c)) >= 0;
            url = url && (letter_or_digit || c == '_' || c == '-');
            plain = plain && letter_or_digit;
            lower = lower && digit(c) >= 0;
        }
    }
};

// Calls put(kind) for those whose time is since the system began, and before the end of the century.
template <class Put>
constexpr void each_snowflake(std::uint64_t v, Put &&put) noexcept {
    const auto say = [&](std::string_view name, std::string_view what, std::uint64_t ms,
                         std::int64_t epoch_ms) {
        constexpr std::int64_t limit_ms = 4'102'444'800'000; // 2100
        const std::int64_t at = static_cast<std::int64_t>(ms) + epoch_ms;
        if (at < limit_ms)
            put(kind{name, what, "bigint", true, at});
    };
    say("Snowflake of X", "41 bits of milliseconds, 10 of a machine, 12 of a sequence.", v >> 22,
        1'288'834'974'657);
    say("Snowflake of Discord", "The same bits from another epoch on.", v >> 22, 1'420'070'400'000);
    say("Snowflake of Instagram", "41 bits of milliseconds, 13 of a shard, 10 of a sequence.", v >> 23,
        1'314'220'021'721);
    say("Snowflake of Mastodon", "48 bits of milliseconds, 16 of a sequence.", v >> 16, 0);
    say("Sonyflake", "39 bits of 10 milliseconds, 8 of a sequence, 16 of a machine.", (v >> 24) * 10,
        1'409'529'600'000);
}

// Calls put(kind) for each kind of id that the text looks like; the last kind may be any letters and digits.
template <class Put>
constexpr void each_kind(std::string_view text, Put &&put) noexcept {
    constexpr std::string_view as_text = "text COLLATE \"C\"";
    bool any = false;
    const auto say = [&](std::string_view name, std::string_view what, std::string_view keep_as,
                         bool has_time = false, std::int64_t ms = 0) {
        any = true;
        put(kind{name, what, keep_as, has_time, ms});
    };
    const auto say_vaguely = [&](std::string_view name, std::string_view what, std::string_view keep_as,
                                 bool prefixed) {
        put(kind{name, what, keep_as, false, 0, prefixed, !prefixed});
    };
    text = unquote(text);
    const symbols_of symbols(text);
    if (inspect::is_bigint(text)) {
        any = true;
        say_vaguely("bigint", "A number, of a sequence or of an identity column.", "bigint", false);
        if (text.size() >= 17)
            each_snowflake(number(text, 10), put);
    }
    if (text.size() == 24 && all_hex_digits(text))
        say("MongoDB ObjectId", "32 bits of seconds, 40 random, 24 of a counter.", "bytea, 12 bytes", true,
            ms_of_seconds(number(slice(text, 0, 8), 16)));
    if (std::uint64_t bits = 0; text.size() == 13 && tsid_bits(text, bits))
        say("TSID", "42 bits of milliseconds since 2020, 22 of a machine and a counter.", "bigint", true,
            static_cast<std::int64_t>(bits >> 22) + 1'577'836'800'000);
    if (std::uint64_t seconds = 0; text.size() == 27 && ksuid_seconds(text, seconds))
        say("KSUID", "32 bits of seconds, 128 random.", "text COLLATE \"C\", or bytea, 20 bytes", true,
            ms_of_seconds(seconds));
    if (text.size() == 25 && symbols.lower && text[0] == 'c')
        say("CUID", "Milliseconds, a counter, a fingerprint of the machine, random symbols.", as_text, true,
            static_cast<std::int64_t>(number(slice(text, 1, 8), 36)));
    if (text.size() == 24 && symbols.lower && digit(text[0]) >= 10)
        say("CUID2", "24 random symbols, without a time.", as_text);
    if (text.size() == 20 && symbols.lower && all_digits(text, 32))
        say("xid of github.com/rs/xid", "32 bits of seconds, a machine, a process, a counter.",
            "text COLLATE \"C\", or bytea, 12 bytes", true,
            ms_of_seconds(number(slice(text, 0, 7), 32) >> 3));
    if (text.size() == 21 && symbols.url)
        say("NanoID", "126 random bits, without a time.", as_text);
    if (!any && is_prefixed(text)) {
        any = true;
        say_vaguely(is_stripes(text) ? "Stripe id" : prefixed_id,
                    "A prefix, then letters and digits that hold no time.", as_text, true);
    }
    if (!any && symbols.plain && text.size() >= 4 && text.size() <= 16)
        say_vaguely(
            "Hashids or Sqids, perhaps",
            "Any few letters and digits may be one. Only the program that made it can read it, with its "
            "alphabet.",
            "the bigint that it stands for", false);
}

static_assert([] {
    std::int64_t times[4] = {};
    std::size_t n = 0;
    const auto keep = [&](const kind &k) {
        if (k.has_time && n < 4)
            times[n++] = k.unix_ms;
    };
    each_kind("0ujtsYcgvSTl8PAuAdqWYSMnLOv", keep); // the examples of their own documentation
    each_kind("507f1f77bcf86cd799439011", keep);
    each_kind("9m4e2mr0ui3e8a215n4g", keep);
    each_kind("0ARYZVZXW377R", keep);
    return n == 4 && times[0] == 1'507'608'047'000 && times[1] == 1'350'508'407'000 &&
           times[2] == 1'300'816'219'000 && times[3] == 1'670'438'610'927;
}());

} // namespace base62id::codec::foreign
