// TypeID: a type prefix of at most 63 symbols and a UUID as 26 symbols of base 32.
//
// Specification: TypeID 0.3.0.  `typeid` is a C++ keyword, hence type_id for the codec.
//
// The binary form ("payload") is the prefix, 0 to 63 octets, followed by the 16 octets of the UUID.
// Order: by prefix as octets with the shorter one first, then by UUID.  That is the order of the texts as
// octets, because '0'-'7' (first symbol of a suffix) < '_' < 'a'-'z'.
#pragma once

#include "codec.hpp"
#include "grouped.hpp"
#include "type_prefix.hpp"

namespace base62id::codec {

// 00 || UUID, so the first symbol is '7' at most.
struct typeid_suffix
    : grouped<alphabet{"0123456789abcdefghjkmnpqrstvwxyz"}, 16, group_frame{2, 0b00, 0, status::overflow}> {
    static constexpr std::string_view name = "typeid suffix";
};

static_assert(fixed_codec<typeid_suffix>);
static_assert(example<typeid_suffix>(typeid_suffix::lowest, "00000000000000000000000000"));
static_assert(example<typeid_suffix>(typeid_suffix::highest, "7zzzzzzzzzzzzzzzzzzzzzzzzz"));
static_assert(example<typeid_suffix>(make_uuid(0x01890a5dac96774b, 0xbcceb302099a8057),
                                     "01h455vb4pex5vsknk084sn02q"));

struct type_id : type_prefix {
    static constexpr std::string_view name = "typeid";
    static constexpr std::size_t suffix_length = typeid_suffix::text_length;
    static constexpr std::size_t min_payload = uuid::size;                  // 16
    static constexpr std::size_t max_payload = max_prefix + uuid::size;     // 79
    static constexpr std::size_t max_text = max_prefix + 1 + suffix_length; // 90

    // A payload that is kept elsewhere.
    struct view {
        const std::uint8_t *data;
        std::size_t size; // min_payload to max_payload

        constexpr std::size_t prefix_length() const noexcept { return size - uuid::size; }
        constexpr const std::uint8_t *uuid_octets() const noexcept { return data + prefix_length(); }
        constexpr std::uint64_t high() const noexcept { return load_be64(uuid_octets()); }
        constexpr std::uint64_t low() const noexcept { return load_be64(uuid_octets() + 8); }
        constexpr codec::uuid id() const noexcept { return make_uuid(high(), low()); }
        constexpr std::size_t text_length() const noexcept { return type_id::text_length(prefix_length()); }
    };

    // A payload with room of its own; trivially copyable.
    struct value {
        std::uint8_t size = min_payload;
        std::uint8_t octets[max_payload] = {};

        constexpr operator view() const noexcept { return {octets, size}; }

        // `prefix` has at most max_prefix octets and is valid.
        constexpr void assign(std::string_view prefix, const codec::uuid &id) noexcept {
            size = static_cast<std::uint8_t>(prefix.size() + uuid::size);
            std::uint8_t *to = octets;
            for (const char c : prefix)
                *to++ = static_cast<std::uint8_t>(c);
            set_uuid(id);
        }
        constexpr void set_uuid(const codec::uuid &id) noexcept {
            std::uint8_t *to = octets + (size - uuid::size);
            store_be64(to, id.high());
            store_be64(to + 8, id.low());
        }
    };

    // --- text ---

    // How long the type prefix of a text is, if the text is a TypeID; at most max_prefix in any case.
    static constexpr std::size_t prefix_length_of(std::string_view text) noexcept {
        const std::size_t n = unquote(text).size();
        return n > suffix_length + 1 && n <= max_text ? n - suffix_length - 1 : 0;
    }

    // Splits a text, bare or in one pair of double quotes.  `prefix` points into `text`.
    static constexpr result decode(std::string_view text, std::string_view &prefix,
                                   codec::uuid &id) noexcept {
        const std::string_view bare = unquote(text);
        if (bare.size() == suffix_length) {
            prefix = {};
            if (typeid_suffix::decode_exact(bare.data(), id)) [[likely]]
                return {};
        } else if (bare.size() > suffix_length + 1 && bare.size() <= max_text) {
            const std::size_t cut = bare.size() - suffix_length - 1;
            prefix = slice(bare, 0, cut);
            if (bare[cut] == separator && check_prefix(prefix) &&
                typeid_suffix::decode_exact(bare.data() + cut + 1, id)) [[likely]]
                return {};
        }
        return diagnose(text);
    }

    static constexpr result decode(std::string_view text, value &out) noexcept {
        std::string_view prefix;
        codec::uuid id{};
        const result r = decode(text, prefix, id);
        if (r)
            out.assign(prefix, id);
        return r;
    }

