#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
#
# The laws that ship, what their coefficients mean, and the admissible outcomes that an answer of your
# own (or of another engine) can be checked against.
set -euo pipefail
carom laws
carom resolve cradle --set masses=[2,1,1] --set velocity=[1,0,-1] --branches
