// When a UUID was made, where its version says so (RFC 9562).
#pragma once

#include "uuidv7.hpp"

namespace base62id::codec {

struct uuid_fields {
    // Microseconds since 1970; false for a version that holds no time.
    static constexpr bool unix_us(const uuid &u, std::int64_t &us) noexcept {
        const std::uint64_t h = u.high();
        switch (version_of(u)) {
        case 1: // section 5.1: the low 32 bits of the time, the middle 16, the version, the high 12
            us = since_1970((h & 0xfff) << 48 | (h >> 16 & 0xffff) << 32 | h >> 32);
            return true;
        case 6: // section 5.6: the same from the most significant bit on
            us = since_1970(h >> 16 << 12 | (h & 0xfff));
            return true;
        case 7:
            us = static_cast<std::int64_t>(uuidv7::unix_ms(u)) * 1000;
            return true;
        default:
            return false;
        }
    }

  private:
    // From the Gregorian calendar on, in steps of 100 ns (section 5.1).
    static constexpr std::int64_t since_1970(std::uint64_t ticks) noexcept {
        constexpr std::int64_t gregorian_us = -12'219'292'800'000'000; // 1582-10-15
        return static_cast<std::int64_t>(ticks / 10) + gregorian_us;
    }
};

// RFC 9562, appendices A.1, A.5 and A.6: one moment, 2022-02-22 19:22:22 UTC, in three versions.
static_assert([] {
    const auto at = [](std::uint64_t high, std::uint64_t low) {
        std::int64_t us = 0;
        return uuid_fields::unix_us(make_uuid(high, low), us) ? us : -1;
    };
    return at(0xC232AB00941411EC, 0xB3C89F6BDECED846) == 1'645'557'742'000'000 &&
           at(0x1EC9414C232A6B00, 0xB3C89F6BDECED846) == 1'645'557'742'000'000 &&
           at(0x017F22E279B07CC3, 0x98C4DC0C0C07398F) == 1'645'557'742'000'000;
}());
static_assert(version_of(make_uuid(0x2489E9AD2EE28E00, 0x8EC932D5F69181C0)) == 8); // appendix B.1
static_assert(version_of(uuid{}) == 0);

} // namespace base62id::codec
