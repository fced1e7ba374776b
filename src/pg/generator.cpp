#include "generator.hpp"

#include <ctime>

namespace base62id::pg {

namespace {

// Random octets in stock.  One call of the system's source costs about as much for 4 KB as for 16 octets.
// The owner is checked by MyProcPid: a forked child must not hand out its parent's stock.  What is handed
// out is wiped, so that no id can be read from memory before or after it is made.
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

constexpr std::int64_t postgres_epoch_us =
    std::int64_t{POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE} * USECS_PER_DAY; // 2000-01-01, in unix microseconds

} // namespace

void random_octets(void *to, std::size_t n) {
    if (stock.owner != MyProcPid || stock.left < n) [[unlikely]]
        refill();
    std::uint8_t *from = stock.octets + (sizeof stock.octets - stock.left);
    std::memcpy(to, from, n);
    std::memset(from, 0, n);
    stock.left -= n;
}

std::uint64_t clock_unix_ns() {
    timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        ereport(ERROR, (errcode(ERRCODE_SYSTEM_ERROR), errmsg("could not read the system clock: %m")));
    // As unsigned numbers, the seconds before 1970 are beyond the limit, too.
    constexpr std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / 1'000'000'000;
    if (static_cast<std::uint64_t>(now.tv_sec) >= limit) [[unlikely]]
        ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                        errmsg("system clock is before 1970-01-01 or after 2554-07-21")));
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

TimestampTz timestamp_of_unix_us(std::int64_t us) { return us - postgres_epoch_us; }

void raise_time_out_of_range(const char *what, std::int64_t first_us, std::int64_t limit_us) {
    // Two buffers: timestamptz_to_str has one.
    const char *first = pstrdup(timestamptz_to_str(timestamp_of_unix_us(first_us)));
    ereport(ERROR,
            (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE), errmsg("timestamp out of range for %s", what),
             errdetail("It can hold times from %s to before %s.", first,
                       timestamptz_to_str(timestamp_of_unix_us(limit_us)))));
}

std::int64_t unix_us(TimestampTz t, const char *what, std::int64_t first_us, std::int64_t limit_us) {
    // The infinities are the ends of the range of TimestampTz.
    if (t < first_us - postgres_epoch_us || t >= limit_us - postgres_epoch_us)
        raise_time_out_of_range(what, first_us, limit_us);
    return t + postgres_epoch_us;
}

std::uint64_t advance(counter &c, std::uint64_t now_ms, int count_bits, int time_bits) {
    const std::uint64_t now = now_ms << count_bits;
    std::uint64_t last = pg_atomic_read_u64(&c.word), next;
    do {
        next = Max(now, last + 1);
        if (next >> count_bits >> time_bits != 0 || next == 0) [[unlikely]]
            ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                            errmsg("timestamp out of range for a uid11 profile"),
                            errdetail("The last millisecond that the profile can hold is used up.")));
    } while (!pg_atomic_compare_exchange_u64(&c.word, &last, next));
    return next;
}

// --- where the counters live ---

namespace {

shared_counters own_counters; // of this process alone
shared_counters *in_use = nullptr;
int in_use_by = 0;     // MyProcPid: a pointer inherited by fork is not ours
bool reserved = false; // room was asked for while the server started

// Random octets for a fresh secret, drawn before any lock is taken: drawing can fail.
codec::permutation22::secret fresh_secret;

void initialise(shared_counters *c) {
    pg_atomic_init_u64(&c->xid.word, 0);
    pg_atomic_init_u64(&c->snowish.word, 0);
    pg_atomic_init_u64(&c->ts_seq_rand.word, 0);
    c->secret = fresh_secret;
}

#ifdef B62_HAVE_DSM_REGISTRY

// The registry's segments are there for every process that asks, preloaded or not.
constexpr bool always_shared = true;

void initialise_segment(void *segment) { initialise(static_cast<shared_counters *>(segment)); }

shared_counters *attach() {
    return static_cast<shared_counters *>(
        b62_named_segment("base62id", sizeof(shared_counters), initialise_segment));
}

void reserve() {}

#else

// Main shared memory.  Where no room was reserved at the start of the server, it comes from the room that
// PostgreSQL leaves to spare; if there is none, this process counts alone.
constexpr bool always_shared = false;

shared_counters *attach() {
    shared_counters *volatile c = nullptr;
    const MemoryContext context = CurrentMemoryContext;
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    PG_TRY();
    {
        bool found;
        c = static_cast<shared_counters *>(ShmemInitStruct("base62id", sizeof(shared_counters), &found));
        if (!found)
            initialise(c);
    }
    PG_CATCH();
    {
        if (reserved)
            PG_RE_THROW();
        MemoryContextSwitchTo(context);
        FlushErrorState();
        HOLD_INTERRUPTS(); // the error cleared the count that LWLockRelease takes back
    }
    PG_END_TRY();
    LWLockRelease(AddinShmemInitLock);
    return c;
}

shmem_request_hook_type previous_request_hook = nullptr;

void request_hook() {
    if (previous_request_hook != nullptr)
        previous_request_hook();
    RequestAddinShmemSpace(MAXALIGN(sizeof(shared_counters)));
}

void reserve() {
    previous_request_hook = shmem_request_hook;
    shmem_request_hook = request_hook;
}

#endif

} // namespace

void request_shared_memory() {
    reserve();
    reserved = true;
}

const char *counters_scope() {
    const bool shared = &counters() != &own_counters;
    return shared && (always_shared || reserved) ? "server" : "session";
}

shared_counters &counters() {
    if (in_use_by == MyProcPid) [[likely]]
        return *in_use;
    random_octets(&fresh_secret, sizeof fresh_secret);
    in_use = attach();
    if (in_use == nullptr) {
        initialise(&own_counters);
        in_use = &own_counters;
    }
    in_use_by = MyProcPid;
    return *in_use;
}

} // namespace base62id::pg
