// The types of typed ids: typeid_create_type(), typeid_types(), typeid_upgrade_type(), typeid_drop_type().
//
// Objects are made and dropped by SQL, as if the caller had written it: with the caller's rights, transaction
// and search_path, and event triggers see it.  So every name is qualified, and looked up for each statement:
// a trigger or another session may have renamed or moved an object since the last one.
//
// Locks, in the order in which DROP takes them: the schema, the extension, the type.
#include "codec/typeid.hpp"
#include "codec/uuidv47.hpp"

#include "pg/typed/typed_id.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/server/catalog.hpp"
#include "pg/server/names.hpp"
#include "pg/typed/maker.hpp"

using namespace base62id;

namespace base62id::pg {

namespace {

const objects *objects_of(const typed_id &id) {
    return id.is_number() ? &typed_number_objects : &typed_id_objects;
}

// --- statements ---

void execute(const char *statement) {
    if (const int r = SPI_execute(statement, false, 0); r < 0)
        elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(r));
}

// A name meant something else by the time the statement ran.
[[noreturn]] void raise_concurrent_change(const char *verb, const char *what) {
    ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                    errmsg("could not %s %s because of a concurrent change", verb, what),
                    errhint("Retry when nobody renames or moves the type, its schema or the extension.")));
}

// The object that a statement made.
Oid expect(Oid made, const char *what) {
    if (!OidIsValid(made))
        raise_concurrent_change("make", what);
    return made;
}

// Not by a statement: the name could be another object's by now, and a statement would lock each object once
// more.
void comment_on(const maker &m, Oid catalog, Oid object, const char *comment) {
    CreateComments(object, catalog, 0, m.expand(comment));
}

bool is_function(const char *signature) {
    LOCAL_FCINFO(call, 1);
    InitFunctionCallInfoData(*call, nullptr, 1, InvalidOid, nullptr, nullptr);
    call->args[0].value = CStringGetTextDatum(signature);
    call->args[0].isnull = false;
    to_regprocedure(call);
    return !call->isnull;
}

// ... user_id_new() ... LANGUAGE c AS '$libdir/base62id', 'typed_id_new', or, if the function needs the type
// prefix, user_id_send(...) ... LANGUAGE typed_id AS 'send user' (language.cpp).
Oid make_function(const maker &m, const function &f) {
    const char *signature = psprintf("%s(%s)", m.new_name(f.name), m.expand(f.arguments));
    const char *body = quote_literal_cstr(m.body_of(f));
    const bool ours = f.symbol == nullptr;
    execute(psprintf("CREATE FUNCTION %s RETURNS %s %s COST 1 LANGUAGE %s AS %s", signature,
                     m.expand(f.result), m.expand(f.options),
                     ours ? quote_identifier(name_of(LanguageRelationId, m.language)) : "c",
                     ours ? body : psprintf("%s, %s", quote_literal_cstr(m.library), body)));
    const Oid made = expect(find_function(m, f), psprintf("function %s", signature));
    comment_on(m, ProcedureRelationId, made, f.comment);
    return made;
}

void complete_casts(const maker &m) {
    for (const cast &c : m.has->casts) {
        if (!m.is(c.of))
            continue;
        const Oid source = m.cast_type(c.source), target = m.cast_type(c.target);
        if (SearchSysCacheExists2(CASTSOURCETARGET, ObjectIdGetDatum(source), ObjectIdGetDatum(target)))
            continue;
        execute(psprintf("CREATE CAST (%s AS %s) %s", qualified_name(TypeRelationId, source),
                         qualified_name(TypeRelationId, target), m.expand(c.how)));
    }
}

void complete_operators(const maker &m) {
    for (const op &o : m.has->operators) {
        const Oid function = m.function(o.function);
        if (OidIsValid(find_operator(m, function)))
            continue;
        const char *left = m.expand("{type}"), *right = m.expand(o.right);
        const char *name = psprintf("%s.%s", m.expand("{schema}"), o.name);
        execute(psprintf("CREATE OPERATOR %s (FUNCTION = %s, LEFTARG = %s, RIGHTARG = %s, %s)", name,
                         qualified_name(ProcedureRelationId, function), left, right, m.expand(o.options)));
        comment_on(m, OperatorRelationId, expect(find_operator(m, function), psprintf("operator %s", name)),
                   o.comment);
    }
}

// From then on DROP TYPE drops the object, without CASCADE.  No SQL does that.
void tie_to_type(const maker &m, Oid catalog, Oid object) {
    const ObjectAddress dependent = {catalog, object, 0}, type = {TypeRelationId, m.type, 0};
    recordDependencyOn(&dependent, &type, DEPENDENCY_AUTO);
}

