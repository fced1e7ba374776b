// How the settings take effect, and how ids outlive a restart.  codec/counter.hpp (xid_maker) says what an
// xid is made of: a time, the machine's number, and a count under the cluster's key.
//
// A reload reaches each process in its own time, a busy one only after its statement.  So the settings in
// force are in shared memory beside the counters: the first process that makes an id with the new
// configuration puts them there.  It raises `generation` first, and then skips the rest of the counter's
// millisecond.  A process that draws a number checks `generation` after the draw, and throws the number away
// if it has changed.  Both are full barriers, so the milliseconds of old and new settings are disjoint.
//
// Two starts of a server must not use a millisecond twice either, whatever the clock says.  Before ids of a
// time are handed out, a later time is written to a file ("reserved"); the next start begins after it.  If
// the clock is not there yet, the first id waits for it: so ids are not ahead of the clock, and a file that
// somebody has put back with the whole data directory does no harm.  All counted ids share these times: xid,
// snowish, ts_seq_rand, with a machine number or without one.
//
// A promoted server goes on with its primary's number.  All it knows of the primary's ids is the time of the
// last commit that it has replayed, and it forgets that when it stops.  So a background worker writes it to
// that file at the end of recovery.  The file names its timeline: if that is not the server's, no worker
// wrote it, and a line in the log says so.  While it is in recovery a server writes nothing: the time in the
// file is its primary's, if it is a copy, or its own of the time when it was a primary.
#include "codec/counter.hpp"

#include "pg/generate/cluster.hpp"
#include "pg/generate/counters.hpp"
#include "pg/generate/clock.hpp"
#include "pg/generate/reserved.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/server/worker.hpp"
#include "pg/settings.hpp"

