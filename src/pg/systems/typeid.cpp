// TypeID in SQL: the type typeid, its generator, search by type prefix, and statistics of type prefixes.
#include "codec/typeid.hpp"

#include "pg/generate/uuidv7.hpp"
#include "pg/systems/typeid_traits.hpp"
#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

namespace base62id::pg {

// Abbreviated keys of typeid.  Most columns have one type prefix, so the first eight octets distinguish
// nothing.  The key is relative to the first prefix that a sort meets: two bits for the region (0 before, 1
// equal, 2 after), then 62 bits of the UUID if the prefix is equal, else of the prefix.  Only keys of one
// sort are compared; merging of runs, also from workers, drops them (tuplesort.c, mergeruns).
class relative_to_reference {
  public:
    std::uint64_t key(Datum d) {
        return typeid_traits::read(d, [this](view id) {
            if (id.size == size && (codec::load_be64(id.data) & mask) == start) [[likely]]
                return same_prefix(id);
            return key_of(id);
        });
    }

  private:
    using view = codec::type_id::view;

    bool known = false;
    codec::type_id::value reference;
    // The reference again, for one comparison instead of a loop, if its prefix has at most eight octets: the
    // payload's size, and the octets of the prefix among its first eight.
    std::size_t size = 0;
    std::uint64_t mask = 0, start = 0;

    static std::uint64_t same_prefix(view id) { return std::uint64_t{1} << 62 | id.high() >> 2; }

    [[gnu::noinline]] std::uint64_t key_of(view id) {
        const std::string_view prefix = typeid_traits::prefix_of(id);
        if (!known)
            set_reference(prefix);
        const int c = codec::type_id::compare_prefix(id, reference);
        if (c == 0)
            return same_prefix(id);
        return (c < 0 ? 0 : std::uint64_t{2} << 62) | typeid_traits::leading_prefix(prefix) >> 2;
    }

    void set_reference(std::string_view prefix) {
        known = true;
        reference.assign(prefix, codec::uuid{});
        if (prefix.size() > 8)
            return;
        size = prefix.size() + codec::uuid::size;
        mask = prefix.empty() ? 0 : ~std::uint64_t{0} << (64 - 8 * prefix.size());
        start = typeid_traits::leading_prefix(prefix);
    }
};

} // namespace base62id::pg

using namespace base62id;
using self = pg::typeid_traits;
using role = pg::search_role;
using codec::type_id;

B62_FN(typeid_in) { return pg::in<self>(fcinfo); }
B62_FN(typeid_out) { return pg::out<self>(fcinfo); }
B62_FN(typeid_recv) { return pg::recv<self>(fcinfo); }
B62_FN(typeid_send) { return pg::send<self>(fcinfo); }
B62_FN(typeid_from_text) { return pg::from_text<self>(fcinfo); }
B62_FN(typeid_to_text) { return pg::to_text<self>(fcinfo); }
B62_FN(typeid_is_valid) { return pg::is_valid<self>(fcinfo); }
B62_FN(typeid_prefix_support) { return pg::search_support<self>(fcinfo); }
B62_FN(typeid_prefixsel) { return pg::search_selectivity<self>(fcinfo); }
B62_FN(typeid_prefix_lower) { return pg::prefix_lower<self>(fcinfo); }
B62_FN(typeid_prefix_upper) { return pg::prefix_upper<self>(fcinfo); }
B62_FN(typeid_like_start) { return pg::like_start<self>(fcinfo); }
B62_FN(typeid_starts_with) { return pg::search_match<self, role::starts_with>(fcinfo); }
B62_FN(typeid_like) { return pg::search_match<self, role::like>(fcinfo); }
B62_FN(typeid_not_like) { return pg::search_match<self, role::not_like>(fcinfo); }
B62_FN(typeid_ilike) { return pg::search_match<self, role::ilike>(fcinfo); }
B62_FN(typeid_not_ilike) { return pg::search_match<self, role::not_ilike>(fcinfo); }

