// The library: its settings, and what happens when it is loaded.
#include <algorithm>

#include "codec/counter.hpp"

#include "pg/generate/cluster.hpp"
#include "pg/generate/counters.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/settings.hpp"

// The Makefile gives META.json's version as it is, without quotes.
#define B62_QUOTED(text) #text
#define B62_AS_STRING(macro) B62_QUOTED(macro)
#define B62_VERSION B62_AS_STRING(BASE62ID_VERSION)

extern "C" {
B62_MODULE_MAGIC(.name = "base62id", .version = B62_VERSION);

PGDLLEXPORT void _PG_init(void);
}

namespace base62id::pg {

namespace settings {

int output = static_cast<int>(output_form::id);
int machine = -1;
char *cluster_key_file = nullptr, *mask_key_file = nullptr, *reserved_file = nullptr;
std::uint64_t changes = 0;
bool preloaded = false;

} // namespace settings

namespace {

struct origin {
    const char *name;
    bool hidden;     // a database's, a role's or a connection's value hid that of the configuration
    bool configured; // the configuration set a value

    // What the configuration says, as long as the setting is a placeholder; null if that is nothing, or
    // hidden. A SET of the session is of no account: PostgreSQL keeps what it will go back to on RESET.
    const char *note_placeholder() {
        const GucSource source = b62_reset_source(name);
        hidden = source > PGC_S_ARGV;
        return source > PGC_S_DEFAULT && !hidden ? GetConfigOptionResetString(name) : nullptr;
    }
    void note_source(GucSource source) { configured |= source > PGC_S_DEFAULT; }
    // Takes the value that the configuration's files give a hidden setting; null: none.
    void learn(const char *value) {
        if (value == nullptr)
            hidden = false;
        else
            SetConfigOption(name, value, PGC_SIGHUP, PGC_S_FILE);
    }
    bool known() const { return configured || !hidden || settings::preloaded; }
};
origin machine_origin{settings::machine_name, false, false},
    cluster_key_origin{settings::cluster_key_file_name, false, false},
    mask_key_origin{settings::mask_key_file_name, false, false},
    reserved_origin{settings::reserved_file_name, false, false};
constexpr origin *origins[] = {&machine_origin, &cluster_key_origin, &mask_key_origin, &reserved_origin};

constexpr int last_machine = codec::xid_maker::machine_limit - 1;

const char *refused_machine = nullptr;
bool refused_in_files = false; // and not in the server's command line

bool is_machine(const char *value) {
    int n;
    return parse_int(value, &n, 0, nullptr) && n >= -1 && n <= last_machine;
}

void remember_bad_machine(const char *value, bool in_files) {
    if (value == nullptr || is_machine(value))
        return;
    refused_machine = MemoryContextStrdup(TopMemoryContext, value);
    refused_in_files = in_files;
}

bool check_machine(int *, void **, GucSource source) {
    machine_origin.note_source(source);
    return true;
}
bool check_cluster_key_file(char **, void **, GucSource source) {
    cluster_key_origin.note_source(source);
    return true;
}
bool check_mask_key_file(char **, void **, GucSource source) {
    mask_key_origin.note_source(source);
    return true;
}
bool check_reserved_file(char **path, void **, GucSource source) {
    constexpr std::size_t longest = MAXPGPATH - sizeof ".tmp";
    if (*path != nullptr && std::strlen(*path) > longest) {
        GUC_check_errdetail("The path has more than %zu bytes.", longest);
        return false;
    }
    reserved_origin.note_source(source);
    return true;
}
void assign_machine(int, void *) { ++settings::changes; }
void assign_file(const char *, void *) { ++settings::changes; }

// The last value of a setting in what was read from the configuration's files, which counts, or null.
const char *value_in_files(const ConfigVariable *items, const char *name) {
    const char *value = nullptr;
    for (const ConfigVariable *item = items; item != nullptr; item = item->next)
        if (!item->ignore && item->name != nullptr && pg_strcasecmp(item->name, name) == 0)
            value = item->value;
    return value;
}

// What the configuration's files say, read again; they may have changed since the server has read them.
struct configuration_files {
    ConfigVariable *first = nullptr, *last = nullptr;

