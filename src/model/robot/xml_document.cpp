// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Reading by tinyxml2, which expands no entities and bounds the depth (500 elements). Each fault
// names file and line.
#include "model/robot/xml_document.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>

#include "carom/error.h"

namespace carom::xml {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (!fs::exists(status)) {
    throw InvalidInput(file.string() + ": no such file; check the path");
  }
  if (fs::is_directory(status)) {
    throw InvalidInput(file.string() + ": is a folder; expected a robot file in it");
  }
  if (!fs::is_regular_file(status)) {
    throw InvalidInput(file.string() + ": is not an ordinary file; expected URDF or MJCF");
  }
  const auto size = fs::file_size(file, error);
  if (error || size > largest_file) {
    throw InvalidInput(fmt::format("{}: size = {} bytes; expected at most {}", file.string(),
                                   error ? 0 : size, largest_file));
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  stream.read(text.data(), static_cast<std::streamsize>(size));
  if (!stream) {
    throw InvalidInput(file.string() + ": cannot be read; check its permissions");
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw InvalidInput(file.string() + ": is empty; expected URDF or MJCF");
  }
  return text;
}

bool starts_without_case(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) {
           return a == static_cast<char>(std::toupper(static_cast<unsigned char>(b)));
         });
}

/// Comments and character data may hold anything; declarations elsewhere are refused.
void refuse_declarations(std::string_view text, const std::string& file) {
  for (std::size_t at = text.find("<!"); at != std::string_view::npos; at = text.find("<!", at)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      at = text.find("-->", at + 4);
    } else if (rest.starts_with("<![CDATA[")) {
      at = text.find("]]>", at);
    } else if (starts_without_case(rest, "<!DOCTYPE") || starts_without_case(rest, "<!ENTITY")) {
      const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
      throw InvalidInput(fmt::format(
          "{}:{}: declares a document type or an entity; expected plain XML; remove the line", file,
          line));
    } else {
      at += 2;
    }
    if (at == std::string_view::npos) return;
  }
}

std::string trimmed(const char* text) {
  const std::string all = text == nullptr ? "" : text;
  const auto from = all.find_first_not_of(" \t\r\n");
  if (from == std::string::npos) return "";
  return all.substr(from, all.find_last_not_of(" \t\r\n") - from + 1);
}

Element convert(const tinyxml2::XMLElement& source, const std::shared_ptr<const std::string>& file,
                std::size_t& count) {
  if (++count > most_elements) {
    throw InvalidInput(fmt::format("{}:{}: more than {} elements; expected a robot", *file,
                                   source.GetLineNum(), most_elements));
  }
  Element element;
  element.name = source.Name();
  element.file = file;
  element.line = source.GetLineNum();
  element.text = trimmed(source.GetText());
  for (const auto* a = source.FirstAttribute(); a != nullptr; a = a->Next()) {
    element.attributes.emplace_back(a->Name(), a->Value());
  }
  for (const auto* c = source.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
    element.children.push_back(convert(*c, file, count));
  }
  return element;
}

/// tinyxml2 explains itself as "Error=… ErrorID=… (…) Line number=…: detail".
std::string parse_fault(const tinyxml2::XMLDocument& document) {
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT: return "an element is not closed by its own tag";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT: return "an element cannot be read";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE: return "an attribute cannot be read";
    case tinyxml2::XML_ERROR_PARSING_TEXT: return "text where an element is expected";
    case tinyxml2::XML_ERROR_PARSING_COMMENT: return "a comment is not closed";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED: return "elements are nested too deeply";
    default: return "not XML";
  }
}

class Includer {
 public:
  explicit Includer(const fs::path& main_file)
      : folder_(main_file.parent_path().empty() ? fs::path(".") : main_file.parent_path()) {
    seen_.insert(fs::weakly_canonical(main_file));
  }

  void expand(Element& element) {
    std::vector<Element> children;
    for (Element& child : element.children) {
      if (child.name == "include") {
        for (Element& inner : include(child)) children.push_back(std::move(inner));
      } else {
        expand(child);
        children.push_back(std::move(child));
      }
    }
    element.children = std::move(children);
  }

 private:
  std::vector<Element> include(const Element& element) {
    const std::string name = element.get("file");
    if (name.empty()) {
      throw InvalidInput(element.where() + ": include names no file; expected file=\"…\"");
    }
    const fs::path file = (folder_ / name).lexically_normal();
    if (fs::path(name).is_absolute() || !is_below(file, folder_)) {
      throw InvalidInput(element.where() + ": include file = '" + name +
                         "'; expected a path in the folder of the main file");
    }
    if (!fs::exists(file)) {
      throw InvalidInput(element.where() + ": include file = '" + name + "'; no such file");
    }
    if (!seen_.insert(fs::weakly_canonical(file)).second) {
      throw InvalidInput(element.where() + ": include file = '" + name +
                         "' a second time, or in a circle; expected each file once");
    }
    if (seen_.size() > most_includes) {
      throw InvalidInput(
          fmt::format("{}: more than {} included files", element.where(), most_includes));
    }
    Element root = read(file);
    expand(root);
    return std::move(root.children);
  }

  fs::path folder_;
  std::set<fs::path> seen_;
};

}  // namespace

const std::string* Element::find(std::string_view attribute) const {
  for (const auto& [key, value] : attributes) {
    if (key == attribute) return &value;
  }
  return nullptr;
}

std::string Element::get(std::string_view attribute) const {
  const std::string* value = find(attribute);
  return value == nullptr ? "" : *value;
}

const Element* Element::child(std::string_view child_name) const {
  for (const Element& element : children) {
    if (element.name == child_name) return &element;
  }
  return nullptr;
}

std::string Element::where() const { return *file + ":" + std::to_string(line); }

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path inner = fs::weakly_canonical(path), outer = fs::weakly_canonical(folder);
  const auto [end, unused] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  return end == outer.end();
}

Element read(const fs::path& file) {
  const std::string text = read_text(file);
  refuse_declarations(text, file.string());
  tinyxml2::XMLDocument document;
  document.Parse(text.data(), text.size());
  const auto name = std::make_shared<const std::string>(file.string());
  if (document.Error()) {
    throw InvalidInput(fmt::format("{}:{}: {}; expected well-formed XML", *name,
                                   document.ErrorLineNum(), parse_fault(document)));
  }
  if (document.RootElement() == nullptr) {
    throw InvalidInput(*name +
                       ": holds no XML element; expected <robot> (URDF) or <mujoco> (MJCF)");
  }
  std::size_t count = 0;
  return convert(*document.RootElement(), name, count);
}

void expand_includes(Element& root, const fs::path& main_file) { Includer(main_file).expand(root); }

}  // namespace carom::xml
