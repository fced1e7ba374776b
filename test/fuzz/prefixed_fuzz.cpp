// A type prefix in front of a notation: what is read, written and searched, against the text itself and the
// notation's plain decoder.
#include <base62id/notations.hpp>

#include <string>

#include "harness.hpp"

namespace fuzz {
namespace {

using codec::notation, codec::prefixed, codec::uuid;

// The plain implementation of a notation.
struct plain {
    std::string_view name;
    reference::outcome (*decode)(std::string_view);
    void (*encode)(uint128, char *);

    template <class Codec>
    static constexpr plain of(std::string_view name) {
        return {name, reference::fixed<Codec>::decode, reference::fixed<Codec>::encode};
    }
};
constexpr plain plains[] = {
    plain::of<codec::typeid_suffix>("typeid"), plain::of<codec::ulid>("ulid"),
    plain::of<codec::base62id>("base62id"),    plain::of<codec::base64uuid>("base64uuid"),
    plain::of<codec::hyphenated>("uuid"),      plain::of<codec::hex>("hex")};
constexpr plain number_plains[] = {plain::of<codec::uid11>("uid11")};
static_assert(std::size(plains) + std::size(number_plains) == std::size(codec::notations));

// Of ids that are UUIDs, or numbers.
template <class Id>
class prefixed_target {
    guarded_page input_, output_;
    prefixed type_{};
    std::string lead_;
    const plain *plain_ = nullptr;

    std::string text_of(const Id &id) const {
        std::string text = lead_ + std::string(type_.suffix_size, ' ');
        plain_->encode(number(id), text.data() + lead_.size());
        return text;
    }

    // What a text is: the lead as it stands, and behind it what the notation reads.
    bool check(std::string_view candidate, Id &id) const {
        ++inputs;
        const std::string_view text = input_.put(candidate, (inputs & 1) != 0);
        const bool read = type_.read(text, id);
        std::string_view bare = candidate;
        if (bare.size() >= 2 && bare.front() == '"' && bare.back() == '"')
            bare = bare.substr(1, bare.size() - 2);
        const bool leads = bare.starts_with(lead_);
        const std::string_view suffix = bare.substr(leads ? lead_.size() : 0);
        // One pair of quotes at most, and that around the whole.
        const bool inner = suffix.find('"') != std::string_view::npos;
        const reference::outcome expected = plain_->decode(suffix);
        require(read == (leads && !inner && expected.code == status::ok), "read", text);
        if (leads && !inner && suffix.size() == type_.suffix_size) {
            const codec::result why = type_.written->diagnose(suffix);
            require(expected.code == status::ok ||
                        (why.code == expected.code && why.position == expected.position),
                    "status", text);
        }
        if (read) {
            require(number(id) == expected.number, "number", text);
            char *to = output_.room(type_.length(), (inputs & 2) != 0);
            type_.write(id, to);
            require(std::string_view(to, type_.length()) == text_of(id), "write", text);
        }
        return read;
    }
    void check(std::string_view candidate) const {
        Id id{};
        check(candidate, id);
    }

    // The start of a text names exactly the ids whose text begins so.
    void check_start(std::string_view candidate, const Id &id) const {
        ++inputs;
        const std::string_view start = input_.put(candidate, true);
        const auto folded = [this](std::string_view s) {
            std::string t(s);
            const char first = plain_->name == "ulid"                            ? 'a'
                               : plain_->name == "uuid" || plain_->name == "hex" ? 'A'
                                                                                 : '\0';
            for (std::size_t i = lead_.size(); first != '\0' && i < t.size(); ++i)
                if (t[i] >= first && t[i] < first + 26)
                    t[i] = static_cast<char>(t[i] ^ ('a' ^ 'A'));
            return t;
        };
        const auto starts = [&](const Id &x) { return text_of(x).starts_with(folded(candidate)); };
        require(type_.text_starts_with(id, start) == starts(id), "starts with", candidate);
        Id lower{}, upper{};
        const bool found = type_.text_range(start, lower, upper);
        using codec::compare, codec::decrement, codec::increment;
        require(starts(id) == (found && compare(lower, id) <= 0 && compare(id, upper) <= 0), "range",
                candidate);
        if (found) {
            require(starts(lower) && starts(upper) && compare(lower, upper) <= 0, "bounds", candidate);
            require(!decrement(lower) || !starts(lower), "lower bound", candidate);
            require(!increment(upper) || !starts(upper), "upper bound", candidate);
        }
    }

  public:
    void run(const std::uint8_t *data, std::size_t size) {
        const std::string_view raw(reinterpret_cast<const char *>(data), size);
        source octets(data, size);
        // A type prefix of 0 to 63 symbols, few of them different, in one of the notations.
        const std::uint8_t how = octets.octet(), length = octets.octet();
        std::string prefix;
        for (int i = 0; i < length % ((how & 4) != 0 ? 64 : 5); ++i)
            prefix += (how & 16) != 0 ? "ab_zA9"[octets.octet() % 6] : "ab_z"[octets.octet() % 4];
        if constexpr (std::is_same_v<Id, uuid>)
            plain_ = &plains[how % std::size(plains)];
        else
            plain_ = number_plains;
        const notation *written = codec::find_notation(plain_->name);
        if (!written->check_prefix(prefix))
            prefix = prefix.size() < 2 || !codec::type_id::valid_prefix("a" + prefix.substr(2) + "z")
                         ? "a"
                         : "a" + prefix.substr(2) + "z";
        type_ = {};
        type_.set(prefix, written);
        lead_ = prefix + (prefix.empty() ? "" : "_");
        require(type_.written != nullptr && type_.prefix() == prefix && type_.lead() == lead_, "set", raw);

        check(raw);
        const uint128 payload = uint128{octets.word()} << 64 | octets.word();
        Id id = value_of<Id>((how & 8) != 0 ? payload : ~(payload >> (length & 127)));
        std::string text = text_of(id);
        require(check(text, id) && text_of(id) == text, "its own text", text);
        check(raw.substr(0, size / 2));
        check(lead_ + std::string(raw));
        const std::string quote = "\"";
        for (const std::string &other :
             {quote + text + quote, quote + text, text + quote, quote + quote + text + quote + quote,
              text.substr(1), text.substr(lead_.size()), lead_ + text, text + text.back(), "a" + text,
              "_" + text})
            check(other);
        for (std::size_t n = 0; n <= text.size(); n += 1 + octets.octet() % 7)
            check_start(std::string_view(text).substr(0, n), id);
        check_start(raw, id);
        check_start(lead_ + std::string(raw), id);
        for (std::size_t i = 0; i < 10; ++i) {
            const std::size_t at = octets.octet() % text.size();
            const char kept = text[at];
            const std::uint8_t to = octets.octet();
            text[at] = (i & 1) != 0 ? static_cast<char>(to) : "_a0zF7$A8yunN"[(to + i) % 13];
            Id other{};
            if (check((i & 2) != 0 ? text : quote + text + quote, other))
                id = other;
            check_start(std::string_view(text).substr(0, to % (text.size() + 1)), id);
            if ((i & 4) != 0)
                text[at] = kept; // else changes pile up
        }
    }
};

} // namespace
} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static fuzz::prefixed_target<fuzz::codec::uuid> uuids;
    static fuzz::prefixed_target<std::uint64_t> numbers;
    fuzz::report_at_exit();
    if (size > 0 && data[0] >= 0xc0)
        numbers.run(data, size);
    else
        uuids.run(data, size);
    return 0;
}
