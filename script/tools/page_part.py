# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""What the scripts that write tables into pages of docs share."""

from pathlib import Path


def replace_between(page, begin, end, text):
    """Puts text between the two marks of a page, in place of what stands there."""
    path = Path(page)
    head, rest = path.read_text(encoding="utf-8").split(begin)
    tail = rest.split(end)[1]
    path.write_text(f"{head}{begin}\n\n{text}\n\n{end}{tail}", encoding="utf-8")


def chosen_by_name(items, names):
    """Those of the names, all where there is none; ends with the names that there are."""
    chosen = [item for item in items if not names or item.name in names]
    if not chosen:
        raise SystemExit(f"no robot of {names}; expected {[item.name for item in items]}")
    return chosen
