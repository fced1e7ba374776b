// Ids as people type them: ulid_normalize and typeid_normalize against a reading of them in a few lines.
#include "../../src/codec/crockford.hpp"

#include <string>

#include "../naive/ulid.hpp"
#include "harness.hpp"

namespace fuzz {
namespace {

using codec::type_id, codec::ulid;

// What is left without a pair of quotes, hyphens and spaces, in lower case, with the aliases of the last
// symbols read.
std::string plain(std::string_view text) {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    std::string bare;
    for (const char c : text)
        if (c != '-' && c != ' ')
            bare += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    for (std::size_t i = bare.size() < 26 ? 0 : bare.size() - 26; i < bare.size(); ++i)
        bare[i] = bare[i] == 'i' || bare[i] == 'l' ? '1' : bare[i] == 'o' ? '0' : bare[i];
    return bare;
}

class crockford_target {
    guarded_page input_;

    void check(std::string_view candidate) const {
        ++inputs;
        const std::string_view text = input_.put(candidate, (inputs & 1) != 0);
        const std::string bare = plain(candidate);
        const bool quoted = bare.starts_with('"'); // no text has quotes within its quotes

        codec::uuid id{};
        const bool is_ulid = codec::crockford::read<ulid>(text, id);
        const reference::outcome u = reference::fixed<ulid>::decode(bare);
        require(is_ulid == (u.code == status::ok && !quoted), "ulid", candidate);
        if (is_ulid) {
            require((uint128{id.high()} << 64 | id.low()) == u.number, "ulid's number", candidate);
            char written[ulid::text_length];
            ulid::encode(id, written);
            codec::uuid again{};
            require(codec::crockford::read<ulid>({written, sizeof written}, again) && again == id,
                    "a canonical ulid is read as it is", candidate);
        }

        type_id::value v;
        const bool is_typeid = codec::crockford::read_typeid(text, v);
        const reference::type_id_outcome t = reference::decode_type_id(bare);
        require(is_typeid == (t.code == status::ok && !quoted), "typeid", candidate);
        if (is_typeid) {
            const type_id::view view = v;
            require((uint128{view.high()} << 64 | view.low()) == t.number &&
                        view.prefix_length() == t.prefix.size(),
                    "typeid's number", candidate);
            char written[type_id::max_text];
            type_id::encode(view, written);
            require(std::string_view(written, view.text_length()) == bare, "the canonical typeid", candidate);
        }
    }

  public:
    void run(const std::uint8_t *data, std::size_t size) const {
        check({reinterpret_cast<const char *>(data), size});

        // A type prefix and 26 symbols, with noise between them.
        static constexpr std::string_view symbols =
            "0123456789abcdefghjkmnpqrstvwxyzABCDEFGHJKMNPQRSTVWXYZiIlLoOuU-_ \"";
        source octets(data, size);
        const std::uint8_t how = octets.octet();
        std::string text;
        for (int i = how % 8; i > 0; --i)
            text += "abzABZ_i"[octets.octet() % 8];
        if ((how & 7) != 0)
            text += '_';
        text += static_cast<char>('0' + octets.octet() % 9);
        for (int i = 1; i < 26; ++i) {
            const std::uint8_t o = octets.octet();
            text += symbols[o % 60];
            if (o >= 240)
                text += symbols[60 + o % 6];
        }
        check(text);
        check('"' + text + '"');
        check("\"\"" + text + "\"\"");
        check('"' + text);
        check(text.substr(how % text.size()));
        const std::size_t at = octets.octet() % text.size();
        text[at] = static_cast<char>(octets.octet());
        check(text);
    }
};

} // namespace
} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const fuzz::crockford_target target;
    fuzz::report_at_exit();
    target.run(data, size);
    return 0;
}
