// What people paste, and what is read of it: the rows of test/lib/pasted.tsv (text, normalized id, readings,
// fault), by the codecs and by site/inspect, the program of the page "What is this id?".  sql/inspect.sql
// asks the server for the same rows.  Then an id between any marks, any octets, and very long texts.
#include <algorithm>
#include <cstring>

#include <base62id/inspect.hpp>

#include "support.hpp"

// site/inspect/inspect.cpp, as the page calls it.
extern "C" {
char *input();
const char *output();
std::size_t inspect_id(std::size_t size);
}

namespace test {
namespace {

namespace inspect = codec::inspect;

struct paste {
    std::string text, id, found, fault;
};

std::string spelled(std::string text) {
    const std::pair<std::string_view, std::string_view> names[] = {{"<LF>", "\n"},
                                                                   {"<CR>", "\r"},
                                                                   {"<TAB>", "\t"},
                                                                   {"<NBSP>", "\xc2\xa0"},
                                                                   {"<ZWSP>", "\xe2\x80\x8b"},
                                                                   {"<SHY>", "\xc2\xad"},
                                                                   {"<BOM>", "\xef\xbb\xbf"}};
    for (const auto &[name, character] : names)
        for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name))
            text.replace(at, name.size(), character);
    return text;
}

std::string normalized(const std::string &text) {
    inspect::room room;
    const exact_text given(text);
    const std::string_view typeid_text = inspect::normalize_pasted_typeid(given, room.symbols);
    if (!typeid_text.empty())
        return std::string(typeid_text);
    return std::string(inspect::normalize_pasted_ulid(given, room.symbols));
}

std::string found(const std::string &text) {
    std::string all;
    const auto add = [&all](std::string_view system, std::string_view reading) {
        all += (all.empty() ? "" : ", ") + std::string(system) + ' ' + std::string(reading);
    };
    inspect::find_each(
        exact_text(text), [&](const inspect::reading &r) { add(r.system, r.read_as); },
        [&](const inspect::guess &g) { add(g.system, "?"); });
    return all;
}

std::vector<paste> pastes() {
    std::ifstream file(std::string(BASE62ID_VECTORS) + "/../lib/pasted.tsv");
    std::vector<paste> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#'))
            continue;
        std::istringstream cells(line);
        paste p;
        for (std::string *cell : {&p.text, &p.id, &p.found, &p.fault})
            std::getline(cells, *cell, '\t');
        p.text = spelled(p.text);
        rows.push_back(p);
    }
    return rows;
}

TEST(pasted, table) {
    const std::vector<paste> rows = pastes();
    for (const paste &p : rows) {
        EXPECT_EQ(normalized(p.text), p.id) << p.text;
        EXPECT_EQ(found(p.text), p.found) << p.text;
    }
    EXPECT_EQ(rows.size(), 175u);
}

// What the page says of a text that is nearly an id.
std::string fault_of(const nlohmann::json &nearest) {
    if (nearest.contains("fault"))
        return nearest["fault"];
    if (nearest["cut_off"])
        return "first characters";
    return nearest["have"].dump() + " of " + nearest["want"].dump() + " characters";
}

// Adds the name of a system to a list, unless it is the last one there.
void add_system(std::string &systems, std::string_view system) {
    const std::string name = std::string(system) + ' ';
    if (!systems.ends_with(name))
        systems += name;
}

// The page has the readings of the first id in a text, some systems' more than once, and all that it may be
// otherwise.
TEST(pasted, page) {
    for (const paste &p : pastes()) {
        std::memcpy(input(), p.text.data(), p.text.size());
        const std::string json(output(), inspect_id(p.text.size()));
        std::string systems, fault;
        std::size_t guesses = 0;
        for (const nlohmann::json &r : nlohmann::json::parse(json)) {
            if (r.contains("nearest"))
                fault = fault_of(r);
            if (!r.contains("system")) {
                ++guesses;
            } else {
                add_system(systems, std::string(r["system"]));
                EXPECT_NE(p.found.find(std::string(r["system"]) + ' '), std::string::npos) << p.text << json;
            }
        }
        std::string read;
        inspect::each_reading(p.text, [&read](const inspect::reading &r) { add_system(read, r.system); });
        EXPECT_EQ(systems, read) << p.text;
        EXPECT_EQ(guesses, static_cast<std::size_t>(std::ranges::count(p.found, '?'))) << p.text;
        EXPECT_EQ(fault, p.fault) << p.text;
    }
}

// Whatever stands around an id, it is found, and nothing outside the text is read.
TEST(pasted, surroundings) {
    const std::string_view around[] = {" ",
                                       "\n",
                                       "\"",
                                       "'",
                                       "(",
                                       ")",
                                       "[",
                                       "]",
                                       "{",
                                       "}",
                                       "<",
                                       ">",
                                       ".",
                                       ",",
                                       ";",
                                       ":",
                                       "/",
                                       "?",
                                       "=",
                                       "&",
                                       "#",
                                       "`",
                                       "*",
                                       "|",
                                       "\t",
                                       "\r",
                                       "\xc2\xa0",
                                       "\xe2\x80\x9c",
                                       "\xef\xbb\xbf",
                                       "\\",
                                       "%"};
    const std::string id = "user_01h455vb4pex5vsknk084sn02q";
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        std::string front, back;
        for (std::uint64_t n = r.below(6); n > 0; --n)
            front += around[r.below(std::size(around))];
        for (std::uint64_t n = r.below(6); n > 0; --n)
            back += around[r.below(std::size(around))];
        ASSERT_EQ(normalized(front + id + back), id) << front << id << back;
    }
}

// Nothing to compare: AddressSanitizer sees a read outside the text (exact_text), and ctest's limit of time
// a search whose time grows with the square of the text's length.
TEST(pasted, any_octets) {
    constexpr std::string_view likely = "user_01h455vb4pex-ABC %\\\xe2\x80\x8b";
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        std::string text;
        for (std::uint64_t n = r.below(80); n > 0; --n)
            text += r.chance(50) ? r.octet() : r.symbol_of(likely);
        normalized(text);
        found(text);
    }
    for (const std::string_view piece :
         {"x", "_", "-", " ", "user_01h455vb4pex5vsknk084sn02q ", "\xe2\x80\x8b"}) {
        std::string text;
        while (text.size() < 100'000)
            text += piece;
        normalized(text);
        found(text);
    }
}

} // namespace
} // namespace test
