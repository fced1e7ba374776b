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

static void initialise_shared(void *memory);

constexpr std::size_t room = 2'048;
constexpr std::uint32_t counters_layout = 1;
constexpr shared_segment segment{"base62id counters", room, counters_layout, draw_secret,
                                 initialise_shared,   true};

static_assert(offsetof(shared_counters, xid) == 16);
static_assert(offsetof(shared_counters, snowish) == 24);
static_assert(offsetof(shared_counters, ts_seq_rand) == 32);
static_assert(offsetof(shared_counters, generation) == 40);
static_assert(offsetof(shared_counters, reserved_ms) == 48);
static_assert(offsetof(shared_counters, wait_ms) == 56);
static_assert(offsetof(shared_counters, failed_ids) == 64);
static_assert(offsetof(shared_counters, secret) == 72);
static_assert(offsetof(shared_counters, lock) == 88);
static_assert(offsetof(shared_counters, last_fault) == 88 + sizeof(LWLock));
static_assert(offsetof(shared_counters, failing) == 96 + sizeof(LWLock));
static_assert(offsetof(shared_counters, settings) == 104 + sizeof(LWLock));
static_assert(sizeof(server_settings) == 56 + MAXPGPATH);
static_assert(sizeof(shared_counters) <= room);

static void initialise_shared(void *memory) {
    begin_segment(segment, memory);
    auto *c = static_cast<shared_counters *>(memory);
    initialise(c);
    LWLockInitialize(&c->lock, b62_new_lock_tranche("base62id"));
}

void request_counters() { request_shared_memory(segment); }

static attaching found_as = attaching::no_room;

bool counters_have_another_layout() {
    (void)counters();
    return found_as == attaching::another_layout;
}

bool counters_guaranteed() { return &counters() != &own_counters && memory_is_shared(); }

std::size_t shared_octets_of_counters() { return &counters() == &own_counters ? 0 : room; }

attachment attached;

void attach_counters() {
    const attached_segment found = attach_shared(segment);
    found_as = found.result;
    auto *c = static_cast<shared_counters *>(found.memory);
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
