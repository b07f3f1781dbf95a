#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
#
# The billiard break of S3 at the angle with one outcome, and at one with two.
set -euo pipefail
carom analyze billiards --set theta=90deg
carom resolve billiards --set theta=120deg --branches
