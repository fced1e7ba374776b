// The fuzz target of a fixed-length codec, CODEC: what it reads, writes and searches is what its plain
// reading, reference.hpp, reads and writes, whatever the octets are.
#include <base62id/codec.hpp>

#include "harness.hpp"

namespace fuzz {

template <class Codec>
class fixed_target {
    using value = typename Codec::value;
    static constexpr std::size_t n = Codec::text_length;
    static constexpr std::size_t changes = 16; // texts with one octet changed, a run

    guarded_page input_, output_;

    // In the alphabet's case where the codec folds case, else as it is; `text` has at most n octets.
    static void as_written(std::string_view text, char *to) {
        constexpr bool upper = Codec::symbols.last() <= 'Z';
        constexpr char first = upper ? 'a' : 'A';
        for (const char c : text) {
            const bool other = Codec::symbols.fold_case && c >= first && c < first + 26;
            *to++ = other ? static_cast<char>(c ^ ('a' ^ 'A')) : c;
        }
    }

    // The decoder says what the plain one says; what it reads is written as it was.
    void check(std::string_view candidate) const {
        ++inputs;
        const std::string_view text = input_.put(candidate, (inputs & 1) != 0);
        value v{}, w{};
        const codec::result got = codec::decode<Codec>(text, v);
        const bool read = codec::try_decode<Codec>(text, w);
        const reference::outcome expected = reference::fixed<Codec>::decode(candidate);
        require(got.code == expected.code && got.position == expected.position, "status", text);
        require(read == static_cast<bool>(got), "try_decode", text);
        if (got) {
            require(number(v) == expected.number && compare(v, w) == 0, "value", text);
            char *to = output_.room(n, (inputs & 2) != 0);
            Codec::encode(v, to);
            char written[n];
            as_written({text.data() + (text.size() != n), n}, written);
            require(std::memcmp(to, written, n) == 0, "one text for each value", text);
        }
    }

    void check_encode(uint128 payload) const {
        ++inputs;
        char *to = output_.room(n, (inputs & 1) != 0);
        char expected[n];
        const value v = value_of<value>(payload);
        Codec::encode(v, to);
        reference::fixed<Codec>::encode(number(v), expected);
        const std::string_view text(to, n);
        require(text == std::string_view(expected, n), "encode", text);
        value back{};
        require(static_cast<bool>(codec::decode<Codec>(text, back)) && compare(back, v) == 0, "round trip",
                text);
        value next = v;
        if (increment(next)) {
            require(number(next) == number(v) + 1 && compare(v, next) < 0, "increment", text);
            require(decrement(next) && compare(next, v) == 0, "decrement", text);
        }
    }

    // A prefix names exactly the values whose text starts with it.
    void check_range(std::string_view prefix, uint128 payload) const {
        if constexpr (Codec::out_of_range({}) != status::bad_padding) {
            ++inputs;
            const std::string_view start = input_.put(prefix, true);
            char written[n];
            as_written(prefix.substr(0, n), written);
            const auto starts = [&](const value &v) {
                char text[n];
                Codec::encode(v, text);
                return prefix.size() <= n && std::memcmp(text, written, prefix.size()) == 0;
            };
            value lower{}, upper{};
            const value v = value_of<value>(payload);
            const bool found = codec::prefix_range<Codec>(start, lower, upper);
            require(starts(v) == (found && compare(lower, v) <= 0 && compare(v, upper) <= 0), "range",
                    prefix);
            require(codec::starts_with<Codec>(v, start) == starts(v), "starts with", prefix);
            if (found) {
                require(starts(lower) && starts(upper) && compare(lower, upper) <= 0, "bounds", prefix);
                require(!decrement(lower) || !starts(lower), "lower bound", prefix);
                require(!increment(upper) || !starts(upper), "upper bound", prefix);
            }
        }
    }

  public:
    void run(const std::uint8_t *data, std::size_t size) const {
        const std::string_view raw(reinterpret_cast<const char *>(data), size);
        check(raw);

        // A text of symbols, which begins as the least or the greatest id in half of the runs.
        source octets(data, size);
        char buffer[n + 2];
        buffer[0] = buffer[n + 1] = '"';
        char *const text = buffer + 1;
        for (std::size_t i = 0; i < n; ++i)
            text[i] = codec::fixed_symbol<Codec>(i) != '\0'
                          ? codec::fixed_symbol<Codec>(i)
                          : Codec::symbols.symbols[octets.octet() % Codec::symbols.base];
        const std::uint8_t how = octets.octet();
        if ((how & 1) != 0) {
            char end[n];
            Codec::encode((how & 2) != 0 ? Codec::lowest : Codec::highest, end);
            std::memcpy(text, end, (how >> 2) % n);
        }
        const std::string_view fitted(text, n);
        check(fitted);
        check({buffer, n + 2});
        check({buffer, n + 1});
        check({text, n + 1});
        buffer[n + 1] = static_cast<char>(how);
        check({buffer, n + 2});
        buffer[0] = static_cast<char>(how);
        buffer[n + 1] = '"';
        check({buffer, n + 2});
        buffer[0] = '"';
        check(fitted.substr(1));
        for (std::size_t i = 0; i < changes; ++i) {
            const std::size_t at = octets.octet() % n;
            const char kept = text[at];
            const std::uint8_t to = octets.octet();
            // A symbol of the alphabet as often as any octet; when the octets are used up, the next symbol.
            text[at] =
                (i & 1) != 0 ? static_cast<char>(to) : Codec::symbols.symbols[(to + i) % Codec::symbols.base];
            check((i & 2) != 0 ? fitted : std::string_view(buffer, n + 2));
            if ((i & 4) != 0)
                text[at] = kept; // else changes pile up
        }

        source fields(data, size);
        const uint128 payload = uint128{fields.word()} << 64 | fields.word();
        check_encode(payload);
        check_encode(~payload);
        check_encode(payload >> (how & 127));
        check_range(fitted.substr(0, how % (n + 1)), payload);
        check_range(raw, payload);
        char own[n];
        Codec::encode(value_of<value>(payload), own);
        check_range({own, how % (n + 1)}, payload);
        if constexpr (Codec::symbols.fold_case) {
            for (std::size_t i = 0; i < n; ++i)
                if (((own[i] >= 'A' && own[i] <= 'Z') || (own[i] >= 'a' && own[i] <= 'z')) &&
                    (octets.octet() & 1) != 0)
                    own[i] = static_cast<char>(own[i] ^ ('a' ^ 'A'));
            check({own, n});
            check_range({own, how % (n + 1)}, payload);
        }
    }
};

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const fuzz::fixed_target<base62id::codec::CODEC> target;
    fuzz::report_at_exit();
    target.run(data, size);
    return 0;
}