void complete_late_functions(const maker &m, const operator_class &c, Oid family) {
    for (const late_function &f : m.has->late_functions) {
        const Oid type = OidIsValid(f.type) ? f.type : m.type;
        if (f.method != c.method ||
            OidIsValid(get_opfamily_proc(family, type, type, static_cast<int16>(f.number))) ||
            !is_function(m.expand(f.function)))
            continue;
        execute(psprintf("ALTER OPERATOR FAMILY %s USING %s ADD FUNCTION %d (%s) %s",
                         qualified_name(OperatorFamilyRelationId, family), c.method, f.number,
                         m.expand(f.types), m.expand(f.function)));
    }
}

void complete_operator_classes(const maker &m) {
    for (const operator_class &c : m.has->classes) {
        Oid family = find_class(m, c).family;
        if (!OidIsValid(family)) {
            const char *name = m.new_name(c.name);
            const char *shared =
                c.family == nullptr ? "" : psprintf("FAMILY %s.%s", m.expand("{extension}"), c.family);
            execute(psprintf("CREATE OPERATOR CLASS %s %s FOR TYPE %s USING %s %s AS %s", name,
                             c.is_default ? "DEFAULT" : "", m.expand("{type}"), c.method, shared,
                             m.expand(c.items)));
            family = expect(find_class(m, c).family, psprintf("operator class %s", name));
        }
        complete_late_functions(m, c, family);
        // DROP TYPE CASCADE drops an operator class with its type, and would leave its family behind, empty.
        // After a restore typeid_upgrade_type() does this again.
        if (c.family == nullptr && !is_tied_to_type(m, family))
            tie_to_type(m, OperatorFamilyRelationId, family);
    }
}

void complete_aggregates(const maker &m) {
    for (const aggregate &a : m.has->aggregates) {
        const Oid function = m.function(a.function);
        if (OidIsValid(find_aggregate(m, function)))
            continue;
        const char *name = qualified_name(ProcedureRelationId, function), *type = m.expand("{type}");
        const char *schema = m.expand("{schema}"), *signature = psprintf("%s.%s(%s)", schema, a.name, type);
        execute(psprintf("CREATE AGGREGATE %s (SFUNC = %s, STYPE = %s, COMBINEFUNC = %s, "
                         "SORTOP = OPERATOR(%s.%s), PARALLEL = SAFE)",
                         signature, name, type, name, schema, a.sort));
        comment_on(m, ProcedureRelationId,
                   expect(find_aggregate(m, function), psprintf("aggregate %s", signature)), a.comment);
    }
}

// Makes what the type lacks.
void complete(maker &m) {
    for (std::size_t i = 0; i < m.has->functions.size(); ++i) {
        const function &f = m.has->functions[i];
        if (!m.is(f.of))
            continue;
        if (!OidIsValid(m.made[i]))
            m.made[i] = find_function(m, f);
        if (!OidIsValid(m.made[i]))
            m.made[i] = make_function(m, f);
    }
    complete_casts(m);
    complete_operators(m);
    complete_operator_classes(m);
    complete_aggregates(m);
}

const char *description(const typed_id &id) {
    const char *prefix = id.prefix().empty() ? "without type prefix"
                                             : psprintf("with type prefix \"%.*s\"",
                                                        static_cast<int>(id.prefix_size), id.symbols);
    return psprintf("%s %s%s, in %d octets",
                    id.writes_typeid() ? "TypeID" : psprintf("%s id", id.written->name), prefix,
                    id.masked ? ", masked" : "", id.written->bits / 8);
}

// The type itself: a shell, its I/O functions, and then the type.
void make_type(maker &m) {
    const char *shell = quote_qualified_identifier(name_of(NamespaceRelationId, m.schema), m.base);
    execute(psprintf("CREATE TYPE %s", shell));
    m.type = expect(
        GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(m.base), ObjectIdGetDatum(m.schema)),
        psprintf("type %s", shell));
    // No notices that the type is a shell.
    const int level = NewGUCNestLevel();
    set_config_option("client_min_messages", "warning", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
                      false);
    for (std::size_t i = 0; i < m.has->functions.size(); ++i) {
        const function &f = m.has->functions[i];
        if (m.is(f.of) && std::strstr(m.has->definition, psprintf("{fn %s}", f.name)) != nullptr)
            m.made[i] = make_function(m, f);
    }
    AtEOXact_GUC(true, level);
    execute(m.expand(m.has->definition));
    comment_on(m, TypeRelationId, m.type, description(m.id));
}

