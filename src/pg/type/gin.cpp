// What GIN does with ids of any type: gin.hpp.
#include "pg/type/id_traits.hpp"

using namespace base62id;

// The key of a row is the row's id.
B62_FN(base62id_gin_extract_value) {
    auto *count = reinterpret_cast<int32 *>(PG_GETARG_POINTER(1));
    auto *keys = static_cast<Datum *>(palloc(sizeof(Datum)));
    *count = 1;
    *keys = PG_GETARG_DATUM(0);
    PG_RETURN_POINTER(keys);
}

// There is one key, so the row matches if the key does.
B62_FN(base62id_gin_consistent) {
    const auto *found = reinterpret_cast<const bool *>(PG_GETARG_POINTER(0));
    auto *recheck = reinterpret_cast<bool *>(PG_GETARG_POINTER(5));
    *recheck = false;
    PG_RETURN_BOOL(found[0]);
}
