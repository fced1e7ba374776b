// base62id_inspect and base62id_find in SQL.
#include "codec/baseuid.hpp"
#include "codec/uid11_profiles.hpp"

#include "pg/generate/clock.hpp"
#include "pg/type/id_traits.hpp"

namespace base62id::pg {

using codec::inspect::guess;
using codec::inspect::reading;

constexpr Oid inspected[] = {TEXTOID, TEXTOID, UUIDOID, INT4OID, TIMESTAMPTZOID, JSONBOID};
constexpr Oid found[] = {TEXTOID, TEXTOID, TEXTOID, TIMESTAMPTZOID, TEXTOID};

// A time in JSON or a note: ISO 8601 in UTC, whatever the session's settings.
static const char *iso_time(TimestampTz t) {
    auto *buffer = static_cast<char *>(palloc(MAXDATELEN + 1));
    const int utc = 0;
    return JsonEncodeDateTime(buffer, TimestampTzGetDatum(t), TIMESTAMPTZOID, &utc);
}
static const char *json_time(std::uint64_t ms_since_epoch) {
    return iso_time(timestamp_of_unix_ms(static_cast<std::int64_t>(ms_since_epoch) + codec::xid_epoch_ms));
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
    Datum values[lengthof(inspected)] = {PointerGetDatum(new_text(r.system))};
    bool nulls[lengthof(inspected)] = {false,        !r.has_prefix, !r.has_uuid,
                                       version == 0, !r.has_time,   json.len == 0};
    if (r.has_prefix)
        values[1] = PointerGetDatum(new_text(r.type_prefix));
    values[2] = PointerGetDatum(u.bytes);
    values[3] = Int32GetDatum(version);
    values[4] = TimestampTzGetDatum(timestamp_of_unix_us(r.unix_us));
    if (json.len > 0)
        values[5] = DirectFunctionCall1(jsonb_in, CStringGetDatum(psprintf("{%s}", json.data + 1)));
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

// --- base62id_find ---

static Datum text_datum(std::string_view text) { return PointerGetDatum(new_text(text)); }

static const char *name_of(const guess &g) {
    const std::string_view name = codec::inspect::singular(g.system);
    return pnstrdup(name.data(), name.size());
}

static const char *note_of(const guess &g) {
    switch (g.is) {
    case guess::kind::foreign:
        break;
    case guess::kind::miscounted:
        return psprintf("a %s with %zu of %zu characters", name_of(g), g.have, g.want);
    case guess::kind::cut_off:
        return g.has_time ? psprintf("the first characters of an id made between %s and %s",
                                     iso_time(timestamp_of_unix_us(g.unix_us)),
                                     iso_time(timestamp_of_unix_us(g.last_us)))
                          : psprintf("the first characters of a %s", name_of(g));
    case guess::kind::broken:
        return psprintf("no %s: %.*s", name_of(g), static_cast<int>(g.about.size()), g.about.data());
    }
    return psprintf("another system's id: %.*s", static_cast<int>(g.about.size()), g.about.data());
}

static void put_finding(void *to, const reading &r, const guess *g) {
    auto *result = static_cast<ReturnSetInfo *>(to);
    Datum values[lengthof(found)] = {};
    bool nulls[lengthof(found)] = {false, false, g != nullptr, false, false};
    if (g != nullptr) {
        values[0] = text_datum(g->found);
        values[1] = text_datum(g->system);
        nulls[3] = g->is != guess::kind::foreign || !g->has_time;
        values[3] = nulls[3] ? Datum{0} : TimestampTzGetDatum(timestamp_of_unix_us(g->unix_us));
        values[4] = CStringGetTextDatum(note_of(*g));
    } else {
        values[0] = text_datum(r.found);
        values[1] = text_datum(r.system);
        values[2] = text_datum(r.read_as);
        nulls[3] = !r.has_time;
        values[3] = nulls[3] ? Datum{0} : TimestampTzGetDatum(timestamp_of_unix_us(r.unix_us));
        nulls[4] = r.found == r.read_as;
        values[4] = nulls[4] ? Datum{0} : CStringGetTextDatum("not in its canonical form");
    }
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

// The set that a function returns, if it was declared with these columns.
template <std::size_t N>
static ReturnSetInfo *begin_set(FunctionCallInfo fcinfo, const char *name, const Oid (&columns)[N]) {
    InitMaterializedSRF(fcinfo, 0);
    auto *result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    bool as_declared = result->setDesc->natts == static_cast<int>(N);
    for (std::size_t i = 0; as_declared && i < N; ++i)
        as_declared = TupleDescAttr(result->setDesc, static_cast<int>(i))->atttypid == columns[i];
    if (!as_declared)
        ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
                        errmsg("%s was declared with other columns than it has", name)));
    return result;
}

} // namespace base62id::pg

using namespace base62id;

B62_FN(base62id_inspect) {
    const std::string_view asked = pg::text_arg(fcinfo, 0);
    pg::each_reading(asked, pg::put_reading, pg::begin_set(fcinfo, "base62id_inspect", pg::inspected));
    return Datum{0};
}

B62_FN(base62id_find) {
    const std::string_view asked = pg::text_arg(fcinfo, 0);
    pg::find_each(asked, pg::put_finding, pg::begin_set(fcinfo, "base62id_find", pg::found));
    return Datum{0};
}