    // Writes v.text_length() symbols.
    static constexpr void encode(view v, char *text) noexcept {
        // Eight octets at once: after the prefix there are the UUID's to read and the suffix's to write.
        const std::size_t n = v.prefix_length();
        for (std::size_t i = 0; i < n; i += 8)
            copy<8>(text + i, v.data + i);
        text[n] = separator; // written over where there is no prefix
        typeid_suffix::encode(v.high(), v.low(), text + n + (n != 0));
    }

    // The same for a type prefix that is stored elsewhere.
    static constexpr void encode(std::string_view prefix, const codec::uuid &id, char *text) noexcept {
        for (std::size_t i = 0; i < prefix.size(); ++i)
            text[i] = prefix[i];
        text[prefix.size()] = separator; // written over where there is no prefix
        typeid_suffix::encode(id, text + prefix.size() + !prefix.empty());
    }
    static constexpr std::size_t text_length(std::size_t prefix_length) noexcept {
        return prefix_length + (prefix_length != 0) + suffix_length;
    }

    // --- binary ---

    // Whether `size` octets are a payload: any prefix that the text form takes, then any 16 octets.
    static constexpr result check_payload(const char *data, std::size_t size) noexcept {
        if (size < min_payload || size > max_payload)
            return {status::bad_length, size};
        return check_prefix({data, size - uuid::size});
    }

    // --- order ---

    // Eight octets at once: after a prefix there are always the UUID's to read, which are shifted out.
    static constexpr int compare_prefix(view a, view b) noexcept {
        const std::size_t na = a.prefix_length(), nb = b.prefix_length();
        const std::size_t common = na < nb ? na : nb;
        for (std::size_t i = 0; i < common; i += 8) {
            const std::size_t beyond = common - i < 8 ? 8 - (common - i) : 0;
            const std::uint64_t x = load_be64(a.data + i) >> 8 * beyond,
                                y = load_be64(b.data + i) >> 8 * beyond;
            if (x != y)
                return x < y ? -1 : 1;
        }
        return (na > nb) - (na < nb);
    }

    static constexpr int compare(view a, view b) noexcept {
        if (a.size != b.size)
            return compare_prefix(a, b); // which differ: their lengths do
        // Payloads of one size sort as octet strings: eight octets at once, the last ones overlapping.
        const std::size_t last = a.size - 8;
        for (std::size_t i = 0;; i = i + 8 < last ? i + 8 : last) {
            const std::uint64_t x = load_be64(a.data + i), y = load_be64(b.data + i);
            if (x != y)
                return x < y ? -1 : 1;
            if (i == last)
                return 0;
        }
    }

    // --- neighbours and ranges ---

    static constexpr value lowest() noexcept { return {}; }
    static constexpr value highest() noexcept {
        prefix_buffer p{std::string_view()};
        p.fill('z', max_prefix);
        value v;
        v.assign(p.text(), uuid::filled(0xff));
        return v;
    }

    // The next or the previous TypeID in the order; false if there is none.  Every pair of different
    // TypeIDs is finitely far apart, so btree skip scans may step.
    static constexpr bool increment(value &v) noexcept {
        codec::uuid id = view(v).id();
        if (id.increment()) {
            v.set_uuid(id);
            return true;
        }
        // The next prefix: the least one that starts with this one ...
        prefix_buffer p(v);
        if (p.size == 0) {
            p.append('a');
        } else if (p.size < max_prefix) {
            p.fill(separator, max_prefix - 1);
            p.append('a');
        } else {
            // ... or, where no symbol fits any more, the least one above all that share a shorter start.
            while (p.size > 0 && p.data[p.size - 1] == 'z')
                --p.size;
            if (p.size == 0)
                return false;
            char &last = p.data[p.size - 1];
            last = last == separator ? 'a' : static_cast<char>(last + 1);
        }
        v.assign(p.text(), uuid{});
        return true;
    }

    static constexpr bool decrement(value &v) noexcept {
        codec::uuid id = view(v).id();
        if (id.decrement()) {
            v.set_uuid(id);
            return true;
        }
        prefix_buffer p(v);
        if (p.size == 0)
            return false;
        // The greatest prefix below: its last symbol one less, filled up with 'z'.  A last symbol 'a'
        // becomes '_', which may stand at neither end: it goes, with the underscores in front.
        char &last = p.data[p.size - 1];
        if (last != 'a') {
            --last;
            p.fill('z', max_prefix);
        } else if (p.size > 1 && p.size < max_prefix) {
            last = separator;
            p.fill('z', max_prefix);
        } else {
            do
                --p.size;
            while (p.size > 0 && p.data[p.size - 1] == separator);
        }
        v.assign(p.text(), uuid::filled(0xff));
        return true;
    }

