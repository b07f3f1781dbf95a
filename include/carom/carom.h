// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Everything: model → problem → law → outcome → analysis → … → report. Forwards only.
#pragma once

#include "carom/analysis.h"
#include "carom/control.h"
#include "carom/design.h"
#include "carom/error.h"
#include "carom/invariants.h"
#include "carom/landing.h"
#include "carom/law.h"
#include "carom/laws.h"
#include "carom/map.h"
#include "carom/model.h"
#include "carom/outcome.h"
#include "carom/page.h"
#include "carom/problem.h"
#include "carom/report.h"
#include "carom/resolve.h"
#include "carom/robot.h"
#include "carom/run.h"
#include "carom/scene.h"
#include "carom/scene_file.h"
#include "carom/scene_walk.h"
#include "carom/simulation.h"
#include "carom/tolerance.h"
#include "carom/touchdown.h"
#include "carom/variation.h"
#include "carom/version.h"
#include "carom/walking.h"
#include "carom/whole_body.h"
