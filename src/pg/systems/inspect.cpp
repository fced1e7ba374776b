// base62id_inspect in SQL.
#include "codec/crockford.hpp"
#include "codec/uuid_fields.hpp"

#include "pg/generate/clock.hpp"
#include "pg/systems/inspect.hpp"
#include "pg/systems/uuid_text.hpp"

namespace base62id::pg {

namespace {

// The canonical text of what a system reads when it is read leniently; empty where it is no id of the system.
std::string_view normalize_typeid(std::string_view text) {
    codec::type_id::value v;
    if (!codec::crockford::read_typeid(text, v))
        return {};
    const codec::type_id::view view = v;
    auto *to = static_cast<char *>(palloc(codec::type_id::max_text));
    codec::type_id::encode(view, to);
    return {to, view.text_length()};
}
template <class Codec>
std::string_view normalize(std::string_view text) {
    typename Codec::value v;
    if (!codec::crockford::read<Codec>(text, v))
        return {};
    auto *to = static_cast<char *>(palloc(Codec::text_length));
    Codec::encode(v, to);
    return {to, Codec::text_length};
}

struct id_system {
    const char *name;
    inspector *inspect;
    std::string_view (*normalize)(std::string_view);
};
constexpr id_system systems[] = {
    {"base62id", inspect_base62id, nullptr}, {"base64uuid", inspect_base64uuid, nullptr},
    {"uid11", inspect_uid11, nullptr},       {"typeid", inspect_typeid, normalize_typeid},
    {"baseuid", inspect_baseuid, nullptr},   {"ulid", inspect_ulid, normalize<codec::ulid>},
    {"uuid", inspect_uuid, nullptr},
};

constexpr Oid columns[] = {TEXTOID, TEXTOID, UUIDOID, INT4OID, TIMESTAMPTZOID, JSONBOID};
constexpr int column_count = lengthof(columns);

} // namespace

const char *json_time(TimestampTz t) {
    auto *buffer = static_cast<char *>(palloc(MAXDATELEN + 1));
    const int utc = 0;
    return JsonEncodeDateTime(buffer, TimestampTzGetDatum(t), TIMESTAMPTZOID, &utc);
}

const char *json_random(const std::uint8_t *octets, std::size_t n) {
    StringInfoData json;
    initStringInfo(&json);
    appendStringInfoString(&json, "{\"random\": \"");
    for (std::size_t i = 0; i < n; ++i)
        appendStringInfo(&json, "%02x", octets[i]);
    appendStringInfoString(&json, "\"}");
    return json.data;
}

bool inspect_prefixed(std::string_view text, std::size_t length, bool (*decode)(const char *, codec::uuid &),
                      reading *r) {
    using codec::type_id;
    const std::string_view bare = codec::unquote(text);
    if (bare.size() < length + 2)
        return false;
    const std::size_t separator = bare.size() - length - 1;
    const std::string_view prefix = codec::slice(bare, 0, separator);
    type_id::value v;
    if (bare[separator] != type_id::separator || !type_id::valid_prefix(prefix) || type_id::decode(text, v) ||
        !decode(bare.data() + separator + 1, r->uuid))
        return false;
    r->has_prefix = true;
    r->type_prefix = prefix;
    return true;
}

// As people copy it: 36 characters, also in double quotes or braces, or the 32 digits alone.
bool inspect_uuid(std::string_view text, reading *r) {
    std::string_view bare = codec::unquote(text);
    if (bare.size() >= 2 && bare.front() == '{' && bare.back() == '}')
        bare = codec::slice(bare, 1, bare.size() - 2);
    char grouped[36];
    if (bare.size() == 32) {
        std::size_t from = 0;
        for (std::size_t to = 0; to < sizeof grouped; ++to)
            grouped[to] = to == 8 || to == 13 || to == 18 || to == 23 ? '-' : bare[from++];
        bare = {grouped, sizeof grouped};
    }
    r->has_uuid = parse_uuid_text(bare, &r->uuid);
    return r->has_uuid;
}

namespace {

// What is said of the id: the system's own fields, and the canonical text where it was not the one that was
// given.
Datum fields_of(const reading &r, std::string_view read_as) {
    const Datum own = DirectFunctionCall1(jsonb_in, CStringGetDatum(r.fields != nullptr ? r.fields : "{}"));
    if (read_as.empty())
        return own;
    const char *more = psprintf("{\"read_as\": \"%.*s\"}", static_cast<int>(read_as.size()), read_as.data());
    return DirectFunctionCall2(jsonb_concat, own, DirectFunctionCall1(jsonb_in, CStringGetDatum(more)));
}

// Adds the row of a system; false where the text is none of its ids.
bool put_reading(ReturnSetInfo *result, const id_system &system, std::string_view text, bool normalized) {
    reading r;
    if (!system.inspect(text, &r))
        return false;
    const int version = r.has_uuid ? codec::uuid_fields::version(r.uuid) : 0;
    std::int64_t us;
    if (!r.has_time && r.has_uuid && codec::uuid_fields::unix_us(r.uuid, us)) {
        r.has_time = true;
        r.made = timestamp_of_unix_us(us);
    }
    Datum values[column_count] = {CStringGetTextDatum(system.name)};
    const bool has_fields = r.fields != nullptr || normalized;
    bool nulls[column_count] = {false, !r.has_prefix, !r.has_uuid, version == 0, !r.has_time, !has_fields};
    if (r.has_prefix)
        values[1] = PointerGetDatum(new_text(r.type_prefix));
    if (r.has_uuid)
        values[2] = PointerGetDatum(r.uuid.bytes);
    values[3] = Int32GetDatum(version);
    if (r.has_time)
        values[4] = TimestampTzGetDatum(r.made);
    if (has_fields)
        values[5] = fields_of(r, normalized ? text : std::string_view());
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
    return true;
}

} // namespace

} // namespace base62id::pg

using namespace base62id;

B62_FN(base62id_inspect) {
    const std::string_view text = pg::text_arg(fcinfo, 0);
    InitMaterializedSRF(fcinfo, 0);
    auto *result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    bool as_declared = result->setDesc->natts == pg::column_count;
    for (int i = 0; as_declared && i < pg::column_count; ++i)
        as_declared = TupleDescAttr(result->setDesc, i)->atttypid == pg::columns[i];
    if (!as_declared)
        ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
                        errmsg("base62id_inspect was declared with other columns than it has")));

    bool known = false;
    for (const auto &system : pg::systems)
        known |= pg::put_reading(result, system, text, false);
    for (const auto &system : pg::systems)
        if (!known && system.normalize != nullptr)
            pg::put_reading(result, system, system.normalize(text), true);
    return Datum{0};
}
