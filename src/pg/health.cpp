// base62id_settings() and base62id_health(): what is in force on this server, and what is wrong with it.
// Both are for servers in trouble: a bad file or setting raises no error.
#include <charconv>

#include "codec/counter.hpp"

#include "pg/generate/clock.hpp"
#include "pg/generate/cluster.hpp"
#include "pg/generate/counters.hpp"
#include "pg/generate/reserved.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/server/text.hpp"
#include "pg/risks.hpp"
#include "pg/settings.hpp"
#include "pg/id_type/maker.hpp"

namespace base62id::pg {

namespace {

// --- what both say ---

const char *machine_fault() {
    const char *value = settings::bad_machine_now();
    return value == nullptr ? nullptr
                            : psprintf("The configuration says \"%s\", which is not a number from -1 to %d.",
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
        machine = read_reserved(s.reserved_file).fault.text();
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

// A detail with the place in the runbook that says what the row means and what to do: the anchor that the
// code hosts make of the heading "Health: WHAT".  All rows of id types have one.
const char *with_place(const char *what, const char *detail) {
    constexpr std::string_view of_type = "id type ";
    StringInfoData s;
    initStringInfo(&s);
    appendStringInfo(&s, "%s (docs/monitor.md#health-", detail);
    std::string_view name = what;
    if (name.starts_with(of_type))
        name = codec::slice(name, 0, of_type.size() - 1);
    for (const char c : name)
        if (c != '.')
            appendStringInfoChar(&s, c == ' ' ? '-' : c);
    appendStringInfoChar(&s, ')');
    return s.data;
}

struct report : rows {
    using rows::rows;

    void add(const char *what, const char *state, const char *detail) const {
        rows::add({what, state, with_place(what, detail)});
    }
    void add(const char *what, const char *state, const char *detail, std::int64_t value) const {
        const Datum number = NumericGetDatum(int64_to_numeric(value));
        rows::add({what, state, with_place(what, detail)}, &number);
    }
};

// A version as a number, by which 1.10 is later than 1.9 and 1.9.3 is 1.9; negative if it is none.
std::int64_t version_of(const char *text) {
    std::int32_t major = -1, minor = 0;
    const char *end = text + std::strlen(text), *dot = std::from_chars(text, end, major).ptr;
    if (*dot == '.')
        std::from_chars(dot + 1, end, minor);
    return std::int64_t{major} * 1'000'000 + minor;
}

void report_versions(const report &r, Oid called) {
    const char *objects = extension_version(called), *library = library_version();
    const std::int64_t sql = objects == nullptr ? -1 : version_of(objects), ours = version_of(library);
    const auto add = [&](const char *state, const char *remedy) {
        r.add("version", state,
              psprintf("library %s, extension %s%s", library, objects == nullptr ? "none" : objects, remedy));
    };
    if (objects == nullptr)
        add("note", ": these functions are not the extension's");
    else if (sql < 0)
        add("note", ": the extension's version is no number");
    else if (sql < ours)
        add("note", ": run ALTER EXTENSION base62id UPDATE as the extension's owner");
    else if (sql > ours)
        add("warning",
            ": install the library of the extension's version or a later one, and restart the server");
    else
        add("ok", "");
}

// What a library that is not preloaded means depends on whether somebody makes ids that count, or has keys.
use_of_counters use_of_this_server(const settings_in_force &s, Oid called) {
    if (settings::preloaded || s.machine >= 0 || s.key.wanted || is_named(settings::mask_key_file) ||
        s.last_ms != 0)
        return use_of_counters::some;
    return find_use_of_counters(called);
}

constexpr const char *unused_here = "nothing in this database generates xids, snowish or ts_seq_rand ids";

const char *not_looked() {
    return psprintf("not looked whether functions make xids, snowish or ts_seq_rand ids: there are more than "
                    "%d functions",
                    most_functions_read);
}

void report_library(const report &r, use_of_counters use) {
    if (settings::preloaded)
        r.add("library", "ok", "preloaded");
    else if (use == use_of_counters::none)
        r.add("library", "ok", psprintf("not preloaded; %s", unused_here));
    else if (use == use_of_counters::not_looked)
        r.add("library", "note", psprintf("not preloaded; %s", not_looked()));
    else if (counters_guaranteed())
        r.add("library", "note",
              "not preloaded: what was replayed is unknown after a promotion and a restart; shared memory is "
              "used");
    else
        r.add("library", "warning",
              "not preloaded: each session counts and reads keys for itself; add base62id to "
              "shared_preload_libraries and restart the server");
}

void report_scope(const report &r, const settings_in_force &s, use_of_counters use) {
    const std::string_view scope = xid_scope();
    const bool wants_cluster = s.machine >= 0 && s.key.wanted;
    if (scope == "cluster" || (scope == "server" && (!wants_cluster || s.standby)))
        r.add("scope", "ok", psprintf("%s: where xid_new() never repeats", xid_scope()));
    else if (scope == "server")
        r.add("scope", "warning",
              "server: the cluster key is not loaded, so other servers may generate the same xids");
    else if (use == use_of_counters::some)
        r.add("scope", "warning",
              "session: xid_new() is unique only within one session; add base62id to "
              "shared_preload_libraries and restart the server");
    else
        r.add("scope", use == use_of_counters::none ? "ok" : "note",
              psprintf("session: xid_new() would be unique only within one session; %s",
                       use == use_of_counters::none ? unused_here : not_looked()));
}

void report_machine(const report &r, const settings_in_force &s) {
    const auto add = [&](const char *state, const char *detail) {
        if (s.machine < 0)
            r.add("machine", state, detail);
        else
            r.add("machine", state, detail, s.machine);
    };
    if (const char *fault = machine_fault(); fault != nullptr && s.machine < 0)
        add("broken", fault);
    else if (fault != nullptr)
        add("warning", psprintf("A restart leaves the server without a number. %s", fault));
    else if (s.machine < 0)
        add(s.key.wanted ? "warning" : "ok",
            s.key.wanted ? "none, so the cluster key has no effect" : "none");
    else if (s.standby) {
        // The file does not show which server wrote it: a copy of a primary's directory contains it, too.
        const reservation file = read_reserved(s.reserved_file);
        const bool shared = !file.fault && file.timeline != 0 && file.machine == s.machine;
        add(shared ? "note" : "ok",
            shared
                ? "a number that this server had as a primary, or the primary that it was copied from: then "
                  "another number is safer after a failover"
                : "not in use while this server is in recovery");
    } else
        add("ok", "number of this server");
}

void report_key_file(const report &r, const char *what, bool wanted, std::int64_t count, const char *digests,
                     const char *fault) {
    const auto add = [&](const char *state, const char *detail) { r.add(what, state, detail, count); };
    if (!wanted && count == 0)
        add("ok", "none");
    else if (count == 0)
        add("broken", fault != nullptr ? fault : "no key is loaded");
    else if (fault != nullptr)
        add("warning", psprintf("%s loaded; a restart or reload may change that. %s", digests, fault));
    else
        add("ok", digests);
}

void report_keys(const report &r, const settings_in_force &s) {
    report_key_file(r, "cluster key", s.key.wanted, s.key.there ? 1 : 0, digest_text(s.key.digest),
                    cluster_key_file_fault(s.key));
    const mask_keys masks = current_mask_keys();
    const char *fault = settings::mask_key_file_known()
                            ? mask_key_file_fault()
                            : "This session does not know the server's configuration.";
    report_key_file(r, "mask keys", is_named(settings::mask_key_file), masks.count, list_mask_keys(masks),
                    fault);
}

// --- times ---

// Ids may be two seconds ahead of the clock after a start, or further if many were made at once.
constexpr std::int64_t usual_lead_ms = 3'000, long_lead_ms = 60'000;

std::int64_t lead_of(std::uint64_t xid_ms) {
    return static_cast<std::int64_t>(xid_ms) - static_cast<std::int64_t>(clock_xid_ms());
}

// Where a server that has another number, or none, found the file.
bool is_of_another_number(const reservation &file, const settings_in_force &s) {
    return s.machine >= 0 && !s.standby && file.machine != s.machine;
}

void report_reserved(const report &r, const settings_in_force &s) {
    const bool active = counters_guaranteed() && !s.standby;
    const file_fault not_written = try_reserving();
    const reservation file = read_reserved(s.reserved_file);
    if (file.fault)
        r.add("reserved times", active ? "broken" : "warning", file.fault.text());
    else if (not_written)
        r.add("reserved times", "broken",
              psprintf("no ids are generated when the reserved times are used up: %s", not_written.text()));
    else if (file.timeline == 0)
        r.add("reserved times", "ok", "none");
    else {
        const bool another = active && is_of_another_number(file, s);
        const char *whose = file.machine < 0 ? "without a number" : psprintf("of number %d", file.machine);
        r.add("reserved times", another ? "note" : "ok",
              psprintf("milliseconds from now to the last one, %s on timeline %u%s", whose, file.timeline,
                       another ? ": ids begin after it, and 2 seconds after now" : ""),
              lead_of(file.ms));
    }
    const auto failed = static_cast<std::int64_t>(s.failed_ids);
    const char *last = s.last_fault ? psprintf("; last failure of the file: %s", s.last_fault.text()) : "";
    r.add("failed ids", failed == 0 ? "ok" : "note",
          psprintf(
              "calls without an id since the server started, because reserved times or the cluster key were "
              "missing%s",
              last),
          failed);
}

// By how many milliseconds the last id is ahead of the clock, and until when; last_ms is 0 before the first.
void report_lead(const report &r, std::uint64_t last_ms, std::int64_t lead) {
    if (last_ms == 0)
        r.add("counters", "ok", "no ids yet");
    else if (lead < usual_lead_ms)
        r.add("counters", "ok", "milliseconds by which ids are ahead of the clock", lead);
    else
        r.add("counters", lead < long_lead_ms ? "note" : "warning",
              psprintf("milliseconds by which ids are ahead of the clock, until it is %s: it was further "
                       "ahead once, or many ids were generated at once",
                       text_of_xid_ms(last_ms)),
              lead);
}

void report_times(const report &r, const settings_in_force &s) {
    const std::int64_t lead = max(lead_of(s.last_ms), std::int64_t{0});
    report_lead(r, s.last_ms, lead);
    report_reserved(r, s);
    const bool standby = RecoveryInProgress();
    const char *identifier = psprintf("system identifier " UINT64_FORMAT, GetSystemIdentifier());
    if (standby)
        r.add("server", "ok", psprintf("%s, in recovery", identifier));
    else
        r.add("server", "ok", psprintf("timeline of %s", identifier), GetWALInsertionTimeLine());
}

// --- memory ---

void report_memory(const report &r) {
    const auto octets = static_cast<std::int64_t>(shared_octets_of_counters() + shared_octets_of_mask_keys());
    if (counters_have_another_layout() || mask_keys_have_another_layout()) {
        r.add("memory", "broken",
              counters_have_another_layout()
                  ? "shared memory of this server is another base62id version's, so xids, snowish and "
                    "ts_seq_rand ids are not generated: restart the server"
                  : "shared memory of this server is another base62id version's, so each session reads the "
                    "mask keys for itself: restart the server",
              octets);
        return;
    }
    if (octets > 0)
        r.add("memory", "ok", "bytes of shared memory in use", octets);
    else if (settings::preloaded)
        r.add("memory", "broken", "no shared memory is left for base62id: restart the server", octets);
    else
        r.add("memory", "ok", "no shared memory: each session has its own", octets);
}

// --- id types ---

// What is named after a type: looked up only where there is something to say of it, because PostgreSQL keeps
// each name that is looked up.
const char *row_of(const surveyed_type &one) { return psprintf("id type %s", format_type_be(one.id.type)); }
const char *literal_of(const surveyed_type &one) { return quote_literal_cstr(format_type_be(one.id.type)); }

// What is wrong with the parts of a type, and what to do.
void report_parts(const report &r, maker &m, const surveyed_type &one) {
    const type_faults faults = find_faults(m, one.id.type);
    if (*faults.taken == '\0' && *faults.lacking == '\0')
        return;
    const char *remedy = psprintf("run SELECT typeid_upgrade_type(%s)", literal_of(one));
    if (*faults.taken == '\0')
        r.add(row_of(one), "warning", psprintf("lacks %s; %s", faults.lacking, remedy));
    else
        r.add(row_of(one), "warning",
              psprintf("%s%s%sin the place of parts stand: %s; rename these, then %s",
                       *faults.lacking == '\0' ? "" : "lacks ", faults.lacking,
                       *faults.lacking == '\0' ? "" : "; ", faults.taken, remedy));
}

void report_missing_key(const report &r, const surveyed_type &one) {
    const mask_keys keys = current_mask_keys();
    r.add(row_of(one), "broken",
          psprintf("mask key %s is not loaded, %s; add it to the file that %s names, and reload",
                   digest_text(one.id.fingerprint),
                   keys.count == 0 ? "as no key is" : psprintf("but %s", list_mask_keys(keys)),
                   settings::mask_key_file_name));
}

// What a type needs, from nothing to the worst, and the state of a row that says so.
enum class need { nothing, an_end_of_moving, an_upgrade, a_key };
constexpr const char *state_of_need[] = {"ok", "note", "warning", "broken"};
const char *state_of(need n) { return state_of_need[static_cast<int>(n)]; }

bool has_mark(const surveyed_type &one, const char *mark) {
    return mark == nullptr || (one.mark != nullptr && std::strcmp(one.mark, mark) == 0);
}

need need_of(const surveyed_type &one, const expectation &expected) {
    if (one.id.masked && mask_key_number(one.id.fingerprint) == 0)
        return need::a_key;
    if (!has_mark(one, expected.mark) || one.parts.lack_some_of(expected.parts))
        return need::an_upgrade;
    return one.accepts_bigint ? need::an_end_of_moving : need::nothing;
}

// After an update of the extension all types have the parts of another version, which differ in number, too:
// the remedy is the same, so nobody looks which these are.
void report_id_type(const report &r, maker &m, const surveyed_type &one, const expectation &expected) {
    if (need_of(one, expected) == need::a_key)
        return report_missing_key(r, one);
    if (one.accepts_bigint)
        r.add(row_of(one), state_of(need::an_end_of_moving),
              psprintf("accepts bigints without a cast, for a move; then run "
                       "SELECT typeid_accept_bigint(%s, false)",
                       literal_of(one)));
    if (!has_mark(one, expected.mark))
        r.add(row_of(one), state_of(need::an_upgrade),
              psprintf("has the parts of another version; run SELECT typeid_upgrade_type(%s)",
                       literal_of(one)));
    else if (one.parts.lack_some_of(expected.parts))
        report_parts(r, m, one);
}

// What the template makes for a type.  Types with the same options have the same parts.
struct expectations {
    maker &m;
    expectation of_kind[16] = {};
    bool known[16] = {};

    const expectation &of(const id_type &id, bool accepts_bigint) {
        const int kind = id.is_number() * 8 + id.masked * 4 + id.accepts_uuid * 2 + accepts_bigint;
        if (!known[kind]) {
            of_kind[kind] = expected_parts(m, id.type);
            known[kind] = true;
        }
        return of_kind[kind];
    }
};

// What is said of thousands of types would be read by nobody, and to look at the parts of one costs the
// session 60 kB.
constexpr int most_types_with_rows = 10;

void report_number_of_types(const report &r, int types, int needy, need worst) {
    if (needy <= most_types_with_rows)
        r.add("id types", "ok", "types of this database", types);
    else
        r.add("id types", state_of(worst),
              psprintf("types of this database; %d of the %d that need something have rows: do for all of "
                       "them what these say",
                       most_types_with_rows, needy),
              types);
}

List *report_id_types(const report &r, Oid called) {
    maker m{};
    if (!set_extension(m, called))
        return NIL;
    m.waits_for_nobody = true;
    const survey all = take_survey(m);
    expectations expected{m};
    List *types = NIL;
    int needy = 0;
    auto worst = need::nothing;
    for (int i = 0; i < all.count; ++i) {
        const surveyed_type &one = all.types[i];
        types = lappend_oid(types, one.id.type);
        const expectation &e = expected.of(one.id, one.accepts_bigint);
        const need n = need_of(one, e);
        if (n == need::nothing)
            continue;
        worst = max(worst, n);
        if (++needy <= most_types_with_rows)
            report_id_type(r, m, one, e);
    }
    report_number_of_types(r, all.count, needy, worst);
    return types;
}

// --- indexes ---

// Whether an index uses an operator class of the extension or of one of these types.
bool is_over_ids(Datum indclass, Oid extension, const List *types) {
    const auto *classes = reinterpret_cast<const oidvector *>(DatumGetPointer(indclass));
    for (int i = 0; i < classes->dim1; ++i)
        if (const Oid c = classes->values[i];
            (OidIsValid(extension) && getExtensionOfObject(OperatorClassRelationId, c) == extension) ||
            list_member_oid(types, get_opclass_input_type(c)))
            return true;
    return false;
}

// A failed CREATE INDEX CONCURRENTLY leaves an index that no query uses and that may not be unique.
void report_indexes(const report &r, const List *types, Oid called) {
    const Oid extension = getExtensionOfObject(ProcedureRelationId, called);
    StringInfoData names;
    initStringInfo(&names);
    std::int64_t count = 0;
    each_tuple(IndexRelationId, InvalidOid, {}, [&](HeapTuple t, TupleDesc columns) {
        const auto *row = reinterpret_cast<const FormData_pg_index *>(GETSTRUCT(t));
        if (row->indisvalid || !is_over_ids(column_of(t, Anum_pg_index_indclass, columns), extension, types))
            return;
        if (const char *name = name_of_relation(row->indexrelid); name != nullptr)
            appendStringInfo(&names, "%s%s", count++ == 0 ? "" : ", ", name);
    });
    r.add("indexes", count == 0 ? "ok" : "warning",
          count == 0 ? "invalid indexes over ids"
                     : psprintf("invalid indexes over ids; REINDEX INDEX or drop: %s", names.data),
          count);
}

// --- tables ---

void report_foreign_keys(const report &r, const List *types, Oid called) {
    const found_objects keys = find_keys_of_texts(called, types);
    r.add("foreign keys", keys.count == 0 ? "ok" : "warning",
          keys.count == 0
              ? "foreign keys between texts and ids"
              : psprintf("foreign keys between texts and ids, which stop every DELETE of a referenced row: "
                         "drop each, convert the text column to the type of the id, and add it again: %s",
                         keys.list),
          keys.count);
}

void report_defaults(const report &r, const List *types, Oid called) {
    const found_objects defaults = find_defaults_of_version_4(called, types);
    r.add(
        "defaults", defaults.count == 0 ? "ok" : "note",
        defaults.count == 0
            ? "defaults that generate UUIDs of version 4 for ids that say when they were generated"
            : psprintf("defaults generate UUIDs of version 4, which do not say when they were generated: %s",
                       defaults.list),
        defaults.count);
}

// --- base62id.output ---

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
    int count = 0;
    each_tuple(DbRoleSettingRelationId, InvalidOid, {}, [&](HeapTuple t, TupleDesc columns) {
        const auto *row = reinterpret_cast<const FormData_pg_db_role_setting *>(GETSTRUCT(t));
        const Datum config = column_of(t, Anum_pg_db_role_setting_setconfig, columns);
        const char *output = config == 0 ? nullptr : output_of(config);
        if (output == nullptr)
            return;
        const char *role = OidIsValid(row->setrole) ? GetUserNameFromId(row->setrole, true) : nullptr;
        const char *database = OidIsValid(row->setdatabase) ? get_database_name(row->setdatabase) : nullptr;
        if (count++ > 0)
            appendStringInfoString(&all, "; ");
        if (role != nullptr)
            appendStringInfo(&all, "role %s", role);
        if (role != nullptr && database != nullptr)
            appendStringInfoString(&all, " in ");
        if (database != nullptr)
            appendStringInfo(&all, "database %s", database);
        appendStringInfo(&all, ": %s", output);
    });
    r.add("base62id.output", count == 0 ? "ok" : "note",
          count == 0 ? "set for no role and no database" : all.data, count);
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
    const Oid called = fcinfo->flinfo->fn_oid;
    const pg::settings_in_force s = pg::current_settings();
    const pg::use_of_counters use = pg::use_of_this_server(s, called);
    pg::report_versions(r, called);
    pg::report_library(r, use);
    pg::report_scope(r, s, use);
    pg::report_machine(r, s);
    pg::report_keys(r, s);
    pg::report_times(r, s);
    pg::report_memory(r);
    const List *types = pg::report_id_types(r, called);
    pg::report_indexes(r, types, called);
    pg::report_foreign_keys(r, types, called);
    pg::report_defaults(r, types, called);
    pg::report_output(r);
    return Datum{0};
}
