// What a codec reports, as PostgreSQL errors.  SQLSTATEs: text input 22P02, binary input 22P03, a number
// that a payload cannot hold 22003, a time that an id cannot hold 22008, a bad type prefix 22023.
#pragma once

#include "codec/reading.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

// How a type's text is described in a DETAIL.
struct text_shape {
    const char *type; // SQL name
    int symbols;      // how many symbols a text has; 0 for typeid
    int bits;         // how many bits the symbols may spell
};

// The DETAIL for a text that is no id.  Call this, and all below, inside ereport or ereturn.
int detail_of(std::string_view text, codec::result r, const text_shape &shape);
// The same for blanks, quotes, symbols of more than one byte, and an empty text; false if it is none.
bool detail_for_any(std::string_view text, const char *type);

// The DETAIL for a bad type prefix; positions count from the start of the prefix.
int prefix_detail_of(codec::result r);

// Raises 22023 for a type prefix.
[[noreturn]] void raise_bad_prefix(codec::result r);

// Raises 22P03: `type` received octets that are not one of its values; `detail` says why.
[[noreturn]] void raise_bad_binary(const char *type, const char *detail);

// --- what a beginner can do about it (hint.cpp) ---

// The text without blanks and quotes at its ends.
std::string_view without_blanks(std::string_view text);
// What a text is, by this system, else by the first that reads it; a copy.  False if none does.
bool meaning_of(std::string_view text, std::string_view system, codec::inspect::reading *r);

// Calls put(to, reading) for each system that reads the text.
void each_reading(std::string_view text, void (*put)(void *to, const codec::inspect::reading &), void *to);

// The HINT, if any, for a text that is no id of typeid or of a type of fixed length.
int hint_of(std::string_view text, const text_shape &shape);
int hint_of_empty();
int hint_of_blanks();
int hint_of_spelling(const codec::inspect::reading &r);

} // namespace base62id::pg
