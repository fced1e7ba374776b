// Texts of a type prefix and a codec of a UUID or of a number of 64 bits after it: prod_01M80QV6W0...
//
// A notation is a codec of a fixed number of symbols, whose texts sort as the values.  So the separator is
// found by counting from the end, whatever symbols the codec has, and ids of one type prefix sort as their
// texts do.  notations.hpp has the table of them.
//
// Declared without the codecs, for sources that only describe a type; prefixed.hpp reads and writes texts.
#pragma once

#include "codec.hpp"
#include "like_pattern.hpp"
#include "type_prefix.hpp"

namespace base62id::codec {

struct notation {
    static constexpr std::size_t max_length = 36; // a UUID's text

    const char *name;
    std::size_t length;
    int bits; // of the value
    letter_case letters;
    prefix_rule prefixes;
    result (*diagnose)(std::string_view) noexcept;
    // Of a UUID; null of numbers, of which there is one codec.
    void (*encode)(const uuid &, char *) noexcept;
    bool (*decode)(const char *, uuid &) noexcept; // exactly `length` symbols; says nothing of what is wrong
    bool (*range)(std::string_view start, uuid &lower, uuid &upper) noexcept;
    bool (*starts_with)(const uuid &, std::string_view start) noexcept;

    constexpr bool of_numbers() const noexcept { return encode == nullptr; }

    constexpr result check_prefix(std::string_view prefix) const noexcept {
        return type_prefix::check_prefix(prefix, prefixes);
    }

    template <fixed_codec Codec>
    static constexpr notation row(const char *name, prefix_rule prefixes = prefix_rule::wide) {
        static_assert(std::is_same_v<typename Codec::value, uuid>);
        static_assert(Codec::text_length >= 8); // what prefixed::write_lead may write over
        static_assert(Codec::text_length <= max_length);
        static_assert(Codec::lowest == uuid{} && Codec::highest == uuid::filled(0xff));
        return {name,
                Codec::text_length,
                128,
                letters_of(Codec::symbols),
                prefixes,
                codec::diagnose<Codec>,
                Codec::encode,
                Codec::decode_exact,
                codec::prefix_range<Codec>,
                codec::starts_with<Codec>};
    }
};

// The texts of one type prefix in one notation.
struct prefixed {
    static constexpr std::size_t max_text = type_prefix::max_prefix + 1 + notation::max_length;
    static_assert(max_text < like_start::max_size);

    std::uint8_t prefix_size, lead_size, suffix_size;
    bool writes_typeid;                        // TypeID's own suffix is known here, to be inlined
    char symbols[type_prefix::max_prefix + 1]; // the type prefix and, where there is one, the separator
    const notation *written;

    // `prefix` is valid in that notation.
    constexpr void set(std::string_view prefix, const notation *how) noexcept {
        prefix_size = lead_size = static_cast<std::uint8_t>(prefix.size());
        suffix_size = static_cast<std::uint8_t>(how->length);
        writes_typeid = std::string_view(how->name) == "typeid"; // under UBSan, addresses are no constants
        written = how;
        for (std::size_t i = 0; i < prefix.size(); ++i)
            symbols[i] = prefix[i];
        if (!prefix.empty())
            symbols[lead_size++] = type_prefix::separator;
    }

    constexpr std::string_view prefix() const noexcept { return {symbols, prefix_size}; }
    // What all texts begin with.
    constexpr std::string_view lead() const noexcept { return {symbols, lead_size}; }
    constexpr std::size_t length() const noexcept { return std::size_t{lead_size} + suffix_size; }

    constexpr like_texts texts() const noexcept { return {written->letters, false, lead()}; }

    // Reads an id, bare or in one pair of double quotes, without saying what is wrong.
    constexpr bool read(std::string_view text, uuid &out) const noexcept;
    constexpr bool read(std::string_view text, std::uint64_t &out) const noexcept;

    // Writes length() symbols.
    constexpr void write(const uuid &v, char *to) const noexcept;
    constexpr void write(std::uint64_t v, char *to) const noexcept;
    // The same where writes_typeid.
    constexpr void write_typeid(const uuid &v, char *to) const noexcept;

    constexpr bool text_starts_with(const uuid &v, std::string_view start) const noexcept {
        std::string_view rest;
        return takes_lead(start, rest) && (rest.empty() || written->starts_with(v, rest));
    }
    constexpr bool text_starts_with(std::uint64_t v, std::string_view start) const noexcept;

    // Needs room for a suffix after the lead.
    constexpr void write_lead(char *to) const noexcept {
        if (std::is_constant_evaluated())
            for (std::size_t i = 0; i < lead_size; ++i)
                to[i] = symbols[i];
        else // 8 bytes at a time; the suffix overwrites the excess
            for (std::size_t i = 0; i < lead_size; i += copied)
                __builtin_memcpy(to + i, symbols + i, copied);
    }

    // The closed range of ids whose text starts with `start`; false if there are none.
    constexpr bool text_range(std::string_view start, uuid &lower, uuid &upper) const noexcept {
        std::string_view rest;
        return takes_lead(start, rest) && written->range(rest, lower, upper);
    }
    constexpr bool text_range(std::string_view start, std::uint64_t &lower,
                              std::uint64_t &upper) const noexcept;

  private:
    static constexpr std::size_t copied = 8;
    static_assert((type_prefix::max_prefix + 1) % copied == 0);

    // The symbols after the lead, of a text that has as many as it should; else null.
    constexpr const char *suffix_of(std::string_view text) const noexcept {
        const std::string_view bare = unquote(text);
        if (bare.size() != length() || __builtin_memcmp(bare.data(), symbols, lead_size) != 0)
            return nullptr;
        return bare.data() + lead_size;
    }
    // What a start of a text says of the suffix; false if no text starts so.
    constexpr bool takes_lead(std::string_view start, std::string_view &rest) const noexcept {
        const bool longer = start.size() > lead_size;
        rest = longer ? slice(start, lead_size) : std::string_view{};
        return longer ? start.starts_with(lead()) : lead().starts_with(start);
    }
};

} // namespace base62id::codec
