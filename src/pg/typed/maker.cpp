#include "codec/typeid.hpp"
#include "codec/uuidv47.hpp"

#include "pg/typed/maker.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

Oid maker::function(std::string_view name) const {
    for (std::size_t i = 0; i < lengthof(functions); ++i)
        if (name == functions[i].name && has(functions[i].of))
            return made[i];
    elog(ERROR, "a typed id has no function \"%.*s\"", static_cast<int>(name.size()), name.data());
}

bool maker::has(kind of) const {
    switch (of) {
    case kind::plain:
        return !id.masked;
    case kind::masked:
        return id.masked;
    case kind::accepting:
        return id.accepts_uuid;
    case kind::all:
        break;
    }
    return true;
}

const char *maker::body_of(const pg::function &f) const {
    if (f.symbol != nullptr)
        return f.symbol;
    const char *declaration = id.declaration();
    return *declaration == '\0' ? f.name : psprintf("%s %s", f.name, declaration);
}

// A conversion from the type: its own where it is masked, else that of all types.
static const char *conversion(const maker &m, const char *own, const char *shared) {
    return m.expand(m.id.masked ? own : shared);
}

static const char *volatility(bool may_change) { return may_change ? "STABLE" : "IMMUTABLE"; }

char *maker::expand(const char *form) const {
    StringInfoData s;
    initStringInfo(&s);
    std::string_view rest = form;
    for (;;) {
        const std::size_t open = rest.find('{');
        const std::size_t close = open == std::string_view::npos ? open : rest.find('}', open);
        if (close == std::string_view::npos)
            break;
        appendBinaryStringInfo(&s, rest.data(), static_cast<int>(open));
        const std::string_view what = codec::slice(rest, open + 1, close - open - 1);
        rest = codec::slice(rest, close + 1);
        appendStringInfoString(
            &s, what == "type"                ? qualified_name(TypeRelationId, type)
                : what == "name"              ? name_of(TypeRelationId, type)
                : what == "schema"            ? quote_identifier(name_of(NamespaceRelationId, schema))
                : what == "extension"         ? quote_identifier(name_of(NamespaceRelationId, extension))
                : what == "typeid"            ? qualified_name(TypeRelationId, extension_typeid)
                : what == "internal"          ? "pg_catalog.internal"
                : what == "to_text"           ? conversion(*this, "{fn to_text} ({type})",
                                                           "{extension}.typed_id_to_text (pg_catalog.anyelement)")
                : what == "to_typeid"         ? conversion(*this, "{fn to_typeid} ({type})",
                                                           "{extension}.typed_id_to_typeid (pg_catalog.anyelement)")
                : what == "volatility"        ? volatility(id.masked)
                : what == "output_volatility" ? volatility(id.masked || id.accepts_uuid)
                : what == "support" ? (id.masked ? "" : expand("SUPPORT {extension}.typed_id_prefix_support"))
                                    : qualified_name(ProcedureRelationId, function(codec::slice(what, 3))));
    }
    appendBinaryStringInfo(&s, rest.data(), static_cast<int>(rest.size()));
    return s.data;
}

const char *maker::new_name(const char *suffix) const {
    return quote_qualified_identifier(name_of(NamespaceRelationId, schema), psprintf("%s_%s", base, suffix));
}

} // namespace base62id::pg
