// Sort support: comparators, abbreviated keys, and from PostgreSQL 18 on skip support.
//
// An abbreviated key is a Datum that sorts, as an unsigned number, like the value up to ties, which go to the
// full comparator (utils/sortsupport.h).  Abbreviation is aborted if there are few distinct keys, by the
// HyperLogLog estimate and thresholds of core's uuid.c.
#pragma once

#include "pg/type/id_traits.hpp"

namespace base62id::pg {

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

    static void install(SortSupport ssup, bool may_give_up = true) {
        const MemoryContext old = MemoryContextSwitchTo(ssup->ssup_cxt);
        auto *self = static_cast<abbreviation *>(palloc(sizeof(abbreviation)));
        self->key = Key{};
        self->input_count = 0;
        self->estimating = may_give_up;
        initHyperLogLog(&self->distinct, 10);
        MemoryContextSwitchTo(old);
        ssup->ssup_extra = self;
        ssup->abbrev_full_comparator = ssup->comparator;
        ssup->comparator = b62_compare_unsigned;
        ssup->abbrev_converter = convert;
        ssup->abbrev_abort = abort;
    }
};

template <class T>
int sort_compare(Datum a, Datum b, SortSupport) {
    return T::compare(a, b);
}

template <id_values T>
Datum sortsupport(FunctionCallInfo fcinfo) {
    auto ssup = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
    if constexpr (std::is_void_v<typename T::sort_key>) {
        ssup->comparator = b62_compare_unsigned;
    } else {
        ssup->comparator = sort_compare<T>;
        if (ssup->abbreviate)
            abbreviation<typename T::sort_key>::install(ssup);
    }
    PG_RETURN_VOID();
}

template <class T, bool Up>
Datum skip_step(Relation, Datum existing, bool *beyond) {
    Datum next = 0;
    *beyond = !T::step(existing, Up, &next);
    return next;
}

// utils/skipsupport.h: the type is discrete, so a btree scan may skip to the next value.
template <id_values T>
Datum skipsupport(FunctionCallInfo fcinfo) {
    b62_set_skip_support(PG_GETARG_DATUM(0), skip_step<T, false>, skip_step<T, true>, T::lowest(),
                         T::highest());
    PG_RETURN_VOID();
}

} // namespace base62id::pg
