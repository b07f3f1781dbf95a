# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
"""What carom map writes: CSV and NPZ files, settings beside them, pictures; and how it goes on."""

import json
import math
import signal
import struct
import time
import zipfile

import pytest

SMALL = ["cradle", "--axis", "masses[0]=1:2:4", "--axis", "masses[1]=1:3:5"]
MEASURES = ["--measure", "inner_product,normal_impulse"]


def wait_for(condition):
    """True soon; the bound only keeps a broken command from hanging the tests."""
    for _ in range(6000):
        if condition():
            return True
        time.sleep(0.01)
    return False


def settings_of(path):
    return json.loads((path.parent / (path.name + ".json")).read_text())


def unfinish(path, keep):
    """As if the power had failed: the file ends anywhere, the settings say unfinished."""
    path.write_bytes(path.read_bytes()[:keep])
    beside = path.parent / (path.name + ".json")
    document = json.loads(beside.read_text()) | {"rows": 0, "status": "unfinished"}
    beside.write_text(json.dumps(document))


def test_csv_file_is_what_is_printed(carom, tmp_path):
    result = carom("map", *SMALL, *MEASURES, "-o", "map.csv")
    assert result.code == 0, result.err
    assert "map of 20 points" in result.out
    assert "map.csv" in result.out
    assert (tmp_path / "map.csv").read_text() == carom("map", *SMALL, *MEASURES).out


def test_settings_are_beside_the_file(carom, tmp_path):
    carom("map", *SMALL, *MEASURES, "--set", "velocity=[1,0,-1]", "-o", "map.csv")
    settings = settings_of(tmp_path / "map.csv")
    assert settings["format"] == "carom-map/1"
    assert settings["subject"] == {"scene": "cradle", "settings": {"velocity": [1, 0, -1]}}
    assert settings["axes"] == [
        {"name": "masses[0]", "unit": "kg", "from": 1, "to": 2, "count": 4},
        {"name": "masses[1]", "unit": "kg", "from": 1, "to": 3, "count": 5},
    ]
    names = ["inner_product", "normal_impulse:a-b", "normal_impulse:b-c"]
    assert [measure["name"] for measure in settings["measures"]] == names
    assert settings["points"] == settings["rows"] == 20
    assert settings["status"] == "finished"
    assert settings["restitution"] == 1


