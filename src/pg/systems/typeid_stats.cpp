// ANALYZE of typeid columns: besides core's scalar statistics, how often each type prefix occurs.
//
// Ids are distinct, so a histogram is all that core keeps of them, and a type prefix that fills less than one
// bucket is lost in it.  A further statistics slot of a private kind (catalog/pg_statistic.h leaves 10000 to
// 30000 to private use; pg_dump and pg_upgrade ignore it, the next ANALYZE makes it again) holds
//   stavalues   the type prefixes of the sample, as text, most frequent first
//   stanumbers  the fraction of the non-null rows that each of them has
#include "pg/search/search.hpp"
#include "pg/systems/typeid_traits.hpp"

namespace base62id::pg {

namespace {

constexpr int16 statistic_kind_type_prefix = 16262;
constexpr int max_prefixes = 1000;

struct counted_prefix {
    char text[codec::type_id::max_prefix + 1]; // NUL-terminated: the key of a string hash table
    int64 count;
};

// The column's own ANALYZE, which ours wraps.
struct wrapped_analyze {
    AnalyzeAttrComputeStatsFunc compute;
    void *extra;
};

int by_count(const void *a, const void *b) {
    const int64 x = (*static_cast<counted_prefix *const *>(a))->count;
    const int64 y = (*static_cast<counted_prefix *const *>(b))->count;
    return x < y   ? 1
           : x > y ? -1
                   : std::strcmp((*static_cast<counted_prefix *const *>(a))->text,
                                 (*static_cast<counted_prefix *const *>(b))->text);
}

// The type prefixes of the sample and how many rows have each; `rows` are those that are not NULL.
HTAB *count_prefixes(VacAttrStatsP stats, AnalyzeAttrFetchFunc fetch, int sample_rows, int64 *rows) {
    HASHCTL control = {};
    control.keysize = sizeof counted_prefix{}.text;
    control.entrysize = sizeof(counted_prefix);
    control.hcxt = CurrentMemoryContext;
    HTAB *table = hash_create("typeid prefixes", 64, &control, HASH_ELEM | HASH_STRINGS | HASH_CONTEXT);
    *rows = 0;
    for (int i = 0; i < sample_rows; ++i) {
        B62_ANALYZE_DELAY_POINT();
        bool isnull;
        const Datum d = fetch(stats, i, &isnull);
        if (isnull)
            continue;
        ++*rows;
        const std::string_view prefix = typeid_traits::prefix_of(typeid_traits::get(d));
        char key[codec::type_id::max_prefix + 1] = {};
        std::memcpy(key, prefix.data(), prefix.size());
        bool found;
        auto *entry = static_cast<counted_prefix *>(hash_search(table, key, HASH_ENTER, &found));
        entry->count = found ? entry->count + 1 : 1;
    }
    return table;
}

// Writes the counted prefixes to a slot, most frequent first.
void fill_slot(VacAttrStatsP stats, int slot, HTAB *table, int64 rows) {
    const auto room = static_cast<std::size_t>(hash_get_num_entries(table));
    auto **sorted = static_cast<counted_prefix **>(palloc(sizeof(counted_prefix *) * room));
    HASH_SEQ_STATUS scan;
    hash_seq_init(&scan, table);
    int n = 0;
    while (auto *entry = static_cast<counted_prefix *>(hash_seq_search(&scan)))
        sorted[n++] = entry;
    qsort(sorted, static_cast<std::size_t>(n), sizeof *sorted, by_count);

    const MemoryContext old = MemoryContextSwitchTo(stats->anl_context);
    auto *values = static_cast<Datum *>(palloc(sizeof(Datum) * room));
    auto *numbers = static_cast<float4 *>(palloc(sizeof(float4) * room));
    for (int i = 0; i < n; ++i) {
        values[i] = PointerGetDatum(cstring_to_text(sorted[i]->text));
        numbers[i] = static_cast<float4>(static_cast<double>(sorted[i]->count) / static_cast<double>(rows));
    }
    MemoryContextSwitchTo(old);
    stats->stakind[slot] = statistic_kind_type_prefix;
    stats->staop[slot] = InvalidOid;
    stats->stacoll[slot] = InvalidOid;
    stats->stavalues[slot] = values;
    stats->numvalues[slot] = n;
    stats->stanumbers[slot] = numbers;
    stats->numnumbers[slot] = n;
    stats->statypid[slot] = TEXTOID;
    stats->statyplen[slot] = -1;
    stats->statypbyval[slot] = false;
    stats->statypalign[slot] = TYPALIGN_INT;
}

void compute_stats(VacAttrStatsP stats, AnalyzeAttrFetchFunc fetch, int sample_rows, double total_rows) {
    auto *wrapped = static_cast<wrapped_analyze *>(stats->extra_data);
    stats->extra_data = wrapped->extra;
    wrapped->compute(stats, fetch, sample_rows, total_rows);
    stats->extra_data = wrapped;
    if (!stats->stats_valid)
        return;
    int slot = 0;
    while (slot < STATISTIC_NUM_SLOTS && stats->stakind[slot] != 0)
        ++slot;
    if (slot == STATISTIC_NUM_SLOTS)
        return;

    int64 rows;
    HTAB *table = count_prefixes(stats, fetch, sample_rows, &rows);
    // No column of ids has more prefixes than that; the histogram serves it.
    if (rows > 0 && hash_get_num_entries(table) <= max_prefixes)
        fill_slot(stats, slot, table, rows);
    hash_destroy(table);
}

// Sums f(prefix, fraction) over the type prefixes of the statistics; negative if there are none.
template <class F>
double sum_over_prefixes(HeapTuple statistics, F &&f) {
    AttStatsSlot slot;
    if (!get_attstatsslot(&slot, statistics, statistic_kind_type_prefix, InvalidOid,
                          ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
        return -1;
    // Somebody else's statistics may have this kind.
    const bool ours = slot.valuetype == TEXTOID && slot.nvalues == slot.nnumbers;
    double sum = ours ? 0 : -1;
    for (int i = 0; ours && i < slot.nvalues; ++i)
        sum += f(view_of(DatumGetTextPP(slot.values[i])), static_cast<double>(slot.numbers[i]));
    free_attstatsslot(&slot);
    return sum;
}

// The part of a type prefix's ids whose suffix starts with `start`, if the histogram has too few bounds of
// that type prefix: then the part of all its bounds, since ids of different type prefixes are mostly made at
// the same times.  Negative if the histogram itself is the better guess.
double suffix_fraction(HeapTuple statistics, Oid type, std::string_view prefix, std::string_view start) {
    constexpr int enough = 10;
    codec::uuid low{}, high{};
    AttStatsSlot slot;
    if (!codec::prefix_range<codec::typeid_suffix>(start, low, high) ||
        !get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES))
        return -1;
    int of_prefix = 0, in_range = 0;
    const int values = getBaseType(slot.valuetype) == type ? slot.nvalues : 0; // maybe somebody else's
    for (int i = 0; i < values; ++i) {
        const auto v = typeid_traits::get(slot.values[i]);
        const codec::uuid id = v.id();
        of_prefix += typeid_traits::prefix_of(v) == prefix;
        in_range += compare(id, low) >= 0 && compare(id, high) <= 0;
    }
    const double fraction = static_cast<double>(in_range) / max(slot.nvalues, 1);
    free_attstatsslot(&slot);
    return of_prefix >= enough || in_range == 0 ? -1 : fraction;
}

} // namespace

double type_prefix_fraction(HeapTuple statistics, Oid, std::string_view prefix, double in_range) {
    const double sum = sum_over_prefixes(
        statistics, [prefix](std::string_view p, double fraction) { return p == prefix ? fraction : 0.0; });
    // A prefix that the sample missed is rare; what the histogram says of it is interpolation.
    return sum == 0 ? min(in_range, 1e-5) : sum;
}

double starts_with_fraction(HeapTuple statistics, Oid type, std::string_view start, double in_range) {
    // With part of a suffix: the fraction of the type prefix's share, by the histogram.
    const auto parts = codec::type_id::split(start);
    if (!parts.suffix.empty()) {
        const double share = type_prefix_fraction(statistics, type, parts.prefix, in_range);
        if (share < 0)
            return share;
        const double part = suffix_fraction(statistics, type, parts.prefix, parts.suffix);
        return part < 0 ? min(share, in_range) : share * part;
    }
    const double sum = sum_over_prefixes(statistics, [start, parts](std::string_view p, double fraction) {
        const bool whole = parts.separated && p == parts.prefix;
        return whole || p.starts_with(start) ? fraction : 0.0;
    });
    return sum == 0 ? min(in_range, 1e-5) : sum;
}

} // namespace base62id::pg

B62_FN(typeid_typanalyze) {
    using namespace base62id::pg;
    auto *stats = reinterpret_cast<VacAttrStats *>(PG_GETARG_POINTER(0));
    if (!std_typanalyze(stats))
        PG_RETURN_BOOL(false);
    // Another type may have been declared with this function.
    Oid input, io_parameter;
    getTypeInputInfo(getBaseType(stats->attrtypid), &input, &io_parameter);
    if (!is_our_function(input, fcinfo->flinfo->fn_oid, "typeid_in"))
        PG_RETURN_BOOL(true);
    auto *wrapped = static_cast<wrapped_analyze *>(palloc(sizeof(wrapped_analyze)));
    wrapped->compute = stats->compute_stats;
    wrapped->extra = stats->extra_data;
    stats->compute_stats = compute_stats;
    stats->extra_data = wrapped;
    PG_RETURN_BOOL(true);
}
