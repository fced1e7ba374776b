#include "pg/generate/counters.hpp"

#include "pg/generate/cluster.hpp"
#include "pg/generate/random.hpp"
#include "pg/generate/reserved.hpp"
#include "pg/server/shared_memory.hpp"

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

static shared_counters own_counters; // of this process alone

static codec::permutation22::secret fresh_secret;
static void draw_secret() { fresh_secret = random_bits<codec::permutation22::secret>(); }

static void initialise(shared_counters *c) {
    pg_atomic_init_u64(&c->xid.word, 0);
    pg_atomic_init_u64(&c->generation, 1);
    pg_atomic_init_u64(&c->reserved_ms, 0);
    pg_atomic_init_u64(&c->wait_ms, 0);
    pg_atomic_init_u64(&c->snowish.word, 0);
    pg_atomic_init_u64(&c->ts_seq_rand.word, 0);
    c->secret = fresh_secret;
    c->settings = {};
    c->settings.machine = -1;
    c->last_fault = {};
    c->failing = false;
    pg_atomic_init_u64(&c->failed_ids, 0);
}

static void initialise_shared(shared_counters *c) {
    initialise(c);
    LWLockInitialize(&c->lock, b62_new_lock_tranche("base62id"));
}

static_assert(offsetof(shared_counters, lock) == 120 + MAXPGPATH &&
                  sizeof(shared_counters) == 160 + MAXPGPATH,
              "another layout: count up the number of the segment");
constexpr shared_segment segment{
    "base62id counters 5", sizeof(shared_counters), draw_secret,
    [](void *memory) { initialise_shared(static_cast<shared_counters *>(memory)); }, true};

void request_counters() { request_shared_memory(segment); }

bool counters_guaranteed() { return &counters() != &own_counters && memory_is_shared(); }

std::size_t shared_octets_of_counters() { return &counters() == &own_counters ? 0 : sizeof(shared_counters); }

attachment attached;

void attach_counters() {
    auto *c = static_cast<shared_counters *>(attach_shared(segment));
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
        attached = {}; // the next call finds the fault again
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
