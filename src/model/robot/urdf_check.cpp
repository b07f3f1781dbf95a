// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a URDF may get wrong, all at once and each with its line; and the text that is left for
// Pinocchio when nothing is wrong.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "model/robot/robot_inertia.h"
#include "model/robot/urdf_file.h"

namespace carom {
namespace {

using xml::Element;

const std::vector<std::string> joint_types = {"revolute", "continuous", "prismatic",
                                              "fixed",    "floating",   "planar"};

std::vector<std::string> names_of(const Element& root, std::string_view kind) {
  std::vector<std::string> names;
  for (const Element& element : root.children) {
    if (element.name == kind) names.push_back(element.get("name"));
  }
  return names;
}

/// `fixed_base`: the link that may be called world; null: none.
void check_names(const Element& root, const std::string& kind, const Element* fixed_base,
                 RobotNotes& notes) {
  std::map<std::string, int> first;
  for (const Element& element : root.children) {
    if (element.name != kind) continue;
    const std::string name = element.get("name");
    if (name.empty()) {
      notes.fault(element, kind + " has no name; expected name=\"…\"");
    } else if (name == "universe" || (name == "world" && &element != fixed_base)) {
      notes.fault(element, kind + " '" + name + "': the name is the world's; choose another");
    } else if (const auto [at, fresh] = first.emplace(name, element.line); !fresh) {
      notes.fault(element, fmt::format("{} '{}' is already in line {}; expected unique names", kind,
                                       name, at->second));
    }
  }
}

BodyInertia check_link(const Element& link, RobotNotes& notes) {
  BodyInertia body;
  body.body = link.get("name");
  body.element = &link;
  const Element* inertial = link.child("inertial");
  if (inertial == nullptr) return body;
  body.element = inertial;
  const std::string who = "link '" + body.body + "': ";
  const Element* mass = inertial->child("mass");
  if (mass == nullptr || mass->find("value") == nullptr) {
    notes.fault(*inertial, who + "inertial has no mass; expected <mass value=\"…\"/>");
  } else {
    body.element = mass;
    body.mass = notes.number(*mass, "value", 0.0);
  }
  if (const Element* origin = inertial->child("origin")) {
    notes.numbers(*origin, "xyz", 3, 3);
    notes.numbers(*origin, "rpy", 3, 3);
  }
  const Element* inertia = inertial->child("inertia");
  if (inertia == nullptr) {
    notes.fault(*inertial, who + "inertial has no inertia; expected <inertia ixx=\"…\" …/>");
    return body;
  }
  static constexpr std::array<const char*, 6> entries = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
  std::array<double, 6> I{};
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (inertia->find(entries[k]) == nullptr) {
      notes.fault(*inertia, who + "inertia has no " + entries[k] + "; expected six moments");
    }
    I[k] = notes.number(*inertia, entries[k], 0.0);
  }
  body.inertia << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  return body;
}

void check_limit(const Element& joint, RobotNotes& notes) {
  const std::string type = joint.get("type"), who = "joint '" + joint.get("name") + "': ";
  const Element* limit = joint.child("limit");
  if (limit == nullptr) {
    if (type == "revolute" || type == "prismatic") {
      notes.fault(joint, who + "type = " + type +
                             " without limit; expected <limit lower upper effort velocity/>" +
                             (type == "revolute" ? ", or type continuous" : ""));
    }
    return;
  }
  for (const char* entry : {"effort", "velocity"}) {
    if (limit->find(entry) == nullptr) {
      notes.fault(*limit, who + "limit has no " + entry + "; expected a number");
    }
    // Infinity is a limit that people write.
    if (const auto value = parse_numbers(limit->get(entry));
        value && value->size() == 1 && value->front() > 0.0) {
      continue;
    }
    notes.number(*limit, entry, 0.0);
  }
  const double lower = notes.number(*limit, "lower", 0.0);
  const double upper = notes.number(*limit, "upper", 0.0);
  if (lower > upper) {
    notes.fault(*limit, fmt::format("{}limits lower = {}, upper = {}; expected lower <= upper", who,
                                    base::number(lower), base::number(upper)));
  }
}

void check_joint(const Element& joint, const std::vector<std::string>& links, RobotNotes& notes) {
  const std::string type = joint.get("type"), who = "joint '" + joint.get("name") + "': ";
  if (std::find(joint_types.begin(), joint_types.end(), type) == joint_types.end()) {
    notes.fault(joint, who + "type = '" + type + "'; expected one of " + base::join(joint_types) +
                           base::did_you_mean(type, joint_types));
  }
  for (const char* end : {"parent", "child"}) {
    const Element* element = joint.child(end);
    const std::string link = element == nullptr ? "" : element->get("link");
    if (link.empty()) {
      notes.fault(joint, who + "has no " + end + "; expected <" + end + " link=\"…\"/>");
    } else if (std::find(links.begin(), links.end(), link) == links.end()) {
      notes.fault(*element, who + end + " link = '" + link + "'; no such link" +
                                base::did_you_mean(link, links));
    }
  }
  if (const Element* origin = joint.child("origin")) {
    notes.numbers(*origin, "xyz", 3, 3);
    notes.numbers(*origin, "rpy", 3, 3);
  }
  if (const Element* axis = joint.child("axis"); axis != nullptr && type != "fixed") {
    const auto direction = notes.numbers(*axis, "xyz", 3, 3);
    if (direction && !(direction->norm() > 0.0)) {
      notes.fault(*axis, who + "axis = 0 0 0; expected a direction");
    }
  }
  check_limit(joint, notes);
}

/// Every link is the child of at most one joint, and hangs on the one root.
void check_tree(const Element& root, RobotNotes& notes) {
  std::map<std::string, std::pair<std::string, const Element*>> parent;  // Link: parent, joint.
  for (const Element& joint : root.children) {
    if (joint.name != "joint") continue;
    const std::string child = joint.child("child")->get("link");
    const auto [at, fresh] = parent.try_emplace(child, joint.child("parent")->get("link"), &joint);
    if (!fresh) {
      notes.fault(joint,
                  fmt::format("joint '{}': link '{}' already hangs on joint '{}'; expected a "
                              "tree; describe loops in MJCF",
                              joint.get("name"), child, at->second.second->get("name")));
    }
  }
  std::vector<std::string> roots;
  for (const Element& link : root.children) {
    if (link.name != "link") continue;
    std::string name = link.get("name");
    if (!parent.contains(name)) roots.push_back(name);
    std::set<std::string> passed;
    for (auto at = parent.find(name); at != parent.end(); at = parent.find(name)) {
      if (!passed.insert(name).second) {
        notes.fault(link, "link '" + link.get("name") + "': its joints go in a circle");
        return;
      }
      name = at->second.first;
    }
  }
  if (roots.size() > 1) {
    notes.fault(root, "links " + short_list(roots) +
                          " are nobody's child; expected one root; join the others by joints");
  }
}

/// Joints that mimic others, and those others.
std::set<std::string> coupled_joints(const Element& root) {
  std::set<std::string> names;
  for (const Element& joint : root.children) {
    const Element* mimic = joint.name == "joint" ? joint.child("mimic") : nullptr;
    if (mimic != nullptr) names.insert({joint.get("name"), mimic->get("joint")});
  }
  return names;
}

/// Bodies in an order in which parents stand first, for the check of inertia.
std::vector<std::string> check_masses(const Element& root, bool free_base,
                                      std::map<std::string, BodyInertia>& links,
                                      RobotNotes& notes) {
  std::multimap<std::string, const Element*> joints;  // By parent.
  for (const Element& joint : root.children) {
    if (joint.name == "joint") joints.emplace(joint.child("parent")->get("link"), &joint);
  }
  const auto coupled = coupled_joints(root);
  std::vector<BodyInertia> bodies;
  BodyInertia base = links[urdf_root_link(root)->get("name")];
  base.moves = free_base;
  base.joint = "root_joint";
  bodies.push_back(base);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const auto [from, to] = joints.equal_range(bodies[k].body);
    for (auto at = from; at != to; ++at) {
      BodyInertia body = links[at->second->child("child")->get("link")];
      body.parent = static_cast<int>(k);
      body.joint = at->second->get("name");
      body.moves = at->second->get("type") != "fixed";
      body.coupled = coupled.contains(body.joint);
      bodies.push_back(body);
    }
  }
  return check_inertia(bodies, notes);
}

