#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
#
# Friction from the shell: a box that slides and spins as it lands, and S1's ball in a corner.
set -euo pipefail
carom compare block --set velocity=[0.6,0.3,-1,0,0,4]
carom resolve block --law regular --set points=8 --set velocity=[0.6,0.3,-1,0,0,4]
carom resolve corner_ball --law corner --mode published_table
