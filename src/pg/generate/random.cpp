#include "pg/generate/random.hpp"

namespace base62id::pg {

namespace {

// A buffer of random octets.  One call of the system's source costs about as much for 4 KB as for 16 octets.
// The owner is checked by MyProcPid: a forked child must not hand out its parent's octets.
struct random_stock {
    int owner;
    std::size_t left; // the unused octets are at the end
    std::uint8_t octets[4096];
};
random_stock stock;

void refill() {
    stock.left = 0;
    stock.owner = 0;
    if (!pg_strong_random(stock.octets, sizeof stock.octets))
        ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not generate random values")));
    stock.owner = MyProcPid;
    stock.left = sizeof stock.octets;
}

} // namespace

std::uint8_t *take_random(std::size_t n) {
    if (stock.owner != MyProcPid || stock.left < n) [[unlikely]]
        refill();
    std::uint8_t *octets = stock.octets + (sizeof stock.octets - stock.left);
    stock.left -= n;
    return octets;
}

} // namespace base62id::pg
