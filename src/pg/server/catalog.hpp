// The system catalogs: their tuples, answers that this process keeps, and which functions are ours.
#pragma once

#include "pg/server/text.hpp"

namespace base62id::pg {

// The system cache that finds a row of this type by the OID of its object.
constexpr auto cache_of(const FormData_pg_aggregate *) { return AGGFNOID; }
constexpr auto cache_of(const FormData_pg_index *) { return INDEXRELID; }
constexpr auto cache_of(const FormData_pg_language *) { return LANGOID; }
constexpr auto cache_of(const FormData_pg_namespace *) { return NAMESPACEOID; }
constexpr auto cache_of(const FormData_pg_opclass *) { return CLAOID; }
constexpr auto cache_of(const FormData_pg_operator *) { return OPEROID; }
constexpr auto cache_of(const FormData_pg_opfamily *) { return OPFAMILYOID; }
constexpr auto cache_of(const FormData_pg_partitioned_table *) { return PARTRELID; }
constexpr auto cache_of(const FormData_pg_proc *) { return PROCOID; }
constexpr auto cache_of(const FormData_pg_type *) { return TYPEOID; }

// A row of a system catalog, to be released: catalog_row<FormData_pg_proc>::find(function).
template <class Row>
struct catalog_row {
    static constexpr auto cache = cache_of(static_cast<const Row *>(nullptr));
    HeapTuple tuple;

    static catalog_row find(Oid object) { return {SearchSysCache1(cache, ObjectIdGetDatum(object))}; }
    explicit operator bool() const { return HeapTupleIsValid(tuple); }
    const Row *operator->() const { return reinterpret_cast<const Row *>(GETSTRUCT(tuple)); }
    bool is_null(AttrNumber column) const {
        bool isnull;
        SysCacheGetAttr(cache, tuple, column, &isnull);
        return isnull;
    }
    // A text column; empty if NULL.
    std::string_view text_of(AttrNumber column) const {
        bool isnull;
        const Datum d = SysCacheGetAttr(cache, tuple, column, &isnull);
        return isnull ? std::string_view{} : view_of(DatumGetTextPP(d));
    }
    void release() const { ReleaseSysCache(tuple); }
};
using procedure_row = catalog_row<FormData_pg_proc>;
using type_row = catalog_row<FormData_pg_type>;

// The result of read(row) for an object's row; zero if there is no row.
template <class Row, class Read>
auto of_row(Oid object, const Read &read) {
    const auto row = catalog_row<Row>::find(object);
    decltype(read(row)) result{};
    if (row) {
        result = read(row);
        row.release();
    }
    return result;
}

// Calls see(tuple, descriptor) for the rows of a catalog that have these OIDs, by an index if there is one,
// until a call returns true, if it returns anything.
struct column_is {
    int column;
    Oid value;
};
template <class See>
void each_tuple(Oid catalog, Oid index, std::initializer_list<column_is> where, const See &see) {
    ScanKeyData keys[3];
    int count = 0;
    for (const auto &[column, value] : where)
        ScanKeyInit(&keys[count++], static_cast<AttrNumber>(column), BTEqualStrategyNumber, F_OIDEQ,
                    ObjectIdGetDatum(value));
    const Relation rows = table_open(catalog, AccessShareLock);
    const SysScanDesc scan = systable_beginscan(rows, index, OidIsValid(index), nullptr, count, keys);
    for (HeapTuple t; HeapTupleIsValid(t = systable_getnext(scan));) {
        if constexpr (std::is_same_v<decltype(see(t, TupleDesc{})), bool>) {
            if (see(t, RelationGetDescr(rows)))
                break;
        } else
            see(t, RelationGetDescr(rows));
    }
    systable_endscan(scan);
    table_close(rows, AccessShareLock);
}
// The same with the part of a row that C declares.
template <class Row, class See>
void each_row(Oid catalog, Oid index, std::initializer_list<column_is> where, const See &see) {
    each_tuple(catalog, index, where,
               [&see](HeapTuple t, TupleDesc) { return see(*reinterpret_cast<const Row *>(GETSTRUCT(t))); });
}
// A column that may be of variable length; zero if it is NULL.
inline Datum column_of(HeapTuple t, AttrNumber column, TupleDesc columns) {
    bool isnull;
    const Datum d = fastgetattr(t, column, columns, &isnull);
    return isnull ? Datum{0} : d;
}

// Calls see(catalog, object) for all that depends on an object.
template <class See>
void each_dependent(Oid catalog, Oid object, const See &see) {
    each_row<FormData_pg_depend>(DependRelationId, DependReferenceIndexId,
                                 {{Anum_pg_depend_refclassid, catalog}, {Anum_pg_depend_refobjid, object}},
                                 [&see](const FormData_pg_depend &d) { return see(d.classid, d.objid); });
}

// Goes up with any change of a function, a language, a type, an operator or an operator family; never 0.
std::uint64_t catalog_generation();
// Goes up with any change of a type; never 0.
std::uint64_t type_generation();

// A cache of N answers from the catalogs by key; any change of the catalogs invalidates all of them.  Asking
// the catalogs again takes ten times as long as a conversion, and a tenth of the planning of a simple query.
template <class Key, class Value, std::size_t N>
class catalog_cache {
  public:
    // The result of compute() for the key; valid until the next call.
    template <class F>
    const Value &find(const Key &key, F compute) {
        static_assert(std::is_trivially_destructible_v<Value> && (N & (N - 1)) == 0);
        const std::uint64_t now = catalog_generation();
        slot &s = slots[number_of(key) % N];
        if (s.generation != now || !(s.key == key)) [[unlikely]] {
            const Value found = compute();
            s = {now, key, found}; // invalid if an invalidation message arrived during the lookup
        }
        return s.value;
    }

  private:
    struct slot {
        std::uint64_t generation;
        Key key;
        Value value;
    };
    slot slots[N]{};

    static std::size_t number_of(Oid key) { return key; }
    template <class K>
    static std::size_t number_of(const K &key) {
        return key.number();
    }
};

// A C function of our library, as the catalogs declare it.
struct our_function {
    char symbol[NAMEDATALEN]; // empty if it is not ours
    Oid result;
    int argument_count;
    Oid arguments[2]; // the first ones

    explicit operator bool() const { return symbol[0] != '\0'; }
    // A view into this object, which has to outlive it.
    std::string_view name() const & { return symbol; }
    std::string_view name() const && = delete;
};

// Is `function` ours, and what is it?  `ours` is a function of our library.  Compares the catalog's texts,
// not addresses: a SECURITY DEFINER function has another address, and another library may have the symbol.
our_function find_our_function(Oid function, Oid ours);
inline bool is_our_function(Oid function, Oid ours, std::string_view symbol) {
    const our_function f = find_our_function(function, ours);
    return f.name() == symbol;
}

// The version of the extension that a function belongs to, or null.
const char *extension_version(Oid function);

// May a plan of ours add or leave out the call of a function?  The executor checks a plan's functions when
// it starts, but no plan may fail, or succeed, where another plan of the query would not.  So a plan that
// relies on a privilege that not everybody has is made for one role, and again when the function changes.
bool may_call(PlannerInfo *root, Oid function);

} // namespace base62id::pg
