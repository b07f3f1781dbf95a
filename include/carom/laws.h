// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every law that ships with carom.
#pragma once

#include "carom/laws/inert.h"
#include "carom/laws/plastic.h"
#include "carom/laws/propagative.h"
#include "carom/laws/sequential.h"
