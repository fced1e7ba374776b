// What GiST does with keys of ids of any type: gist.hpp.
#include <bit>

#include "pg/type/gist.hpp"
#include "pg/server/names.hpp"
#include "pg/type/sort.hpp"

namespace base62id::pg::gist {

namespace {

key union_of(const key &a, const key &b) {
    return {a.least < b.least ? a.least : b.least, a.greatest > b.greatest ? a.greatest : b.greatest};
}

[[gnu::cold, gnu::noinline]] std::uint64_t last_octets(std::string_view s, std::size_t at) {
    std::uint8_t octets[8] = {};
    std::memcpy(octets, s.data() + at, s.size() - at);
    return codec::load_be64(octets);
}
// Eight octets from `at` on, with zeros after the end.
inline std::uint64_t word_at(std::string_view s, std::size_t at) {
    const auto *p = reinterpret_cast<const std::uint8_t *>(s.data());
    if (at + 8 <= s.size()) [[likely]]
        return codec::load_be64(p + at);
    if (at >= s.size())
        return 0;
    return s.size() >= 8 ? codec::load_be64(p + s.size() - 8) << 8 * (at + 8 - s.size()) : last_octets(s, at);
}

// The distance from `from` up to `to`, or 0 if `to` is not greater, in units of the longest key's last
// octet.  The scale is logarithmic, so that 80 octets fit into a float: the number of bits of the
// difference, then the 14 bits after its first one.  An insertion asks for each key of each inner page on
// its way.
inline float distance(std::string_view from, std::string_view to) {
    const std::size_t size = max(from.size(), to.size());
    for (std::size_t n = 0; n < size; n += 8) {
        std::uint64_t x = word_at(from, n), y = word_at(to, n);
        if (x == y)
            continue;
        if (y < x)
            return 0;
        // From the first octet that differs.
        const int same = std::countl_zero(x ^ y) & ~7;
        if (same != 0) {
            x = x << same | word_at(from, n + 8) >> (64 - same);
            y = y << same | word_at(to, n + 8) >> (64 - same);
        }
        const std::uint64_t difference = y - x;
        const int zeros = std::countl_zero(difference);
        const int bits = 8 * (static_cast<int>(max_octets) - static_cast<int>(n)) - same + 64 - zeros;
        const auto fraction = static_cast<int>(difference << zeros << 1 >> 50);
        return static_cast<float>(bits * (1 << 14) + fraction);
    }
    return 0;
}

struct item {
    key k;
    OffsetNumber offset;
};

int compare_items(const void *a, const void *b) {
    const auto &x = *static_cast<const item *>(a), &y = *static_cast<const item *>(b);
    const int c = x.k.least.compare(y.k.least);
    return c != 0 ? c : x.k.greatest.compare(y.k.greatest);
}

// How many of `count` sorted items stay on the left page.  If the item that made the page overflow, the
// last of the vector, is the greatest, ids come in ascending order: then the left page is left as full as a
// btree's.  A build by sorting, which splits several pages at once, is another matter.
int left_share(const item *items, int count, int on_page) {
    const bool overflow = count <= on_page + 1;
    const bool ascending = items[count - 1].offset == count && items[0].k.least != items[count - 1].k.least;
    return overflow && ascending ? max(count * BTREE_DEFAULT_FILLFACTOR / 100, 1) : count / 2;
}

Datum union_of(const item *items, int count, OffsetNumber *offsets) {
    key all = items[0].k;
    for (int i = 0; i < count; ++i) {
        all = union_of(all, items[i].k);
        offsets[i] = items[i].offset;
    }
    return new_key(all);
}

int compare_keys(Datum a, Datum b, SortSupport) { return key_of(a).least.compare(key_of(b).least); }

// Abbreviated keys: the first eight octets.
struct leading_octets {
    std::uint64_t key(Datum d) {
        const std::string_view octets = key_of(d).least;
        std::uint8_t first[8] = {};
        std::memcpy(first, octets.data(), min(octets.size(), sizeof first));
        return codec::load_be64(first);
    }
};

} // namespace

void raise_corrupt() {
    ereport(ERROR, (errcode(ERRCODE_INDEX_CORRUPTED), errmsg("GiST key of an id is damaged"),
                    errhint("REINDEX rebuilds it.")));
}

Datum new_key(const key &k) {
    const bool one = k.least == k.greatest;
    text *t = new_text(1 + k.least.size() + (one ? 0 : k.greatest.size()));
    char *to = VARDATA(t);
    *to++ = static_cast<char>(k.least.size());
    std::memcpy(to, k.least.data(), k.least.size());
    if (!one)
        std::memcpy(to + k.least.size(), k.greatest.data(), k.greatest.size());
    return PointerGetDatum(t);
}

// The calling index column is one of those whose operator class has this function.
void examine_class(FunctionCallInfo fcinfo, const GISTENTRY *entry, Oid subtype, std::int16_t length,
                   bool by_value) {
    const auto fits = [=](Oid type) {
        std::int16_t its_length;
        bool its_by_value;
        get_typlenbyval(type, &its_length, &its_by_value);
        return its_length == length && its_by_value == by_value;
    };
    const Relation index = entry->rel;
    const Oid called = fcinfo->flinfo->fn_oid;
    bool fit = !OidIsValid(subtype) || fits(subtype);
    for (int i = 0; i < IndexRelationGetNumberOfKeyAttributes(index); ++i) {
        bool calls = false;
        for (int number = 1; number <= GISTNProcs; ++number)
            calls |= index_getprocid(index, static_cast<AttrNumber>(i + 1),
                                     static_cast<std::uint16_t>(number)) == called;
        fit = fit && (!calls || fits(index->rd_opcintype[i]));
    }
    if (!fit)
        ereport(ERROR,
                (errcode(ERRCODE_DATATYPE_MISMATCH),
                 errmsg("an operator class of index %s has another type than function %s",
                        RelationGetRelationName(index), lock_and_get_name(ProcedureRelationId, called))));
    auto *known = static_cast<Oid *>(MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, sizeof(Oid)));
    *known = subtype;
    fcinfo->flinfo->fn_extra = known;
}

