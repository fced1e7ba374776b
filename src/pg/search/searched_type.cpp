#include "pg/search/searched_type.hpp"

namespace base62id::pg {

// Is a bound function declared as ours are?
static bool declared_as_bound(const our_function &f, bool of_pattern) {
    if (f.argument_count != 1 + of_pattern || f.arguments[0] != TEXTOID)
        return false;
    return !of_pattern || (f.arguments[1] == BOOLOID && f.result == TEXTOID);
}

std::string_view after_type(std::string_view symbol, std::string_view type) {
    if (symbol.size() <= type.size() || codec::slice(symbol, 0, type.size()) != type ||
        symbol[type.size()] != '_')
        return {};
    return codec::slice(symbol, type.size() + 1);
}

bool resolve_symbol(Oid function, Oid asked, const char *type, search_function *found) {
    const our_function f = find_our_function(function, asked);
    const std::string_view name = after_type(f.name(), type);
    for (const role_facts &r : search_roles) {
        if (r.name != name)
            continue;
        if (r.id_argument < 0) {
            *found = {&r, f.result};
            return declared_as_bound(f, r.role == search_role::like_start);
        }
        *found = {&r, f.argument_count == 2 ? f.arguments[r.id_argument] : InvalidOid};
        return f.argument_count == 2 && f.arguments[1 - r.id_argument] == TEXTOID;
    }
    return false;
}

} // namespace base62id::pg
