// Whether an id type takes what it stores without a word: uuids, or bigints.
#include "pg/id_type/part.hpp"

namespace base62id::pg {

void change_acceptance_of_uuid(maker &m, bool accept) {
    const bool accepted = m.id.accepts_uuid;
    const bool cast_goes = !accept && accepted && !m.id.masked;
    if (cast_goes)
        lock_referenced_tables(m);
    const List *dependents = cast_goes ? find_dependents(m) : NIL;
    // What only types that take uuids have goes first.
    const ObjectAddresses *kept = present_parts(m, accept, nullptr);
    performMultipleDeletions(present_parts(m, accepted, kept), DROP_RESTRICT, 0);
    CommandCounterIncrement();
    m.id.accepts_uuid = accept;
    m.statements = NIL;
    make_parts(m);
    refuse_faults(m, dependents);
}

void change_acceptance_of_bigint(maker &m, bool accept) {
    const bool cast_goes = !accept && m.accepts_bigint;
    if (cast_goes)
        lock_referenced_tables(m);
    const List *dependents = cast_goes ? find_dependents(m) : NIL;
    m.accepts_bigint = accept;
    m.statements = NIL;
    make_parts(m);
    refuse_faults(m, dependents);
}

} // namespace base62id::pg
