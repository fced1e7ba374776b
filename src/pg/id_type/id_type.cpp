// What an id type is, as text.
#include "pg/id_type/id_type.hpp"
#include "pg/keys/key_file.hpp"

namespace base62id::pg {

static_assert(std::is_trivially_destructible_v<id_type>);

constexpr std::string_view notation_option = "notation=", mask_option = "mask=",
                           accept_option = "accept=uuid";

std::string_view take_word(std::string_view *rest) {
    const std::size_t space = rest->find(' ');
    const bool last = space == std::string_view::npos;
    const std::string_view word = last ? *rest : codec::slice(*rest, 0, space);
    *rest = last ? std::string_view{} : codec::slice(*rest, space + 1);
    return word;
}

void id_type::set(std::string_view prefix, const notation *how, bool accepts) {
    prefixed::set(prefix, how);
    accepts_uuid = accepts;
    masked = false;
    fingerprint = 0;
    cipher = {};
}

bool id_type::declare(std::string_view declared) {
    std::string_view rest = declared, word = take_word(&rest), prefix;
    if (word.find('=') == std::string_view::npos) { // a type prefix has none
        prefix = word;
        word = take_word(&rest);
    }
    const notation *how = find_notation("typeid");
    if (word.starts_with(notation_option)) {
        how = find_notation(codec::slice(word, notation_option.size()));
        word = take_word(&rest);
    }
    if (how == nullptr || !how->check_prefix(prefix))
        return false;
    set(prefix, how, false);
    if (word.starts_with(mask_option)) {
        std::uint8_t octets[sizeof fingerprint] = {};
        masked = read_hex(codec::slice(word, mask_option.size()), octets, sizeof octets);
        fingerprint = codec::load_be64(octets);
        word = take_word(&rest);
    }
    accepts_uuid = word == accept_option;
    return declaration() == declared && !(is_number() && accepts_uuid);
}

const char *id_type::declaration() const {
    StringInfoData s;
    initStringInfo(&s);
    const auto space = [&s] {
        if (s.len > 0)
            appendStringInfoChar(&s, ' ');
    };
    appendBinaryStringInfo(&s, symbols, prefix_size);
    if (!writes_typeid) {
        space();
        appendStringInfo(&s, "%s%s", notation_option.data(), written->name);
    }
    if (masked) {
        space();
        appendStringInfo(&s, "%s%s", mask_option.data(), digest_text(fingerprint));
    }
    if (accepts_uuid) {
        space();
        appendStringInfoString(&s, accept_option.data());
    }
    return s.data;
}

} // namespace base62id::pg
