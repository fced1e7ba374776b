#include <charconv>

#include "pg/keys/mask_keys.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/keys/number_masks.hpp"
#include "pg/server/shared_memory.hpp"
#include "pg/server/worker.hpp"
#include "pg/settings.hpp"

namespace base62id::pg {

known_mask_keys known_masks;

namespace {

constexpr const char *setting_name = settings::mask_key_file_name;
constexpr int max_keys = 1000;

// What is in force in this server.  The places of the fields are for good (shared_memory.hpp).
struct keys_in_force {
    shared_header header;
    LWLock lock;
    TimestampTz read_at;      // the configuration's time when the file was last tried; 0: never
    std::uint64_t generation; // goes up with each change
    std::uint64_t fault;      // as cluster_key's
    int count;                // 0: there are none
    stored_key keys[max_keys];
};

void initialise(void *memory);

constexpr std::size_t room = 40'960;
constexpr std::uint32_t mask_keys_layout = 1;
constexpr shared_segment segment{"base62id mask keys", room, mask_keys_layout, nullptr, initialise, false};

static_assert(offsetof(keys_in_force, lock) == 16);
static_assert(offsetof(keys_in_force, read_at) == 16 + sizeof(LWLock));
static_assert(offsetof(keys_in_force, generation) == 24 + sizeof(LWLock));
static_assert(offsetof(keys_in_force, fault) == 32 + sizeof(LWLock));
static_assert(offsetof(keys_in_force, count) == 40 + sizeof(LWLock));
static_assert(offsetof(keys_in_force, keys) == 48 + sizeof(LWLock));
static_assert(sizeof(stored_key) == 32);
static_assert(sizeof(keys_in_force) <= room);

void initialise(void *memory) {
    begin_segment(segment, memory);
    LWLockInitialize(&static_cast<keys_in_force *>(memory)->lock, b62_new_lock_tranche("base62id"));
}

keys_in_force own; // of this process alone

// `by` is MyProcPid: a pointer inherited by fork is not ours.
struct {
    int by;
    keys_in_force *to;
    attaching found_as;
} attached;

keys_in_force &in_force() {
    if (attached.by != MyProcPid) {
        const attached_segment found = attach_shared(segment);
        auto *k = static_cast<keys_in_force *>(found.memory);
        if (k != nullptr)
            b62_name_lock_tranche(k->lock.tranche, "base62id");
        attached = {MyProcPid, k != nullptr ? k : &own, found.result};
    }
    return *attached.to;
}
void lock(keys_in_force &k, LWLockMode mode) {
    if (&k != &own)
        LWLockAcquire(&k.lock, mode);
}
void unlock(keys_in_force &k) {
    if (&k != &own)
        LWLockRelease(&k.lock);
}

constexpr std::size_t key_digits = 2 * codec::siphash::key_size;

bool parse_line(std::string_view line, stored_key *to) {
    const char *end = line.data() + line.size();
    const auto [colon, error] = std::from_chars(line.data(), end, to->number);
    if (error != std::errc{} || to->number <= 0 || colon == end || *colon != ':' ||
        !read_hex({colon + 1, static_cast<std::size_t>(end - colon - 1)}, to->octets, sizeof to->octets))
        return false;
    to->fingerprint = key_digest({reinterpret_cast<const char *>(to->octets), sizeof to->octets},
                                 "base62id mask key digest 1");
    return true;
}

bool has_number(const stored_key *keys, int count, int number) {
    for (int i = 0; i < count; ++i)
        if (keys[i].number == number)
            return true;
    return false;
}

// Fills `keys`, which has room for one more than there can be; what is wrong, or null.
const char *parse(std::string_view text, stored_key *keys, int *count) {
    for (int number = 1; !text.empty(); ++number) {
        std::string_view line = take_line(&text);
        if (line.empty() || line.front() == '#')
            continue;
        stored_key &k = keys[*count];
        if (!parse_line(line, &k))
            return psprintf(
                "Line %d of the file that %s names is not a number, a colon and %zu hexadecimal digits.",
                number, setting_name, key_digits);
        if (has_number(keys, *count, k.number))
            return psprintf("Line %d of the file that %s names gives the number %d a second key.", number,
                            setting_name, k.number);
        if (++*count > max_keys)
            return psprintf("The file that %s names has more than %d keys.", setting_name, max_keys);
    }
    // A file that somebody is writing may have none yet.
    return *count == 0 ? psprintf("The file that %s names has no keys.", setting_name) : nullptr;
}

// What the file holds now.
struct reading {
    stored_key *keys;
    int count;
    const char *fault;

