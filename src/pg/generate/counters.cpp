#include "pg/generate/counters.hpp"

#include "pg/generate/cluster.hpp"
#include "pg/generate/random.hpp"
#include "pg/generate/reserved.hpp"

namespace base62id::pg {

void raise_used_up() {
    ereport(ERROR,
            (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
             errmsg("timestamp out of range for a uid11 profile"),
             errdetail("The last millisecond that the profile can hold is used up."), reserved_hint()));
}

void use_up(counter &c, codec::counter_layout layout, std::uint64_t until_ms) {
    std::uint64_t last = pg_atomic_read_u64(&c.word);
    while (!pg_atomic_compare_exchange_u64(&c.word, &last, codec::use_up(layout, last, until_ms)))
        ;
}

namespace {

// The name of the shared memory.  A server goes on running while its library is replaced by another version,
// and sessions of both attach: the number is the layout's, so none takes the other's memory for its own.
constexpr const char *segment_name = "base62id counters 2";
static_assert(offsetof(shared_counters, lock) == 96, "another layout: count up the number in segment_name");

shared_counters own_counters; // of this process alone
bool reserved = false;        // room was asked for while the server started

// Random octets for a fresh secret, drawn before any lock is taken: drawing can fail.
codec::permutation22::secret fresh_secret;

void initialise(shared_counters *c) {
    pg_atomic_init_u64(&c->xid.word, 0);
    pg_atomic_init_u64(&c->generation, 1);
    pg_atomic_init_u64(&c->reserved_ms, 0);
    pg_atomic_init_u64(&c->snowish.word, 0);
    pg_atomic_init_u64(&c->ts_seq_rand.word, 0);
    c->secret = fresh_secret;
    c->settings = {};
    c->settings.machine = -1;
}

void initialise_shared(shared_counters *c) {
    initialise(c);
    LWLockInitialize(&c->lock, b62_new_lock_tranche("base62id"));
}

#ifdef B62_HAVE_DSM_REGISTRY

// The registry's segments are there for every process that asks, preloaded or not.
constexpr bool always_shared = true;

void initialise_segment(void *segment) { initialise_shared(static_cast<shared_counters *>(segment)); }

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
            initialise_shared(c);
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

bool counters_guaranteed() { return &counters() != &own_counters && (always_shared || reserved); }

attachment attached;

void attach_counters() {
    random_octets(&fresh_secret, sizeof fresh_secret);
    shared_counters *c = attach();
    if (c == nullptr) {
        initialise(&own_counters);
        c = &own_counters;
    } else
        b62_name_lock_tranche(c->lock.tranche, "base62id");
    attached = {MyProcPid, c};
    PG_TRY();
    { learn_settings(); }
    PG_CATCH();
    {
        attached = {}; // the next call finds out again what is wrong
        PG_RE_THROW();
    }
    PG_END_TRY();
}

void lock_settings(shared_counters &c) {
    if (&c != &own_counters)
        LWLockAcquire(&c.lock, LW_EXCLUSIVE);
}
bool try_lock_settings(shared_counters &c) {
    return &c == &own_counters || LWLockConditionalAcquire(&c.lock, LW_EXCLUSIVE);
}
void unlock_settings(shared_counters &c) {
    if (&c != &own_counters)
        LWLockRelease(&c.lock);
}

} // namespace base62id::pg
