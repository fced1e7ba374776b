// Statistical tests of what the generators draw, over ids in the order in which one session made them.
//
//   statistics xid|uuidv7|baseuid < COPY-BINARY
//
// Prints one TAP line a test, with the value and its threshold.  Every value is a z: how many standard
// deviations it is away from what perfect randomness gives.  A single value may reach 6 (one in 500 million
// runs), the greatest of many 7 (bits and pairs of bits, 7,000 of all generators: one in 390 thousand million
// a value).
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr double one_value = 6, greatest_of_many = 7;
bool all_good = true;

void report(const char *what, double z, double threshold) {
    const bool good = std::fabs(z) < threshold;
    all_good &= good;
    std::printf("%s - %s: z = %.2f, threshold %.0f\n", good ? "ok" : "not ok", what, z, threshold);
}
void report_none(const char *what, std::uint64_t found) {
    all_good &= found == 0;
    std::printf("%s - %s: %llu, wanted 0\n", found == 0 ? "ok" : "not ok", what,
                static_cast<unsigned long long>(found));
}

[[noreturn]] void die(const char *why) {
    std::fprintf(stderr, "statistics: %s\n", why);
    std::exit(2);
}

// --- input: the one column of a COPY in binary ---

using octets = std::array<std::uint8_t, 16>;

void read_exactly(void *to, std::size_t n) {
    if (std::fread(to, 1, n, stdin) != n)
        die("input ends early");
}
template <class T>
T read_number() {
    std::uint8_t b[sizeof(T)];
    read_exactly(b, sizeof b);
    std::uint64_t v = 0;
    for (const auto octet : b)
        v = v << 8 | octet;
    return static_cast<T>(v);
}

// The ids, right-aligned in 16 bytes.
std::vector<octets> read_ids(std::size_t width) {
    char signature[11];
    read_exactly(signature, sizeof signature);
    if (std::memcmp(signature, "PGCOPY\n\377\r\n", sizeof signature) != 0)
        die("not a COPY in binary");
    read_number<std::uint32_t>(); // flags
    if (read_number<std::uint32_t>() != 0)
        die("the header has an extension");
    std::vector<octets> ids;
    while (read_number<std::int16_t>() == 1) {
        if (read_number<std::uint32_t>() != width)
            die("a field has another width");
        octets id{};
        read_exactly(id.data() + id.size() - width, width);
        ids.push_back(id);
    }
    return ids;
}

// --- tests ---

// Wilson and Hilferty's cube root makes a chi-square of `df` degrees of freedom normal.
double chi_square_z(double value, double df) {
    return (std::cbrt(value / df) - (1 - 2 / (9 * df))) / std::sqrt(2 / (9 * df));
}
double chi_square(const std::vector<std::uint64_t> &cells) {
    double total = 0, sum = 0;
    for (const auto n : cells)
        total += static_cast<double>(n);
    const double expected = total / static_cast<double>(cells.size());
    for (const auto n : cells)
        sum += (static_cast<double>(n) - expected) * (static_cast<double>(n) - expected) / expected;
    return sum;
}
double chi_square_z(const std::vector<std::uint64_t> &cells) {
    return chi_square_z(chi_square(cells), static_cast<double>(cells.size() - 1));
}
// Of a count of heads in n fair throws.
double coin_z(std::uint64_t heads, std::uint64_t n) {
    return (static_cast<double>(heads) - static_cast<double>(n) / 2) /
           (std::sqrt(static_cast<double>(n)) / 2);
}
void keep_greater(double &greatest, double z) {
    if (std::fabs(z) > std::fabs(greatest))
        greatest = z;
}

using field = unsigned __int128; // random bits, right-aligned

bool bit(field v, int j) { return static_cast<bool>(v >> j & 1); }

// The tests that every field has to pass.
void test_bits(const std::vector<field> &v, int bits) {
    const std::size_t n = v.size();
    std::vector<std::uint64_t> ones(static_cast<std::size_t>(bits));
    for (const field x : v)
        for (int j = 0; j < bits; ++j)
            ones[static_cast<std::size_t>(j)] += bit(x, j);
    double greatest = 0;
    for (const auto count : ones)
        keep_greater(greatest, coin_z(count, n));
    report("each bit is 0 as often as 1 (the worst bit)", greatest, greatest_of_many);

    greatest = 0;
    for (int shift = 0; shift < bits; shift += 8) { // the last piece may be shorter
        const int width = std::min(8, bits - shift);
        std::vector<std::uint64_t> cells(std::size_t{1} << width);
        for (const field x : v)
            ++cells[static_cast<std::size_t>(x >> shift) & (cells.size() - 1)];
        keep_greater(greatest, chi_square_z(cells));
    }
    report("each octet has each value equally often (chi-square, the worst octet)", greatest,
           greatest_of_many);
}