namespace base62id::pg {

namespace {

// --- the settings as this process reads them ---

// What this process published last: the time of the configuration, because a file may have new content
// although no setting has changed, and the count of the settings' changes.
struct {
    TimestampTz of;
    std::uint64_t changes; // from 1 on; 0: nothing was published
} published;
bool has_unpublished() { return published.of != PgReloadTime || published.changes != settings::changes + 1; }

// The generation of what this process has copied; 0 is none.
std::uint64_t known_generation = 0;

constexpr const char *machine_name = settings::machine_name, *key_name = settings::cluster_key_file_name;

// The configuration now; `key_fault`: why the old key stays in force, or there is no key.
server_settings settings_read(const server_settings &in_force, const char **key_fault) {
    server_settings s{};
    s.read_at = PgReloadTime;
    s.machine = settings::machine;
    s.standby = RecoveryInProgress();
    s.key = read_cluster_key(in_force.key, key_fault);
    strlcpy(s.reserved_file, reserved_file_configured(), sizeof s.reserved_file);
    return s;
}

bool same(const server_settings &a, const server_settings &b) {
    return a.machine == b.machine && a.standby == b.standby && a.key.wanted == b.key.wanted &&
           a.key.there == b.key.there && a.key.secret.words[0] == b.key.secret.words[0] &&
           a.key.secret.words[1] == b.key.secret.words[1] &&
           std::strcmp(a.reserved_file, b.reserved_file) == 0;
}

// --- what is in force ---

constexpr std::uint64_t far_ahead_ms = 60'000;

// This process's copy, in the form that the next call needs.
struct {
    codec::xid_maker make_xid;
    std::uint64_t free_until_ms; // ids of a later time need another look at what is reserved
    int machine;                 // -1: none that may be used
    int later_machine;           // in recovery: the number that may be used after it; -1: none
    bool standby;
    bool cluster;
    bool refused;     // no ids until what is missing is found
    bool xid_refused; // no xids until then
    bool waits;       // no ids until the clock is past what was reserved
} known;

// Nobody who knows the server's configuration has made an id since it started, so what is reserved is not
// known.
bool nothing_known(const server_settings &s) { return s.read_at == 0 && counters_guaranteed(); }

// Whether ids are made of times that have to be reserved.
bool reserves(const server_settings &s) { return s.read_at != 0 && !s.standby && counters_guaranteed(); }

// Whether the number is in use here.  A hot standby that has its primary's would make the primary's ids.
bool uses_number(const server_settings &s) { return s.machine >= 0 && reserves(s); }

// Skips all times up to now: a process that read the clock a moment ago must not make an id of them.
void end_wait(shared_counters &c, std::uint64_t now_ms) {
    use_up(c.xid, codec::xid_counter, now_ms);
    use_up(c.snowish, codec::snowish_counter, now_ms);
    use_up(c.ts_seq_rand, codec::ts_seq_rand_counter, now_ms);
    pg_atomic_write_u64(&c.wait_ms, 0);
}

void copy(shared_counters &c) {
    const server_settings &s = c.settings;
    const std::uint64_t wait_ms = pg_atomic_read_u64(&c.wait_ms), now_ms = wait_ms == 0 ? 0 : clock_xid_ms();
    known.waits = wait_ms >= now_ms && wait_ms != 0;
    if (wait_ms != 0 && !known.waits)
        end_wait(c, now_ms);
    known.standby = s.standby;
    known.later_machine = s.standby ? s.machine : -1;
    known.machine = s.standby ? -1 : s.machine;
    known.cluster = uses_number(s) && s.key.there;
    known.refused = s.past_unreadable || nothing_known(s) || counters_have_another_layout();
    known.xid_refused = known.refused || (uses_number(s) && s.key.wanted && !s.key.there);
    known.make_xid = known.cluster ? codec::xid_maker(s.key.secret, s.machine) : codec::xid_maker(c.secret);
    const std::uint64_t reserved = pg_atomic_read_u64(&c.reserved_ms);
    if (s.standby)
        known.free_until_ms = 0; // so that each call checks whether it still is one
    else if (!reserves(s))
        known.free_until_ms = std::numeric_limits<std::uint64_t>::max();
    else
        known.free_until_ms = reserved - min(reserved, renew_when_left_ms);
    known_generation = pg_atomic_read_u64(&c.generation);
}

// What was found when settings were put in force, for the log and for errors.
struct findings {
    bool changed;
    bool key_stays; // although its file cannot be used; to be logged
    const char *key_fault;
    past_ids past;
    file_fault past_fault;
};

// Takes over the earlier reservation: its times are used up afterwards, and the file is this server's own.
file_fault use_up_past(shared_counters &c, const server_settings &s, findings *found) {
    std::uint64_t used = pg_atomic_read_u64(&c.reserved_ms);
    if (reserves(s)) {
        // Another number may have been another server's a moment ago.
        const bool running = used > 0 && !c.settings.standby && c.settings.machine == s.machine,
                   moved = used > 0 && std::strcmp(s.reserved_file, c.settings.reserved_file) != 0;
        found->past = find_past_ids(s.reserved_file, s.machine, running);
        file_fault fault = found->past.file.fault;
        used = max(used, found->past.until_ms);
        // The last replayed commit is known only until the server stops, and a newly named file has no times.
        if (!fault && (found->past.replayed || moved))
            fault = write_reserved(s.reserved_file, used, s.machine);
        if (fault)
            return fault;
    } else if (s.standby) {
        const reservation file = read_reserved(s.reserved_file);
        used = max(used, file.ms);
    }
    found->past.until_ms = used;
    pg_atomic_fetch_add_u64(&c.generation, 1);
    pg_atomic_write_u64(&c.reserved_ms, used);
    pg_atomic_write_u64(&c.wait_ms, found->past.waits ? used : 0);
    use_up(c.xid, codec::xid_counter, used);
    use_up(c.snowish, codec::snowish_counter, used);
    use_up(c.ts_seq_rand, codec::ts_seq_rand_counter, used);
    return {};
}

// The lock is held.
void put_in_force(shared_counters &c, const server_settings &s, findings *found) {
    found->key_stays = s.key.fault != 0 && s.key.there && s.key.fault != c.settings.key.fault;
    const bool changed = !same(s, c.settings) || c.settings.past_unreadable,
               was_unreadable = c.settings.past_unreadable;
    if (changed)
        found->past_fault = use_up_past(c, s, found);
    c.settings = s;
    if (found->past_fault) {
        c.last_fault = found->past_fault;
        c.settings.past_unreadable = true;
        pg_atomic_fetch_add_u64(&c.generation, 1);
    }
    found->changed = changed && !(was_unreadable && c.settings.past_unreadable);
}

int log_detail_of_file(const reservation &file) {
    if (file.timeline == 0)
        return errdetail("There is no file of reserved times. Ids begin 2 seconds after now.");
    if (file.machine < 0)
        return errdetail("The file of reserved times was written without a number on timeline %u. Ids begin "
                         "after its time, and 2 seconds after now.",
                         file.timeline);
    return errdetail("The file of reserved times was written with number %d on timeline %u. Ids begin after "
                     "its time, and 2 seconds after now.",
                     file.machine, file.timeline);
}

void log_past(const past_ids &past, int machine) {
    // A server that gets its first number has made no ids with it.
    const bool may_have_made =
        (past.file.timeline != 0 && past.file.machine >= 0) || GetWALInsertionTimeLine() != 1;
    if (past.replayed)
        ereport(
            LOG,
            (machine < 0 ? errmsg("ids begin after %s", text_of_xid_ms(past.until_ms))
                         : errmsg("ids of %s = %d begin after %s", machine_name, machine,
                                  text_of_xid_ms(past.until_ms)),
             errdetail(
                 "That is after the last commit that was replayed, and as far beyond it as ids usually "
                 "are ahead of the clock. What its primary made after that, if anything, may come again.")));
    else if (machine >= 0 && past.foreign && may_have_made)
        ereport(
            LOG,
            (errmsg(
                 "it is not known which ids were generated with %s = %d before this server was promoted or "
                 "restored",
                 machine_name, machine),
             log_detail_of_file(past.file),
             errhint("Where another server had this number, give this one a number that was never used, or "
                     "see to it that its clock is ahead of all ids that exist.")));
    if (past.until_ms > clock_xid_ms() + far_ahead_ms)
        ereport(LOG, (errmsg("ids begin at %s, ahead of the clock", text_of_xid_ms(past.until_ms)),
                      reserved_hint()));
}

// Messages for the administrator, once for the whole server.
void log_findings(const findings &found, const server_settings &s) {
    if (found.key_stays)
        warn_of_key_file(key_name, found.key_fault);
    if (!found.changed)
        return;
    if (found.past_fault)
        ereport(WARNING,
                (errcode(found.past_fault.sqlerrcode()), errmsg_internal("%s", found.past_fault.text()),
                 errdetail("No xids, snowish or ts_seq_rand ids are generated.")));
    if (s.key.wanted && s.machine < 0)
        ereport(LOG, (errmsg("%s has no effect without %s", key_name, machine_name)));
    else if (s.key.wanted && !counters_guaranteed())
        ereport(LOG, (errmsg("%s has no effect: base62id is not preloaded", key_name),
                      errhint("Add it to shared_preload_libraries and restart the server.")));
    if (!found.past_fault && reserves(s))
        log_past(found.past, s.machine);
}

// Whether this process has read a newer configuration than the one in force.  If the clock was set back, the
// time of another process is in the future.  A parallel worker has the values of its leader, which may be
// older than the time that it has from the postmaster.  What is missing is looked for until it is found.
bool is_newer(const server_settings &mine, const server_settings &in_force) {
    const TimestampTz last = in_force.read_at;
    return last == 0 || (mine.key.there && in_force.key.wanted && !in_force.key.there) ||
           (!IsParallelWorker() && (mine.read_at > last || last > GetCurrentTimestamp()));
}

server_settings settings_in_shared_memory(shared_counters &c) {
    lock_settings(c);
    const server_settings s = c.settings;
    unlock_settings(c);
    return s;
}

// Whether this process may put its settings in force.  A number that the configuration has wrongly is none,
// but not instead of one that is in force.
bool may_publish(const server_settings &in_force) {
    return settings::cluster_known() &&
           (settings::bad_machine() == nullptr || settings::preloaded || in_force.read_at == 0);
}

// Puts in force what this process has read, if that is newer, and copies what is in force.
findings publish_settings(shared_counters &c) {
    const auto mine_now = decltype(published){PgReloadTime, settings::changes + 1};
    findings found{};
    server_settings in_force = settings_in_shared_memory(c);
    if (nothing_known(in_force) && !may_publish(in_force)) {
        ask_postmaster();
        in_force = settings_in_shared_memory(c);
    }
    const bool publish = has_unpublished() && may_publish(in_force);
    // Not under the lock: a file may be slow.
    const server_settings mine = publish ? settings_read(in_force, &found.key_fault) : server_settings{};
    lock_settings(c);
    if (publish && is_newer(mine, c.settings))
        put_in_force(c, mine, &found);
    else if (c.settings.past_unreadable || (c.settings.standby && !RecoveryInProgress())) {
        server_settings s = c.settings;
        s.standby = s.standby && RecoveryInProgress();
        s.past_unreadable = false;
        put_in_force(c, s, &found);
    }
    copy(c);
    in_force = c.settings;
    unlock_settings(c);
    published = mine_now;
    log_findings(found, in_force);
    return found;
}

// No ids are made until what is missing is found: looks for it again.
[[gnu::cold, gnu::noinline]] void look_for_missing(shared_counters &c, const bool &refused) {
    published = {};
    const findings found = publish_settings(c);
    if (!refused)
        return;
    if (nothing_known(c.settings)) { // no worker could be started: another session may know more
        CHECK_FOR_INTERRUPTS();
        pg_usleep(100'000);
        return;
    }
    pg_atomic_fetch_add_u64(&c.failed_ids, 1);
    if (found.past_fault)
        found.past_fault.raise();
    if (counters_have_another_layout())
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("shared memory of this server is another base62id version's"),
                        errhint("Restart the server.")));
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("cluster key cannot be read"),
                    errdetail_internal("%s", found.key_fault != nullptr
                                                 ? found.key_fault
                                                 : "This session does not know the server's configuration."),
                    errhint("Put back the key file that the other servers of the cluster have. Only a new "
                            "cluster needs a new key: \"openssl rand -hex 16\" prints one.")));
}

