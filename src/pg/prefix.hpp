// Searching by the start of the text (id ^@ 'user_01h4') and by type prefix (typeid @> 'user'): evaluation,
// index conditions and estimates.
//
// Texts sort as values, so both are closed ranges of values.  A planner support function hands the range
// to a btree (or BRIN minmax) index, exactly, so nothing is rechecked; a constant right side becomes
// constant bounds, any other that does not change during the scan becomes two calls of bound functions.
#pragma once

#include "type.hpp"

namespace base62id::pg {

// What a search means: how a text becomes a range, whether a value is in it, and the SQL functions (in the
// schema of the operator's function) that compute the bounds at run time.
template <id_type T>
struct text_prefix {
    using type = T;
    static constexpr int id_argument = 0;
    static bool range(std::string_view text, Datum *lower, Datum *upper) {
        return T::prefix_range(text, lower, upper);
    }
    static const char *bound_function(bool upper) {
        return psprintf("%s_prefix_%s", T::shape.type, upper ? "upper" : "lower");
    }
    static bool matches(Datum id, std::string_view start) { return T::starts_with(T::get(id), start); }
    static constexpr share_function share = T::share_of_start;
};

template <class S>
Datum prefix_match(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(S::matches(PG_GETARG_DATUM(S::id_argument), text_arg(fcinfo, 1 - S::id_argument)));
}

// The bound functions: NULL where no id matches, which makes an index condition that finds nothing.
template <class S, bool Upper>
Datum prefix_bound(FunctionCallInfo fcinfo) {
    Datum lower, upper;
    if (!S::range(text_arg(fcinfo, 0), &lower, &upper))
        PG_RETURN_NULL();
    return Upper ? upper : lower;
}

// --- index conditions ---

// The parts of this layer that do not depend on the type.
struct range_request {
    Node *request;
    int id_argument;
    const char *(*bound_function)(bool upper);
    bool (*range)(std::string_view text, Datum *lower, Datum *upper);
    int (*compare)(Datum, Datum);
};
Node *index_condition(const range_request &r);

// --- estimates ---

struct range_estimate {
    bool (*range)(std::string_view text, Datum *lower, Datum *upper);
    int (*compare)(Datum, Datum);
    // The octets of a value, which sort as the values do; used to interpolate within a histogram bucket.
    std::string_view (*image)(Datum, std::uint8_t *buffer);
    share_function share; // or nullptr
};
Selectivity restriction_selectivity(const range_estimate &r, PlannerInfo *root, Oid function, List *args,
                                    int varrelid, int id_argument);

template <class S>
range_estimate estimate_of() {
    using T = typename S::type;
    range_estimate e{S::range, T::compare, nullptr, S::share};
    e.image = [](Datum d, std::uint8_t *buffer) {
        return T::image(T::get(d), *reinterpret_cast<typename T::image_buffer *>(buffer));
    };
    return e;
}

// SUPPORT of the function: index conditions, and the estimate where it stands in WHERE as a function
// rather than as an operator.
template <class S>
Datum prefix_support(FunctionCallInfo fcinfo) {
    auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    if (IsA(request, SupportRequestIndexCondition))
        PG_RETURN_POINTER(
            index_condition({request, S::id_argument, S::bound_function, S::range, S::type::compare}));
    if (IsA(request, SupportRequestSelectivity)) {
        auto *s = reinterpret_cast<SupportRequestSelectivity *>(request);
        if (s->is_join)
            PG_RETURN_POINTER(static_cast<Node *>(nullptr));
        s->selectivity = restriction_selectivity(estimate_of<S>(), s->root, s->funcid, s->args, s->varRelid,
                                                 S::id_argument);
        PG_RETURN_POINTER(request);
    }
    PG_RETURN_POINTER(static_cast<Node *>(nullptr));
}

// RESTRICT of the operator.
template <class S>
Datum prefix_selectivity(FunctionCallInfo fcinfo) {
    auto *root = reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0));
    const Oid function = get_opcode(PG_GETARG_OID(1));
    auto *args = reinterpret_cast<List *>(PG_GETARG_POINTER(2));
    PG_RETURN_FLOAT8(
        restriction_selectivity(estimate_of<S>(), root, function, args, PG_GETARG_INT32(3), S::id_argument));
}

} // namespace base62id::pg