    // The ids whose type prefix is exactly `prefix`; false if it is no valid prefix.
    static constexpr bool type_range(std::string_view prefix, value &lower, value &upper) noexcept {
        if (!valid_prefix(prefix))
            return false;
        lower.assign(prefix, uuid{});
        upper.assign(prefix, uuid::filled(0xff));
        return true;
    }

    // How the start of a text falls into a type prefix and a suffix.  A suffix begins with a digit, which no
    // type prefix contains; until then the last underscore may be the separator or belong to a longer prefix.
    struct text_start {
        std::string_view prefix; // in front of the last underscore, or of the end
        std::string_view suffix; // empty until it has begun
        bool separated;          // an underscore stands after `prefix`
        // Whether what is in front of the suffix can be: nothing, or a prefix and its separator.
        constexpr bool possible() const noexcept { return suffix.empty() || separated == !prefix.empty(); }
    };
    static constexpr text_start split(std::string_view start) noexcept {
        std::size_t n = 0; // symbols that can belong to a type prefix and its separator
        while (n < start.size() && (letter(start[n]) || start[n] == separator))
            ++n;
        const bool separated = n > 0 && start[n - 1] == separator;
        return {slice(start, 0, n - separated), slice(start, n), separated};
    }

    // The ids whose text starts with `start`; they form a closed range.  False if there are none.
    static constexpr bool prefix_range(std::string_view start, value &lower, value &upper) noexcept {
        if (start.empty()) {
            lower = lowest();
            upper = highest();
            return true;
        }
        const auto parts = split(start);
        if (!parts.suffix.empty()) {
            codec::uuid low{}, high{};
            if (!parts.possible() || !valid_prefix(parts.prefix) ||
                !codec::prefix_range<typeid_suffix>(parts.suffix, low, high))
                return false;
            lower.assign(parts.prefix, low);
            upper.assign(parts.prefix, high);
            return true;
        }

        if (!letter(start.front()))
            return false;
        // "user" goes on with a separator, as a longer prefix, or both ("user_" + suffix, "user_x").
        const std::string_view complete = parts.prefix;
        const bool complete_valid = valid_prefix(complete);
        const bool extends = start.size() < max_prefix;
        if (!complete_valid && !extends)
            return false;
        prefix_buffer least(start);
        if (!complete_valid) { // "user__": the least prefix that starts so
            least.fill(separator, max_prefix - 1);
            least.append('a');
        }
        lower.assign(complete_valid ? complete : least.text(), uuid{});
        prefix_buffer greatest(start);
        greatest.fill('z', max_prefix);
        upper.assign(extends ? greatest.text() : complete, uuid::filled(0xff));
        return true;
    }

  private:
    struct prefix_buffer {
        char data[max_prefix + 1] = {};
        std::size_t size = 0;

        constexpr explicit prefix_buffer(std::string_view text) noexcept {
            for (size = 0; size < text.size() && size < max_prefix; ++size)
                data[size] = text[size];
        }
        constexpr explicit prefix_buffer(const value &v) noexcept {
            for (size = 0; size < view(v).prefix_length(); ++size)
                data[size] = static_cast<char>(v.octets[size]);
        }
        constexpr void append(char c) noexcept { data[size++] = c; }
        constexpr void fill(char c, std::size_t up_to) noexcept {
            while (size < up_to)
                append(c);
        }
        constexpr std::string_view text() const noexcept { return {data, size}; }
    };
    // Why `text` is no TypeID.  The prefix is everything before the last underscore.
    [[gnu::cold]] static constexpr result diagnose(std::string_view text) noexcept {
        const auto [bare, offset, fault] = check_quotes(text);
        if (!fault)
            return fault;
        const std::size_t cut = bare.rfind(separator);
        const bool separated = cut != std::string_view::npos;
        if (cut == 0)
            return {status::empty_prefix, offset};
        if (separated) {
            if (const result r = check_prefix(slice(bare, 0, cut)); !r)
                return {r.code, r.code == status::prefix_too_long ? r.position : r.position + offset};
        }
        const std::size_t start = separated ? cut + 1 : 0;
        const std::string_view suffix = slice(bare, start);
        if (suffix.size() != suffix_length)
            return {status::bad_suffix_length, suffix.size()};
        const std::size_t bad = radix<typeid_suffix::symbols>::first_invalid(suffix);
        if (bad < suffix.size())
            return {status::bad_suffix_symbol, start + bad + offset};
        return {status::overflow, start + offset};
    }
};

} // namespace base62id::codec