// Waits while the clock goes on and is not too far behind; returns its time.
[[gnu::cold, gnu::noinline]] std::uint64_t wait_for_clock(shared_counters &c) {
    std::uint64_t before = 0;
    for (int standing = 0; standing < 20; ++standing) {
        const std::uint64_t now_ms = clock_xid_ms(), until_ms = pg_atomic_read_u64(&c.wait_ms);
        if (now_ms > until_ms || until_ms - now_ms > longest_wait_ms) // passed, or the clock was set back
            break;
        if (now_ms > before)
            standing = 0;
        before = now_ms;
        CHECK_FOR_INTERRUPTS();
        pg_usleep(5'000);
    }
    end_wait(c, clock_xid_ms());
    known.waits = false;
    return clock_xid_ms();
}

// Reserves for ids of that time, if little is left.  The lock is held.
file_fault reserve_from(shared_counters &c, std::uint64_t ms) {
    const std::uint64_t reserved = pg_atomic_read_u64(&c.reserved_ms);
    if (ms + renew_when_left_ms <= reserved)
        return {};
    const std::uint64_t next = min(ms + reserve_ahead_ms, last_reservable_ms);
    const file_fault fault = write_reserved(c.settings.reserved_file, next, c.settings.machine);
    c.failing = static_cast<bool>(fault);
    if (fault)
        c.last_fault = fault;
    else
        pg_atomic_write_u64(&c.reserved_ms, next);
    return fault;
}

// Raises only if the time is not reserved and cannot be: until then there is time to mend what is wrong.
void reserve(shared_counters &c, std::uint64_t ms) {
    if (ms > pg_atomic_read_u64(&c.reserved_ms))
        lock_settings(c);
    else if (!try_lock_settings(c))
        return; // some time is left, and another process is reserving
    const file_fault fault = reserve_from(c, ms);
    unlock_settings(c);
    const std::uint64_t reserved = pg_atomic_read_u64(&c.reserved_ms);
    if (!fault)
        known.free_until_ms = reserved - min(reserved, renew_when_left_ms);
    else if (ms <= reserved)
        known.free_until_ms = min(ms + retry_after_ms, reserved);
    else {
        pg_atomic_fetch_add_u64(&c.failed_ids, 1);
        fault.raise();
    }
}

bool up_to_date(shared_counters &c) {
    return pg_atomic_read_u64(&c.generation) == known_generation && !has_unpublished();
}

// After a draw: is the number good?  If not, the copy was refreshed, and the caller draws again.
[[gnu::noinline]] bool look_again(shared_counters &c, std::uint64_t ms) {
    if (!up_to_date(c) || (known.standby && !RecoveryInProgress())) {
        publish_settings(c);
        return false;
    }
    if (!known.standby)
        reserve(c, ms);
    return true;
}
bool good(shared_counters &c, std::uint64_t ms) {
    return (up_to_date(c) && ms <= known.free_until_ms) || look_again(c, ms);
}

shared_counters &current_counters() {
    shared_counters &c = counters();
    if (!up_to_date(c) || (known.standby && !RecoveryInProgress()))
        publish_settings(c);
    return c;
}

} // namespace

