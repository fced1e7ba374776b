#include "counters.hpp"

#include "generator.hpp"

namespace base62id::pg {

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

namespace {

// The name of the shared memory.  A server goes on running while its library is replaced by another version,
// and sessions of both attach: the number is the layout's, so none takes the other's memory for its own.
constexpr const char *segment_name = "base62id counters 1";
static_assert(sizeof(shared_counters) == 40, "another layout: count up the number in segment_name");

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
        b62_named_segment(segment_name, sizeof(shared_counters), initialise_segment));
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
        c = static_cast<shared_counters *>(ShmemInitStruct(segment_name, sizeof(shared_counters), &found));
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
