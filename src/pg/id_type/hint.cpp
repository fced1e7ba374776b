// What is wrong with texts that are no ids of an id type, and what to do about it.  First the type prefix is
// looked at, then the length, then the characters: nobody is told of a suffix that was never given.
#include "codec/prefixed.hpp"
#include "codec/uuidv47.hpp"

#include "pg/id_type/maker.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

namespace {

int size_of(std::string_view text) { return static_cast<int>(text.size()); }

// The octets of the characters that begin within the first n: a separator may be a character of several.
int size_of_characters(std::string_view text, std::size_t n) {
    std::size_t size = 0;
    while (size < n && size < text.size())
        size += min(static_cast<std::size_t>(pg_mblen(text.data() + size)), text.size() - size);
    return static_cast<int>(size);
}

// The id type whose id the text is, in any schema, or invalid.
Oid type_of_id(Oid beside, std::string_view text) {
    const Oid language =
        of_row<FormData_pg_proc>(send_of_type(beside), [](const procedure_row &p) { return p->prolang; });
    ListCell *cell;
    foreach (cell, find_id_types(language)) {
        id_type id;
        if (find_id_type(lfirst_oid(cell), language, &id) && id.is_complete(text))
            return id.type;
    }
    return InvalidOid;
}

// Names the type of an id, if there is one; `alone`: as it was given.
int hint_of_type_of(std::string_view id, Oid beside, bool alone) {
    const Oid type = type_of_id(beside, id);
    if (!OidIsValid(type))
        return 0;
    return alone ? errhint("It is an id of type %s.", format_type_be(type))
                 : errhint("It is \"%.*s\", an id of type %s.", size_of(id), id.data(), format_type_be(type));
}

// How base62id_inspect calls the ids of a notation.
std::string_view system_of(const notation &written) {
    const std::string_view name = written.name;
    if (name == "uuid")
        return "prefixed uuid";
    if (name == "hex")
        return "prefixed hex";
    return name;
}

// The function that generates ids of a type, as it can be called; parts keep the name that the type had
// first.
const char *generator_of(Oid type) {
    const auto input = procedure_row::find(input_of_type(type));
    if (!input)
        return nullptr;
    const std::string_view name = NameStr(input->proname);
    const Oid schema = input->pronamespace;
    char *made = name.ends_with("_in") ? psprintf("%.*s_new", size_of(name) - 3, name.data()) : nullptr;
    input.release();
    if (made == nullptr)
        return nullptr;
    const Oid function =
        GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(made),
                        PointerGetDatum(buildoidvector(nullptr, 0)), ObjectIdGetDatum(schema));
    if (!OidIsValid(function))
        return nullptr;
    return quote_qualified_identifier(FunctionIsVisible(function) ? nullptr : get_namespace_name(schema),
                                      made);
}

} // namespace

void id_type::raise_other_prefix(std::string_view other) const {
    const char *type_name = format_type_be(type), *generator = generator_of(type);
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
             other.empty() ? errmsg("cannot convert a typeid without type prefix to type %s", type_name)
                           : errmsg("cannot convert a typeid with type prefix \"%.*s\" to type %s",
                                    size_of(other), other.data(), type_name),
             generator == nullptr ? 0 : errhint("If it is the column's default, use %s().", generator)));
}

void raise_type_taken(Oid type) {
    const auto row = type_row::find(type);
    if (!row)
        raise_dropped("type", psprintf("with OID %u", type));
    const char kind = row->typtype;
    const char *name = pstrdup(NameStr(row->typname));
    row.release();
    const char *what = "It is another type.", *remedy = "Use that type, or choose another name.";
    if (kind == TYPTYPE_DOMAIN) {
        what = "It is a domain.";
        remedy = "Rename it with ALTER DOMAIN, create the id type, and convert the columns.";
    } else if (kind == TYPTYPE_COMPOSITE) {
        what = "It is a composite type, or the row type of a table.";
    }
    ereport(ERROR, (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("type \"%s\" already exists", name),
                    errdetail("%s", what), errhint("%s", remedy)));
}

// "Ids of type user_id begin with "user_".", of types with a type prefix.
int id_type::detail_of_beginning() const {
    return errdetail("Ids of type %s begin with \"%.*s\".", format_type_be(type), lead_size, symbols);
}

// A UUID's text.
int id_type::explain_uuid(const meaning &m, std::string_view text) const {
    const char *type_name = format_type_be(type);
    if (is_number())
        return errdetail("This is a UUID, but ids of type %s have %d bits.", type_name, written->bits);
    const std::string_view id = m.canonical(text);
    errdetail("This is a UUID.");
    // What a masked type stores has to be of version 7.
    if (masked && !codec::uuidv47::is_of(m.r.uuid, codec::uuidv47::inside_version))
        return 0;
    return errhint("Cast it: '%.*s'::uuid::%s.", size_of(id), id.data(), type_name);
}

// An id with this type prefix, or without any, in the type's own notation, but not as the type reads it.
int id_type::explain_own(const meaning &m, std::string_view text) const {
    const std::string_view bare = codec::unquote(text), id = m.canonical(text);
    if (m.r.type_prefix != prefix()) {
        errdetail("Ids of type %s begin with \"%.*s\", but this text has no type prefix.",
                  format_type_be(type), lead_size, symbols);
        return errhint("Write \"%.*s%.*s\".", lead_size, symbols, size_of(id), id.data());
    }
    if (!m.whole || lead_size == 0)
        return explain_surroundings(m, text);
    // Only the separator is another one.
    const bool separated = bare.size() >= lead_size && bare.starts_with(prefix()) &&
                           (bare[prefix_size] == '-' || bare[prefix_size] == ' ');
    if (!separated && writes_typeid)
        return explain_spelling(text, id);
    errdetail("Ids of type %s begin with \"%.*s\", but this one begins with \"%.*s\".", format_type_be(type),
              lead_size, symbols, size_of_characters(bare, lead_size), bare.data());
    return writes_typeid ? errhint("typeid_normalize() reads it as \"%.*s\".", size_of(id), id.data())
                         : errhint("Write \"%.*s\".", size_of(id), id.data());
}

