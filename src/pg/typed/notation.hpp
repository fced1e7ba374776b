// How the 16 octets of a typed id are written behind its type prefix.
//
// A notation is a codec of a UUID, of a fixed number of symbols, whose texts sort as the octets.  So the
// separator is found by counting from the end, whatever symbols the codec has, and ids of one type sort as
// their texts do.  A further codec is one row of the table.
#pragma once

#include "codec/codec.hpp"
#include "codec/like_pattern.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

struct notation {
    const char *name; // in SQL and in the bodies of functions
    std::size_t length;
    void (*encode)(const codec::uuid &, char *);
    bool (*decode)(const char *, codec::uuid &); // exactly `length` symbols; says nothing of what is wrong
    codec::result (*diagnose)(std::string_view);
    bool (*range)(std::string_view start, codec::uuid &lower, codec::uuid &upper);
    bool (*starts_with)(const codec::uuid &, std::string_view start);
    codec::like_texts texts; // with a type prefix in front
    const char *like_symbol; // whose like_start function serves them
};

// The first one is TypeID's, the one of types that say nothing else.
extern const notation notations[];
extern const int notation_count;

const notation *find_notation(std::string_view name);

// `typeid, ulid, ...`, for messages.
const char *notation_names();

} // namespace base62id::pg
