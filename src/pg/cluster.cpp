// How the settings take effect.
//
// A reload reaches each process in its own time, a busy one only after its statement.  So what is in force is
// one thing for the whole server, in shared memory beside the counters: the first process that makes an id
// after it has read the new configuration puts it there.  Whoever draws a number from a counter looks at
// `generation` after the draw; where it has changed, the number is thrown away.  The process that changes the
// settings raises `generation` first and then leaves out the rest of the counter's millisecond.  Both are
// full barriers, so a number that is kept was drawn before, and the milliseconds of old and new settings are
// disjoint.
//
// Two starts of a server have one cluster key, so they must not use a millisecond twice either, whatever the
// clock says.  Before ids of a time are given away, a later time is written to a file of the data directory
// ("reserved"); the next start begins after it.
#include "codec/counter.hpp"
#include "codec/uid11_profiles.hpp"

#include "cluster.hpp"
#include "counters.hpp"
#include "generator.hpp"

namespace base62id::pg {

namespace {

// --- the settings as this process reads them ---

int machine_setting = -1;
char *cluster_key_setting = nullptr;

// There is something that the server has not been told yet.
bool news = true;

// In a session that loads the library late, the settings have been placeholders that everybody may set.
// Defining them drops what does not come from the configuration, and with it what the configuration said:
// such a session knows nothing until the next reload.
struct knowledge {
    bool was_placeholder, read; // `read`: a value of the configuration arrived
};
knowledge machine_known, key_known;

bool knows(const knowledge &k) { return k.read || !k.was_placeholder; }

// The generation of what this process has copied; 0 is none.
std::uint64_t known_generation = 0;

void settings_changed() {
    news = true;
    known_generation = 0;
}

bool check_machine(int *, void **, GucSource source) {
    machine_known.read |= source > PGC_S_DEFAULT;
    return true;
}
bool check_key(char **, void **, GucSource source) {
    key_known.read |= source > PGC_S_DEFAULT;
    return true;
}
void assign_machine(int, void *) { settings_changed(); }
void assign_key(const char *, void *) { settings_changed(); }

constexpr const char *machine_name = "base62id.machine", *key_name = "base62id.cluster_key";

bool exists(const char *setting) { return GetConfigOption(setting, true, false) != nullptr; }

// HMAC-SHA256 with the key; `purpose` keeps its uses apart.
void keyed_hash(const char *key, std::string_view purpose, std::uint8_t *to) {
    pg_hmac_ctx *context = pg_hmac_create(PG_SHA256);
    if (context == nullptr)
        ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
    if (pg_hmac_init(context, reinterpret_cast<const uint8 *>(key), std::strlen(key)) < 0 ||
        pg_hmac_update(context, reinterpret_cast<const uint8 *>(purpose.data()), purpose.size()) < 0 ||
        pg_hmac_final(context, to, PG_SHA256_DIGEST_LENGTH) < 0) {
        const char *why = pstrdup(pg_hmac_error(context));
        pg_hmac_free(context);
        ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR),
                        errmsg("could not compute a hash of %s: %s", key_name, why)));
    }
    pg_hmac_free(context);
}

std::uint64_t big_endian(const std::uint8_t *octets) {
    std::uint64_t v = 0;
    for (int i = 0; i < 8; ++i)
        v = v << 8 | octets[i];
    return v;
}

server_settings settings_read() {
    server_settings s{};
    s.read_at = PgReloadTime;
    s.machine = machine_setting;
    s.keyed = cluster_key_setting != nullptr && *cluster_key_setting != '\0';
    // The number belongs to the primary: ids of a standby that queries are allowed on would be those of the
    // primary.
    s.standby = s.machine >= 0 && RecoveryInProgress();
    if (s.keyed) {
        std::uint8_t hash[PG_SHA256_DIGEST_LENGTH];
        keyed_hash(cluster_key_setting, "base62id xid permutation 1", hash);
        s.cluster_secret = {{big_endian(hash), big_endian(hash + 8)}};
        keyed_hash(cluster_key_setting, "base62id cluster key digest 1", hash);
        std::memcpy(s.key_digest, hash, sizeof s.key_digest);
    }
    return s;
}

bool same(const server_settings &a, const server_settings &b) {
    return a.machine == b.machine && a.keyed == b.keyed && a.standby == b.standby &&
           a.cluster_secret.words[0] == b.cluster_secret.words[0] &&
           a.cluster_secret.words[1] == b.cluster_secret.words[1];
}

// --- times that are reserved ---

constexpr const char *reserved_file = PGSTAT_STAT_PERMANENT_DIRECTORY "/base62id.reserved";
constexpr const char *reserved_file_new = PGSTAT_STAT_PERMANENT_DIRECTORY "/base62id.reserved.tmp";
constexpr std::uint64_t reserve_ahead_ms = 2'000, renew_when_left_ms = 1'000;

