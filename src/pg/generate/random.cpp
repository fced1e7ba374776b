#include "pg/generate/random.hpp"

namespace base62id::pg {

namespace {

// A buffer of random octets.  One call of the system's source costs about as much for 4 KB as for 16 octets.
// The owner is checked by MyProcPid: a forked child must not hand out its parent's octets.  Octets are wiped
// when they are handed out, so that no id can be read from memory before or after it is made.
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

void random_octets(void *to, std::size_t n) {
    if (stock.owner != MyProcPid || stock.left < n) [[unlikely]]
        refill();
    std::uint8_t *from = stock.octets + (sizeof stock.octets - stock.left);
    std::memcpy(to, from, n);
    std::memset(from, 0, n);
    stock.left -= n;
}

} // namespace base62id::pg
