// Adapter for OSL (OpenShogiLib): `CsaFile`, `KakinokiFile`, `Ki2File` and `UsiFile`, which read files. Those of KIF and KI2
// expect Shift_JIS, so the text of an input is written to a file in Shift_JIS first. The result is that of the record.
// Comments have the encoding EUC-JP and are not compared. README.md describes the protocol.

#include <osl/record/csaRecord.h>
#include <osl/record/kakinoki.h>
#include <osl/record/ki2.h>
#include <osl/record/usiRecord.h>
#include <osl/usi.h>

#include <iconv.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

namespace {

std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// Converts a text, and drops characters that the other encoding does not have.
std::string convert(const std::string& text, const std::string& from, const std::string& to) {
    iconv_t state = iconv_open((to + "//IGNORE").c_str(), from.c_str());
    if (state == iconv_t(-1)) throw std::runtime_error("no such encoding");
    std::string result(text.size() * 4 + 16, '\0');
    char* input = const_cast<char*>(text.data());
    char* output = &result[0];
    size_t left = text.size(), room = result.size();
    iconv(state, &input, &left, &output, &room);
    iconv_close(state);
    result.resize(result.size() - room);
    return result;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (unsigned char c : text) {
        if (c == '"' || c == '\\') (result += '\\') += static_cast<char>(c);
        else if (c < 0x20 || c > 0x7e) result += '?';
        else result += static_cast<char>(c);
    }
    return result + "\"";
}

std::string recordOf(const osl::Record& record) {
    std::ostringstream text;
    std::string position = osl::usi::show(osl::NumEffectState(record.initialState()));
    std::istringstream words(position);
    std::string word, start;
    for (int count = 0; count < 3 && words >> word;) {
        if (word == "sfen" || word == "position") continue;
        if (word == "startpos") {
            start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
            break;
        }
        start += (count++ ? " " : "") + word;
    }
    text << "{\"start\":" << quoted(start) << ",\"moves\":[";
    const std::vector<osl::Move> moves = record.moves();
    for (size_t i = 0; i < moves.size(); ++i) text << (i ? "," : "") << quoted(osl::usi::show(moves[i]));
    text << "],\"winner\":";
    switch (record.result) {
        case osl::Record::BlackWin: text << "\"black\""; break;
        case osl::Record::WhiteWin: text << "\"white\""; break;
        case osl::Record::Sennnichite:
        case osl::Record::JiShogi: text << "\"draw\""; break;
        default: text << "\"none\"";
    }
    text << "}";
    return text.str();
}

std::string read(const std::string& path, const std::string& notation, const std::string& encoding) {
    const std::string name = "/tmp/kifu-osl-" + std::to_string(getpid()) + "." + notation;
    std::string bytes = readFile(path);
    if (notation == "kif" || notation == "ki2") bytes = convert(bytes, encoding, "CP932");
    std::ofstream(name, std::ios::binary) << bytes;
    std::unique_ptr<osl::RecordFile> file;
    if (notation == "csa") file.reset(new osl::CsaFile(name));
    else if (notation == "kif") file.reset(new osl::KakinokiFile(name));
    else if (notation == "ki2") file.reset(new osl::Ki2File(name));
    else file.reset(new osl::usi::UsiFile(name));
    std::remove(name.c_str());
    return "{\"records\":[" + recordOf(file->load()) + "]}";
}

}  // namespace

int main() {
    // Messages of the library on standard output go to standard error.
    FILE* output = fdopen(dup(1), "w");
    dup2(2, 1);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream fields(line);
        std::string path, notation, encoding, answer;
        std::getline(fields, path, '\t');
        std::getline(fields, notation, '\t');
        std::getline(fields, encoding, '\t');
        try {
            answer = read(path, notation, encoding);
        } catch (const std::exception& error) {
            answer = "{\"error\":" + quoted(error.what()) + "}";
        }
        std::fprintf(output, "%s\n", answer.c_str());
        std::fflush(output);
    }
}