    void wipe() { explicit_bzero(keys, (max_keys + 1) * sizeof *keys); }
};
reading read_keys() {
    reading r{static_cast<stored_key *>(palloc0((max_keys + 1) * sizeof(stored_key))), 0, nullptr};
    key_file f = read_key_file(setting_name, settings::mask_key_file);
    r.fault = f.fault != nullptr ? f.fault : parse(f.text(), r.keys, &r.count);
    f.wipe();
    if (r.fault != nullptr)
        r.count = 0;
    return r;
}

bool same(const keys_in_force &k, const reading &r) {
    return k.count == r.count &&
           std::memcmp(k.keys, r.keys, static_cast<std::size_t>(r.count) * sizeof *r.keys) == 0;
}

// Whether the file has to be read: until there are keys, and after a reload.  If the clock was set back, the
// time of another process is in the future.  A parallel worker uses its leader's keys.
bool is_due(const keys_in_force &k) {
    return k.count == 0 ||
           (!IsParallelWorker() && (PgReloadTime > k.read_at || k.read_at > GetCurrentTimestamp()));
}

// Puts the keys that were read in force, unless another process was faster; true if a WARNING is due because
// they cannot be used.  The lock is held.
bool put_in_force(keys_in_force &k, const reading &r) {
    if (!is_due(k))
        return false;
    k.read_at = PgReloadTime;
    const std::uint64_t fault = r.fault == nullptr ? 0 : fault_number(r.fault);
    const bool stays = r.fault != nullptr && k.count > 0 && is_named(settings::mask_key_file),
               tell = stays && fault != k.fault;
    k.fault = fault;
    if (!stays && !same(k, r)) {
        std::memcpy(k.keys, r.keys, max_keys * sizeof *k.keys);
        k.count = r.count;
        ++k.generation;
    }
    return tell;
}

// Copies the keys in force.  The lock is held.
void take_over(const keys_in_force &k) {
    const std::uint64_t generation = k.count == 0 ? 0 : k.generation;
    if (known_masks.generation != generation) {
        mask_key *keys = nullptr;
        if (k.count > 0)
            keys = static_cast<mask_key *>(
                MemoryContextAlloc(TopMemoryContext, static_cast<std::size_t>(k.count) * sizeof *keys));
        if (known_masks.keys != nullptr) {
            explicit_bzero(known_masks.keys, static_cast<std::size_t>(known_masks.count) * sizeof *keys);
            pfree(known_masks.keys);
        }
        known_masks.keys = keys;
        known_masks.count = k.count;
        for (int i = 0; i < k.count; ++i)
            keys[i] = {k.keys[i], codec::siphash(codec::siphash::key_of(k.keys[i].octets))};
        known_masks.generation = generation;
        forget_number_masks();
    }
    known_masks.read_at = PgReloadTime;
}

const char *renew() {
    keys_in_force &k = in_force();
    const bool reads = settings::mask_key_file_known();
    lock(k, LW_SHARED);
    const bool needs_others = !reads && k.count == 0;
    unlock(k);
    if (needs_others && &k != &own)
        ask_postmaster();
    lock(k, LW_SHARED);
    const bool due = is_due(k) && reads;
    if (!due)
        take_over(k);
    unlock(k);
    if (!due)
        return known_masks.count > 0
                   ? nullptr
                   : "This session does not know the server's configuration until that is reloaded.";
    reading r = read_keys();
    lock(k, LW_EXCLUSIVE);
    const bool tell = put_in_force(k, r);
    take_over(k);
    unlock(k);
    r.wipe();
    if (tell)
        warn_of_key_file(setting_name, r.fault);
    return known_masks.count > 0 ? nullptr : r.fault;
}

} // namespace

void request_mask_keys() { request_shared_memory(segment); }

std::size_t shared_octets_of_mask_keys() { return &in_force() == &own ? 0 : room; }

bool mask_keys_have_another_layout() {
    (void)in_force();
    return attached.found_as == attaching::another_layout;
}

mask_keys current_mask_keys() {
    const char *fault = known_masks.current() ? nullptr : renew();
    return {known_masks.keys, known_masks.count, fault};
}

const mask_key &mask_key_of_number(int number) {
    const mask_keys keys = current_mask_keys();
    for (int i = 0; i < keys.count; ++i)
        if (keys.first[i].number == number)
            return keys.first[i];
    ereport(ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("there is no mask key %d", number),
             keys.fault != nullptr
                 ? errdetail_internal("%s", keys.fault)
                 : errdetail("The file that %s names has no key of this number.", setting_name),
             errhint("A line of that file is a number, a colon and what \"openssl rand -hex 16\" prints.")));
}

int mask_key_number(std::uint64_t fingerprint) {
    (void)current_mask_keys();
    const mask_key *key = find_mask_key(fingerprint);
    return key == nullptr ? 0 : key->number;
}

const char *list_mask_keys(const mask_keys &keys) {
    StringInfoData s;
    initStringInfo(&s);
    for (int i = 0; i < keys.count; ++i)
        appendStringInfo(&s, "%s%d: %s", i == 0 ? "" : ", ", keys.first[i].number,
                         digest_text(keys.first[i].fingerprint));
    return s.data;
}

const char *mask_key_file_fault() {
    if (!settings::mask_key_file_known() || !is_named(settings::mask_key_file))
        return nullptr;
    const mask_keys keys = current_mask_keys();
    reading r = read_keys();
    bool other = keys.count != r.count;
    for (int i = 0; i < r.count && !other; ++i)
        other =
            keys.first[i].number != r.keys[i].number || keys.first[i].fingerprint != r.keys[i].fingerprint;
    r.wipe();
    if (r.fault != nullptr)
        return r.fault;
    if (!other)
        return nullptr;
    return psprintf("The file that %s names has other keys than those in effect.", setting_name);
}

} // namespace base62id::pg