void learn_settings() {
    published = {};
    (void)publish_settings(counters());
}

// The next word of a counter, of a time that no other session and no earlier start of this server has used.
// `limit` says how many counts a millisecond has, by the settings that are in force then.
template <codec::counter_layout Layout, class Limit>
static std::uint64_t next_word(shared_counters &c, counter &of, const bool &refused, Limit limit,
                               std::uint64_t now_ms) {
    for (;;) {
        while (refused)
            [[unlikely]] look_for_missing(c, refused);
        if (known.waits) [[unlikely]]
            now_ms = wait_for_clock(c);
        const std::uint64_t word = advance<Layout>(of, limit(), now_ms);
        if (good(c, word >> Layout.count_bits)) [[likely]]
            return word;
    }
}

std::uint64_t next_xid(std::uint64_t now_ms) {
    shared_counters &c = counters();
    const auto limit = [] { return known.make_xid.limit(); };
    return known.make_xid(next_word<codec::xid_counter>(c, c.xid, known.xid_refused, limit, now_ms));
}

[[noreturn]] static void raise_without_number() {
    if (known.later_machine >= 0)
        ereport(
            ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
             errmsg("machine number is not in use while the server is in recovery"),
             errdetail("The primary may have number %d too, so this server uses it only after its promotion.",
                       known.later_machine)));
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("%s is not set", machine_name),
                    errhint("Set it to a number of its own on each server, 0 to %d, in the server's "
                            "configuration, and reload that.",
                            codec::snowish::machine_limit - 1)));
}