// --- refusals ---

[[noreturn]] void raise_taken(const char *what) {
    ereport(ERROR, (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("%s already exists", what)));
}

// Names that the type's objects will have.  Functions that take the type itself cannot be there yet.
void refuse_taken_names(const maker &m) {
    const Datum name = CStringGetDatum(m.base), schema = ObjectIdGetDatum(m.schema);
    const char *schema_name = name_of(NamespaceRelationId, m.schema);
    if (SearchSysCacheExists2(TYPENAMENSP, name, schema))
        raise_taken(psprintf("type %s", quote_qualified_identifier(schema_name, m.base)));
    // Without a schema the name would always mean PostgreSQL's own.
    if (SearchSysCacheExists2(TYPENAMENSP, name, ObjectIdGetDatum(PG_CATALOG_NAMESPACE)))
        raise_taken(psprintf("type pg_catalog.%s", quote_identifier(m.base)));
    for (const function &f : m.has->functions) {
        if (!m.is(f.of) || std::strstr(f.arguments, "{type}") != nullptr)
            continue;
        const char *signature = psprintf("%s(%s)", m.new_name(f.name), m.expand(f.arguments));
        if (is_function(signature))
            raise_taken(psprintf("function %s", signature));
    }
    // A family that a dropped type of this name has left behind is empty, and serves again.
    for (const operator_class &c : m.has->classes) {
        if (c.family != nullptr)
            continue;
        const Oid family = GetSysCacheOid3(OPFAMILYAMNAMENSP, Anum_pg_opfamily_oid,
                                           ObjectIdGetDatum(get_index_am_oid(c.method, false)),
                                           CStringGetDatum(psprintf("%s_%s", m.base, c.name)), schema);
        if (OidIsValid(family) && !is_empty_family(family))
            raise_taken(psprintf("operator family %s for access method %s", m.new_name(c.name), c.method));
    }
}

// A text belongs to one type: within a schema each type prefix is used once.  Another notation or key makes
// other texts, so one type can replace another.
void refuse_taken_prefix(const maker &m) {
    const List *ids = find_typed_ids(m.language);
    for (int i = 0; i < list_length(ids); ++i) {
        const Oid other = list_nth_oid(ids, i);
        typed_id id;
        if (schema_of_type(other) == m.schema && find_typed_id(other, m.language, &id) &&
            std::string_view(id.declaration()) == m.id.declaration())
            ereport(
                ERROR,
                (errcode(ERRCODE_DUPLICATE_OBJECT),
                 errmsg("type prefix \"%.*s\" is taken", static_cast<int>(m.id.prefix_size), m.id.symbols),
                 errdetail("It is that of type %s, in the same schema.",
                           format_type_extended(other, -1,
                                                FORMAT_TYPE_ALLOW_INVALID | FORMAT_TYPE_FORCE_QUALIFY))));
    }
}

// pg_dump skips these schemas, and functions and operators are not looked up in temporary ones.
void refuse_schema(Oid schema) {
    if (isAnyTempNamespace(schema))
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("a typed id cannot be temporary"),
                        errdetail("Functions and operators are not looked up in the temporary schema.")));
    const std::string_view name = name_of(NamespaceRelationId, schema);
    if (name.starts_with("pg_") || name == "information_schema")
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                        errmsg("a typed id cannot be in schema %s", name.data()),
                        errdetail("Dumps leave out what is in PostgreSQL's own schemas.")));
}

void refuse_long_name(const char *name) {
    if (std::strlen(name) > max_name)
        ereport(ERROR, (errcode(ERRCODE_NAME_TOO_LONG), errmsg("type name \"%s\" is too long", name),
                        errdetail("The name of a typed id has at most %zu octets: its functions and operator "
                                  "classes are named after it.",
                                  max_name)));
}

[[noreturn]] void raise_no_superuser(Oid called, const char *name, std::string_view prefix) {
    const Oid id = find_extension_type(called, "typeid_in");
    if (!OidIsValid(id))
        raise_dropped("extension", "base62id");
    const char *schema =
        TypeIsVisible(id)
            ? ""
            : psprintf("%s.", quote_identifier(name_of(NamespaceRelationId, schema_of_type(id))));
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("must be superuser to create a typed id"),
                    errdetail("PostgreSQL lets nobody else create base types."),
                    errhint("A domain needs no superuser: CREATE DOMAIN %s AS %s%s CHECK "
                            "(%stypeid_check(VALUE, '%.*s'));",
                            name, schema, quote_identifier(name_of(TypeRelationId, id)), schema,
                            static_cast<int>(prefix.size()), prefix.data())));
}

