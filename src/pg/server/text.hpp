// Texts of SQL as string_views, and back.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

inline std::string_view view_of(const text *t) {
    return {VARDATA_ANY(t), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(t))};
}

// A text argument, read in place unless core compressed it or moved it out of line.
inline std::string_view text_arg(FunctionCallInfo fcinfo, int n) { return view_of(PG_GETARG_TEXT_PP(n)); }

// A new text of exactly `length` octets; the caller writes to VARDATA.
inline text *new_text(std::size_t length) {
    auto *t = static_cast<text *>(palloc(VARHDRSZ + length));
    SET_VARSIZE(t, VARHDRSZ + length);
    return t;
}

inline text *new_text(std::string_view content) {
    return cstring_to_text_with_len(content.data(), static_cast<int>(content.size()));
}

} // namespace base62id::pg
