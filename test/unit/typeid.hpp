// TypeIDs for the unit tests: values, texts, random prefixes.
#pragma once

#include <regex.h>

#include <algorithm>
#include <cstdlib>

#include "../naive/scheme.hpp"
#include "laws.hpp"

namespace test {

using codec::type_id;
using value = type_id::value;

inline value make(std::string_view prefix, const uuid &id) {
    value v;
    v.assign(prefix, id);
    return v;
}
inline std::string_view prefix_of(type_id::view v) {
    return {reinterpret_cast<const char *>(v.data), v.prefix_length()};
}
inline std::string text_of(type_id::view v) {
    const std::unique_ptr<std::uint8_t[]> payload(new std::uint8_t[v.size]); // of its exact size
    std::copy(v.data, v.data + v.size, payload.get());
    const type_id::view copy{payload.get(), v.size};
    const std::unique_ptr<char[]> text(new char[copy.text_length()]);
    type_id::encode(copy, text.get());
    return {text.get(), copy.text_length()};
}
inline bool same(type_id::view a, type_id::view b) {
    return a.size == b.size && std::equal(a.data, a.data + a.size, b.data);
}

// Whole strings by an expression of POSIX, which does not take seconds to compile as std::regex does.
class grammar {
  public:
    explicit grammar(const char *pattern) {
        if (regcomp(&compiled_, pattern, REG_EXTENDED | REG_NOSUB) != 0)
            std::abort();
    }
    grammar(const grammar &) = delete;
    grammar &operator=(const grammar &) = delete;
    ~grammar() { regfree(&compiled_); }
    bool matches(const std::string &text) const {
        return text.find('\0') == std::string::npos && regexec(&compiled_, text.c_str(), 0, nullptr, 0) == 0;
    }

  private:
    regex_t compiled_{};
};

inline bool grammatical(const std::string &prefix) {
    static const grammar valid("^([a-z]([a-z_]{0,61}[a-z])?)?$");
    return valid.matches(prefix);
}

inline std::string random_prefix(random &r, std::string_view symbols = "abcdefghijklmnopqrstuvwxyz_") {
    for (;;) {
        std::string prefix(r.chance(30) ? 60 + r.below(4) : r.below(12), 'a');
        for (char &c : prefix)
            c = r.symbol_of(symbols);
        if (naive::check_prefix(prefix).code == status::ok)
            return prefix;
    }
}
// Few different symbols, so that prefixes share their beginnings.
constexpr std::string_view few = "_abyz";

inline value random_value(random &r, std::string_view symbols = few) {
    const uint128 ends[] = {0, ~uint128{0}, r.bits128(), r.bits128()};
    return make(random_prefix(r, symbols), value_of<uuid>(ends[r.below(4)]));
}

} // namespace test