[[noreturn]] void raise_file_error(const char *doing, const char *file) {
    ereport(ERROR, (errcode_for_file_access(), errmsg("could not %s file \"%s\": %m", doing, file)));
}

// The last time that an earlier start of this server has reserved, 0 where there is none.
std::uint64_t read_reserved() {
    const int fd = OpenTransientFile(reserved_file, O_RDONLY | PG_BINARY);
    if (fd < 0) {
        if (errno == ENOENT)
            return 0;
        raise_file_error("open", reserved_file);
    }
    char text[32];
    const auto n = read(fd, text, sizeof text - 1);
    if (n < 0)
        raise_file_error("read", reserved_file);
    CloseTransientFile(fd);
    text[n] = '\0';
    char *end = nullptr;
    const std::uint64_t ms = strtou64(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\n' || ms >> codec::xid::time_bits != 0)
        ereport(ERROR,
                (errcode(ERRCODE_DATA_CORRUPTED), errmsg("invalid data in file \"%s\"", reserved_file),
                 errhint("It holds a time that the ids of this server had not reached when it was last "
                         "stopped.  Remove it if the system clock has not been set back since then.")));
    return ms;
}

void write_reserved(std::uint64_t ms) {
    char text[32];
    const int n = snprintf(text, sizeof text, "%llu\n", static_cast<unsigned long long>(ms));
    const int fd = OpenTransientFile(reserved_file_new, O_CREAT | O_TRUNC | O_WRONLY | PG_BINARY);
    if (fd < 0)
        raise_file_error("create", reserved_file_new);
    errno = 0;
    if (write(fd, text, static_cast<std::size_t>(n)) != n) {
        if (errno == 0)
            errno = ENOSPC; // a short write says nothing else
        raise_file_error("write", reserved_file_new);
    }
    if (pg_fsync(fd) != 0)
        raise_file_error("fsync", reserved_file_new);
    if (CloseTransientFile(fd) != 0)
        raise_file_error("close", reserved_file_new);
    durable_rename(reserved_file_new, reserved_file, ERROR);
}

// The time of the last transaction that was replayed, by the clock of the server that we have replaced.
std::uint64_t replayed_ms() {
    const std::int64_t ms =
        (GetLatestXTime() - timestamp_of_unix_ms(codec::xid_epoch_ms)) / 1000; // floor is of no matter
    return ms > 0 && ms >> codec::xid::time_bits == 0 ? static_cast<std::uint64_t>(ms) : 0;
}

// --- what is in force ---

// This process's copy of it, as what the next call needs.
struct {
    codec::xid_maker make_xid;
    std::uint64_t free_until_ms; // ids of a later time need another look at what is reserved
    int machine;                 // -1: none that may be used
    bool cluster, standby;
} known;

// Whether the number is in use here, so that its times have to be reserved.
bool active(const server_settings &s) { return s.machine >= 0 && !s.standby && counters_guaranteed(); }

void copy(shared_counters &c) {
    const server_settings &s = c.settings;
    known.standby = s.standby;
    known.machine = s.standby ? -1 : s.machine;
    known.cluster = active(s) && s.keyed;
    known.make_xid =
        known.cluster ? codec::xid_maker(s.cluster_secret, s.machine) : codec::xid_maker(c.secret);
    const std::uint64_t reserved = pg_atomic_read_u64(&c.reserved_ms);
    known.free_until_ms = s.standby    ? 0 // so that each call sees whether it still is one
                          : !active(s) ? std::numeric_limits<std::uint64_t>::max()
                                       : reserved - Min(reserved, renew_when_left_ms);
    known_generation = pg_atomic_read_u64(&c.generation);
}

// The lock is held.
void put_in_force(shared_counters &c, server_settings s) {
    if (!same(s, c.settings)) {
        std::uint64_t used = pg_atomic_read_u64(&c.reserved_ms);
        if (active(s)) {
            used = Max(used, read_reserved());
            used = Max(used, replayed_ms());
        }
        // Nothing below fails.
        pg_atomic_fetch_add_u64(&c.generation, 1);
        pg_atomic_write_u64(&c.reserved_ms, used);
        use_up(c.xid, codec::xid_counter, used);
        use_up(c.snowish, codec::snowish_counter, used);
    }
    c.settings = s;
}

// Tells the server what this process has read, if that is newer than what it knows, and copies what is in
// force.
void settle(shared_counters &c) {
    const bool tell = news && knows(machine_known) && knows(key_known);
    const server_settings mine = tell ? settings_read() : server_settings{};
    const bool promoted = known_generation != 0 && known.standby && !RecoveryInProgress();
    lock_settings(c);
    const TimestampTz last = c.settings.read_at;
    // The time of another process is in the future where the clock was set back.  A parallel worker has the
    // values of its leader, which may be older than the time that it has of the postmaster.
    if (tell && (last == 0 || (!IsParallelWorker() && (mine.read_at > last || last > GetCurrentTimestamp()))))
        put_in_force(c, mine);
    else if (promoted && c.settings.standby) {
        server_settings s = c.settings;
        s.standby = false;
        put_in_force(c, s);
    }
    copy(c);
    unlock_settings(c);
    news = false;
}

void reserve(shared_counters &c, std::uint64_t ms) {
    if (ms > pg_atomic_read_u64(&c.reserved_ms))
        lock_settings(c);
    else if (!try_lock_settings(c))
        return; // there is some time left, and somebody is at it
    std::uint64_t reserved = pg_atomic_read_u64(&c.reserved_ms);
    if (ms + renew_when_left_ms > reserved) {
        reserved = ms + reserve_ahead_ms;
        write_reserved(reserved);
        pg_atomic_write_u64(&c.reserved_ms, reserved);
    }
    unlock_settings(c);
    known.free_until_ms = reserved - renew_when_left_ms;
}

bool up_to_date(shared_counters &c) { return pg_atomic_read_u64(&c.generation) == known_generation; }

// After a draw: whether the number is good.  If not, what is known has been renewed, and the caller draws
// again.
[[gnu::noinline]] bool look_again(shared_counters &c, std::uint64_t ms) {
    if (!up_to_date(c) || (known.standby && !RecoveryInProgress())) {
        settle(c);
        return false;
    }
    if (!known.standby)
        reserve(c, ms);
    return true;
}
bool good(shared_counters &c, std::uint64_t ms) {
    return (up_to_date(c) && ms <= known.free_until_ms) || look_again(c, ms);
}

shared_counters &settled_counters() {
    shared_counters &c = counters();
    if (!up_to_date(c) || (known.standby && !RecoveryInProgress()))
        settle(c);
    return c;
}

} // namespace

