#include "codec/typeid.hpp"
#include "codec/uuidv47.hpp"

#include "pg/typed/maker.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

Oid maker::function(std::string_view name) const {
    for (std::size_t i = 0; i < has->functions.size(); ++i)
        if (name == has->functions[i].name && is(has->functions[i].of))
            return made[i];
    elog(ERROR, "a typed id has no function \"%.*s\"", static_cast<int>(name.size()), name.data());
}

bool maker::is(std::uint8_t kinds) const {
    const int all = (id.masked ? kind::masked : kind::plain) | (id.accepts_uuid ? kind::accepting : 0);
    return (kinds & ~all) == 0;
}

Oid maker::cast_type(Oid cast) const {
    return cast == this_type ? type : cast == extension_type ? relative : cast;
}

const char *maker::body_of(const pg::function &f) const {
    if (f.symbol != nullptr)
        return f.symbol;
    const char *declaration = id.declaration();
    return *declaration == '\0' ? f.name : psprintf("%s %s", f.name, declaration);
}

// For functions that show or read a value: they need the key of a masked type, and parallel workers may have
// newer keys than their leader.  Functions that base62id.output changes are stable, too.
static const char *volatility(const typed_id &id, bool output) {
    return id.masked                   ? "STABLE PARALLEL RESTRICTED"
           : output && id.accepts_uuid ? "STABLE PARALLEL SAFE"
                                       : "IMMUTABLE PARALLEL SAFE";
}

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
            &s, what == "type"        ? qualified_name(TypeRelationId, type)
                : what == "name"      ? name_of(TypeRelationId, type)
                : what == "schema"    ? quote_identifier(name_of(NamespaceRelationId, schema))
                : what == "extension" ? quote_identifier(name_of(NamespaceRelationId, extension))
                : what == "relative"  ? qualified_name(TypeRelationId, relative)
                : what == "shows"     ? volatility(id, false)
                : what == "output"    ? volatility(id, true)
                : what == "support"   ? (id.masked ? "" : expand(has->support))
                                      : qualified_name(ProcedureRelationId, function(codec::slice(what, 3))));
    }
    appendBinaryStringInfo(&s, rest.data(), static_cast<int>(rest.size()));
    return s.data;
}

const char *maker::new_name(const char *suffix) const {
    return quote_qualified_identifier(name_of(NamespaceRelationId, schema), psprintf("%s_%s", base, suffix));
}

} // namespace base62id::pg
