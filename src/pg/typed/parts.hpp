// The parts of a typed id, by the statements of the template that make them.
#pragma once

#include "pg/typed/maker.hpp"

namespace base62id::pg {

// Makes the type, or what one that is there lacks, and brings the rest of that up to date.  Raises 42710
// where something stands in a part's place, and 55000 for a type of another make.
void make_parts(maker &m);
// From then on DROP TYPE drops all parts, without CASCADE.
void tie_parts(maker &m);
// Of the shared families: gives them the extension's schema, if that has changed.
void move_families(maker &m);
// Drops what dropped types left in them, and themselves with their last class.
void sweep_families(maker &m);

// Whether the type takes uuids from now on.  Raises 2BP01 where something needs what goes.
void change_acceptance(maker &m, bool accept);

// Sets all that is known of a typed id of the extension that is set; false if it is none.
bool read_typed_id(maker &m, Oid type);

// What the type lacks of what one made now has, as a list; empty if nothing, or if somebody is dropping it.
// Whoever asks: it needs no rights.
const char *missing_parts(maker &m, Oid type);

} // namespace base62id::pg
