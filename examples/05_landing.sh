#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# Landing: two hinged rods, S0's RHex with bent legs, a humanoid with straight and with bent knees.
set -euo pipefail
carom analyze vee
carom analyze rhex --set gamma=0.3
carom analyze atlas --restitution 0.3
carom analyze atlas --restitution 0.3 --set knee=0.5
