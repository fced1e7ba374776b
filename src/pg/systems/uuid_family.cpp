// The types that are UUIDs in another text: the functions that all of them share.
#include "codec/typeid.hpp"

#include "pg/type/gin.hpp"
#include "pg/type/gist.hpp"

using namespace base62id;
using namespace base62id::pg;

B62_FN(uuid_family_eq) { return uuid_eq(fcinfo); }
B62_FN(uuid_family_ne) { return uuid_ne(fcinfo); }
B62_FN(uuid_family_lt) { return uuid_lt(fcinfo); }
B62_FN(uuid_family_le) { return uuid_le(fcinfo); }
B62_FN(uuid_family_gt) { return uuid_gt(fcinfo); }
B62_FN(uuid_family_ge) { return uuid_ge(fcinfo); }
B62_FN(uuid_family_cmp) { return uuid_cmp(fcinfo); }

// GiST and GIN for all types that are 16 octets in the order of uuid, typed ids among them.
using octets16 = pg::fixed_traits<codec::typeid_suffix>;
B62_FN(uuid_family_gist_consistent) { return pg::gist::consistent<octets16>(fcinfo); }
B62_FN(uuid_family_gist_compress) { return pg::gist::compress<octets16>(fcinfo); }
B62_FN(uuid_family_gist_fetch) { return pg::gist::fetch<octets16>(fcinfo); }
B62_FN(uuid_family_gin_extract_query) { return pg::gin::extract_query<octets16>(fcinfo); }
B62_FN(uuid_family_gin_compare_partial) { return pg::gin::compare_partial<octets16>(fcinfo); }
