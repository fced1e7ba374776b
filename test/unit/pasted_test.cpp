// What people paste, and what is read of it: test/lib/pasted.tsv, which sql/inspect.sql asks the server; and
// texts without end.
#include <base62id/inspect.hpp>

#include "support.hpp"

namespace test {
namespace {

namespace inspect = codec::inspect;

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

TEST(pasted, table) {
    std::ifstream file(std::string(BASE62ID_VECTORS) + "/../lib/pasted.tsv");
    std::size_t rows = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#'))
            continue;
        ++rows;
        const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
        const std::string text = spelled(line.substr(0, first));
        EXPECT_EQ(normalized(text), line.substr(first + 1, second - first - 1)) << line;
        EXPECT_EQ(found(text), line.substr(second + 1)) << line;
    }
    EXPECT_EQ(rows, 129u);
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

TEST(pasted, any_octets) {
    random r;
    for (int i = 0; i < random_rounds; ++i) {
        std::string text;
        for (std::uint64_t n = r.below(80); n > 0; --n)
            text += r.chance(50) ? r.octet() : "user_01h455vb4pex-ABC %\\\xe2\x80\x8b"[r.below(25)];
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
