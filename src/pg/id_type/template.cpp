// The template of id types is a text in the database, versioned with the extension's script, so that it
// names that database's objects whatever the library's version.  Its words are frozen (docs/formats.md).
//
// Its words are filled in in one pass, so that no value is read as a word; each_statement() parses the rest.
#include <charconv>

#include "pg/id_type/maker.hpp"
#include "pg/server/names.hpp"
#include "pg/settings.hpp"

namespace base62id::pg {

namespace {

// id_type_template() or numeric_id_type_template(): not what somebody else may have put beside them.
const char *template_text(const maker &m) {
    const char *name = m.id.is_number() ? "numeric_id_type_template" : "id_type_template";
    const Oid function = extension_function(m, name, 0, nullptr);
    const auto row = procedure_row::find(function);
    if (!row || row->prolang != m.language ||
        getExtensionOfObject(ProcedureRelationId, function) !=
            getExtensionOfObject(ProcedureRelationId, m.called))
        raise_dropped("function", name);
    const std::string_view body = row.text_of(Anum_pg_proc_prosrc);
    const char *text = pnstrdup(body.data(), body.size());
    row.release();
    return text;
}

const char *quoted(const maker &m, Oid catalog, Oid object) {
    return quote_identifier(m.waits_for_nobody ? name_now(catalog, object)
                                               : lock_and_get_name(catalog, object));
}

const char *name_of_type(const maker &m, Oid type) {
    return m.waits_for_nobody
               ? format_type_extended(type, -1, FORMAT_TYPE_ALLOW_INVALID | FORMAT_TYPE_FORCE_QUALIFY)
               : lock_and_get_qualified_name(type);
}

// What is looked up once for all statements of a type; quoted.  No type while it is made.
struct resolved_names {
    const maker &m;
    const char *schema, *families, *extension, *language, *relative, *type;

