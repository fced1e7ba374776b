// Base64UUID: a UUID as 22 URL-safe symbols that sort as its octets do; and base32hex for dictation.
//
// Specification: Base64UUID, section 3, as ruled in docs/formats.md: the 132 bits 0100 || UUID in 22
// groups of six bits, most significant first.  The four leading bits make the first symbol F, G, H or I.
#pragma once

#include "codec.hpp"
#include "grouped.hpp"

namespace base62id::codec {

struct base64uuid : grouped<alphabet{"$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"}, 16,
                            group_frame{4, 0b0100, 0, status::bad_prefix_bits}> {
    static constexpr std::string_view name = "base64uuid";
};

static_assert(fixed_codec<base64uuid>);
static_assert(example<base64uuid>(base64uuid::lowest, "F$$$$$$$$$$$$$$$$$$$$$"));
static_assert(example<base64uuid>(base64uuid::highest, "Izzzzzzzzzzzzzzzzzzzzz"));
static_assert(example<base64uuid>(make_uuid(0x019535d93df779fb, 0xb466fa907fa17f9e),
                                  "F0_IMOEUStyvGayd0zcMyT"));

// base32hex (RFC 4648, section 7) without padding: UUID || 00 in groups of five bits.  Reads either case.
struct base32hex : grouped<alphabet{"0123456789ABCDEFGHIJKLMNOPQRSTUV", true}, 16,
                           group_frame{0, 0, 2, status::bad_padding}> {
    static constexpr std::string_view name = "base32hex";
};

static_assert(example<base32hex>(base32hex::lowest, "00000000000000000000000000"));
static_assert(example<base32hex>(base32hex::highest, "VVVVVVVVVVVVVVVVVVVVVVVVVS"));
static_assert(reads_as<base32hex>("vvvvvvvvvvvvvvvvvvvvvvvvvs", base32hex::highest));

} // namespace base62id::codec
