// What a codec reports, as PostgreSQL errors.  SQLSTATEs: text input 22P02, binary input 22P03, a number
// that a payload cannot hold 22003, a time that an id cannot hold 22008, a bad type prefix 22023.
#pragma once

#include "codec/reading.hpp"
#include "codec/type_prefix.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

// How a type's text is described.
struct text_shape {
    const char *type; // SQL name
    int characters;   // how many a text has; 0 for typeid and id types
    int bits;         // how many bits the characters may spell
};

// --- details (error.cpp): what is wrong with a text ---
//
// Call these, and all below, inside ereport or ereturn.

int characters_of(std::string_view text);

// Of a text that no codec reads, of a system by its name; the positions of `r` count from its start.
int detail_of(std::string_view text, codec::result r, std::string_view system);
// Of one character that no text of the system has.
int detail_of_character(std::string_view text, std::size_t at, std::string_view system);
// Of a bad type prefix; positions count from the start of the text.
int prefix_detail_of(std::string_view text, codec::result r);

// Raises 22023 for a type prefix.
[[noreturn]] void raise_bad_prefix(std::string_view prefix, codec::result r, codec::prefix_rule rule);

// Raises 22P03: `type` received octets that are not one of its values; `detail` says why.
[[noreturn]] void raise_bad_binary(const char *type, const char *detail);

// --- what people mean (hint.cpp) ---

// What was found in a text.
struct meaning {
    codec::inspect::reading r; // a copy
    bool whole;                // the text is nothing but that
    bool sole;                 // no other system reads it

    // Whether it says something: any 20 characters are a baseuid, and most of 11 a uid11.
    bool is_telling() const { return r.system != "baseuid" && r.system != "uid11"; }
    // The canonical text; `text` is what was found to be it.
    std::string_view canonical(std::string_view text) const;
};
// What a text is: by this system and with this type prefix, if one reads it, else by this system, else by
// the first that reads it.  False if none does.
bool meaning_of(std::string_view text, std::string_view system, std::string_view prefix, meaning *out);

// Calls put(to, reading) for each system that reads the text, or the first id in it.
void each_reading(std::string_view text, void (*put)(void *to, const codec::inspect::reading &), void *to);
// Calls put(to, reading, nullptr) for each id in a text, and put(to, {}, guess) for what may be one.
void find_each(std::string_view text,
               void (*put)(void *to, const codec::inspect::reading &, const codec::inspect::guess *),
               void *to);
// The canonical text of what people meant, or NULL.
text *normalize_typeid(std::string_view text);
text *normalize_ulid(std::string_view text);

// The DETAIL and the HINT of a text that is no id of typeid or of a type of fixed length.
int explain(std::string_view text, codec::result r, const text_shape &shape);
int explain_empty();
// 'NULL' and 'DEFAULT', which are no texts; false for others.
bool is_keyword(std::string_view text);
int hint_of_keyword(std::string_view text);
int explain_surroundings(const meaning &m, std::string_view text);
// A TypeID as people spell it: what is wrong with the text, and what it is read as.
int explain_spelling(std::string_view text, std::string_view canonical);
int hint_of_cut_off();
// Of a text that is an id of another system, or of more than one.
int hint_of_other_reading();
// For a text that may be another system's id; false if none is known.
bool hints_at_foreign(std::string_view text);
// Of a character that no id has, where lengths say nothing; false if there is none.
bool details_non_ascii(std::string_view text, std::string_view system);

} // namespace base62id::pg
