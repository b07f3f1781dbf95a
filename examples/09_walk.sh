#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# Atlas makes three steps, is pushed and steps aside; one touch-down under two laws.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

carom run atlas --set steps=3 --no-verdict -o "$folder/walk"
head -n 1 "$folder/walk/walk.csv" | cut -c 1-120
carom run atlas --set steps=6 --set 'push=[4.0,0,20,0]' --no-verdict | tail -n 3
carom compare atlas --touchdown --laws regular,plastic --points 4,8 --no-verdict
