#include "pg/server/catalog.hpp"

namespace base62id::pg {

namespace {

// The generation of the answers kept in this process; 0 until it has registered for invalidations.
std::uint64_t generation = 0;
std::uint64_t generation_of_types = 0; // of these changes those of types

void count_change(Datum, b62_syscache_id, uint32) { ++generation; }
void count_change_of_type(Datum, b62_syscache_id, uint32) { ++generation_of_types; }

void listen() {
    for (const auto cache : {PROCOID, LANGOID, TYPEOID, OPEROID, AMOPSTRATEGY})
        CacheRegisterSyscacheCallback(cache, count_change, Datum{0});
    CacheRegisterSyscacheCallback(TYPEOID, count_change_of_type, Datum{0});
    generation = generation_of_types = 1;
}
void listen_once() {
    if (generation == 0) [[unlikely]]
        listen();
}

struct question {
    Oid function, ours;
    bool operator==(const question &) const = default;
    std::size_t number() const { return function * std::size_t{31} + ours; }
};
constinit catalog_cache<question, our_function, 128> our_functions;
constinit catalog_cache<Oid, bool, 128> known_to_be_public;

our_function read_function(Oid function, Oid ours) {
    our_function found{};
    const auto p = procedure_row::find(function);
    if (!p)
        return found;
    const std::string_view symbol = p.text_of(Anum_pg_proc_prosrc);
    if (p->prolang == ClanguageId && symbol.size() < sizeof found.symbol) {
        if (const auto o = procedure_row::find(ours); o) {
            if (p.text_of(Anum_pg_proc_probin) == o.text_of(Anum_pg_proc_probin)) {
                std::memcpy(found.symbol, symbol.data(), symbol.size());
                found.result = p->prorettype;
                found.argument_count = p->pronargs;
                for (int i = 0; i < min(int{p->pronargs}, static_cast<int>(lengthof(found.arguments))); ++i)
                    found.arguments[i] = p->proargtypes.values[i];
            }
            o.release();
        }
    }
    p.release();
    return found;
}

// No list of privileges, or one that still has PUBLIC, as after GRANT EXECUTE ON ALL FUNCTIONS.
bool is_public(Oid function) {
    return of_row<FormData_pg_proc>(function, [=](const procedure_row &p) {
        return p.is_null(Anum_pg_proc_proacl) ||
               b62_function_aclcheck(function, ACL_ID_PUBLIC) == ACLCHECK_OK;
    });
}

} // namespace

std::uint64_t catalog_generation() {
    listen_once();
    return generation;
}

std::uint64_t type_generation() {
    listen_once();
    return generation_of_types;
}

our_function find_our_function(Oid function, Oid ours) {
    if (!OidIsValid(function) || !OidIsValid(ours))
        return {};
    return our_functions.find({function, ours}, [=] { return read_function(function, ours); });
}

bool may_call(PlannerInfo *root, Oid function) {
    if (!OidIsValid(function))
        return false;
    const bool everybody = known_to_be_public.find(function, [=] { return is_public(function); });
    if (root == nullptr) // an index's or a constraint's expression, which is kept whatever the role
        return everybody;
    record_plan_function_dependency(root, function);
    if (everybody)
        return true;
    root->glob->dependsOnRole = true;
    return SearchSysCacheExists1(PROCOID, ObjectIdGetDatum(function)) &&
           b62_function_aclcheck(function, GetUserId()) == ACLCHECK_OK;
}

const char *extension_version(Oid function) {
    const char *version = nullptr;
    each_tuple(ExtensionRelationId, ExtensionOidIndexId,
               {{Anum_pg_extension_oid, getExtensionOfObject(ProcedureRelationId, function)}},
               [&version](HeapTuple t, TupleDesc columns) {
                   version = TextDatumGetCString(column_of(t, Anum_pg_extension_extversion, columns));
               });
    return version;
}

} // namespace base62id::pg