void learn_settings() {
    settings_changed();
    settle(counters());
}

void define_settings() {
    machine_known.was_placeholder = exists(machine_name);
    key_known.was_placeholder = exists(key_name);
    DefineCustomIntVariable(machine_name, "Sets the number of this server in its cluster.",
                            "No other server may have it.  -1 is none.", &machine_setting, -1, -1,
                            codec::xid_maker::machine_limit - 1, PGC_SIGHUP, 0, check_machine, assign_machine,
                            nullptr);
    DefineCustomStringVariable(key_name, "Sets the secret that all servers of the cluster share.",
                               "With it and base62id.machine no two servers make the same xid.",
                               &cluster_key_setting, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY, check_key,
                               assign_key, nullptr);
    MarkGUCPrefixReserved("base62id");
}

std::uint64_t next_xid(std::uint64_t now_ms) {
    shared_counters &c = counters();
    for (;;) {
        const std::uint64_t word = advance<codec::xid_counter>(c.xid, known.make_xid.limit(), now_ms);
        if (good(c, codec::xid::time(word))) [[likely]]
            return known.make_xid(word);
    }
}

std::uint64_t next_snowish(std::uint64_t now_ms) {
    using codec::snowish;
    shared_counters &c = settled_counters();
    for (;;) {
        if (known.machine < 0)
            ereport(ERROR,
                    (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                     known.standby ? errmsg("machine number is not in use while the server is in recovery")
                                   : errmsg("%s is not set", machine_name),
                     known.standby ? errdetail("It is the primary's.")
                                   : errhint("Set it to a number of its own on each server, 0 to %d, in the "
                                             "server's configuration, and reload that.",
                                             snowish::machine_limit - 1)));
        const std::uint64_t word =
            advance<codec::snowish_counter>(c.snowish, snowish::sequence_limit, now_ms);
        const std::uint64_t ms = word >> snowish::sequence_bits;
        if (good(c, ms)) [[likely]]
            return snowish::pack(ms, static_cast<std::uint32_t>(known.machine),
                                 static_cast<std::uint32_t>(word) & (snowish::sequence_limit - 1));
    }
}

const char *xid_scope() {
    settled_counters();
    return known.cluster ? "cluster" : counters_guaranteed() ? "server" : "session";
}

settings_in_force current_settings() {
    shared_counters &c = settled_counters();
    settings_in_force s;
    lock_settings(c);
    s.machine = c.settings.machine;
    s.keyed = c.settings.keyed;
    std::memcpy(s.key_digest, c.settings.key_digest, sizeof s.key_digest);
    unlock_settings(c);
    return s;
}

} // namespace base62id::pg