B62_FN(typeid_eq) { return pg::eq<self>(fcinfo); }
B62_FN(typeid_ne) { return pg::ne<self>(fcinfo); }
B62_FN(typeid_lt) { return pg::lt<self>(fcinfo); }
B62_FN(typeid_le) { return pg::le<self>(fcinfo); }
B62_FN(typeid_gt) { return pg::gt<self>(fcinfo); }
B62_FN(typeid_ge) { return pg::ge<self>(fcinfo); }
B62_FN(typeid_cmp) { return pg::cmp<self>(fcinfo); }
B62_FN(typeid_sortsupport) { return pg::sortsupport<self>(fcinfo); }
B62_FN(typeid_brin_distance) { return pg::brin_distance<self>(fcinfo); }
B62_FN(typeid_hash) { return pg::hash<self>(fcinfo); }
B62_FN(typeid_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(typeid_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(typeid_larger) { return pg::larger<self>(fcinfo); }
B62_SKIP_SUPPORT_FN(typeid_skipsupport, pg::skipsupport<self>)

B62_FN(typeid_gist_consistent) { return pg::gist::consistent<self>(fcinfo); }
B62_FN(typeid_gist_compress) { return pg::gist::compress<self>(fcinfo); }
B62_FN(typeid_gist_fetch) { return pg::gist::fetch<self>(fcinfo); }
B62_FN(typeid_gin_extract_query) { return pg::gin::extract_query<self>(fcinfo); }
B62_FN(typeid_gin_compare_partial) { return pg::gin::compare_partial<self>(fcinfo); }

B62_FN(typeid_has_prefix) { return pg::search_match<self, pg::search_role::has_type>(fcinfo); }
B62_FN(typeid_prefix_of) { return pg::search_match<self, pg::search_role::type_of>(fcinfo); }
B62_FN(typeid_type_lower) { return pg::type_lower<self>(fcinfo); }
B62_FN(typeid_type_upper) { return pg::type_upper<self>(fcinfo); }
B62_FN(typeid_has_prefix_support) { return pg::search_support<self>(fcinfo); }
B62_FN(typeid_prefix_of_support) { return pg::search_support<self>(fcinfo); }
B62_FN(typeid_has_prefix_sel) { return pg::search_selectivity<self>(fcinfo); }
B62_FN(typeid_prefix_of_sel) { return pg::search_selectivity<self>(fcinfo); }

// The prefix argument; raises 22023 if it is invalid.
static std::string_view prefix_arg(FunctionCallInfo fcinfo, int n) {
    const std::string_view prefix = pg::text_arg(fcinfo, n);
    if (const codec::result r = type_id::check_prefix(prefix); !r) [[unlikely]]
        pg::raise_bad_prefix(prefix, r, codec::prefix_rule::of_typeid);
    return prefix;
}

static Datum text_of(std::string_view prefix, const codec::uuid &id) {
    text *t = pg::new_text(type_id::text_length(prefix.size()));
    type_id::encode(prefix, id, VARDATA(t));
    return PointerGetDatum(t);
}

B62_FN(typeid_prefix) { PG_RETURN_TEXT_P(pg::new_text(self::prefix_of(self::get(PG_GETARG_DATUM(0))))); }
B62_FN(typeid_is_nil_prefix) { PG_RETURN_BOOL(self::prefix_of(self::get(PG_GETARG_DATUM(0))).empty()); }
B62_FN(typeid_check) { return typeid_has_prefix(fcinfo); }

B62_FN(typeid_check_text) {
    std::string_view prefix;
    codec::uuid id;
    PG_RETURN_BOOL(type_id::decode(pg::text_arg(fcinfo, 0), prefix, id) && prefix == pg::text_arg(fcinfo, 1));
}

B62_FN(typeid_normalize) {
    text *id = pg::normalize_typeid(pg::text_arg(fcinfo, 0));
    if (id == nullptr)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(id);
}

B62_FN(typeid_encode) {
    const std::string_view prefix = pg::text_arg(fcinfo, 0);
    if (!type_id::valid_prefix(prefix))
        PG_RETURN_NULL();
    return text_of(prefix, pg::uuid_of(PG_GETARG_DATUM(1)));
}
B62_FN(typeid_decode) { return pg::decode<self>(fcinfo); }

B62_FN(typeid_to_uuid) { return pg::uuid_datum(self::get(PG_GETARG_DATUM(0)).id()); }
B62_FN(uuid_to_typeid) { return self::put(prefix_arg(fcinfo, 0), pg::uuid_of(PG_GETARG_DATUM(1))); }

B62_FN(typeid_timestamp) {
    TimestampTz made;
    if (!pg::uuidv7_timestamp(self::get(PG_GETARG_DATUM(0)).id(), &made))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMPTZ(made);
}

B62_FN(typeid_generate) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return self::put(prefix, pg::new_uuidv7());
}
B62_FN(typeid_generate_at) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return self::put(prefix, pg::new_uuidv7_at(PG_GETARG_TIMESTAMPTZ(1)));
}
B62_FN(typeid_generate_text) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return text_of(prefix, pg::new_uuidv7());
}
B62_FN(typeid_generate_nil) { return self::put({}, pg::new_uuidv7()); }

B62_FN(typeid_generate_batch) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    const int32 count = PG_GETARG_INT32(1);
    // The most that construct_array can hold: an element is at most 80 octets.
    constexpr int32 limit = static_cast<int32>(MaxAllocSize / 128);
    if (count < 0 || count > limit)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("count %d is out of range", count),
                        errdetail("One call generates 0 to %d ids.", limit)));
    const Oid element = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
    auto *ids = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(pg::max(count, 1))));
    for (int32 i = 0; i < count; ++i) {
        if (i % 1024 == 0)
            CHECK_FOR_INTERRUPTS();
        ids[i] = self::put(prefix, pg::new_uuidv7());
    }
    PG_RETURN_ARRAYTYPE_P(construct_array(ids, count, element, -1, false, TYPALIGN_INT));
}

// The least and the greatest version 7 id of that millisecond.
B62_FN(typeid_min) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return self::put(prefix, pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(1), false));
}
B62_FN(typeid_max) {
    const std::string_view prefix = prefix_arg(fcinfo, 0);
    return self::put(prefix, pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(1), true));
}

// --- statistics ---
//
// ANALYZE of typeid columns keeps, besides core's scalar statistics, how often each type prefix occurs.  Ids
// are distinct, so a histogram is all that core keeps of them, and a type prefix that fills less than one
// bucket is lost in it.  A further statistics slot of a private kind (catalog/pg_statistic.h leaves 10000 to
// 30000 to private use; pg_dump and pg_upgrade ignore it, the next ANALYZE makes it again) holds
//   stavalues   the type prefixes of the sample, as text, most frequent first
//   stanumbers  the fraction of the non-null rows that each of them has

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
    const counted_prefix &x = **static_cast<counted_prefix *const *>(a);
    const counted_prefix &y = **static_cast<counted_prefix *const *>(b);
    if (x.count != y.count)
        return x.count < y.count ? 1 : -1;
    return std::strcmp(x.text, y.text);
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
    using namespace pg;
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
