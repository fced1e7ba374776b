// base62id_inspect in SQL.
#include "codec/codec.hpp"
#include "codec/uuid_fields.hpp"

#include "generator.hpp"
#include "inspect.hpp"
#include "uuid_text.hpp"

namespace base62id::pg {

namespace {

constexpr struct {
    const char *name;
    inspector *inspect;
} systems[] = {
    {"base62id", inspect_base62id}, {"base64uuid", inspect_base64uuid}, {"uid11", inspect_uid11},
    {"typeid", inspect_typeid},     {"baseuid", inspect_baseuid},       {"ulid", inspect_ulid},
    {"uuid", inspect_uuid},
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

    for (const auto &system : pg::systems) {
        pg::reading r;
        if (!system.inspect(text, &r))
            continue;
        const int version = r.has_uuid ? codec::uuid_fields::version(r.uuid) : 0;
        std::int64_t us;
        if (!r.has_time && r.has_uuid && codec::uuid_fields::unix_us(r.uuid, us)) {
            r.has_time = true;
            r.made = pg::timestamp_of_unix_us(us);
        }
        Datum values[pg::column_count] = {CStringGetTextDatum(system.name)};
        bool nulls[pg::column_count] = {false,        !r.has_prefix, !r.has_uuid,
                                        version == 0, !r.has_time,   r.fields == nullptr};
        if (r.has_prefix)
            values[1] = PointerGetDatum(
                cstring_to_text_with_len(r.type_prefix.data(), static_cast<int>(r.type_prefix.size())));
        if (r.has_uuid)
            values[2] = PointerGetDatum(r.uuid.bytes);
        values[3] = Int32GetDatum(version);
        if (r.has_time)
            values[4] = TimestampTzGetDatum(r.made);
        if (r.fields != nullptr)
            values[5] = DirectFunctionCall1(jsonb_in, CStringGetDatum(r.fields));
        tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
    }
    return Datum{0};
}
