// base62id_settings() and base62id_health(): what is in force on this server, and what is wrong with it.
// Both are for servers in trouble: a bad file or setting raises no error.
#include "codec/counter.hpp"

#include "pg/generate/clock.hpp"
#include "pg/generate/cluster.hpp"
#include "pg/generate/counters.hpp"
#include "pg/generate/reserved.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/server/result_row.hpp"
#include "pg/server/text.hpp"
#include "pg/settings.hpp"
#include "pg/typed/maker.hpp"

namespace base62id::pg {

namespace {

// --- what both say ---

const char *machine_fault() {
    const char *value = settings::bad_machine();
    return value == nullptr ? nullptr
                            : psprintf("The configuration says \"%s\", which is no number from -1 to %d.",
                                       value, codec::xid_maker::machine_limit - 1);
}

// The rows of a function that returns a table.  A null text is NULL.
struct rows {
    ReturnSetInfo *result;

    explicit rows(FunctionCallInfo fcinfo) {
        InitMaterializedSRF(fcinfo, 0);
        result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    }
    template <std::size_t N>
    void add(const char *const (&texts)[N], const Datum *number = nullptr) const {
        Datum values[N + 1] = {};
        bool nulls[N + 1] = {};
        for (std::size_t i = 0; i < N; ++i) {
            nulls[i] = texts[i] == nullptr;
            values[i] = nulls[i] ? Datum{0} : CStringGetTextDatum(texts[i]);
        }
        nulls[N] = number == nullptr;
        values[N] = nulls[N] ? Datum{0} : *number;
        tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
    }
};

// --- settings ---

void report_settings(const rows &r) {
    const settings_in_force s = current_settings();
    const char *machine = machine_fault();
    if (machine == nullptr && s.past_unreadable)
        machine = read_reserved().fault.text;
    r.add({"machine", s.machine < 0 ? nullptr : psprintf("%d", s.machine), machine});
    r.add({"cluster_key", s.key.there ? digest_text(s.key.digest) : nullptr, cluster_key_file_fault(s.key)});
    r.add({"scope", xid_scope(), nullptr});
    const mask_keys masks = current_mask_keys();
    const char *fault = mask_key_file_fault();
    for (int i = 0; i < masks.count; ++i)
        r.add(
            {psprintf("mask_key %d", masks.first[i].number), digest_text(masks.first[i].fingerprint), fault});
    if (masks.count == 0 && fault != nullptr)
        r.add({"mask_key", nullptr, fault});
}

// --- health ---

struct report : rows {
    using rows::rows;

