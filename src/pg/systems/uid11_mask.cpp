// uid11_mask() and uid11_unmask(): Speck64/128 of plain numbers, as id types of 8 octets have it.
#include "codec/speck64.hpp"
#include "codec/type_prefix.hpp"

#include "pg/keys/number_masks.hpp"
#include "pg/type/error.hpp"
#include "pg/type/functions.hpp"

using namespace base62id;
using self = pg::fixed_values<std::uint64_t>;

namespace {

// What a call site in a query used the last time.
struct mask_site {
    pg::number_mask mask;
    int key, prefix_size;
    char prefix[codec::type_prefix::max_prefix];

    bool has(std::string_view other, int number) const {
        return mask.current() && key == number && other == std::string_view(prefix, prefix_size);
    }
};

[[gnu::noinline]] void find_mask(mask_site *site, std::string_view prefix, int number) {
    constexpr auto rule = codec::prefix_rule::wide; // that of the id types whose masks these are
    if (const codec::result r = codec::type_prefix::check_prefix(prefix, rule); !r)
        pg::raise_bad_prefix(prefix, r, rule);
    site->mask.generation = 0; // not valid until all fields are set
    site->key = number;
    site->prefix_size = static_cast<int>(prefix.size());
    std::memcpy(site->prefix, prefix.data(), prefix.size());
    site->mask.find(pg::mask_key_of_number(number), prefix);
}

// By the prefix and the number of the key, the second and the third argument.
inline const codec::speck64 &mask_of(FunctionCallInfo fcinfo) {
    FmgrInfo *function = fcinfo->flinfo;
    if (function->fn_extra == nullptr) [[unlikely]]
        function->fn_extra = MemoryContextAllocZero(function->fn_mcxt, sizeof(mask_site));
    auto *site = static_cast<mask_site *>(function->fn_extra);
    const std::string_view prefix = pg::text_arg(fcinfo, 1);
    const int number = PG_GETARG_INT32(2);
    if (!site->has(prefix, number)) [[unlikely]]
        find_mask(site, prefix, number);
    return *site->mask.cipher;
}

} // namespace

B62_FN(uid11_mask) {
    return self::put(mask_of(fcinfo).encrypt(static_cast<std::uint64_t>(PG_GETARG_INT64(0))));
}
B62_FN(uid11_unmask) {
    PG_RETURN_INT64(static_cast<int64>(mask_of(fcinfo).decrypt(self::get(PG_GETARG_DATUM(0)))));
}
