// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The template is the viewer as it was built (viewer/, cmake/viewer.cmake), with two marks: one in
// its title, one in its element for data. In the data every '<' is written \u003c, which JSON reads
// back as
// '<': no string can end the element or begin another.
#include "report/page/document.h"

#include <fmt/format.h>

#include <bit>
#include <type_traits>

#include "carom/error.h"
#include "carom/page.h"
#include "carom/version.h"
#include "report/files/bytes.h"

namespace carom {

namespace report {

extern const std::string_view page_template;  // generated

namespace {

constexpr std::string_view title_mark = "CAROM-TITLE", data_mark = "CAROM-PAGE";

/// For the text of an element.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    switch (letter) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      default: safe += letter;
    }
  }
  return safe;
}

std::string without_less_than(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char letter : json) {
    if (letter == '<') {
      safe += "\\u003c";
    } else {
      safe += letter;
    }
  }
  return safe;
}

}  // namespace

std::string energy_unit(const Scene::Units& units) {
  if (units.mass == "kg" && units.length == "m") return "J";
  if (units.mass == "g" && units.length == "cm") return "erg";
  return fmt::format("{} {}^2/s^2", units.mass, units.length);
}

Json page_document(const PageHead& head) {
  Json facts = Json::array();
  for (const auto& [name, value] : head.facts) facts.push_back(Json::array({name, value}));
  return {{"format", "carom-page/1"},
          {"kind", head.kind},
          {"title", head.title},
          {"carom", version},
          {"summary", head.summary},
          {"facts", std::move(facts)},
          {"notes", head.notes},
          {"details", head.details},
          {"units",
           {{"length", head.units.length},
            {"mass", head.units.mass},
            {"energy", energy_unit(head.units)}}}};
}

std::string page_html(const Json& document) {
  const auto title_at = page_template.find(title_mark), data_at = page_template.find(data_mark);
  if (!has_viewer()) {
    throw InvalidInput(
        "page: this carom was built without its viewer (CAROM_VIEWER=OFF); expected one with it; "
        "build it again with CAROM_VIEWER=ON");
  }
  const std::string data = dump_json(document, -1);
  // By way of a dump, which makes it valid UTF-8.
  const Json title = Json::parse(dump_json(document.at("title"), -1));
  std::string html;
  html.reserve(page_template.size() + data.size() + data.size() / 8);
  html += page_template.substr(0, title_at);
  html += escaped(title.get<std::string>()) + " – carom";
  const auto after_title = title_at + title_mark.size();
  html += page_template.substr(after_title, data_at - after_title);
  html += without_less_than(data);
  html += page_template.substr(data_at + data_mark.size());
  return html;
}

}  // namespace report

bool has_viewer() { return !report::page_template.empty(); }

void write_page(const std::filesystem::path& file, std::string_view html) {
  try {
    report::replace_whole(file, html);
  } catch (const report::DiskFault& fault) {
    throw InvalidInput(fmt::format("{}; expected a file that can be written", fault.brief()));
  }
}

}  // namespace carom

namespace carom::report {

// Base64 (RFC 4648, with padding) of the values' bytes, least significant first on every machine.

namespace {

constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Three bytes become four letters.
class Letters {
 public:
  explicit Letters(std::size_t bytes) { text_.reserve((bytes + 2) / 3 * 4); }

  void put(std::uint8_t byte) {
    bits_ = bits_ << 8U | byte;
    if (++held_ < 3) return;
    for (const unsigned shift : {18U, 12U, 6U, 0U}) text_ += letters[bits_ >> shift & 63U];
    bits_ = 0;
    held_ = 0;
  }

  std::string finish() {
    if (held_ == 1) {
      text_ += {letters[bits_ >> 2U & 63U], letters[bits_ << 4U & 63U], '=', '='};
    } else if (held_ == 2) {
      text_ += {letters[bits_ >> 10U & 63U], letters[bits_ >> 4U & 63U], letters[bits_ << 2U & 63U],
                '='};
    }
    return std::move(text_);
  }

 private:
  std::string text_;
  std::uint32_t bits_ = 0;
  int held_ = 0;
};

template <class Unsigned, class Value>
Json packed_as(const char* key, const std::vector<Value>& values) {
  Letters text(values.size() * sizeof(Value));
  for (const Value value : values) {
    const auto bits = std::bit_cast<Unsigned>(value);
    for (unsigned k = 0; k < sizeof(Value); ++k) {
      text.put(static_cast<std::uint8_t>(bits >> (8U * k) & 255U));
    }
  }
  return {{key, text.finish()}};
}

}  // namespace

Json packed(const std::vector<float>& values) { return packed_as<std::uint32_t>("f32", values); }
Json packed(const std::vector<double>& values) { return packed_as<std::uint64_t>("f64", values); }
Json packed(const std::vector<std::uint8_t>& values) {
  return packed_as<std::uint8_t>("u8", values);
}
Json packed(const std::vector<std::uint32_t>& values) {
  return packed_as<std::uint32_t>("u32", values);
}

namespace {

/// Units of the entries of a joint's q (`velocity`: of its v).
std::vector<std::string> units_of(const Joint& joint, const std::string& length, bool velocity) {
  const std::string angle = velocity ? "rad/s" : "rad";
  const std::string way = velocity ? length + "/s" : length;
  const int size = velocity ? joint.v_size : joint.q_size;
  std::vector<std::string> units(static_cast<std::size_t>(size));
  const auto fill = [&](int from, int to, const std::string& unit) {
    for (int k = from; k < to && k < size; ++k) units[static_cast<std::size_t>(k)] = unit;
  };
  switch (joint.kind) {
    case JointKind::revolute: fill(0, size, angle); break;
    case JointKind::prismatic:
    case JointKind::translation: fill(0, size, way); break;
    case JointKind::spherical:  // a quaternion has no unit
    case JointKind::continuous: fill(0, velocity ? size : 0, angle); break;
    case JointKind::free:
      fill(0, 3, way);
      fill(3, velocity ? 6 : 3, angle);
      break;
    case JointKind::planar:
      fill(0, 2, way);
      fill(2, velocity ? 3 : 2, angle);
      break;
    case JointKind::fixed:
    case JointKind::composite: break;  // its joints are not told apart
  }
  return units;
}

std::vector<Column> columns_of(const Model& model, const std::string& length, bool velocity) {
  const auto& names = velocity ? model.velocity_names() : model.coordinate_names();
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({velocity ? "v_" + name : name, {}});
  for (const Joint& joint : model.joints()) {
    const auto units = units_of(joint, length, velocity);
    for (std::size_t k = 0; k < units.size(); ++k) {
      const std::size_t at = static_cast<std::size_t>(velocity ? joint.v : joint.q) + k;
      if (at < columns.size()) columns[at].unit = units[k];
    }
  }
  return columns;
}

}  // namespace

std::vector<Column> coordinate_columns(const Model& model, const std::string& length) {
  return columns_of(model, length, false);
}

std::vector<Column> velocity_columns(const Model& model, const std::string& length) {
  return columns_of(model, length, true);
}

}  // namespace carom::report
