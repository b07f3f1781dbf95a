// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every law that ships with carom.
#pragma once

#include "carom/laws/compliant.h"
#include "carom/laws/corner.h"
#include "carom/laws/inert.h"
#include "carom/laws/newton.h"
#include "carom/laws/plastic.h"
#include "carom/laws/poisson.h"
#include "carom/laws/propagative.h"
#include "carom/laws/regular.h"
#include "carom/laws/sequential.h"
#include "carom/laws/slip_share.h"
