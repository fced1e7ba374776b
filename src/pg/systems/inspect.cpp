// base62id_inspect in SQL.
#include "codec/baseuid.hpp"
#include "codec/uid11_profiles.hpp"

#include "pg/generate/clock.hpp"
#include "pg/type/id_traits.hpp"

namespace base62id::pg {

using codec::inspect::reading;

constexpr Oid columns[] = {TEXTOID, TEXTOID, UUIDOID, INT4OID, TIMESTAMPTZOID, JSONBOID};
constexpr int column_count = lengthof(columns);

// A time in JSON: ISO 8601 in UTC, whatever the session's settings.
static const char *json_time(std::uint64_t ms_since_epoch) {
    auto *buffer = static_cast<char *>(palloc(MAXDATELEN + 1));
    const int utc = 0;
    const TimestampTz t =
        timestamp_of_unix_ms(static_cast<std::int64_t>(ms_since_epoch) + codec::xid_epoch_ms);
    return JsonEncodeDateTime(buffer, TimestampTzGetDatum(t), TIMESTAMPTZOID, &utc);
}

static void add_random(StringInfo json, const std::uint8_t *octets, std::size_t n) {
    appendStringInfoString(json, ", \"random\": \"");
    for (std::size_t i = 0; i < n; ++i)
        appendStringInfo(json, "%02x", octets[i]);
    appendStringInfoChar(json, '"');
}

// The profiles that a payload can be of.
static void add_profiles(StringInfo json, std::uint64_t v) {
    using codec::snowish, codec::ts_seq_rand, codec::xid;
    appendStringInfo(json, ", \"number\": " UINT64_FORMAT ", \"xid\": {\"made\": \"%s\", \"random\": %u}", v,
                     json_time(xid::time(v)), xid::random(v));
    if ((v & codec::snowish::reserved) == 0)
        appendStringInfo(json, ", \"snowish\": {\"made\": \"%s\", \"machine\": %u, \"sequence\": %u}",
                         json_time(snowish::time(v)), snowish::machine(v), snowish::sequence(v));
    appendStringInfo(json, ", \"ts_seq_rand\": {\"made\": \"%s\", \"sequence\": %u, \"random\": %u}",
                     json_time(ts_seq_rand::time(v)), ts_seq_rand::sequence(v), ts_seq_rand::random(v));
}

// Further facts about an id, as members of a JSON object, each with a comma in front.
static void add_fields(StringInfo json, const reading &r) {
    codec::baseuid::value v;
    if (r.system == "uid11")
        add_profiles(json, r.number);
    else if (r.system == "ulid")
        add_random(json, r.uuid.bytes + 6, 10);
    else if (r.system == "baseuid" && codec::baseuid::from_uuid(r.uuid, v))
        add_random(json, v.bytes + 6, 9);
    if (!r.read_as.empty())
        appendStringInfo(json, ", \"read_as\": \"%.*s\"", static_cast<int>(r.read_as.size()),
                         r.read_as.data());
}

static void put_reading(void *to, const reading &r) {
    auto *result = static_cast<ReturnSetInfo *>(to);
    StringInfoData json;
    initStringInfo(&json);
    add_fields(&json, r);
    const int version = r.has_uuid ? codec::version_of(r.uuid) : 0;
    codec::uuid u = r.uuid;
    Datum values[column_count] = {PointerGetDatum(new_text(r.system))};
    bool nulls[column_count] = {false, !r.has_prefix, !r.has_uuid, version == 0, !r.has_time, json.len == 0};
    if (r.has_prefix)
        values[1] = PointerGetDatum(new_text(r.type_prefix));
    values[2] = PointerGetDatum(u.bytes);
    values[3] = Int32GetDatum(version);
    values[4] = TimestampTzGetDatum(timestamp_of_unix_us(r.unix_us));
    if (json.len > 0)
        values[5] = DirectFunctionCall1(jsonb_in, CStringGetDatum(psprintf("{%s}", json.data + 1)));
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
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
    pg::each_reading(text, pg::put_reading, result);
    return Datum{0};
}
