// Writes texts of test/vectors, good and bad, and the octets behind them, as seeds for the fuzz targets.
//   seed VECTORS-DIRECTORY CORPUS-DIRECTORY
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

namespace {

std::string octets_of_hex(const std::string &hex) {
    std::string octets;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        i += hex[i] == '-';
        octets += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    return octets;
}

int written = 0;

void collect(const nlohmann::json &node, const std::filesystem::path &to) {
    for (const auto &[key, child] : node.items()) {
        if (child.is_structured()) {
            collect(child, to);
            continue;
        }
        if (!child.is_string())
            continue;
        std::string seed;
        if (key == "text" || key == "typeid" || key == "prefix")
            seed = child;
        else if (key == "hex" || key == "uuid")
            seed = octets_of_hex(child);
        else
            continue;
        std::ofstream(to / ("seed-" + std::to_string(written++)), std::ios::binary) << seed;
        std::ofstream(to / ("seed-" + std::to_string(written++)), std::ios::binary) << '"' << seed << '"';
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    std::filesystem::create_directories(argv[2]);
    for (const auto &file : std::filesystem::directory_iterator(argv[1])) {
        if (file.path().extension() == ".json")
            collect(nlohmann::json::parse(std::ifstream(file.path())), argv[2]);
    }
    std::cout << written << " seeds\n";
    return written > 100 ? 0 : 1;
}
