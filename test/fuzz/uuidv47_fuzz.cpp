// UUIDv47 against the plain implementation, there and back, and SipHash over messages of any length.
#include <base62id/uuidv47.hpp>

#include "../naive/siphash.hpp"
#include "harness.hpp"

namespace fuzz {
namespace {

using codec::siphash;
using codec::uuidv47;

using octets16 = std::array<std::uint8_t, 16>;

codec::uuid uuid_of(const octets16 &octets) {
    codec::uuid u{};
    std::copy(octets.begin(), octets.end(), u.bytes);
    return u;
}

octets16 next16(source &from) {
    octets16 octets;
    for (std::uint8_t &o : octets)
        o = from.octet();
    return octets;
}

// A UUID of that version, in RFC 9562's variant.
octets16 of_version(octets16 octets, int version) {
    octets[6] = static_cast<std::uint8_t>((octets[6] & 0x0f) | version << 4);
    octets[8] = static_cast<std::uint8_t>((octets[8] & 0x3f) | 0x80);
    return octets;
}

void check_mask(const octets16 &key, octets16 octets, std::string_view given) {
    ++inputs;
    const naive::octet_list plain_key(key.begin(), key.end());
    const siphash::key k = siphash::key_of(key.data());
    for (const auto &[from, to] : {std::pair{7, 4}, std::pair{4, 7}}) {
        octets = of_version(octets, from);
        const codec::uuid one = uuid_of(octets), other = uuidv47::other_side(one, k);
        require(other == uuid_of(naive::uuidv47(octets, plain_key, to)), "mask", given);
        require(uuidv47::other_side(other, k) == one, "there and back", given);
        require(codec::uuid_fields::version(other) == to, "version", given);
        require(other.low() == one.low() && (other.high() & 0xfff) == (one.high() & 0xfff),
                "the random bits stay", given);
    }
}

void check_hash(const octets16 &key, std::string_view message) {
    ++inputs;
    const naive::octet_list plain(message.begin(), message.end());
    siphash hash(siphash::key_of(key.data()));
    std::size_t at = 0;
    for (; at + 8 <= plain.size(); at += 8)
        hash.absorb(naive::little_endian(plain.data() + at));
    std::uint64_t rest = 0;
    for (std::size_t i = at; i < plain.size(); ++i)
        rest |= std::uint64_t{plain[i]} << 8 * (i - at);
    require(hash.finish(rest, plain.size()) == naive::siphash24({key.begin(), key.end()}, plain), "hash",
            message);
}

} // namespace
} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fuzz::report_at_exit();
    const std::string_view raw(reinterpret_cast<const char *>(data), size);
    fuzz::source octets(data, size);
    const fuzz::octets16 key = fuzz::next16(octets), id = fuzz::next16(octets);
    fuzz::check_mask(key, id, raw);
    fuzz::check_mask(id, key, raw);
    // One bit less or more.
    const std::uint8_t where = octets.octet();
    fuzz::octets16 changed = where < 128 ? key : id;
    changed[where % 128 / 8] ^= static_cast<std::uint8_t>(1 << where % 8);
    fuzz::check_mask(where < 128 ? changed : key, where < 128 ? id : changed, raw);
    fuzz::check_hash(key, raw);
    fuzz::check_hash(key, raw.substr(0, where % (size + 1)));
    return 0;
}