    explicit resolved_names(const maker &of)
        : m(of), schema(quoted(m, NamespaceRelationId, m.schema)),
          families(m.shares_families() ? quoted(m, NamespaceRelationId, m.families) : schema),
          extension(quoted(m, NamespaceRelationId, m.extension)),
          language(quoted(m, LanguageRelationId, m.language)), relative(name_of_type(m, relative_type(m))),
          type(OidIsValid(m.type) ? name_of_type(m, m.type) : nullptr) {}
};

const char *new_name(const char *schema, const char *base, std::string_view suffix) {
    if (std::strlen(base) + suffix.size() >= NAMEDATALEN)
        ereport(ERROR, (errcode(ERRCODE_NAME_TOO_LONG), errmsg("type name \"%s\" is too long", base)));
    return psprintf(
        "%s.%s", schema,
        quote_identifier(psprintf("%s%.*s", base, static_cast<int>(suffix.size()), suffix.data())));
}

const char *description(const id_type &id) {
    const char *prefix = id.prefix().empty() ? "without type prefix"
                                             : psprintf("with type prefix \"%.*s\"",
                                                        static_cast<int>(id.prefix_size), id.symbols);
    return psprintf("%s %s%s, in %d bytes", id.writes_typeid ? "TypeID" : psprintf("%s id", id.written->name),
                    prefix, id.masked ? ", masked" : "", id.written->bits / 8);
}

// For functions that show or read a value: they need the key of a masked type, and parallel workers may have
// newer keys than their leader.  Functions that base62id.output changes are stable, too.
const char *volatility(const id_type &id, bool output) {
    if (id.masked)
        return "STABLE PARALLEL RESTRICTED";
    return output && id.accepts_uuid ? "STABLE PARALLEL SAFE" : "IMMUTABLE PARALLEL SAFE";
}

struct word_value {
    std::string_view word;
    const char *value;
};
template <std::size_t N>
const char *value_of(std::string_view word, const word_value (&values)[N]) {
    for (const word_value &v : values)
        if (v.word == word)
            return v.value;
    return nullptr;
}

// What a word stands for in a statement, or null.  Words of names take what follows them into the name.
const char *in_statement(const resolved_names &w, std::string_view word, std::string_view suffix) {
    const maker &m = w.m;
    if (word == "type")
        return suffix.empty() && w.type != nullptr ? w.type : new_name(w.schema, m.base, suffix);
    if (word == "family")
        return new_name(w.families, m.shares_families() ? "id_type" : m.base, suffix);
    const bool accepts = m.id.is_number() ? m.accepts_bigint : m.id.accepts_uuid;
    return value_of(word, {{"schema", w.schema},
                           {"base62id", w.extension},
                           {"relative", w.relative},
                           {"language", w.language},
                           {"shows", volatility(m.id, false)},
                           {"output", volatility(m.id, true)},
                           {"accepts", accepts ? "IMPLICIT" : "ASSIGNMENT"}});
}
// The same within quotes.
const char *in_quotes(const maker &m, std::string_view word) {
    const char *declaration = m.id.declaration();
    return value_of(word, {{"type", m.base},
                           {"library", m.library},
                           {"comment", description(m.id)},
                           {"declaration", *declaration == '\0' ? "" : psprintf(" %s", declaration)}});
}

// Whether a condition holds for this type: a word, or the number of a major on this server.
bool holds(const maker &m, std::string_view condition) {
    if (condition == "plain")
        return !m.id.masked;
    if (condition == "masked")
        return m.id.masked;
    if (condition == "accepting")
        return m.id.accepts_uuid;
    if (condition == "typeids")
        return m.id.has_typeids();
    const char *end = condition.data() + condition.size();
    int major = 0;
    if (std::from_chars(condition.data(), end, major).ptr != end || major <= 0)
        raise_unknown(m, "the condition", condition);
    return major <= PG_VERSION_NUM / 10000;
}

// Whether "@begin WORDS@" is for this type and this server.
bool applies(const maker &m, std::string_view conditions) {
    while (!conditions.empty())
        if (!holds(m, take_word(&conditions)))
            return false;
    return true;
}

// The size of a word with its two @ signs, or 0.
std::size_t word_at(std::string_view text) {
    std::size_t n = 1;
    while (n < text.size() && ((text[n] >= 'a' && text[n] <= 'z') || (text[n] >= '0' && text[n] <= '9')))
        ++n;
    return n > 1 && n < text.size() && text[n] == '@' ? n + 1 : 0;
}

// Appends a value; within quotes its own quotes are doubled.
void append_value(const char *value, bool quoted, StringInfo to) {
    for (; *value != '\0'; ++value) {
        if (quoted && *value == '\'')
            appendStringInfoChar(to, '\'');
        appendStringInfoChar(to, *value);
    }
}

// The end of what belongs to a name, from a place behind its word.
std::size_t end_of_suffix(std::string_view line, std::size_t from) {
    while (from < line.size() && (line[from] == '_' || (line[from] >= 'a' && line[from] <= 'z')))
        ++from;
    return from;
}

// Fills in the word at a place, of that size; returns the place behind it and its suffix.
std::size_t fill_in_word(const resolved_names &w, std::string_view line, std::size_t at, std::size_t size,
                         bool quoted, StringInfo to) {
    const std::string_view word = codec::slice(line, at + 1, size - 2);
    const std::size_t begin = at + size;
    const bool names = !quoted && (word == "type" || word == "family");
    const std::size_t end = names ? end_of_suffix(line, begin) : begin;
    const char *value =
        quoted ? in_quotes(w.m, word) : in_statement(w, word, codec::slice(line, begin, end - begin));
    if (value == nullptr)
        raise_unknown(w.m, "the word", word);
    append_value(value, quoted, to);
    return end;
}

// Fills in a line, within or outside of quotes, which may span several lines.
void fill_in_line(const resolved_names &w, std::string_view line, bool *quoted, StringInfo to) {
    for (std::size_t i = 0; i < line.size();) {
        if (const std::size_t size = line[i] == '@' ? word_at(codec::slice(line, i)) : 0; size != 0) {
            i = fill_in_word(w, line, i, size, *quoted, to);
            continue;
        }
        *quoted ^= line[i] == '\'';
        std::size_t end = i + 1;
        while (end < line.size() && line[end] != '@' && line[end] != '\'')
            ++end;
        appendBinaryStringInfo(to, line.data() + i, static_cast<int>(end - i));
        i = end;
    }
}

} // namespace

// A library and objects of different versions work together as long as it knows all words of the template.
void raise_unknown(const maker &m, const char *what, std::string_view name) {
    const char *objects = extension_version(m.called);
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("the template of id types has %s \"%.*s\", which this library does not know", what,
                           static_cast<int>(name.size()), name.data()),
                    errdetail("The objects of the extension are of version %s, the library is %s.",
                              objects != nullptr ? objects : "?", library_version()),
                    errhint("Install the newer package on this server.")));
}

const char *fill_in_template(const maker &m) {
    const char *form = template_text(m);
    const resolved_names w(m);
    StringInfoData filled;
    initStringInfo(&filled);
    bool quoted = false, skipping = false;
    for (std::string_view rest = form; !rest.empty();) {
        const std::size_t size = min(rest.find('\n'), rest.size());
        const std::string_view line = codec::slice(rest, 0, size);
        rest = codec::slice(rest, min(size + 1, rest.size()));
        if (!quoted && line.starts_with("@begin ") && line.ends_with("@"))
            skipping = !applies(m, codec::slice(line, 7, line.size() - 8));
        else if (!quoted && line == "@end@")
            skipping = false;
        else if (!skipping &&
                 (quoted || !line.starts_with("--"))) { // its comments are for the template's readers
            fill_in_line(w, line, &quoted, &filled);
            appendStringInfoChar(&filled, '\n');
        }
    }
    return filled.data;
}

} // namespace base62id::pg
