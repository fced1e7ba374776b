// Sort support: comparators, abbreviated keys, and from PostgreSQL 18 on skip support.
//
// An abbreviated key is a Datum that sorts, as an unsigned number, like the value up to ties, which go to the
// full comparator (utils/sortsupport.h).  Abbreviation is given up where the keys have few distinct
// values, by the same HyperLogLog estimate and thresholds as core's uuid.c.
#pragma once

#include "type.hpp"

namespace base62id::pg {

// Keys of a fixed-length type: its leading 64 bits.
template <class T>
struct leading_bits {
    std::uint64_t key(Datum d) { return T::leading(d); }
};

// Keys of typeid.  A column mostly has one type prefix, so its first eight octets tell nothing.  The key is
// relative to the first prefix that this sort meets: two bits for the region (0 before, 1 equal, 2 after the
// reference), then 62 bits of the UUID where the prefix is equal, and of the prefix itself where it is not.
// Keys of one sort are compared with each other only; merging of runs, also of those from parallel
// workers, drops them (tuplesort.c, mergeruns).
class relative_to_reference {
  public:
    std::uint64_t key(Datum d) {
        return typeid_type::read(d, [this](view id) {
            if (id.size == size && (codec::load_be64(id.data) & mask) == start) [[likely]]
                return same_prefix(id);
            return key_of(id);
        });
    }

  private:
    using view = codec::type_id::view;

    bool known = false;
    codec::type_id::value reference;
    // The reference again, for one comparison instead of a loop, where its prefix has at most eight octets:
    // the payload's size, and its first eight octets where they belong to the prefix.
    std::size_t size = 0;
    std::uint64_t mask = 0, start = 0;

    static std::uint64_t same_prefix(view id) { return std::uint64_t{1} << 62 | id.high() >> 2; }

    [[gnu::noinline]] std::uint64_t key_of(view id) {
        const std::string_view prefix = typeid_type::prefix_of(id);
        if (!known)
            set_reference(prefix);
        const int c = codec::type_id::compare_prefix(id, reference);
        if (c == 0)
            return same_prefix(id);
        return (c < 0 ? 0 : std::uint64_t{2} << 62) | typeid_type::leading_prefix(prefix) >> 2;
    }

    void set_reference(std::string_view prefix) {
        known = true;
        reference.assign(prefix, codec::uuid{});
        if (prefix.size() > 8)
            return;
        size = prefix.size() + codec::uuid::size;
        mask = prefix.empty() ? 0 : ~std::uint64_t{0} << (64 - 8 * prefix.size());
        start = typeid_type::leading_prefix(prefix);
    }
};

template <class Key>
struct abbreviation {
    Key key;
    int64 input_count;
    bool estimating;
    hyperLogLogState distinct;

    static Datum convert(Datum original, SortSupport ssup) {
        auto *self = static_cast<abbreviation *>(ssup->ssup_extra);
        const std::uint64_t k = self->key.key(original);
        ++self->input_count;
        if (self->estimating)
            addHyperLogLog(&self->distinct, DatumGetUInt32(hash_uint32(static_cast<uint32>(k) ^
                                                                       static_cast<uint32>(k >> 32))));
        return UInt64GetDatum(k);
    }

    static bool abort(int memtupcount, SortSupport ssup) {
        auto *self = static_cast<abbreviation *>(ssup->ssup_extra);
        if (memtupcount < 10000 || self->input_count < 10000 || !self->estimating)
            return false;
        const double cardinality = estimateHyperLogLog(&self->distinct);
        if (cardinality > 100000.0) { // good enough to stop counting
            self->estimating = false;
            return false;
        }
        return cardinality < static_cast<double>(self->input_count) / 2000.0 + 0.5;
    }

    static void install(SortSupport ssup) {
        const MemoryContext old = MemoryContextSwitchTo(ssup->ssup_cxt);
        auto *self = static_cast<abbreviation *>(palloc(sizeof(abbreviation)));
        self->key = Key{};
        self->input_count = 0;
        self->estimating = true;
        initHyperLogLog(&self->distinct, 10);
        MemoryContextSwitchTo(old);
        ssup->ssup_extra = self;
        ssup->abbrev_full_comparator = ssup->comparator;
        ssup->comparator = ssup_datum_unsigned_cmp;
        ssup->abbrev_converter = convert;
        ssup->abbrev_abort = abort;
    }
};

template <class T>
int sort_compare(Datum a, Datum b, SortSupport) {
    return T::compare(a, b);
}

template <class T>
Datum sortsupport(FunctionCallInfo fcinfo) {
    auto ssup = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
    if constexpr (requires { T::by_value; }) {
        if constexpr (T::by_value) {
            ssup->comparator = ssup_datum_unsigned_cmp;
            PG_RETURN_VOID();
        }
    }
    ssup->comparator = sort_compare<T>;
    if (ssup->abbreviate) {
        if constexpr (std::is_same_v<T, typeid_type>)
            abbreviation<relative_to_reference>::install(ssup);
        else
            abbreviation<leading_bits<T>>::install(ssup);
    }
    PG_RETURN_VOID();
}

#ifdef B62_HAVE_SKIP_SUPPORT
template <class T, bool Up>
Datum skip_step(Relation, Datum existing, bool *beyond) {
    Datum next = 0;
    *beyond = !T::step(existing, Up, &next);
    return next;
}

// utils/skipsupport.h: the type is discrete, so a btree scan may skip to the next value.
template <class T>
Datum skipsupport(FunctionCallInfo fcinfo) {
    auto support = reinterpret_cast<SkipSupport>(PG_GETARG_POINTER(0));
    support->decrement = skip_step<T, false>;
    support->increment = skip_step<T, true>;
    support->low_elem = T::lowest();
    support->high_elem = T::highest();
    PG_RETURN_VOID();
}
#endif

} // namespace base62id::pg
