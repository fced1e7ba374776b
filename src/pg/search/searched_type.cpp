#include "pg/search/searched_type.hpp"

namespace base62id::pg {

namespace {

struct named_role {
    std::string_view name;
    search_role role;
    int id_argument;
};
constexpr named_role named_roles[] = {
    {"starts_with", search_role::starts_with, 0}, {"has_prefix", search_role::has_type, 0},
    {"prefix_of", search_role::has_type, 1},      {"like", search_role::like, 0},
    {"not_like", search_role::not_like, 0},       {"ilike", search_role::ilike, 0},
    {"not_ilike", search_role::not_ilike, 0},     {"prefix_lower", search_role::lower, -1},
    {"prefix_upper", search_role::upper, -1},     {"type_lower", search_role::type_lower, -1},
    {"type_upper", search_role::type_upper, -1},  {"like_start", search_role::like_start, -1},
};

// Is a bound function declared as ours are?
bool declared_as_bound(const our_function &f, bool of_pattern) {
    if (f.argument_count != 1 + of_pattern || f.arguments[0] != TEXTOID)
        return false;
    return !of_pattern || (f.arguments[1] == BOOLOID && f.result == TEXTOID);
}

} // namespace

std::string_view behind_type(std::string_view symbol, std::string_view type) {
    if (symbol.size() <= type.size() || codec::slice(symbol, 0, type.size()) != type ||
        symbol[type.size()] != '_')
        return {};
    return codec::slice(symbol, type.size() + 1);
}

const char *name_of_role(search_role role) {
    for (const named_role &r : named_roles)
        if (r.role == role)
            return r.name.data();
    return "";
}

bool resolve_symbol(Oid function, Oid asked, const char *type, search_function *found) {
    const our_function f = find_our_function(function, asked);
    const std::string_view name = behind_type(f.name(), type);
    for (const named_role &r : named_roles) {
        if (r.name != name)
            continue;
        if (r.id_argument < 0) {
            *found = {r.role, -1, f.result};
            return declared_as_bound(f, r.role == search_role::like_start);
        }
        *found = {r.role, r.id_argument, f.argument_count == 2 ? f.arguments[r.id_argument] : InvalidOid};
        return f.argument_count == 2 && f.arguments[1 - r.id_argument] == TEXTOID;
    }
    return false;
}

} // namespace base62id::pg
