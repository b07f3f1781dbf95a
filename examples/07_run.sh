#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# A block rocks to rest; TREX lands, and both outcomes of its landing are followed.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

carom run block --set tilt=10deg --set height=0.05 --law regular --plastic-speed 0.02 --duration 0.3 \
  --no-verdict -o "$folder/block"
wc -l "$folder/block/trajectory.csv"
carom run trex --drop 17 --hold --branches 2 --duration 0.19 -o "$folder/trex"
ls "$folder/trex" "$folder/trex/branch_1"
carom run trex --drop 17 --hold --orders --duration 0.3 | tail -n 2