/// urdfdom drops an inertia without a word where a number has blanks around it, separates by the
/// blank alone and knows no infinity.
std::string plain_numbers(const std::string& text) {
  std::string out;
  for (const double value : parse_numbers(text).value_or(std::vector<double>{})) {
    const double finite = std::isinf(value) ? std::copysign(1e30, value) : value;
    out += (out.empty() ? "" : " ") + fmt::format("{}", finite);
  }
  return out;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

void write(const Element& element, const std::set<std::string>& keep, std::string& out) {
  out += "<" + element.name;
  const bool numeric = element.name != "robot" && element.name != "link" &&
                       element.name != "joint" && element.name != "parent" &&
                       element.name != "child";
  for (const auto& [key, value] : element.attributes) {
    out += " " + key + "=\"" + (numeric ? plain_numbers(value) : escaped(value)) + "\"";
  }
  out += ">";
  for (const Element& child : element.children) {
    if (keep.contains(child.name)) write(child, keep, out);
  }
  out += "</" + element.name + ">";
}

}  // namespace

const Element* urdf_root_link(const Element& root) {
  std::set<std::string> children;
  for (const Element& joint : root.children) {
    if (joint.name == "joint" && joint.child("child") != nullptr) {
      children.insert(joint.child("child")->get("link"));
    }
  }
  for (const Element& link : root.children) {
    if (link.name == "link" && !children.contains(link.get("name"))) return &link;
  }
  return nullptr;
}

