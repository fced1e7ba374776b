// Base62id in SQL: the type base62id and the functions that convert uuid and bytea.
#include "codec/base62id.hpp"
#include "codec/base62id_octets.hpp"

#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::uuid_traits<codec::base62id>;
using role = pg::search_role;
using octets_codec = codec::base62id_octets;

B62_FN(base62id_in) { return pg::in<self>(fcinfo); }
B62_FN(base62id_out) { return pg::out<self>(fcinfo); }
B62_FN(base62id_recv) { return pg::recv<self>(fcinfo); }
B62_FN(base62id_send) { return pg::send<self>(fcinfo); }
B62_FN(base62id_from_text) { return pg::from_text<self>(fcinfo); }
B62_FN(base62id_to_text) { return pg::to_text<self>(fcinfo); }
B62_FN(base62id_is_valid) { return pg::is_valid<self>(fcinfo); }
B62_FN(base62id_prefix_support) { return pg::search_support<self>(fcinfo); }
B62_FN(base62id_prefixsel) { return pg::search_selectivity<self>(fcinfo); }
B62_FN(base62id_prefix_lower) { return pg::prefix_lower<self>(fcinfo); }
B62_FN(base62id_prefix_upper) { return pg::prefix_upper<self>(fcinfo); }
B62_FN(base62id_like_start) { return pg::like_start<self>(fcinfo); }
B62_FN(base62id_starts_with) { return pg::search_match<self, role::starts_with>(fcinfo); }
B62_FN(base62id_like) { return pg::search_match<self, role::like>(fcinfo); }
B62_FN(base62id_not_like) { return pg::search_match<self, role::not_like>(fcinfo); }
B62_FN(base62id_ilike) { return pg::search_match<self, role::ilike>(fcinfo); }
B62_FN(base62id_not_ilike) { return pg::search_match<self, role::not_ilike>(fcinfo); }
B62_FN(base62id_to_name) { return pg::to_name<self>(fcinfo); }

// Core's own functions: these 16 bytes sort as a uuid.  GiST and GIN are in uuid.cpp.
B62_FN(base62id_eq) { return uuid_eq(fcinfo); }
B62_FN(base62id_ne) { return uuid_ne(fcinfo); }
B62_FN(base62id_lt) { return uuid_lt(fcinfo); }
B62_FN(base62id_le) { return uuid_le(fcinfo); }
B62_FN(base62id_gt) { return uuid_gt(fcinfo); }
B62_FN(base62id_ge) { return uuid_ge(fcinfo); }
B62_FN(base62id_cmp) { return uuid_cmp(fcinfo); }
B62_FN(base62id_brin_distance) { return brin_minmax_multi_distance_uuid(fcinfo); }
B62_FN(base62id_hash) { return pg::hash<self>(fcinfo); }
B62_FN(base62id_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(base62id_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(base62id_larger) { return pg::larger<self>(fcinfo); }
B62_SKIP_SUPPORT_FN(base62id_skipsupport, uuid_skipsupport)
B62_FN(base62id_sortsupport) { return uuid_sortsupport(fcinfo); }

B62_FN(base62id_encode_uuid) { return pg::encode_uuid<codec::base62id>(pg::uuid_of(PG_GETARG_DATUM(0))); }
B62_FN(base62id_encode_text) { return pg::encode_uuid_text<codec::base62id>(fcinfo); }
B62_FN(base62id_decode) { return pg::decode_to_uuid<codec::base62id>(fcinfo); }

B62_FN(base62id_encode_bytea) {
    const std::string_view data = pg::text_arg(fcinfo, 0);
    if (data.size() > octets_codec::max_data)
        ereport(ERROR,
                (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("bytea value is too long for base62id"),
                 errdetail("At most %zu bytes can be encoded, but the value has %zu.", octets_codec::max_data,
                           data.size())));
    const std::size_t words = octets_codec::encode_scratch(data.size());
    auto *scratch = static_cast<std::uint64_t *>(palloc(words * sizeof(std::uint64_t)));
    text *t = pg::new_text(octets_codec::text_bound(data.size()));
    const std::size_t n =
        octets_codec::encode({reinterpret_cast<const std::uint8_t *>(data.data()), data.size()}, VARDATA(t),
                             {scratch, words}, [] { CHECK_FOR_INTERRUPTS(); });
    SET_VARSIZE(t, VARHDRSZ + n);
    pfree(scratch);
    PG_RETURN_TEXT_P(t);
}

B62_FN(base62id_decode_bytea) {
    const std::string_view symbols = pg::text_arg(fcinfo, 0);
    if (symbols.size() > octets_codec::max_text + 2)
        PG_RETURN_NULL();
    const std::size_t words = octets_codec::decode_scratch(symbols.size());
    auto *scratch = static_cast<std::uint64_t *>(palloc(words * sizeof(std::uint64_t)));
    bytea *data = pg::new_text(octets_codec::data_bound(symbols.size()));
    std::size_t n = 0;
    const codec::result r = octets_codec::decode(symbols, reinterpret_cast<std::uint8_t *>(VARDATA(data)), n,
                                                 {scratch, words}, [] { CHECK_FOR_INTERRUPTS(); });
    pfree(scratch);
    if (!r) {
        pfree(data);
        PG_RETURN_NULL();
    }
    SET_VARSIZE(data, VARHDRSZ + n);
    PG_RETURN_BYTEA_P(data);
}
