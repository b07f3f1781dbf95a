#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
#
# Newton's cradle with three balls, from the shell: one law, every law, and the verdict.
set -euo pipefail
carom resolve cradle
carom compare cradle
carom analyze cradle