// --- locks ---

// The schema in which to make the name, found as RangeVarGetAndCheckCreationNamespace() does: the name is
// looked up again after the wait for the lock.  One call at a time in a schema, so that each sees the names
// that the other has taken.
Oid lock_creation_schema(List *names, char **name) {
    for (;;) {
        const Oid schema = QualifiedNameGetCreationNamespace(names, name);
        LockDatabaseObject(NamespaceRelationId, schema, 0, ShareUpdateExclusiveLock);
        if (QualifiedNameGetCreationNamespace(names, name) == schema)
            return schema;
        UnlockDatabaseObject(NamespaceRelationId, schema, 0, ShareUpdateExclusiveLock);
    }
}

// Locks the extension, and finds its objects through the function that is called.
void set_extension(maker &m, Oid called) {
    const Oid extension = getExtensionOfObject(ProcedureRelationId, called);
    if (OidIsValid(extension))
        LockDatabaseObject(ExtensionRelationId, extension, 0, AccessShareLock);
    const auto row = procedure_row::find(called);
    m.called = called;
    m.language = find_language(called);
    m.relative = find_extension_type(called, m.id.is_number() ? "uid11_in" : "typeid_in");
    if (!row || !OidIsValid(m.language) || !OidIsValid(m.relative))
        raise_dropped("extension", "base62id");
    m.extension = row->pronamespace;
    const std::string_view library = row.text_of(Anum_pg_proc_probin);
    m.library = pnstrdup(library.data(), library.size());
    row.release();
}

// New objects get the schema and the name of the input function: renaming or moving a type does not rename or
// move its functions.
void set_names(maker &m, Oid input) {
    const auto row = procedure_row::find(input);
    if (!row)
        raise_dropped("function", psprintf("with OID %u", input));
    m.schema = row->pronamespace;
    char *base = pstrdup(NameStr(row->proname));
    row.release();
    const std::string_view all = base;
    if (all.size() > 3 && all.ends_with("_in"))
        base[all.size() - 3] = '\0';
    m.base = base;
}

// The typed id, its schema and its extension, locked against being dropped.  `check` is called before it
// waits for a lock.
template <class Check>
maker lock_typed_id(FunctionCallInfo fcinfo, LOCKMODE mode, const Check &check) {
    const Oid called = fcinfo->flinfo->fn_oid;
    maker m = {};
    m.type = PG_GETARG_OID(0);
    const char *name = format_type_extended(m.type, -1, FORMAT_TYPE_ALLOW_INVALID);
    if (!find_typed_id(m.type, find_language(called), &m.id))
        ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("%s is not a typed id", name)));
    check(m.type);
    set_names(m, input_of_type(m.type));
    LockDatabaseObject(NamespaceRelationId, m.schema, 0, AccessShareLock);
    set_extension(m, called);
    LockDatabaseObject(TypeRelationId, m.type, 0, mode);
    if (!find_typed_id(m.type, m.language, &m.id))
        raise_dropped("type", name);
    set_names(m, input_of_type(m.type));
    m.has = objects_of(m.id);
    return m;
}

// --- drop ---

// Calls see(catalog, object) for all that typeid_create_type() and typeid_upgrade_type() made for the type,
// and nothing that somebody else made.
template <class See>
void each_part(maker &m, const See &see) {
    const auto see_valid = [&see](Oid catalog, Oid object) {
        if (OidIsValid(object))
            see(catalog, object);
    };
    for (std::size_t i = 0; i < m.has->functions.size(); ++i) {
        const function &f = m.has->functions[i];
        m.made[i] = m.is(f.of) ? find_function(m, f) : InvalidOid;
        see_valid(ProcedureRelationId, m.made[i]);
    }
    for (const cast &c : m.has->casts)
        if (m.is(c.of))
            see_valid(CastRelationId, find_cast(m, c));
    for (const op &o : m.has->operators)
        see_valid(OperatorRelationId, find_operator(m, m.function(o.function)));
    for (const operator_class &c : m.has->classes) {
        const class_and_family found = find_class(m, c);
        see_valid(OperatorClassRelationId, found.op_class);
        if (c.family == nullptr)
            see_valid(OperatorFamilyRelationId, found.family);
    }
    for (const aggregate &a : m.has->aggregates)
        see_valid(ProcedureRelationId, find_aggregate(m, m.function(a.function)));
}

} // namespace

} // namespace base62id::pg