static std::uint64_t snowish_of(std::uint64_t word, int machine) {
    using codec::snowish;
    return snowish::pack(word >> snowish::sequence_bits, static_cast<std::uint32_t>(machine),
                         static_cast<std::uint32_t>(word) & (snowish::sequence_limit - 1));
}

std::uint64_t next_snowish(std::uint64_t now_ms, int machine) {
    shared_counters &c = counters();
    const auto limit = [] { return codec::snowish::sequence_limit; };
    const std::uint64_t word = next_word<codec::snowish_counter>(c, c.snowish, known.refused, limit, now_ms);
    return snowish_of(word, machine);
}

std::uint64_t next_snowish_here(std::uint64_t now_ms) {
    shared_counters &c = current_counters();
    const auto limit = [] {
        if (known.machine < 0)
            raise_without_number();
        return codec::snowish::sequence_limit;
    };
    const std::uint64_t word = next_word<codec::snowish_counter>(c, c.snowish, known.refused, limit, now_ms);
    return snowish_of(word, known.machine);
}

std::uint64_t next_ts_seq_rand(std::uint64_t now_ms) {
    shared_counters &c = counters();
    const auto limit = [] { return codec::ts_seq_rand::sequence_limit; };
    return next_word<codec::ts_seq_rand_counter>(c, c.ts_seq_rand, known.refused, limit, now_ms);
}