    void add(const char *what, const char *state, const char *detail) const {
        rows::add({what, state, detail});
    }
    void add(const char *what, const char *state, const char *detail, std::int64_t value) const {
        const Datum number = NumericGetDatum(int64_to_numeric(value));
        rows::add({what, state, detail}, &number);
    }
};

// The version of the extension that `called` belongs to, or null.
const char *extension_version(Oid called) {
    const Oid extension = getExtensionOfObject(ProcedureRelationId, called);
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_extension_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(extension));
    const Relation extensions = table_open(ExtensionRelationId, AccessShareLock);
    const SysScanDesc scan = systable_beginscan(extensions, ExtensionOidIndexId, true, nullptr, 1, &key);
    const HeapTuple t = systable_getnext(scan);
    const char *version = nullptr;
    if (HeapTupleIsValid(t)) {
        bool isnull;
        const Datum d = heap_getattr(t, Anum_pg_extension_extversion, RelationGetDescr(extensions), &isnull);
        version = TextDatumGetCString(d);
    }
    systable_endscan(scan);
    table_close(extensions, AccessShareLock);
    return version;
}

void report_versions(const report &r, Oid called) {
    const char *objects = extension_version(called), *library = library_version();
    // The SQL objects have the library's version without its last number.
    const bool same = objects != nullptr && std::string_view(library).starts_with(objects);
    r.add("version", same ? "ok" : "note",
          objects == nullptr ? psprintf("library %s, called without the extension", library)
          : same
              ? psprintf("library %s, extension %s", library, objects)
              : psprintf("library %s, extension %s: run ALTER EXTENSION base62id UPDATE", library, objects));
    if (settings::preloaded)
        r.add("library", "ok", "preloaded");
    else if (counters_guaranteed())
        r.add("library", "note",
              "not preloaded: what was replayed is unknown after a promotion and a restart; shared memory is "
              "used");
    else
        r.add("library", "warning",
              "not preloaded: each session counts and reads keys for itself; add base62id to "
              "shared_preload_libraries and restart the server");
}

void report_machine(const report &r, const settings_in_force &s) {
    const std::string_view scope = xid_scope();
    const bool wants_cluster = s.machine >= 0 && s.key.wanted;
    r.add("scope",
          scope == "cluster" || (scope == "server" && (!wants_cluster || s.standby)) ? "ok" : "warning",
          psprintf("%s: where xid_new() never repeats", xid_scope()));
    if (const char *fault = machine_fault())
        r.add("machine", "broken", fault);
    else if (s.machine < 0)
        r.add("machine", s.key.wanted ? "warning" : "ok",
              s.key.wanted ? "none, so the cluster key has no effect" : "none");
    else if (s.standby) {
        // The file does not show which server wrote it: a copy of a primary's directory contains it, too.
        const reservation file = read_reserved();
        const bool shared = !file.fault && file.timeline != 0 && file.machine == s.machine;
        r.add("machine", shared ? "note" : "ok",
              shared ? psprintf("%d, which this server had as a primary, or the primary that it was copied "
                                "from: then another number is safer after a failover",
                                s.machine)
                     : psprintf("%d, not in use while this server is in recovery", s.machine));
    } else
        r.add("machine", "ok", psprintf("%d", s.machine));
}

void report_key_file(const report &r, const char *what, bool wanted, bool there, const char *digests,
                     const char *fault) {
    if (!wanted && !there)
        r.add(what, "ok", "none");
    else if (!there)
        r.add(what, "broken", fault != nullptr ? fault : "no key is in force");
    else if (fault != nullptr)
        r.add(what, "warning",
              psprintf("%s in force; a restart or reload may change that. %s", digests, fault));
    else
        r.add(what, "ok", digests);
}

void report_keys(const report &r, const settings_in_force &s) {
    report_key_file(r, "cluster key", s.key.wanted, s.key.there, digest_text(s.key.digest),
                    cluster_key_file_fault(s.key));
    const char *masks = mask_keys_json();
    const char *fault = settings::mask_key_file_known()
                            ? mask_key_file_fault()
                            : "This session does not know the server's configuration.";
    report_key_file(r, "mask keys", is_named(settings::mask_key_file), masks != nullptr, masks, fault);
}

// Ids may be two seconds ahead of the clock after a start, or further if many were made at once.
constexpr std::int64_t usual_lead_ms = 3'000, long_lead_ms = 60'000;

void report_times(const report &r, const settings_in_force &s) {
    const std::int64_t lead =
        static_cast<std::int64_t>(s.last_ms) - static_cast<std::int64_t>(clock_xid_ms());
    r.add("counters",
          lead < usual_lead_ms  ? "ok"
          : lead < long_lead_ms ? "note"
                                : "warning",
          s.last_ms == 0 ? "no ids yet"
          : lead <= 0    ? "not ahead of the clock"
                         : psprintf("%lld ms ahead of the clock", static_cast<long long>(lead)));
    const reservation file = read_reserved();
    const bool ours = file.timeline != 0 && file.machine == s.machine, active = s.machine >= 0 && !s.standby;
    if (file.fault)
        r.add("reserved times", active ? "broken" : "warning", file.fault.text);
    else if (file.timeline == 0)
        r.add("reserved times", "ok", "none");
    else
        r.add("reserved times", ours || !active ? "ok" : "note",
              psprintf("up to %s by number %d on timeline %u",
                       timestamptz_to_str(
                           timestamp_of_unix_ms(codec::xid_epoch_ms + static_cast<std::int64_t>(file.ms))),
                       file.machine, file.timeline));
    r.add("server", "ok",
          RecoveryInProgress()
              ? psprintf("system identifier " UINT64_FORMAT ", in recovery", GetSystemIdentifier())
              : psprintf("system identifier " UINT64_FORMAT ", timeline %u", GetSystemIdentifier(),
                         GetWALInsertionTimeLine()));
}

void report_typed_ids(const report &r, Oid called) {
    const List *types = find_typed_ids(find_language(called));
    StringInfoData late;
    initStringInfo(&late);
    for (int i = 0; i < list_length(types); ++i) {
        const Oid type = list_nth_oid(types, i);
        if (!is_complete(type))
            appendStringInfo(&late, "%s%s", late.len == 0 ? "" : ", ", format_type_be(type));
    }
    r.add("typed ids", late.len == 0 ? "ok" : "note",
          late.len == 0 ? psprintf("%d", list_length(types))
                        : psprintf("run typeid_upgrade_type() for %s", late.data));
}

// base62id.output among the settings of a row of pg_db_role_setting, or null.
const char *output_of(Datum settings) {
    Datum *items;
    int n;
    deconstruct_array(DatumGetArrayTypeP(settings), TEXTOID, -1, false, TYPALIGN_INT, &items, nullptr, &n);
    constexpr std::string_view name = "base62id.output=";
    for (int i = 0; i < n; ++i)
        if (const char *item = TextDatumGetCString(items[i]); std::string_view(item).starts_with(name))
            return item + name.size();
    return nullptr;
}

// Roles and databases that read ids as uuids.
void report_output(const report &r) {
    StringInfoData all;
    initStringInfo(&all);
    const Relation settings = table_open(DbRoleSettingRelationId, AccessShareLock);
    const SysScanDesc scan = systable_beginscan(settings, InvalidOid, false, nullptr, 0, nullptr);
    for (HeapTuple t; HeapTupleIsValid(t = systable_getnext(scan));) {
        const auto *row = reinterpret_cast<const FormData_pg_db_role_setting *>(GETSTRUCT(t));
        bool isnull;
        const Datum config =
            heap_getattr(t, Anum_pg_db_role_setting_setconfig, RelationGetDescr(settings), &isnull);
        const char *output = isnull ? nullptr : output_of(config);
        if (output == nullptr)
            continue;
        const char *role = OidIsValid(row->setrole) ? GetUserNameFromId(row->setrole, true) : nullptr;
        const char *database = OidIsValid(row->setdatabase) ? get_database_name(row->setdatabase) : nullptr;
        appendStringInfo(
            &all, "%s%s%s%s%s: %s", all.len == 0 ? "" : "; ", OidIsValid(row->setrole) ? "role " : "",
            role != nullptr ? role : "",
            OidIsValid(row->setdatabase) ? OidIsValid(row->setrole) ? " in database " : "database " : "",
            database != nullptr ? database : "", output);
    }
    systable_endscan(scan);
    table_close(settings, AccessShareLock);
    r.add("base62id.output", all.len == 0 ? "ok" : "note",
          all.len == 0 ? "set for no role and no database" : all.data);
}

} // namespace

} // namespace base62id::pg

using namespace base62id;

B62_FN(base62id_settings) {
    pg::report_settings(pg::rows(fcinfo));
    return Datum{0};
}

B62_FN(base62id_health) {
    const pg::report r(fcinfo);
    const pg::settings_in_force s = pg::current_settings();
    pg::report_versions(r, fcinfo->flinfo->fn_oid);
    pg::report_machine(r, s);
    pg::report_keys(r, s);
    pg::report_times(r, s);
    pg::report_typed_ids(r, fcinfo->flinfo->fn_oid);
    pg::report_output(r);
    return Datum{0};
}
