#include "pg/server/names.hpp"

namespace base62id::pg {

static HeapTuple find_tuple(Oid catalog, Oid object) {
    return SearchSysCache1(static_cast<SysCacheIdentifier>(get_object_catcache_oid(catalog)),
                           ObjectIdGetDatum(object));
}

static Datum attribute(Oid catalog, HeapTuple t, AttrNumber number) {
    bool isnull;
    return SysCacheGetAttr(static_cast<SysCacheIdentifier>(get_object_catcache_oid(catalog)), t, number,
                           &isnull);
}
static const char *name_of(Oid catalog, HeapTuple t) {
    return pstrdup(NameStr(*DatumGetName(attribute(catalog, t, get_object_attnum_name(catalog)))));
}

Oid owner_of(Oid catalog, Oid object) {
    const HeapTuple t = find_tuple(catalog, object);
    if (!HeapTupleIsValid(t))
        return InvalidOid;
    const Oid owner = DatumGetObjectId(attribute(catalog, t, get_object_attnum_owner(catalog)));
    ReleaseSysCache(t);
    return owner;
}

// Others do not see what this transaction made, and nobody can drop what initdb made.
static bool cannot_go(Oid catalog, Oid object, HeapTuple t) {
    return IsPinnedObject(catalog, object) ||
           TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(t->t_data));
}

// The tuple of an object that is kept until this transaction ends.
static HeapTuple keep(Oid catalog, Oid object) {
    const char *kind = get_object_class_descr(catalog);
    const HeapTuple before = find_tuple(catalog, object);
    if (!HeapTupleIsValid(before))
        raise_dropped(kind, psprintf("with OID %u", object));
    if (cannot_go(catalog, object, before))
        return before;
    const char *name = quote_identifier(name_of(catalog, before));
    ReleaseSysCache(before);
    LockDatabaseObject(catalog, object, 0, AccessShareLock);
    const HeapTuple after = find_tuple(catalog, object);
    if (!HeapTupleIsValid(after))
        raise_dropped(kind, name);
    return after;
}

void raise_dropped(const char *kind, const char *name) {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT), errmsg("%s %s was concurrently dropped", kind, name)));
}

const char *lock_and_get_name(Oid catalog, Oid object) {
    const HeapTuple t = keep(catalog, object);
    const char *name = name_of(catalog, t);
    ReleaseSysCache(t);
    return name;
}

const char *name_now(Oid catalog, Oid object) {
    const HeapTuple t = find_tuple(catalog, object);
    if (!HeapTupleIsValid(t))
        return "?";
    const char *name = name_of(catalog, t);
    ReleaseSysCache(t);
    return name;
}

const char *lock_and_get_qualified_name(Oid type) {
    ReleaseSysCache(keep(TypeRelationId, type));
    return format_type_extended(type, -1, FORMAT_TYPE_FORCE_QUALIFY);
}

} // namespace base62id::pg
