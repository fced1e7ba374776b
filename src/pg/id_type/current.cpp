// Whether a part is as the statement of the template says.  Only of parts that are ours: a definition is
// deparsed, which would lock what a stranger's function names.
#include "pg/id_type/part.hpp"

namespace base62id::pg {

namespace {

// Whether `all` has these options; VOLATILE, the default, may be missing from it.
bool are_among(const List *these, List *all) {
    ListCell *cell;
    foreach (cell, these) {
        const auto *o = lfirst_node(DefElem, cell);
        if (!equal(o->arg, option_of(all, o->defname)) &&
            !(IsA(o->arg, String) && std::strcmp(strVal(o->arg), "volatile") == 0))
            return false;
    }
    return true;
}

// Compares with the statement by which PostgreSQL itself would create the function.
bool is_current_function(const CreateFunctionStmt *s, Oid function) {
    if (of_row<FormData_pg_proc>(function, [](const procedure_row &p) { return p->prokind; }) !=
        PROKIND_FUNCTION)
        return false;
    LOCAL_FCINFO(call, 1);
    InitFunctionCallInfoData(*call, nullptr, 1, InvalidOid, nullptr, nullptr);
    call->args[0] = {ObjectIdGetDatum(function), false};
    const Datum definition = pg_get_functiondef(call);
    if (call->isnull)
        return false;
    const List *parsed = raw_parser(TextDatumGetCString(definition), RAW_PARSE_DEFAULT);
    List *options = castNode(CreateFunctionStmt, linitial_node(RawStmt, parsed)->stmt)->options;
    return are_among(s->options, options) && are_among(options, s->options);
}

bool is_current_operator(const DefineStmt *s, Oid op) {
    const Oid restriction[] = {INTERNALOID, OIDOID, INTERNALOID, INT4OID};
    const Oid join[] = {INTERNALOID, OIDOID, INTERNALOID, INT2OID, INTERNALOID};
    const auto estimator = [s](const char *name, int n, const Oid *arguments) {
        Node *f = option_of(s->definition, name);
        return f == nullptr ? InvalidOid : LookupFuncName(castNode(TypeName, f)->names, n, arguments, true);
    };
    const Oid of_restriction = estimator("restrict", 4, restriction), of_join = estimator("join", 5, join);
    return of_row<FormData_pg_operator>(op, [=](const catalog_row<FormData_pg_operator> &o) {
        return o->oprrest == of_restriction && o->oprjoin == of_join && OidIsValid(o->oprcode);
    });
}

// As pg_cast has it.
char code_of(CoercionContext context) {
    switch (context) {
    case COERCION_IMPLICIT:
        return COERCION_CODE_IMPLICIT;
    case COERCION_ASSIGNMENT:
        return COERCION_CODE_ASSIGNMENT;
    default:
        return COERCION_CODE_EXPLICIT;
    }
}

bool is_current_cast(const CreateCastStmt *s, Oid cast) {
    const Oid function = s->func == nullptr ? InvalidOid : routine_of(s->func);
    const auto *row = cast_row(cast);
    return row != nullptr && row->castfunc == function && row->castcontext == code_of(s->context);
}

} // namespace

bool is_current(Node *n, Oid object) {
    switch (nodeTag(n)) {
    case T_CreateFunctionStmt:
        return is_current_function(castNode(CreateFunctionStmt, n), object);
    case T_CreateCastStmt:
        return is_current_cast(castNode(CreateCastStmt, n), object);
    case T_DefineStmt:
        return castNode(DefineStmt, n)->kind != OBJECT_OPERATOR ||
               is_current_operator(castNode(DefineStmt, n), object);
    default:
        return true;
    }
}

} // namespace base62id::pg
