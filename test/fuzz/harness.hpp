// What the fuzz targets share.
//
// One run of the fuzzer makes a few dozen inputs of its octets: as they are, fitted to the alphabet and the
// length of an id, in quotes, with single octets changed.  Each input is compared with the plain
// implementation and counted; the count goes to standard error at the end ("inputs: N").
#pragma once

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <sys/mman.h>

#include "reference.hpp"

namespace fuzz {

namespace codec = base62id::codec;
using codec::compare;
using codec::decrement;
using codec::increment;
using codec::status;
using codec::uint128;
using naive::number;
using naive::value_of;

inline std::uint64_t inputs = 0;

inline void report_at_exit() {
    static const int once = std::atexit([] { std::fprintf(stderr, "inputs: %" PRIu64 "\n", inputs); });
    (void)once;
}

[[noreturn]] inline void fail(const char *law, std::string_view text) {
    std::fprintf(stderr, "violated: %s, by", law);
    for (const char c : text)
        std::fprintf(stderr, " %02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    std::fprintf(stderr, "\n");
    std::abort();
}
inline void require(bool holds, const char *law, std::string_view text) {
    if (!holds)
        fail(law, text);
}

// A page between two that cannot be touched.  Texts are laid to its end or its beginning, so that a read or
// a write outside ends the program, with or without AddressSanitizer.
class guarded_page {
  public:
    guarded_page() {
        void *p = mmap(nullptr, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED || mprotect(static_cast<char *>(p) + size, size, PROT_READ | PROT_WRITE) != 0)
            std::abort();
        page_ = static_cast<char *>(p) + size;
    }
    char *room(std::size_t n, bool at_end) const { return at_end ? page_ + size - n : page_; }
    std::string_view put(std::string_view text, bool at_end) const {
        char *to = room(text.size(), at_end);
        if (!text.empty())
            std::memcpy(to, text.data(), text.size());
        return {to, text.size()};
    }
    static constexpr std::size_t size = 65536;

  private:
    char *page_;
};

// The octets of a run, one after the other; zeros when they are used up.
class source {
  public:
    source(const std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}
    std::uint8_t octet() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
    std::uint64_t word() {
        std::uint64_t w = 0;
        for (int i = 0; i < 8; ++i)
            w = w << 8 | octet();
        return w;
    }

  private:
    const std::uint8_t *data_;
    std::size_t size_, at_ = 0;
};

} // namespace fuzz
