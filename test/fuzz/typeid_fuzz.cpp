// The fuzz target of TypeID: text and binary form as the plain reading has them, the order of the texts,
// neighbours and ranges, whatever the octets are.
#include <base62id/typeid.hpp>

#include "harness.hpp"

namespace fuzz {
namespace {

using codec::type_id;
using value = type_id::value;

class type_id_target {
    guarded_page input_, output_;

    std::string_view write(type_id::view v, bool at_end) const {
        char *to = output_.room(v.text_length(), at_end);
        type_id::encode(v, to);
        return {to, v.text_length()};
    }

    bool check(std::string_view candidate, value &v) const {
        ++inputs;
        const std::string_view text = input_.put(candidate, (inputs & 1) != 0);
        std::string_view prefix;
        codec::uuid id{};
        const codec::result got = type_id::decode(text, v);
        const codec::result parts = type_id::decode(text, prefix, id);
        const reference::type_id_outcome expected = reference::decode_type_id(candidate);
        require(got.code == expected.code && got.position == expected.position, "status", text);
        require(parts.code == expected.code && parts.position == expected.position, "status of parts", text);
        if (!got)
            return false;
        require(prefix == expected.prefix && number(id) == expected.number, "parts", text);
        const type_id::view view = v;
        require(view.prefix_length() == prefix.size() &&
                    std::equal(prefix.begin(), prefix.end(), view.data,
                               [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; }) &&
                    number(view.id()) == expected.number,
                "payload", text);
        const std::string_view written = write(v, (inputs & 2) != 0);
        require(written == text || (text.front() == '"' && written == text.substr(1, text.size() - 2)),
                "one text for each value", text);
        require(
            static_cast<bool>(type_id::check_payload(reinterpret_cast<const char *>(view.data), view.size)),
            "its payload is valid", text);
        return true;
    }
    void check(std::string_view candidate) const {
        value v;
        check(candidate, v);
    }

    void check_payload(std::string_view octets) const {
        ++inputs;
        const std::string_view payload = input_.put(octets, (inputs & 1) != 0);
        const codec::result got = type_id::check_payload(payload.data(), payload.size());
        if (payload.size() < 16 || payload.size() > 79) {
            require(got.code == status::bad_length && got.position == payload.size(), "payload length",
                    octets);
            return;
        }
        const reference::outcome expected = reference::check_prefix(octets.substr(0, octets.size() - 16));
        require(got.code == expected.code && got.position == expected.position, "payload prefix", octets);
        if (got) { // every payload has a text, and the text reads back
            const type_id::view view{reinterpret_cast<const std::uint8_t *>(payload.data()), payload.size()};
            const std::string_view text = write(view, true);
            value back;
            require(static_cast<bool>(type_id::decode(text, back)) && type_id::compare(view, back) == 0,
                    "payload round trip", octets);
        }
    }

    void check_order(const value &a, const value &b) const {
        ++inputs;
        char ta[type_id::max_text], tb[type_id::max_text];
        type_id::encode(a, ta);
        type_id::encode(b, tb);
        const std::string_view text(ta, type_id::view(a).text_length());
        const int expected = text.compare({tb, type_id::view(b).text_length()});
        const int got = type_id::compare(a, b);
        require((got < 0) == (expected < 0) && (got > 0) == (expected > 0), "order", text);
        value next = a, previous = a;
        if (type_id::increment(next)) {
            require(type_id::compare(a, next) < 0, "increment", text);
            require(!(type_id::compare(a, b) < 0 && type_id::compare(b, next) < 0), "increment skips none",
                    text);
            require(type_id::decrement(next) && type_id::compare(a, next) == 0, "increment, decrement", text);
        }
        if (type_id::decrement(previous)) {
            require(type_id::compare(previous, a) < 0, "decrement", text);
            require(!(type_id::compare(previous, b) < 0 && type_id::compare(b, a) < 0),
                    "decrement skips none", text);
            require(type_id::increment(previous) && type_id::compare(a, previous) == 0,
                    "decrement, increment", text);
        }
    }

    void check_range(std::string_view candidate, const value &v) const {
        ++inputs;
        const std::string_view start = input_.put(candidate, true);
        const auto starts = [&](const value &x) {
            char text[type_id::max_text];
            type_id::encode(x, text);
            return std::string_view(text, type_id::view(x).text_length()).starts_with(candidate);
        };
        value lower, upper;
        const bool found = type_id::prefix_range(start, lower, upper);
        require(starts(v) == (found && type_id::compare(lower, v) <= 0 && type_id::compare(v, upper) <= 0),
                "range", candidate);
        if (found) {
            require(starts(lower) && starts(upper) && type_id::compare(lower, upper) <= 0, "bounds",
                    candidate);
            require(!type_id::decrement(lower) || !starts(lower), "lower bound", candidate);
            require(!type_id::increment(upper) || !starts(upper), "upper bound", candidate);
        }
    }

    // A text with a prefix of about `length` symbols out of few: '_' and the ends of the alphabet matter.
    static std::size_t fit(source &octets, char *text, std::size_t length) {
        static constexpr std::string_view symbols = "abyz_mn_";
        std::size_t n = 0;
        while (n < length)
            text[n++] = symbols[octets.octet() % symbols.size()];
        if (length != 0)
            text[n++] = '_';
        const std::uint8_t first = octets.octet();
        text[n++] = static_cast<char>('0' + first % 9); // '8' is one too many
        for (int i = 1; i < 26; ++i)
            text[n++] = codec::typeid_suffix::symbols.symbols[octets.octet() % 32];
        return n;
    }

  public:
    void run(const std::uint8_t *data, std::size_t size) const {
        const std::string_view raw(reinterpret_cast<const char *>(data), size);
        check(raw);
        check_payload(raw);

        source octets(data, size);
        const std::uint8_t how = octets.octet();
        char buffer[100];
        buffer[0] = '"';
        char *const text = buffer + 1;
        const std::size_t n = fit(octets, text, (how & 1) != 0 ? 58 + (how >> 1) % 8 : (how >> 1) % 12);
        text[n] = '"';
        const std::string_view fitted(text, n);
        value v, other;
        bool good = check(fitted, v);
        check({buffer, n + 2});
        check({buffer, n + 1});
        check({text, n + 1});
        check(fitted.substr(1));
        check_payload(fitted.substr(0, n - 10 < 16 ? 16 : n - 10));
        for (std::size_t i = 0; i < 12; ++i) {
            const std::size_t at = octets.octet() % n;
            const char kept = text[at];
            const std::uint8_t to = octets.octet();
            text[at] = (i & 1) != 0 ? static_cast<char>(to) : "_a0z7bA8yu"[(to + i) % 10];
            if (check((i & 2) != 0 ? fitted : std::string_view(buffer, n + 2), other)) {
                if (good) {
                    check_order(v, other);
                    check_order(other, v);
                }
                v = other;
                good = true;
                check_range(fitted.substr(0, to % (n + 1)), v);
            }
            if ((i & 4) != 0)
                text[at] = kept; // else changes pile up
        }
        if (good) {
            check_range(raw, v);
            check_range(fitted.substr(0, how % (n + 1)), v);
        }
    }
};

} // namespace
} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const fuzz::type_id_target target;
    fuzz::report_at_exit();
    target.run(data, size);
    return 0;
}