const char *xid_scope() {
    current_counters();
    if (known.cluster)
        return "cluster";
    return counters_guaranteed() ? "server" : "session";
}

// Of the latest id of any counter.
static std::uint64_t last_ms(shared_counters &c) {
    const auto word = [](counter &of) { return pg_atomic_read_u64(&of.word); };
    return max(codec::xid::time(word(c.xid)),
               max(word(c.snowish) >> codec::snowish_counter.count_bits,
                   word(c.ts_seq_rand) >> codec::ts_seq_rand_counter.count_bits));
}

settings_in_force current_settings() {
    shared_counters &c = current_counters();
    lock_settings(c);
    const server_settings s = c.settings;
    const file_fault fault = c.last_fault;
    unlock_settings(c);
    return {s.machine,
            s.standby,
            s.past_unreadable,
            s.key,
            last_ms(c),
            pg_atomic_read_u64(&c.failed_ids),
            fault,
            pstrdup(s.reserved_file)};
}

file_fault try_reserving() {
    shared_counters &c = current_counters();
    lock_settings(c);
    file_fault fault{};
    const bool makes_ids = c.settings.machine >= 0 || last_ms(c) != 0;
    if (makes_ids && reserves(c.settings) && !c.settings.past_unreadable)
        fault = reserve_from(c, c.failing ? max(clock_xid_ms(), last_ms(c)) : clock_xid_ms());
    unlock_settings(c);
    return fault;
}

void watch_promotion() {
    if (IsBinaryUpgrade)
        return;
    BackgroundWorker w{};
    strlcpy(w.bgw_name, "base62id: end of recovery", sizeof w.bgw_name);
    strlcpy(w.bgw_type, "base62id", sizeof w.bgw_type);
    strlcpy(w.bgw_library_name, "base62id", sizeof w.bgw_library_name);
    strlcpy(w.bgw_function_name, "base62id_recovery_ended", sizeof w.bgw_function_name);
    w.bgw_flags = BGWORKER_SHMEM_ACCESS;
    w.bgw_start_time = BgWorkerStart_RecoveryFinished;
    w.bgw_restart_time = BGW_NEVER_RESTART;
    RegisterBackgroundWorker(&w);
}

} // namespace base62id::pg

extern "C" {
PGDLLEXPORT void base62id_recovery_ended(Datum);
PGDLLEXPORT void base62id_configuration(Datum);
}

static void begin_worker() {
    BackgroundWorkerUnblockSignals();
    CreateAuxProcessResourceOwner(); // the server's HMAC needs one
}

// The background worker at the end of recovery: puts the settings in force and writes the file.
void base62id_recovery_ended(Datum) {
    begin_worker();
    base62id::pg::current_settings();
}

// The background worker that ask_postmaster() starts: puts the settings and the mask keys in force.
void base62id_configuration(Datum) {
    begin_worker();
    base62id::pg::current_settings();
    base62id::pg::current_mask_keys();
}
