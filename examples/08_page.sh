#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# A page to look at and to send: one impact, all laws, a landing.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

carom resolve cradle --set masses=[2,1,1] --set velocity=[1,0,-1] --html "$folder/three_balls.html"
carom compare cradle --html "$folder/laws.html"
carom analyze rhex --html "$folder/rhex.html" | tail -n 2
wc -c "$folder"/*.html
