// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// events.csv read back: "time,contact,event", the contact in quotes where it needs them.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>

#include "carom/error.h"
#include "report/page/track.h"

namespace carom::report {
namespace {

using EventKind = ContactEvent::Kind;

std::string unquoted(std::string_view field) {
  if (!field.starts_with('"') || field.size() < 2) return std::string(field);
  std::string text;
  for (std::size_t k = 1; k + 1 < field.size(); ++k) {
    text += field[k];
    if (field[k] == '"') ++k;  // written twice
  }
  return text;
}

}  // namespace

struct EventTable::Lines {
  std::filesystem::path path;
  std::ifstream file;
  std::map<std::string, int> contacts = {};
  std::string line = {};
  std::int64_t number = 0;

  /// A record; names may hold line breaks in quotes.
  bool read() {
    if (!std::getline(file, line)) return false;
    ++number;
    std::string more;
    while (std::count(line.begin(), line.end(), '"') % 2 != 0 && std::getline(file, more)) {
      line += '\n' + more;
      ++number;
    }
    return true;
  }
};

EventTable::EventTable(std::filesystem::path file, const RunNames& names)
    : lines_(std::make_unique<Lines>(Lines{.path = file, .file = std::ifstream(file)})) {
  for (std::size_t k = 0; k < names.contacts.size(); ++k) {
    lines_->contacts.try_emplace(names.contacts[k], static_cast<int>(k));
  }
  lines_->read();  // the header
}
EventTable::~EventTable() = default;

bool EventTable::next(ContactEvent& event) {
  Lines& lines = *lines_;
  if (!lines.read()) return false;
  const std::string_view line = lines.line;
  const std::size_t first = line.find(','), last = line.rfind(',');
  bool good = first != line.npos && last > first;
  if (good) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + first, event.time);
    good = error == std::errc() && end == line.data() + first;
    const auto contact = lines.contacts.find(unquoted(line.substr(first + 1, last - first - 1)));
    good = good && contact != lines.contacts.end();
    if (good) event.contact = contact->second;
    bool known = false;
    for (const EventKind kind :
         {EventKind::closes, EventKind::opens, EventKind::sticks, EventKind::slips}) {
      if (line.substr(last + 1) != to_string(kind)) continue;
      event.kind = kind;
      known = true;
    }
    good = good && known;
  }
  if (good) return true;
  throw InvalidInput(
      fmt::format("{}:{}: is not an event of this run's contacts; expected it as carom wrote it; "
                  "the file was changed: delete the folder to start anew",
                  lines.path.string(), lines.number));
}

void Carrying::take(const ContactEvent& event) {
  State& state = contacts[static_cast<std::size_t>(event.contact)];
  switch (event.kind) {
    case EventKind::closes: state = State::yes; break;
    case EventKind::opens: state = State::no; break;
    case EventKind::sticks: state = State::sticks; break;
    case EventKind::slips: state = State::slips; break;
  }
}

std::filesystem::path track_folder(const TrackSource& source, std::size_t index) {
  return source.folder / source.trajectories->at(index).at("folder").get<std::string>();
}

Carrying carrying_at_start(const TrackSource& source, std::size_t index) {
  Carrying carrying;
  carrying.contacts.resize(source.names.contacts.size(), Carrying::State::no);
  const Json& trajectory = source.trajectories->at(index);
  if (!trajectory.at("parent").is_number_integer()) return carrying;
  const auto parent = trajectory.at("parent").get<std::size_t>();
  if (parent >= index) return carrying;
  carrying = carrying_at_start(source, parent);
  const double start =
      trajectory.at("start").is_number() ? trajectory.at("start").get<double>() : 0.0;
  EventTable events(track_folder(source, parent) / "events.csv", source.names);
  for (ContactEvent event; events.next(event) && event.time < start;) carrying.take(event);
  return carrying;
}

}  // namespace carom::report
