// Base62id in SQL: the type base62id and the functions that convert uuid and bytea.
#include "codec/base62id.hpp"
#include "codec/base62id_octets.hpp"

#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::uuid_traits<codec::base62id>;
using octets_codec = codec::base62id_octets;

B62_UUID_TYPE(base62id, self)
B62_FN(base62id_sortsupport) { return uuid_sortsupport(fcinfo); }

B62_FN(base62id_encode_uuid) { return pg::encode_uuid<codec::base62id>(pg::uuid_of(PG_GETARG_DATUM(0))); }
B62_FN(base62id_encode_text) { return pg::encode_uuid_text<codec::base62id>(fcinfo); }
B62_FN(base62id_decode) { return pg::decode_to_uuid<codec::base62id>(fcinfo); }

B62_FN(base62id_encode_bytea) {
    const std::string_view data = pg::text_arg(fcinfo, 0);
    if (data.size() > octets_codec::max_data)
        ereport(ERROR,
                (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("bytea value is too long for base62id"),
                 errdetail("At most %zu octets can be encoded, but the value has %zu.",
                           octets_codec::max_data, data.size())));
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