// An id of another kind, or in another notation.
int id_type::explain_other(const meaning &m, std::string_view text) const {
    const char *type_name = format_type_be(type);
    const std::string_view id = m.canonical(text), other = m.r.type_prefix;
    // Texts of these lengths are of one notation; one of 22 characters may be of two, and of two UUIDs.
    const bool certain = m.r.system != "base62id" && m.r.system != "base64uuid";
    if (m.r.has_prefix && other == prefix() && !is_number() && m.r.has_uuid && certain) {
        char own[max_text];
        write(m.r.uuid, own);
        errdetail("Ids of type %s are written in notation %s, but this one is in another.", type_name,
                  written->name);
        return errhint("Write \"%.*s\".", static_cast<int>(length()), own);
    }
    if (m.r.has_prefix && !other.empty() && other != prefix()) {
        const std::string_view shown = m.whole ? codec::unquote(text) : id;
        const int beginning = size_of_characters(shown, other.size() + 1);
        if (prefix().empty())
            errdetail("Ids of type %s have no type prefix, but this one begins with \"%.*s\".", type_name,
                      beginning, shown.data());
        else
            errdetail("Ids of type %s begin with \"%.*s\", but this one begins with \"%.*s\".", type_name,
                      lead_size, symbols, beginning, shown.data());
        return hint_of_type_of(id, type, id == codec::unquote(text));
    }
    if (m.r.system == "ulid" && !is_number() && !masked) {
        errdetail("This is a ULID.");
        return errhint("Cast it: '%.*s'::ulid::uuid::%s.", size_of(id), id.data(), type_name);
    }
    const bool is_base62id = m.r.system == "base62id" && m.sole && m.whole && !m.r.has_prefix;
    if ((m.r.system == "typeid" || is_base62id) && !is_number() && !masked) {
        errdetail("This is a %s.", m.r.system == "typeid" ? "TypeID" : "base62id");
        return errhint("Cast it: '%.*s'::%s::uuid::%s.", size_of(id), id.data(), m.r.system.data(),
                       type_name);
    }
    return explain_unread(codec::unquote(text), text, m.is_telling());
}

// A text that no system reads, or only systems from which nothing leads to this type.
int id_type::explain_unread(std::string_view bare, std::string_view text, bool read_by_another) const {
    const char *type_name = format_type_be(type);
    if (!bare.starts_with(lead())) {
        detail_of_beginning();
        if (is_number() && codec::inspect::is_bigint(bare))
            return errhint("Write the number without quotes, and cast it: %.*s::bigint::%s.", size_of(bare),
                           bare.data(), type_name);
        return !hints_at_foreign(bare) && read_by_another ? hint_of_other_reading() : 0;
    }
    if (bare.size() != length() && details_non_ascii(text, written->name))
        return 0;
    if (bare.size() != length()) {
        errdetail("An id of type %s has %d characters, but this text has %d.", type_name,
                  static_cast<int>(length()), characters_of(bare));
        if (is_number() && codec::inspect::is_bigint(bare)) // of a type without a type prefix
            return errhint("Write the number without quotes, and cast it: %.*s::bigint::%s.", size_of(bare),
                           bare.data(), type_name);
        if (hints_at_foreign(bare))
            return 0;
        return bare.size() < length() && !bare.empty() && lead_size != 0 ? hint_of_cut_off() : 0;
    }
    codec::result r = written->diagnose(codec::slice(bare, lead_size));
    r.position += lead_size + codec::check_quotes(text).offset;
    if (r.code == codec::status::ok)
        return 0;
    detail_of(text, r, written->name);
    const bool number = r.code == codec::status::overflow || r.code == codec::status::bad_prefix_bits;
    return number && written->letters == codec::letter_case::mixed
               ? errhint("Upper and lower case differ. Check that nothing changed them.")
               : 0;
}

// Calls errdetail(), and errhint() where there is something to do.
int id_type::explain(std::string_view text) const {
    const std::string_view bare = codec::unquote(text);
    codec::uuid v;
    if (!is_number() && (read(text, v) || decode_uuid(text, v)))
        return errdetail("The text stands for a UUID that is not of version %d, as all masked ids do.",
                         codec::uuidv47::facade_version);
    if (bare.empty())
        return explain_empty();
    if (is_keyword(bare)) {
        if (prefix().empty())
            errdetail("An id of type %s has %d characters, but this text has %d.", format_type_be(type),
                      static_cast<int>(length()), characters_of(bare));
        else
            detail_of_beginning();
        return hint_of_keyword(bare);
    }
    const std::string_view system = system_of(*written);
    meaning m;
    if (!meaning_of(text, system, prefix(), &m))
        return explain_unread(bare, text, false);
    if (m.r.system == "uuid")
        return explain_uuid(m, text);
    if (m.r.system == system && (m.r.type_prefix == prefix() || m.r.type_prefix.empty()))
        return explain_own(m, text);
    return explain_other(m, text);
}

} // namespace base62id::pg
