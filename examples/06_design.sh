#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# A map of the billiard break, and a stance of TREX whose landing has one outcome.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

carom map billiards --set radius_c=0.7 --axis theta=75deg:179deg:209 --measure indeterminacy \
  --critical --plot "$folder/xi.svg"
carom map rhex --axis phi_r=50deg:80deg:31 --axis gamma=-20deg:60deg:41 --critical -o "$folder/rhex.csv"
head -n 3 "$folder/rhex.csv"
carom design trex -o "$folder/stance.toml"
carom analyze "$folder/stance.toml" | head -n 12
