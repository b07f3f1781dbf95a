# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Shared by the scripts beside it; sourced, not run. Installs what is missing and builds presets.
# All messages go to stderr, so that stdout stays with the command that is run.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"

# Entries are "package" or "package:command"; the second form is satisfied by any such command.
build_packages=(cmake:cmake ninja-build:ninja g++:g++ python3:python3 libeigen3-dev libcli11-dev libfmt-dev
  nlohmann-json3-dev libtomlplusplus-dev libgtest-dev libgmock-dev libtbb-dev
  libcairo2-dev pkg-config:pkg-config fonts-dejavu-core)

say() { printf '%s\n' "$*" >&2; }

# Runs a command as root: directly, or through sudo.
as_root() {
  if [[ $EUID -eq 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "not root and no sudo: cannot run: $*"
    return 1
  fi
}

# side_by_side COMMAND…: runs functions at the same time and says every ten seconds that it goes on;
# fails when one of them does. Ctrl-C ends them too, which a shell without job control would spare.
side_by_side() {
  local command status=0 running=() waiting
  for command in "$@"; do
    { trap - INT && $command; } &
    running+=($!)
  done
  # The sleep outlives its loop: with the streams of the caller it would hold up who reads them.
  (trap - INT && while sleep 10 >/dev/null 2>&1; do say "  still setting up"; done) &
  waiting=$!
  for command in "${running[@]}"; do
    wait "$command" || status=1
  done
  kill "$waiting" 2>/dev/null && wait "$waiting" 2>/dev/null
  return $status
}

# install_packages ENTRY…: installs the Debian packages among them that are missing, one call at a time.
install_packages() {
  local entry package missing=()
  for entry in "$@"; do
    package="${entry%%:*}"
    if [[ "$entry" == *:* ]] && command -v "${entry#*:}" >/dev/null; then
      continue
    fi
    if ! command -v dpkg-query >/dev/null; then
      [[ "$entry" == *:* ]] && say "missing: ${entry#*:}; install it with your package manager"
      continue
    fi
    if [[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]]; then
      missing+=("$package")
    fi
  done
  [[ ${#missing[@]} -eq 0 ]] && return 0

  say "installing ${missing[*]} (apt-get)"
  local log attempt status=1
  log="$(mktemp)"
  for attempt in 1 2; do
    apt_install "${missing[@]}" </dev/null >"$log" 2>&1 && status=0 && break
    [[ $attempt -eq 1 ]] && { say "apt-get failed; once more in 5 s"; sleep 5; }
  done
  if [[ $status -ne 0 ]]; then
    tail -n 20 "$log" >&2
    say "could not install ${missing[*]}; do it by hand and try again"
  fi
  rm -f "$log"
  return $status
}

# One apt-get at a time; those of other checkouts and programs are waited for as well.
apt_install() {
  (
    flock 9
    as_root apt-get update -q 9>&- &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -q \
        --no-install-recommends "$@" 9>&-
  ) 9>"$root/.packages.lock"
}

# prepare_environment FOLDER REQUIREMENTS [PIP_ARGUMENT…]: makes the Python environment FOLDER of the
# checkout hold exactly what the file asks for. The stamp names the checkout too, because the
# programs of an environment stop working where it is moved.
prepare_environment() {
  (
    flock 9
    fill_environment "$@" 9>&-
  ) 9>"$root/$1.lock"
}
fill_environment() {
  local folder="$root/$1" wanted="$root/$2" name="$2"
  local stamp="$folder/requirements-installed.txt"
  shift 2
  [[ -L "$folder" ]] && return 0 # another checkout's, taken as it is: to clear it would break that one
  [[ -x "$folder/bin/python" && -e "$stamp" ]] &&
    [[ "$(<"$stamp")" == "$root"$'\n'"$(<"$wanted")" ]] && return 0
  install_packages python3:python3 || return 1
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    install_packages python3-venv || return 1
  fi
  say "installing the packages of $name into ${folder##*/}"
  local log attempt
  log="$(mktemp)"
  for attempt in 1 2; do
    if python3 -m venv --clear "$folder" >"$log" 2>&1 &&
      "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@" \
        -r "$wanted" </dev/null >>"$log" 2>&1; then
      { echo "$root" && cat "$wanted"; } >"$stamp"
      rm -f "$log"
      return 0
    fi
  done
  tail -n 20 "$log" >&2
  rm -f "$log"
  say "could not prepare ${folder##*/}"
  return 1
}

# What script/test runs: format, lint, pytest.
prepare_venv() { prepare_environment .venv requirements-dev.txt; }

# Pinocchio, for every build but core. CAROM_PINOCCHIO names the prefix of another one.
prepare_pinocchio() {
  [[ -n "${CAROM_PINOCCHIO:-}" ]] || prepare_environment .pinocchio requirements-build.txt
}
pinocchio_prefix() {
  echo "${CAROM_PINOCCHIO:-$("$root/.pinocchio/bin/python" -m cmeel cmake 2>/dev/null)}"
}

# npm_ready: viewer/node_modules holds what viewer/package-lock.json names. Not by `npm ci`, which wants
# the packages of every other platform in it too.
npm_ready() {
  install_packages nodejs:node npm:npm || return 1
  if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then
    say "node $(node --version) is too old for the viewer; install Node.js 20.19 or newer"
    return 1
  fi
  local stamp="$root/viewer/node_modules/.installed"
  [[ -e "$stamp" ]] && cmp -s "$stamp" "$root/viewer/package-lock.json" && return 0
  say "installing the packages of viewer/package-lock.json"
  local log attempt
  log="$(mktemp)"
  for attempt in 1 2; do
    if (cd "$root/viewer" && npm install --no-save --no-audit --no-fund) </dev/null >"$log" 2>&1; then
      cp "$root/viewer/package-lock.json" "$stamp"
      rm -f "$log"
      return 0
    fi
  done
  tail -n 20 "$log" >&2
  rm -f "$log"
  say "could not install the packages of the viewer"
  return 1
}

# The viewer of the pages, for every build but core: viewer/dist/page.html, built again when its
# sources change. CAROM_PAGE names another one.
prepare_viewer() {
  [[ -n "${CAROM_PAGE:-}" ]] && return 0
  (
    flock 9
    local stamp="$root/viewer/dist/sources.sha256" sums log
    sums="$(cd "$root" && find viewer docs/laws -type f -not -path 'viewer/node_modules/*' \
      -not -path 'viewer/dist/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum)"
    [[ -e "$stamp" && -e "$root/viewer/dist/page.html" && "$(<"$stamp")" == "$sums" ]] && exit 0
    npm_ready || exit 1
    say "building the viewer of the pages"
    log="$(mktemp)"
    if ! (cd "$root/viewer" && npm run build) </dev/null >"$log" 2>&1; then
      tail -n 20 "$log" >&2
      rm -f "$log"
      say "building the viewer failed"
      exit 1
    fi
    rm -f "$log"
    echo "$sums" >"$stamp"
  ) 9>"$root/.viewer.lock"
}

# Real robots, for tests, examples and tables: only their files are used.
prepare_robots() { install_robots && name_robots; }
install_robots() { prepare_environment .robots requirements-robots.txt --no-deps; }
name_robots() {
  local site
  site="$("$root/.robots/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
  export CAROM_ROBOTS="$site/cmeel.prefix/share/example-robot-data/robots"
  export CAROM_MJCF="$site/dm_control/suite"
}

# Compiler cache and linker save time alone: where they cannot be had, the build goes on without.
install_build_packages() {
  install_packages "${build_packages[@]}" || return 1
  install_packages ccache:ccache mold:mold || say "going on without ccache and mold"
}

# build_preset PRESET [TARGET…]: configures and builds into build/PRESET, one process at a time, and
# says how far it is. On failure the end of build/PRESET/build.log is shown. The array cmake_arguments,
# where it is set, goes to cmake.
build_preset() {
  local preset="$1" directory="$root/build/$1" target arguments=()
  shift
  for target in "$@"; do
    arguments+=(--target "$target")
  done
  local configure=(${cmake_arguments[@]+"${cmake_arguments[@]}"})
  if [[ $preset == core ]]; then
    install_build_packages || return 1
  else
    side_by_side install_build_packages prepare_pinocchio prepare_viewer || return 1
    configure+=("-DCMAKE_PREFIX_PATH=$(pinocchio_prefix)" "-DCAROM_PAGE=${CAROM_PAGE:-}")
  fi
  mkdir -p "$directory"
  local log="$directory/build.log"
  if ! (
    flock 9
    cd "$root" && cmake --preset "$preset" "${configure[@]}" </dev/null >"$log" 2>&1 &&
      python3 script/tools/build_progress.py "$log" cmake --build "$directory" "${arguments[@]}" 9>&-
  ) 9>"$directory/lock"; then
    say "building '$preset' failed; the end of build/$preset/build.log:"
    # First the lines that matter, which a parallel build may bury, then the end.
    {
      grep -E '(error:|CMake Error|undefined reference)' "$log" | head -n 20
      echo …
      tail -n 20 "$log"
    } | cut -c 1-200 >&2
    return 1
  fi
}

# source_files GLOB…: the files of the project (tracked or not ignored), one per line, from the root.
# A * in a glob also crosses folders.
source_files() {
  if git -C "$root" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    (cd "$root" && git ls-files --cached --others --exclude-standard --deduplicate -- "$@" |
      while IFS= read -r file; do [[ -f "$file" ]] && printf '%s\n' "$file"; done; true)
  else
    local glob
    for glob in "$@"; do
      (cd "$root" && find . \( -name build -o -name .venv -o -name .pinocchio -o -name .robots -o -name .mujoco -o -name .plots \) -prune -o -type f -path "./$glob" -print)
    done | sed 's|^\./||' | sort
  fi
}