std::vector<std::string> check_urdf(const Element& root, bool free_base, RobotNotes& notes) {
  const auto links = names_of(root, "link");
  if (links.empty()) notes.fault(root, "robot has no link; expected at least one");
  check_names(root, "link", free_base ? nullptr : urdf_root_link(root), notes);
  check_names(root, "joint", nullptr, notes);
  std::map<std::string, BodyInertia> inertias;
  for (const Element& element : root.children) {
    if (element.name == "link") inertias[element.get("name")] = check_link(element, notes);
    if (element.name == "joint") check_joint(element, links, notes);
    if (element.name == "joint" && free_base && element.get("name") == "root_joint") {
      notes.fault(element, "joint 'root_joint': the name is the free base's; choose another");
    }
  }
  if (!notes.faults.empty()) {
    // The masses are still worth a look; the tree is not whole.
    for (const auto& [name, body] : inertias) {
      if (body.mass < 0.0) {
        notes.fault(*body.element, "body '" + name + "': mass = " + base::number(body.mass) +
                                       " kg; expected >= 0");
      }
    }
    return {};
  }
  check_tree(root, notes);
  if (!notes.faults.empty()) return {};
  return check_masses(root, free_base, inertias, notes);
}

std::string cleaned_urdf(const Element& root) {
  static const std::set<std::string> keep = {"link",   "joint",  "inertial", "mass", "inertia",
                                             "origin", "parent", "child",    "axis", "limit"};
  Element robot = root;
  if (robot.get("name").empty()) robot.attributes = {{"name", "robot"}};
  std::string out = "<?xml version=\"1.0\"?>";
  write(robot, keep, out);
  return out;
}

}  // namespace carom