    bool read() {
        return ParseConfigFile(ConfigFileName, true, nullptr, 0, 0, DEBUG1, &first, &last) &&
               ParseConfigFile(PG_AUTOCONF_FILENAME, false, nullptr, 0, 0, DEBUG1, &first, &last);
    }
};

// Reads in the configuration's files what was hidden.  What another session has put in force stays in force
// until a reload.  Where all sessions share memory, the postmaster is asked instead, when the settings are
// needed (server/worker.hpp).
void learn_hidden_settings() {
    const bool some =
        std::any_of(std::begin(origins), std::end(origins), [](origin *o) { return !o->known(); });
    if (!some || b62_has_named_segments)
        return;
    configuration_files files;
    const bool read = files.read();
    if (read && machine_origin.hidden)
        remember_bad_machine(value_in_files(files.first, machine_origin.name), true);
    for (origin *o : origins)
        if (read && !o->known())
            o->learn(value_in_files(files.first, o->name));
    FreeConfigVariables(files.first);
}

void define_settings() {
    static constexpr config_enum_entry forms[] = {
        {"id", static_cast<int>(output_form::id), false},
        {"uuid", static_cast<int>(output_form::uuid), false},
        {nullptr, 0, false},
    };
    const bool in_files = b62_reset_source(settings::machine_name) == PGC_S_FILE;
    remember_bad_machine(machine_origin.note_placeholder(), in_files);
    cluster_key_origin.note_placeholder();
    mask_key_origin.note_placeholder();
    reserved_origin.note_placeholder();
    // Reported, so that a pooler that shares a server connection can keep what each client has set.
    DefineCustomEnumVariable("base62id.output", "Sets what ids that are UUIDs are written as.",
                             "\"id\" is the text of their type; \"uuid\" is that of a uuid.",
                             &settings::output, settings::output, forms, PGC_USERSET, GUC_REPORT, nullptr,
                             nullptr, nullptr);
    DefineCustomIntVariable(settings::machine_name, "Sets the number of this server in its cluster.",
                            "No other server may have it.  -1 is none.", &settings::machine, -1, -1,
                            last_machine, PGC_SIGHUP, 0, check_machine, assign_machine, nullptr);
    DefineCustomStringVariable(
        settings::cluster_key_file_name, "Sets the file of the secret that all servers of the cluster share.",
        "It is relative to the data directory.  With the secret and base62id.machine no two "
        "servers make the same xid.",
        &settings::cluster_key_file, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY, check_cluster_key_file, assign_file,
        nullptr);
    DefineCustomStringVariable(settings::mask_key_file_name, "Sets the file of the keys that mask ids.",
                               "It is relative to the data directory.  Lines NUMBER:32 hexadecimal digits.",
                               &settings::mask_key_file, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY,
                               check_mask_key_file, nullptr, nullptr);
    DefineCustomStringVariable(
        settings::reserved_file_name, "Sets the file of the times that ids of this server may have.",
        "It is relative to the data directory; empty is base62id.reserved in pg_stat. Outside of the data "
        "directory it survives what puts that back to an earlier time.",
        &settings::reserved_file, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY, check_reserved_file, assign_file,
        nullptr);
    MarkGUCPrefixReserved("base62id");
}

} // namespace

bool settings::cluster_known() {
    return machine_origin.known() && cluster_key_origin.known() && reserved_origin.known();
}
const char *settings::bad_machine() { return machine_origin.configured ? nullptr : refused_machine; }

const char *settings::bad_machine_now() {
    // The server's command line is stronger than the files.
    if (b62_reset_source(machine_name) > PGC_S_FILE)
        return nullptr;
    configuration_files files;
    if (!files.read())
        return bad_machine();
    const char *value = value_in_files(files.first, machine_name);
    if (value != nullptr && !is_machine(value))
        return value;
    return value == nullptr && refused_in_files ? nullptr : bad_machine();
}

bool settings::mask_key_file_known() { return mask_key_origin.known(); }

} // namespace base62id::pg

void _PG_init(void) {
    base62id::pg::settings::preloaded = process_shared_preload_libraries_in_progress;
    base62id::pg::define_settings();
    base62id::pg::learn_hidden_settings();
    if (process_shared_preload_libraries_in_progress) {
        base62id::pg::request_counters();
        base62id::pg::request_mask_keys();
        base62id::pg::watch_promotion();
    }
}

// The version of the library; the extension's objects may be older until ALTER EXTENSION UPDATE.
const char *base62id::pg::library_version() { return B62_VERSION; }
B62_FN(base62id_version) { PG_RETURN_TEXT_P(cstring_to_text(B62_VERSION)); }
