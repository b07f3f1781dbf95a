// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Computed torque as a controller: a pure function of time and state. Simulations may share it, so
// each call takes a calculator of its own from a store, and gives it back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "carom/computed_torque.h"
#include "carom/error.h"
#include "control/motors.h"

namespace carom {
namespace {

using Eigen::VectorXd;

class Store {
 public:
  Store(const Model& model, const ComputedTorqueOptions& options)
      : model_(model), options_(options) {}

  std::unique_ptr<ComputedTorque> take() {
    const std::lock_guard guard(mutex_);
    if (idle_.empty()) return std::make_unique<ComputedTorque>(model_, options_);
    std::unique_ptr<ComputedTorque> one = std::move(idle_.back());
    idle_.pop_back();
    return one;
  }
  void give_back(std::unique_ptr<ComputedTorque> one) {
    const std::lock_guard guard(mutex_);
    idle_.push_back(std::move(one));
  }

 private:
  const Model model_;
  const ComputedTorqueOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<ComputedTorque>> idle_;
};

std::vector<SupportPoint> supports_at(const TrackedMotion& motion, double time) {
  return motion.supports ? motion.supports(time) : std::vector<SupportPoint>{};
}

}  // namespace

Controller make_computed_torque(const Model& model, TrackedMotion motion,
                                const ComputedTorqueOptions& options, bool effort_limits) {
  const auto store = std::make_shared<Store>(model, options);
  std::unique_ptr<ComputedTorque> first = store->take();  // refuses bad options
  if (!motion.wanted) {
    throw InvalidInput("computed torque: no wanted motion; expected a function of time");
  }
  const JointMotion start = motion.wanted(0.0);
  const VectorXd rest = VectorXd::Zero(model.velocity_size());
  first->compute({start.q, rest}, start, supports_at(motion, 0.0));
  store->give_back(std::move(first));
  VectorXd limits = control::motor_limits(model);
  if (!effort_limits) limits.setConstant(std::numeric_limits<double>::infinity());

  Controller controller;
  controller.name = "computed_torque";
  controller.add_force = [store, motion = std::move(motion), limits](double time, const VectorXd& q,
                                                                     const VectorXd& v,
                                                                     Eigen::Ref<VectorXd> force) {
    if (!q.allFinite() || !v.allFinite()) {  // the integrator must see it
      force.setConstant(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    std::unique_ptr<ComputedTorque> torque = store->take();
    const std::vector<SupportPoint> supports = supports_at(motion, time);
    const ComputedTorqueResult& result = torque->compute({q, v}, motion.wanted(time), supports);
    const VectorXd& wanted = supports.empty() ? result.hanging : result.supported;
    force += wanted.cwiseMax(-limits).cwiseMin(limits);
    store->give_back(std::move(torque));
  };
  return controller;
}

std::vector<SupportPoint> support_points(const Model& model, const std::string& start) {
  std::vector<SupportPoint> points;
  for (const ContactCandidate& contact : model.contacts()) {
    const ContactPlane* plane = std::get_if<ContactPlane>(&contact.against);
    if (plane == nullptr || plane->body != "world" || contact.sphere.radius != 0.0) continue;
    if (!contact.name.starts_with(start)) continue;
    const Eigen::Vector3d normal = plane->normal.normalized();
    points.push_back({contact.sphere.body, contact.sphere.center, normal, contact.friction});
  }
  if (points.empty()) {
    throw InvalidInput(fmt::format(
        "computed torque: {} has no contact of a point with the world whose name starts with '{}'; "
        "expected the start of a contact's name, or support points by hand",
        model.name(), start));
  }
  return points;
}

}  // namespace carom
