// TypeID in SQL: the type typeid, its generator, and search by type prefix.
#include "generator.hpp"
#include "prefix.hpp"
#include "sort.hpp"
#include "uuid_text.hpp"

using namespace base62id;
using self = pg::typeid_type;
using codec::type_id;
using codec::uuidv7;

// --- the type ---

B62_FN(typeid_in) { return pg::in<self>(fcinfo); }
B62_FN(typeid_out) { return pg::out<self>(fcinfo); }
B62_FN(typeid_recv) { return pg::recv<self>(fcinfo); }
B62_FN(typeid_send) { return pg::send<self>(fcinfo); }
B62_FN(typeid_from_text) { return pg::from_text<self>(fcinfo); }
B62_FN(typeid_to_text) { return pg::to_text<self>(fcinfo); }
B62_FN(typeid_is_valid) { return pg::is_valid<self>(fcinfo); }
B62_FN(typeid_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(typeid_larger) { return pg::larger<self>(fcinfo); }
B62_FN(typeid_starts_with) { return pg::prefix_match<pg::text_prefix<self>>(fcinfo); }
B62_FN(typeid_prefix_lower) { return pg::prefix_bound<pg::text_prefix<self>, false>(fcinfo); }
B62_FN(typeid_prefix_upper) { return pg::prefix_bound<pg::text_prefix<self>, true>(fcinfo); }
B62_FN(typeid_prefix_support) { return pg::prefix_support<pg::text_prefix<self>>(fcinfo); }
B62_FN(typeid_prefixsel) { return pg::prefix_selectivity<pg::text_prefix<self>>(fcinfo); }
B62_FN(typeid_eq) { PG_RETURN_BOOL(pg::equal_args<self>(fcinfo)); }
B62_FN(typeid_ne) { PG_RETURN_BOOL(!pg::equal_args<self>(fcinfo)); }
B62_FN(typeid_lt) { PG_RETURN_BOOL(pg::compare_args<self>(fcinfo) < 0); }
B62_FN(typeid_le) { PG_RETURN_BOOL(pg::compare_args<self>(fcinfo) <= 0); }
B62_FN(typeid_gt) { PG_RETURN_BOOL(pg::compare_args<self>(fcinfo) > 0); }
B62_FN(typeid_ge) { PG_RETURN_BOOL(pg::compare_args<self>(fcinfo) >= 0); }
B62_FN(typeid_cmp) { PG_RETURN_INT32(pg::compare_args<self>(fcinfo)); }
B62_FN(typeid_hash) { return pg::hash<self>(fcinfo); }
B62_FN(typeid_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(typeid_sortsupport) { return pg::sortsupport<self>(fcinfo); }
B62_FN(typeid_brin_distance) { return pg::brin_distance<self>(fcinfo); }
#ifdef B62_HAVE_SKIP_SUPPORT
B62_FN(typeid_skipsupport) { return pg::skipsupport<self>(fcinfo); }
#endif

// --- type prefix ---

B62_FN(typeid_has_prefix) { return pg::prefix_match<pg::type_prefix>(fcinfo); }
B62_FN(typeid_prefix_of) { return pg::prefix_match<pg::type_prefix_commuted>(fcinfo); }
B62_FN(typeid_type_lower) { return pg::prefix_bound<pg::type_prefix, false>(fcinfo); }
B62_FN(typeid_type_upper) { return pg::prefix_bound<pg::type_prefix, true>(fcinfo); }
B62_FN(typeid_has_prefix_support) { return pg::prefix_support<pg::type_prefix>(fcinfo); }
B62_FN(typeid_prefix_of_support) { return pg::prefix_support<pg::type_prefix_commuted>(fcinfo); }
B62_FN(typeid_has_prefix_sel) { return pg::prefix_selectivity<pg::type_prefix>(fcinfo); }
B62_FN(typeid_prefix_of_sel) { return pg::prefix_selectivity<pg::type_prefix_commuted>(fcinfo); }

namespace {

// The prefix argument; raises 22023 where it is none.
std::string_view prefix_arg(FunctionCallInfo fcinfo, int n) {
    const std::string_view prefix = pg::text_arg(fcinfo, n);
    if (const codec::result r = type_id::check_prefix(prefix); !r) [[unlikely]]
        pg::raise_bad_prefix(r);
    return prefix;
}

Datum text_of(std::string_view prefix, const codec::uuid &id) {
    text *t = pg::new_text(type_id::text_length(prefix.size()));
    type_id::encode(prefix, id, VARDATA(t));
    return PointerGetDatum(t);
}

text *new_text(std::string_view content) {
    text *t = pg::new_text(content.size());
    std::memcpy(VARDATA(t), content.data(), content.size());
    return t;
}

} // namespace

B62_FN(typeid_prefix) { PG_RETURN_TEXT_P(new_text(self::prefix_of(PG_GETARG_DATUM(0)))); }
B62_FN(typeid_is_nil_prefix) { PG_RETURN_BOOL(self::prefix_of(PG_GETARG_DATUM(0)).empty()); }
B62_FN(typeid_check) {
    PG_RETURN_BOOL(pg::type_prefix::matches(PG_GETARG_DATUM(0), pg::text_arg(fcinfo, 1)));
}

B62_FN(typeid_check_text) {
    std::string_view prefix;
    codec::uuid id;
    PG_RETURN_BOOL(type_id::decode(pg::text_arg(fcinfo, 0), prefix, id) && prefix == pg::text_arg(fcinfo, 1));
}

// --- conversion ---

B62_FN(typeid_encode) {
    const std::string_view prefix = pg::text_arg(fcinfo, 0);
    if (!type_id::valid_prefix(prefix))
        PG_RETURN_NULL();
    return text_of(prefix, pg::uuid_of(PG_GETARG_DATUM(1)));
}
B62_FN(typeid_decode) { return pg::decode<self>(fcinfo); }

B62_FN(typeid_to_uuid) { return pg::uuid_datum(self::get(PG_GETARG_DATUM(0)).id()); }
B62_FN(uuid_to_typeid) { return self::put(prefix_arg(fcinfo, 0), pg::uuid_of(PG_GETARG_DATUM(1))); }

B62_FN(typeid_timestamp) {
    const codec::uuid id = self::get(PG_GETARG_DATUM(0)).id();
    if (!uuidv7::is(id))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMPTZ(pg::timestamp_of_unix_ms(static_cast<std::int64_t>(uuidv7::unix_ms(id))));
}

// --- generator ---

namespace {

constexpr const char *what = "a typeid";
constexpr std::int64_t first_us = 0;
constexpr std::int64_t limit_us = static_cast<std::int64_t>(uuidv7::tick_limit >> uuidv7::subms_bits) * 1000;

std::uint64_t last_tick = 0; // of this session, for all type prefixes

// Strictly increasing within the session, whatever the clock does.
codec::uuid new_uuid() {
    const std::uint64_t tick = Max(uuidv7::tick_of_ns(pg::clock_unix_ns()), last_tick + 1);
    if (tick >= uuidv7::tick_limit)
        pg::raise_time_out_of_range(what, first_us, limit_us);
    const codec::uuid id = uuidv7::make(tick, pg::random_word() >> 2);
    last_tick = tick;
    return id;
}

std::uint64_t tick_arg(FunctionCallInfo fcinfo, int n) {
    const std::int64_t us = pg::unix_us(PG_GETARG_TIMESTAMPTZ(n), what, first_us, limit_us);
    return uuidv7::tick_of_us(static_cast<std::uint64_t>(us));
}

} // namespace

B62_FN(typeid_generate) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return self::put(prefix, new_uuid());
}
B62_FN(typeid_generate_at) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return self::put(prefix, uuidv7::make(tick_arg(fcinfo, 1), pg::random_word() >> 2));
}
B62_FN(typeid_generate_text) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return text_of(prefix, new_uuid());
}
B62_FN(typeid_generate_nil) { return self::put({}, new_uuid()); }
B62_FN(typeid_uuid_generate_v7) { return pg::uuid_datum(new_uuid()); }

B62_FN(typeid_generate_batch) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    const int32 count = PG_GETARG_INT32(1);
    // What construct_array can hold: an element is at most 80 octets.
    constexpr int32 limit = static_cast<int32>(MaxAllocSize / 128);
    if (count < 0 || count > limit)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("count %d is out of range", count),
                        errdetail("One call generates 0 to %d ids.", limit)));
    const Oid element = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
    auto *ids = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(Max(count, 1))));
    for (int32 i = 0; i < count; ++i) {
        if (i % 1024 == 0)
            CHECK_FOR_INTERRUPTS();
        ids[i] = self::put(prefix, new_uuid());
    }
    PG_RETURN_ARRAYTYPE_P(construct_array(ids, count, element, -1, false, TYPALIGN_INT));
}

// The least and the greatest version 7 id of that millisecond.
B62_FN(typeid_min) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return self::put(prefix, uuidv7::make(tick_arg(fcinfo, 1) & ~std::uint64_t{0xfff}, 0));
}
B62_FN(typeid_max) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return self::put(prefix, uuidv7::make(tick_arg(fcinfo, 1) | 0xfff, uuidv7::random_limit - 1));
}
