// What the unit tests share: vectors, repeatable random values, texts in buffers of exactly their size.
#pragma once

#include <cstdlib>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <base62id/codec.hpp>

#include "../naive/scheme.hpp"

namespace base62id::codec {

// For messages of failed tests.
template <std::size_t N>
std::ostream &operator<<(std::ostream &out, const octets<N> &v) {
    static constexpr char hex[] = "0123456789abcdef";
    for (const std::uint8_t octet : v.bytes)
        out << hex[octet >> 4] << hex[octet & 15];
    return out;
}
inline std::ostream &operator<<(std::ostream &out, status s) {
    return out << "status " << static_cast<int>(s);
}
inline bool operator==(const result &a, const result &b) {
    return a.code == b.code && a.position == b.position;
}
inline std::ostream &operator<<(std::ostream &out, const result &r) {
    return out << r.code << " at " << r.position;
}

} // namespace base62id::codec

namespace test {

namespace codec = base62id::codec;
using codec::compare;
using codec::decrement;
using codec::increment;
using codec::result;
using codec::status;
using codec::uint128;
using codec::uuid;
using naive::number;
using naive::value_of;

inline constexpr int random_rounds = 10'000; // of each law and each comparison with another implementation

// Repeatable: each test starts from the same seed.
class random {
  public:
    explicit random(std::uint64_t seed = 20260101) : engine_(seed) {}

    std::uint64_t bits64() { return engine_(); }
    uint128 bits128() { return uint128{engine_()} << 64 | engine_(); }
    // 0 to limit - 1.
    std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
    bool chance(unsigned percent) { return below(100) < percent; }
    char symbol_of(std::string_view symbols) { return symbols[below(symbols.size())]; }
    char octet() { return static_cast<char>(below(256)); }

    template <class Value>
    Value value() {
        return value_of<Value>(bits128());
    }
    std::vector<std::uint8_t> octets(std::size_t n) {
        std::vector<std::uint8_t> v(n);
        for (auto &octet : v)
            octet = static_cast<std::uint8_t>(engine_());
        return v;
    }

  private:
    std::mt19937_64 engine_;
};

inline nlohmann::json vectors(const std::string &name) {
    const std::string path = std::string(BASE62ID_VECTORS) + "/" + name + ".json";
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    return nlohmann::json::parse(file);
}

inline std::vector<std::uint8_t> octets_of_hex(std::string_view hex) {
    std::vector<std::uint8_t> octets;
    std::string digits;
    for (const char c : hex) {
        if (c == '-')
            continue;
        digits += c;
        if (digits.size() == 2) {
            octets.push_back(static_cast<std::uint8_t>(std::stoi(digits, nullptr, 16)));
            digits.clear();
        }
    }
    return octets;
}
template <class Value>
Value value_of_hex(std::string_view hex) {
    const auto octets = octets_of_hex(hex);
    Value v{};
    EXPECT_EQ(octets.size(), sizeof v.bytes) << hex;
    std::copy(octets.begin(), octets.end(), v.bytes);
    return v;
}

// A copy of `text` in a heap block of its exact size, so that AddressSanitizer sees a read outside it.
class exact_text {
  public:
    explicit exact_text(std::string_view text) : size_(text.size()), data_(new char[text.size()]) {
        text.copy(data_.get(), text.size());
    }
    operator std::string_view() const { return {data_.get(), size_}; }

  private:
    std::size_t size_;
    std::unique_ptr<char[]> data_;
};

template <class Codec>
std::string encode(const typename Codec::value &v) {
    const std::unique_ptr<char[]> text(new char[Codec::text_length]);
    Codec::encode(v, text.get());
    return {text.get(), Codec::text_length};
}

template <class Codec>
std::optional<typename Codec::value> decoded(std::string_view text) {
    typename Codec::value v{};
    const exact_text copy(text);
    if (!codec::decode<Codec>(copy, v))
        return {};
    return v;
}

inline std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

// The value of a vector: a number, or octets.
template <class Value>
Value value_in(const nlohmann::json &entry) {
    if constexpr (std::is_integral_v<Value>)
        return std::stoull(entry.at("payload").get<std::string>());
    else
        return value_of_hex<Value>(entry.at(entry.contains("hex") ? "hex" : "uuid").get<std::string>());
}

// Each vector of a list is written and read, bare and in quotes; what else it says is for `more`.
template <class Codec>
void check_vectors(
    const nlohmann::json &list, std::size_t count,
    const std::function<void(const nlohmann::json &, const typename Codec::value &)> &more = {}) {
    for (const auto &entry : list) {
        const auto v = value_in<typename Codec::value>(entry);
        const std::string text = entry.at("text");
        EXPECT_EQ(encode<Codec>(v), text);
        EXPECT_EQ(decoded<Codec>(text), v);
        EXPECT_EQ(decoded<Codec>(in_quotes(text)), v);
        if (more)
            more(entry, v);
    }
    EXPECT_EQ(list.size(), count);
}

// And none of another list is an id.
template <class Codec>
void check_invalid_vectors(const nlohmann::json &list, std::size_t count) {
    for (const auto &entry : list)
        EXPECT_FALSE(decoded<Codec>(entry.at("text").get<std::string>())) << entry;
    EXPECT_EQ(list.size(), count);
}

inline int sign(int v) { return (v > 0) - (v < 0); }
inline int sign(uint128 a, uint128 b) { return (a > b) - (a < b); }

// The length of every fixed-length codec's payload.
template <class Codec>
inline constexpr unsigned payload_bits = naive::of<Codec>.bits;
template <class Codec>
inline constexpr uint128 greatest = payload_bits<Codec> == 128
                                        ? ~uint128{0}
                                        : (uint128{1} << payload_bits<Codec> % 128) - 1;

// Payloads where carries, digits and words begin and end.
template <class Codec>
std::vector<uint128> edge_numbers() {
    std::vector<uint128> numbers;
    const auto around = [&](uint128 n) {
        for (int d = -2; d <= 2; ++d)
            numbers.push_back((n + static_cast<uint128>(d)) & greatest<Codec>);
    };
    for (unsigned bit = 0; bit < payload_bits<Codec>; ++bit)
        around(uint128{1} << bit);
    const uint128 base = naive::of<Codec>.base();
    for (uint128 power = base; power < greatest<Codec> / base; power *= base)
        for (const uint128 factor : {uint128{1}, uint128{2}, base - 1, greatest<Codec> / power})
            around(factor * power);
    random r;
    for (int i = 0; i < 200; ++i) { // runs of zero and one bits
        const auto from = r.below(payload_bits<Codec>), to = r.below(payload_bits<Codec>);
        numbers.push_back(((uint128{1} << from) - (uint128{1} << to)) & greatest<Codec>);
    }
    return numbers;
}

} // namespace test