def read_npz(path):
    """The arrays of doubles in an NPZ file: shape and values."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            data = archive.read(name)
            assert data.startswith(b"\x93NUMPY\x01\x00")
            (length,) = struct.unpack_from("<H", data, 8)
            header = data[10 : 10 + length].decode()
            if "<f8" not in header:
                continue
            shape = header.split("'shape': (")[1].split(")")[0]
            sizes = [int(word) for word in shape.split(",") if word.strip()]
            values = struct.unpack_from(f"<{math.prod(sizes)}d", data, 10 + length)
            arrays[name.removesuffix(".npy")] = sizes, list(values)
    return arrays


def test_npz(carom, tmp_path):
    result = carom("map", *SMALL, *MEASURES, "-o", "map.npz")
    assert result.code == 0, result.err
    arrays = read_npz(tmp_path / "map.npz")
    rows = carom("map", *SMALL, *MEASURES, "--json").json["values"]
    assert arrays["masses[0]"] == ([4], [row[0] for row in rows[::5]])
    assert arrays["masses[1]"] == ([5], [row[1] for row in rows[:5]])
    names = ["inner_product", "normal_impulse:a-b", "normal_impulse:b-c"]
    for k, name in enumerate(names):
        assert arrays[name] == ([4, 5], [row[2 + k] for row in rows])
    assert settings_of(tmp_path / "map.npz")["status"] == "finished"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map.npz", "map.npz.json"]


@pytest.mark.parametrize("kind", ["csv", "npz"])
def test_any_number_of_threads_gives_the_same_file(carom, tmp_path, kind):
    grid = ["rhex", "--axis", "phi_r=-3:3:40", "--axis", "gamma=-1:1:30"]
    for threads in (1, 2, 3):
        carom("map", *grid, "--threads", threads, "-o", f"{threads}.{kind}")
    one, two, three = ((tmp_path / f"{n}.{kind}").read_bytes() for n in (1, 2, 3))
    assert one == two == three


def test_json_names_the_file(carom):
    document = carom("map", *SMALL, "-o", "map.csv", "--json").json
    assert document["file"] == "map.csv"
    assert document["status"] == "finished"
    assert document["rows"] == 20
    assert "values" not in document


@pytest.mark.slow
def test_interrupt_leaves_whole_rows(start, tmp_path):
    # hours of work: the interrupt always comes in the middle
    axes = ["--axis", "phi_r=-3:3:2000", "--axis", "gamma=-1:1:2000"]
    process = start("map", "rhex", *axes, "--measure", "spread", "-o", "map.csv")
    file = tmp_path / "map.csv"
    assert wait_for(lambda: file.exists() and file.read_bytes().count(b"\n") > 1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "of 4000000 points" in err
    assert "--resume" in err
    text = file.read_text()
    assert text.endswith("\n")
    header, *lines = text.splitlines()
    assert header == "phi_r [rad],gamma [rad],spread [],penetration [m]"
    assert all(len(line.split(",")) == 4 for line in lines)
    settings = settings_of(file)
    assert settings["status"] == "unfinished"
    assert settings["rows"] == len(lines) > 0
    assert f"stopped after {len(lines)} of" in err


def test_more_than_a_billion_points_if_meant(start, tmp_path):
    axes = ["--axis", "phi_r=0:1:100000", "--axis", "gamma=0:1:100000"]
    process = start("map", "rhex", *axes, "--yes", "-o", "map.csv")
    assert wait_for((tmp_path / "map.csv.json").exists)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "of 10000000000 points" in err


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["csv", "npz"])
def test_resume_after_an_interrupt(carom, start, tmp_path, kind):
    grid = ["rhex", "--axis", "phi_r=-3:3:64", "--axis", "gamma=-1:1:40", "--measure", "spread"]
    process = start("map", *grid, "--threads", 1, "-o", f"map.{kind}")
    assert wait_for((tmp_path / f"map.{kind}.json").exists)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 1
    assert carom("map", *grid, "-o", f"map.{kind}", "--resume").code == 0
    assert carom("map", *grid, "-o", f"whole.{kind}").code == 0
    whole = tmp_path / f"whole.{kind}"
    assert (tmp_path / f"map.{kind}").read_bytes() == whole.read_bytes()
    assert settings_of(tmp_path / f"map.{kind}") == settings_of(whole)


@pytest.mark.parametrize("share", [0, 0.05, 0.3, 0.611, 0.95, 1])
def test_resume_from_any_byte(carom, tmp_path, share):
    file = tmp_path / "map.csv"
    carom("map", *SMALL, *MEASURES, "-o", "map.csv")
    whole, settings = file.read_bytes(), settings_of(file)
    unfinish(file, int(share * len(whole)))
    result = carom("map", *SMALL, *MEASURES, "-o", "map.csv", "--resume")
    assert result.code == 0, result.err
    assert file.read_bytes() == whole
    assert settings_of(file) == settings


def test_resume_of_a_finished_map_changes_nothing(carom, tmp_path):
    file = tmp_path / "map.csv"
    carom("map", *SMALL, "-o", "map.csv")
    before = file.read_bytes()
    assert carom("map", *SMALL, "-o", "map.csv", "--resume").code == 0
    assert file.read_bytes() == before


def test_critical_points_of_a_resumed_map_are_of_all_rows(carom, tmp_path):
    words = ["billiards", "--axis", "theta=1.2:1.9:30", "-o", "map.csv", "--critical", "--json"]
    whole = carom("map", *words).json["measures"][0]["critical"]
    assert whole["zeros"] == [{"closed": False, "points": [[pytest.approx(math.pi / 2)]]}]
    unfinish(tmp_path / "map.csv", 1000)
    assert carom("map", *words, "--resume").json["measures"][0]["critical"] == whole


@pytest.mark.parametrize("keep", [10000, 120, 40])
def test_summary_of_a_resumed_map_is_of_all_rows(carom, tmp_path, keep):
    # the first mass is below zero: nothing stands there
    words = ["cradle", "--axis", "masses[1]=-1:7:9", "-o", "map.csv", "--json"]
    whole = carom("map", *words).json
    (measure,) = whole["measures"]
    assert measure["lowest"] == pytest.approx(-0.5, abs=1e-12)
    assert measure["highest"] == pytest.approx(-0.125, abs=1e-12)
    assert whole["unreachable"] + whole["unanswered"] > 0
    if keep < 10000:
        unfinish(tmp_path / "map.csv", keep)
    again = carom("map", *words, "--resume").json
    assert again["measures"] == whole["measures"]
    assert again["rows"] == whole["rows"] == 9


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        (
            ["vee", "--axis", "half_angle=0.5:1:20"],
            "map.csv: subject.scene: cradle in the file, vee asked; expected the same",
        ),
        (
            [*SMALL[:-1], "masses[1]=1:3:6"],
            "map.csv: axes: masses[1] 1:3:5 in the file, 1:3:6 asked; expected the same",
        ),
        (
            [*SMALL[:-1], "masses[2]=1:3:5"],
            "map.csv: axes: masses[0] [kg], masses[1] [kg] in the file, "
            "masses[0] [kg], masses[2] [kg] asked; expected the same",
        ),
        (
            [*SMALL, "--measure", "outcomes"],
            "map.csv: measures: inner_product [] in the file, outcomes [] asked; expected the same",
        ),
        (
            [*SMALL, "--set", "velocity=[2,0,0]"],
            "map.csv: subject.settings.velocity: nothing in the file, [2.0,0.0,0.0] asked",
        ),
        (
            [*SMALL, "--restitution", "0.5"],
            "map.csv: restitution: 1.0 in the file, 0.5 asked; expected the same",
        ),
        ([*SMALL, "--law", "newton"], "map.csv: law: null in the file, "),
    ],
)
def test_resume_of_another_map_is_refused(carom, tmp_path, words, difference):
    file = tmp_path / "map.csv"
    carom("map", *SMALL, "-o", "map.csv")
    unfinish(file, 150)
    before = file.read_bytes()
    result = carom("map", *words, "-o", "map.csv", "--resume")
    assert result.code == 2
    assert difference in result.err
    assert "is another map; expected the one to go on with" in result.err
    assert file.read_bytes() == before


def test_unfinished_map_is_not_written_over(carom, tmp_path):
    file = tmp_path / "map.csv"
    carom("map", *SMALL, "-o", "map.csv")
    unfinish(file, 150)
    before = file.read_bytes()
    result = carom("map", *SMALL, "-o", "map.csv")
    assert result.code == 2
    assert "map.csv: is an unfinished map of 20 points; expected a new file" in result.err
    assert "--resume goes on with it" in result.err
    assert file.read_bytes() == before


def test_finished_map_is_written_over(carom, tmp_path):
    carom("map", *SMALL, "-o", "map.csv")
    assert carom("map", "cradle", "--axis", "masses[0]=1:2:2", "-o", "map.csv").code == 0
    assert len((tmp_path / "map.csv").read_text().splitlines()) == 3


def test_changed_file_is_not_gone_on_with(carom, tmp_path):
    file = tmp_path / "map.csv"
    carom("map", *SMALL, "-o", "map.csv")
    text = file.read_text()
    unfinish(file, 10000)
    file.write_text(text.replace("masses[0]", "mass"))
    result = carom("map", *SMALL, "-o", "map.csv", "--resume")
    assert result.code == 2
    assert (
        "map.csv:1: 'mass [kg],masses[1] [kg],inner_product []'; expected the header" in result.err
    )
    lines = text.splitlines()
    file.write_text("\n".join([*lines[:3], *lines[4:6]]) + "\n")  # a line is missing
    result = carom("map", *SMALL, "-o", "map.csv", "--resume")
    assert result.code == 2
    assert "row 4: masses[1] = '3'; expected 2.5; the file was changed" in result.err


def test_resume_needs_a_file(carom, write):
    result = carom("map", *SMALL, "--resume")
    assert result.code == 2
    assert "--resume: no file to go on with; expected -o FILE too" in result.err
    missing = "map.csv.json: does not exist; expected the settings of the map to go on with"
    result = carom("map", *SMALL, "-o", "map.csv", "--resume")
    assert result.code == 2
    assert missing in result.err
    write("map.csv", "a,b\n1,2\n")
    assert missing in carom("map", *SMALL, "-o", "map.csv", "--resume").err


def test_somebody_elses_json_is_kept(carom, write, tmp_path):
    write("map.csv.json", {"mine": True})
    result = carom("map", *SMALL, "-o", "map.csv")
    assert result.code == 2
    assert "map.csv.json: has no format; expected the settings of a map" in result.err
    assert json.loads((tmp_path / "map.csv.json").read_text()) == {"mine": True}


MAGIC = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml", "pdf": b"%PDF-"}


@pytest.mark.parametrize("axes", [1, 2])
def test_pictures(carom, tmp_path, axes):
    words = ["--axis", "phi_r=0.5:1.5:11", "--axis", "gamma=-0.3:0.3:7"][: 2 * axes]
    plots = [word for kind in MAGIC for word in ("--plot", f"map.{kind}")]
    result = carom("map", "rhex", *words, *plots, "--critical")
    assert result.code == 0, result.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map.pdf", "map.png", "map.svg"]
    for kind, magic in MAGIC.items():
        assert (tmp_path / f"map.{kind}").read_bytes().startswith(magic)


def test_every_measure_has_its_picture(carom, tmp_path):
    words = ["--axis", "masses[1]=1:3:5", "--measure", "inner_product,normal_impulse"]
    result = carom("map", "cradle", *words, "--plot", "map.svg")
    assert result.code == 0, result.err
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "map-inner_product.svg",
        "map-normal_impulse_a-b.svg",
        "map-normal_impulse_b-c.svg",
    ]
