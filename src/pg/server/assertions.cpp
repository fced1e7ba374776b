// Functions that the standard headers call when a check fails: string_view::substr (in unoptimized
// starts_with and ends_with), -D_GLIBCXX_ASSERTIONS, and the hardening of libc++.  They are in the C++
// run-time library, with which PGXS does not link, so that a server could not load us.  Ours raise an ERROR:
// we have no destructor that the longjmp could skip.
//
// The symbols are hidden, so only the library's own objects find them here.  That is why they are named to
// the assembler: in namespace std their visibility would be "default".
#include "pg/server/pg.hpp"

#define B62_CHECK_FAILED(symbol) __asm__(symbol) __attribute__((noreturn, visibility("hidden"), used))

extern "C" {
#ifdef _GLIBCXX_RELEASE
// std::__throw_out_of_range_fmt(const char *, ...)
void b62_out_of_range(const char *format, ...) B62_CHECK_FAILED("_ZSt24__throw_out_of_range_fmtPKcz");
void b62_out_of_range(const char *format, ...) {
    ereport(ERROR, errcode(ERRCODE_INTERNAL_ERROR),
            errmsg_internal("check of the C++ library failed: %s", format));
    pg_unreachable();
}

// std::__glibcxx_assert_fail(const char *, int, const char *, const char *)
void b62_assertion_failed(const char *file, int line, const char *function, const char *condition)
    B62_CHECK_FAILED("_ZSt21__glibcxx_assert_failPKciS0_S0_");
void b62_assertion_failed(const char *file, int line, const char *function, const char *condition) {
    ereport(ERROR, errcode(ERRCODE_INTERNAL_ERROR),
            errmsg_internal("check of the C++ library failed: %s", condition),
            errdetail_internal("%s, line %d, %s", file, line, function));
    pg_unreachable();
}
#elif defined(_LIBCPP_VERSION) && defined(__ELF__)
// std::__1::__libcpp_verbose_abort(const char *, ...), which libc++ documents as ours to define
void b62_assertion_failed(const char *format, ...) B62_CHECK_FAILED("_ZNSt3__122__libcpp_verbose_abortEPKcz");
void b62_assertion_failed(const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    ereport(ERROR, errcode(ERRCODE_INTERNAL_ERROR),
            errmsg_internal("check of the C++ library failed: %s", message));
    pg_unreachable();
}
#endif
}