void test_neighbours(const std::vector<field> &v, int bits) {
    const std::size_t n = v.size() - 1;
    // Bit k of an id against each bit of the next, 64 ids at a time.
    const std::size_t words = n / 64;
    const auto planes = [&](std::size_t first) {
        std::vector<std::vector<std::uint64_t>> p(static_cast<std::size_t>(bits),
                                                  std::vector<std::uint64_t>(words));
        for (int j = 0; j < bits; ++j)
            for (std::size_t i = 0; i < words * 64; ++i)
                p[static_cast<std::size_t>(j)][i / 64] |= static_cast<std::uint64_t>(v[first + i] >> j & 1)
                                                          << i % 64;
        return p;
    };
    const auto these = planes(0), next = planes(1);
    double greatest = 0;
    for (const auto &a : these)
        for (const auto &b : next) {
            std::uint64_t differ = 0;
            for (std::size_t w = 0; w < words; ++w)
                differ += static_cast<std::uint64_t>(std::popcount(a[w] ^ b[w]));
            keep_greater(greatest, coin_z(differ, words * 64));
        }
    report("neighbours: each bit against each bit of the next (the worst pair)", greatest, greatest_of_many);
}

void test_never_twice(std::vector<field> v) {
    std::sort(v.begin(), v.end());
    std::uint64_t twice = 0;
    for (std::size_t i = 1; i < v.size(); ++i)
        twice += v[i] == v[i - 1];
    report_none("random bits that came twice", twice);
}

// --- the fields of each millisecond ---

using numbers = std::vector<std::uint64_t>;
constexpr double population = 1 << 22;
struct span {
    std::size_t from, to;
};

std::uint64_t random_of(std::uint64_t id) { return id & 0x3fffff; }

std::vector<span> milliseconds_of(const numbers &ids) {
    std::vector<span> ms;
    for (std::size_t i = 0, from = 0; i < ids.size(); ++i)
        if (i + 1 == ids.size() || ids[i + 1] >> 22 != ids[i] >> 22) {
            ms.push_back({from, i + 1});
            from = i + 1;
        }
    return ms;
}

// Chi-squares of 64 cells a millisecond.  A draw of n without replacement from N varies less than one
// with replacement, by (N - n) / (N - 1).
void test_cells(const numbers &ids, const std::vector<span> &ms) {
    for (const int shift : {16, 0}) {
        double sum = 0, expected = 0, variance = 0;
        for (const auto [from, to] : ms) {
            const auto n = static_cast<double>(to - from);
            if (n < 640)
                continue;
            std::vector<std::uint64_t> cells(64);
            for (std::size_t i = from; i < to; ++i)
                ++cells[random_of(ids[i]) >> shift & 63];
            const double less = (population - n) / (population - 1);
            sum += chi_square(cells);
            expected += 63 * less;
            variance += 2 * 63 * less * less;
        }
        if (variance == 0)
            die("no millisecond has enough ids");
        report(shift == 0 ? "within a millisecond: the lower 6 bits (sum of chi-squares)"
                          : "within a millisecond: the upper 6 bits (sum of chi-squares)",
               (sum - expected) / std::sqrt(variance), one_value);
    }
}

// Two successive milliseconds: the same field twice.
void test_successive(const numbers &ids, const std::vector<span> &ms) {
    double equal = 0, expected = 0;
    std::vector<std::uint64_t> seen(1 << 22, 0);
    for (std::size_t m = 0; m < ms.size(); ++m) {
        const auto [from, to] = ms[m];
        if (m > 0) {
            const auto [before, end] = ms[m - 1];
            for (std::size_t i = from; i < to; ++i)
                equal += seen[random_of(ids[i])] == m;
            expected += static_cast<double>(to - from) * static_cast<double>(end - before) / population;
        }
        for (std::size_t i = from; i < to; ++i)
            seen[random_of(ids[i])] = m + 1;
    }
    report("successive milliseconds: fields that both have", (equal - expected) / std::sqrt(expected),
           one_value);
}

void test_milliseconds(const numbers &ids) {
    const std::vector<span> ms = milliseconds_of(ids);
    std::printf("# %zu ids in %zu milliseconds\n", ids.size(), ms.size());

    std::vector<std::uint64_t> all = ids;
    std::sort(all.begin(), all.end());
    report_none("xids that came twice",
                static_cast<std::uint64_t>(all.end() - std::unique(all.begin(), all.end())));

    test_cells(ids, ms);
    test_successive(ids, ms);
}

std::uint64_t low64(const octets &o) {
    std::uint64_t v = 0;
    for (std::size_t i = 8; i < 16; ++i)
        v = v << 8 | o[i];
    return v;
}

} // namespace

int main(int argc, char **argv) {
    const std::string kind = argc == 2 ? argv[1] : "";
    std::vector<field> fields;
    int bits;
    if (kind == "xid") {
        bits = 22;
        std::vector<std::uint64_t> ids;
        for (const octets &id : read_ids(8)) {
            ids.push_back(low64(id));
            fields.push_back(low64(id) & 0x3fffff);
        }
        test_milliseconds(ids);
    } else if (kind == "uuidv7") {
        bits = 62;
        for (const octets &id : read_ids(16)) {
            if (id[6] >> 4 != 7 || id[8] >> 6 != 2)
                die("not a UUID of version 7");
            fields.push_back(low64(id) & ~std::uint64_t{0} >> 2);
        }
        test_never_twice(fields);
    } else if (kind == "baseuid") {
        bits = 72;
        for (const octets &id : read_ids(15))
            fields.push_back(static_cast<field>(id[7]) << 64 | low64(id));
        test_never_twice(fields);
    } else {
        die("usage: statistics xid|uuidv7|baseuid");
    }
    test_bits(fields, bits);
    test_neighbours(fields, bits);
    return all_good ? 0 : 1;
}