namespace base62id::pg {

// The ids that the arguments of typeid_create_type ask for, without the mask.
static typed_id asked_for(FunctionCallInfo fcinfo) {
    const std::string_view prefix = text_arg(fcinfo, 1), name = text_arg(fcinfo, 2);
    if (const codec::result r = codec::type_id::check_prefix(prefix); !r)
        raise_bad_prefix(r);
    const notation *how = find_notation(name);
    if (how == nullptr)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("notation \"%.*s\" is not known", static_cast<int>(name.size()), name.data()),
                        errdetail("A notation is one of %s.", notation_names())));
    if (how->of_numbers() && PG_GETARG_BOOL(4))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("a typed id of notation %s cannot accept uuids", how->name),
                        errdetail("It is a number of %d bits.", how->bits)));
    typed_id id{};
    id.set(prefix, how, PG_GETARG_BOOL(4));
    return id;
}

} // namespace base62id::pg

B62_FN(typeid_create_type) {
    const Oid called = fcinfo->flinfo->fn_oid;
    text *given = PG_GETARG_TEXT_PP(0);
    pg::maker m = {};
    m.id = pg::asked_for(fcinfo);
    m.has = pg::objects_of(m.id);
    List *names = textToQualifiedNameList(given);
    if (!superuser())
        pg::raise_no_superuser(called, text_to_cstring(given), m.id.prefix());
    if (const int key = PG_GETARG_INT32(3); key != 0) {
        m.id.masked = true;
        m.id.fingerprint = pg::mask_key_of_number(key).fingerprint;
    }
    char *name;
    m.schema = pg::lock_creation_schema(names, &name);
    m.base = name;
    pg::refuse_long_name(name);
    pg::refuse_schema(m.schema);
    pg::set_extension(m, called);
    SPI_connect();
    pg::refuse_taken_names(m);
    pg::refuse_taken_prefix(m);
    pg::make_type(m);
    pg::complete(m);
    SPI_finish();
    PG_RETURN_OID(m.type);
}

B62_FN(typeid_upgrade_type) {
    pg::maker m = pg::lock_typed_id(fcinfo, ShareUpdateExclusiveLock, [](Oid) {
        if (!superuser())
            ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                            errmsg("must be superuser to upgrade a typed id")));
    });
    SPI_connect();
    pg::complete(m);
    SPI_finish();
    PG_RETURN_VOID();
}

// A type and its input function depend on each other, so PostgreSQL drops a base type with CASCADE only,
// which drops columns too.  Parts that depend on the type automatically go with a plain DROP TYPE, and
// anything else that depends on one of them is PostgreSQL's error 2BP01.
B62_FN(typeid_drop_type) {
    pg::maker m = pg::lock_typed_id(fcinfo, AccessExclusiveLock, [](Oid type) {
        if (!b62_type_ownercheck(type, GetUserId()))
            aclcheck_error_type(ACLCHECK_NOT_OWNER, type);
    });
    // Parts are looked up again when all are locked: one may have been dropped while this waited.
    pg::each_part(m,
                  [](Oid catalog, Oid part) { LockDatabaseObject(catalog, part, 0, AccessExclusiveLock); });
    pg::each_part(m, [&m](Oid catalog, Oid part) { pg::tie_to_type(m, catalog, part); });
    CommandCounterIncrement();
    const char *name = pg::qualified_name(TypeRelationId, m.type);
    SPI_connect();
    pg::execute(psprintf("DROP TYPE %s", name));
    SPI_finish();
    if (OidIsValid(pg::schema_of_type(m.type)))
        pg::raise_concurrent_change("drop", psprintf("type %s", name));
    PG_RETURN_VOID();
}

B62_FN(typeid_types) {
    InitMaterializedSRF(fcinfo, 0);
    auto *result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    const Oid language = pg::find_language(fcinfo->flinfo->fn_oid);
    const List *types = pg::find_typed_ids(language);
    for (int i = 0; i < list_length(types); ++i) {
        const Oid type = list_nth_oid(types, i);
        pg::typed_id id;
        if (!pg::find_typed_id(type, language, &id))
            continue;
        const int key = id.masked ? pg::mask_key_number(id.fingerprint) : 0;
        const Datum values[] = {ObjectIdGetDatum(type), PointerGetDatum(pg::new_text(id.prefix())),
                                CStringGetTextDatum(id.written->name), Int32GetDatum(key),
                                BoolGetDatum(id.accepts_uuid)};
        const bool nulls[] = {false, false, false, id.masked && key == 0, false};
        tuplestore_putvalues(result->setResult, result->setDesc, const_cast<Datum *>(values),
                             const_cast<bool *>(nulls));
    }
    return Datum{0};
}