// Exact for a key of one value; for a range, whether it can hold a match.
bool consistent(const key &k, StrategyNumber strategy, std::string_view query) {
    switch (strategy) {
    case RTEqualStrategyNumber:
        return k.least <= query && query <= k.greatest;
    case RTNotEqualStrategyNumber:
        return k.least != query || k.greatest != query;
    case RTLessStrategyNumber:
        return k.least < query;
    case RTLessEqualStrategyNumber:
        return k.least <= query;
    case RTGreaterStrategyNumber:
        return k.greatest > query;
    case RTGreaterEqualStrategyNumber:
        return k.greatest >= query;
    default:
        elog(ERROR, "unrecognized strategy number: %d", strategy);
    }
}

} // namespace base62id::pg::gist

using namespace base62id;
namespace gist = base62id::pg::gist;

B62_FN(base62id_gist_union) {
    const auto *entries = reinterpret_cast<const GistEntryVector *>(PG_GETARG_POINTER(0));
    gist::key all = gist::key_of(entries->vector[0].key);
    for (int i = 1; i < entries->n; ++i)
        all = gist::union_of(all, gist::key_of(entries->vector[i].key));
    return gist::new_key(all);
}

// By how much the subtree's range has to grow.
B62_FN(base62id_gist_penalty) {
    const gist::key old = gist::key_of(reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(0))->key);
    const gist::key added = gist::key_of(reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(1))->key);
    auto *penalty = reinterpret_cast<float *>(PG_GETARG_POINTER(2));
    const float below = gist::distance(added.least, old.least),
                above = gist::distance(old.greatest, added.greatest);
    *penalty = base62id::pg::max(below, above);
    PG_RETURN_POINTER(penalty);
}

B62_FN(base62id_gist_picksplit) {
    const auto *entries = reinterpret_cast<const GistEntryVector *>(PG_GETARG_POINTER(0));
    auto *split = reinterpret_cast<GIST_SPLITVEC *>(PG_GETARG_POINTER(1));
    const int count = entries->n - 1; // the first one is not used
    auto *items = static_cast<gist::item *>(palloc(static_cast<std::size_t>(count) * sizeof(gist::item)));
    for (int i = 0; i < count; ++i)
        items[i] = {gist::key_of(entries->vector[i + 1].key), static_cast<OffsetNumber>(i + 1)};
    qsort(items, static_cast<std::size_t>(count), sizeof(gist::item), gist::compare_items);

    const int left = gist::left_share(
        items, count, static_cast<int>(PageGetMaxOffsetNumber(entries->vector[FirstOffsetNumber].page)));
    const std::size_t room = static_cast<std::size_t>(count) * sizeof(OffsetNumber);
    split->spl_left = static_cast<OffsetNumber *>(palloc(room));
    split->spl_right = static_cast<OffsetNumber *>(palloc(room));
    split->spl_nleft = left;
    split->spl_nright = count - left;
    split->spl_ldatum = gist::union_of(items, left, split->spl_left);
    split->spl_rdatum = gist::union_of(items + left, count - left, split->spl_right);
    PG_RETURN_POINTER(split);
}

B62_FN(base62id_gist_same) {
    auto *same = reinterpret_cast<bool *>(PG_GETARG_POINTER(2));
    const gist::key a = gist::key_of(PG_GETARG_DATUM(0)), b = gist::key_of(PG_GETARG_DATUM(1));
    *same = a.least == b.least && a.greatest == b.greatest;
    PG_RETURN_POINTER(same);
}

// For an index that is built by sorting, which has keys of one value only.
B62_FN(base62id_gist_sortsupport) {
    auto *ssup = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
    ssup->comparator = gist::compare_keys;
    // Abbreviation is never aborted: up to PostgreSQL 18 at least, tuplesort_begin_index_gist() leaves
    // abbrevNext at 0, so that the check and its estimate would run for each tuple: 93 % of a build.
    if (ssup->abbreviate)
        pg::abbreviation<gist::leading_octets>::install(ssup, false);
    PG_RETURN_VOID();
}
