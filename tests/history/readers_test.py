#!/usr/bin/env python3
"""What the history exports, read by the programs it is for, where they are installed: Apache Otava (Python's
`apache-otava`) and Google Benchmark's compare.py (Debian's libbenchmark-tools, which needs SciPy). Exits 77, which ctest
shows as skipped, where neither is.

    readers_test.py WARPMARK
"""
import gzip
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import browser_test

COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")
CONFIG = """
tests:
  triad:
    type: csv
    file: {file}
    time_column: date
    attributes: [commit, driver]
    metrics:
      time_us: {{direction: -1}}
"""


def output_of(*words, **environment):
    done = subprocess.run([str(word) for word in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout
    return done.stdout


def check_otava(otava, export, folder):
    """Otava finds the step that browser_test plants, between the same two nights."""
    export("--format", "csv", "--filter", browser_test.SLOWER, "-o", folder / "triad.csv")
    (folder / "otava.yaml").write_text(CONFIG.format(file=folder / "triad.csv"))
    lines = output_of(otava, "analyze", "triad", OTAVA_CONFIG=str(folder / "otava.yaml")).splitlines()
    change, = [i for i, line in enumerate(lines) if "%" in line]
    day = lambda night: browser_test.date_of(night)[:10]
    assert "+4.0%" in lines[change], lines[change]
    assert lines[change - 2].startswith(day(browser_test.STEP_AT - 1)), lines[change - 2]
    assert lines[change + 2].startswith(day(browser_test.STEP_AT)), lines[change + 2]


def check_compare(export, database, folder):
    """compare.py takes both files whole, and shows the same step."""
    oldest, = database.execute("SELECT hash FROM run ORDER BY seconds LIMIT 1").fetchone()
    export("--format", "gbench", "-o", folder / "new.json")
    export("--format", "gbench", "--night", oldest, "-o", folder / "old.json")
    table = output_of(sys.executable, COMPARE, "--no-color", "benchmarks", folder / "old.json", folder / "new.json")
    row, = [line.split() for line in table.splitlines() if line.startswith(browser_test.SLOWER)]
    assert abs(float(row[1]) - 0.04) < 0.005, row
    assert "OVERALL_GEOMEAN" in table, table


def check_recorded(folder):
    """compare.py takes what a benchmark program writes itself, every process of it."""
    data = pathlib.Path(__file__).parent.parent / "data" / "h200"
    for name in ("green", "red"):
        (folder / name).write_bytes(gzip.decompress((data / f"{name}.json.gz").read_bytes()))
    table = output_of(sys.executable, COMPARE, "--no-color", "benchmarks", folder / "green", folder / "red")
    assert "stream/triad/type:bf16/bytes:2/block:256/MiB:2048/l2:warm/manual_time" in table and "OVERALL_GEOMEAN" in table, table


def main():
    warpmark = sys.argv[1]
    otava = shutil.which("otava")
    has_compare = COMPARE.exists() and importlib.util.find_spec("scipy") is not None
    if not otava and not has_compare:
        print("skipped: neither otava nor Google Benchmark's compare.py with SciPy is installed")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        _, database = browser_test.make_site(warpmark, folder)
        export = lambda *words: output_of(warpmark, "history", "export", "--db", folder / "h.sqlite", *words)
        if otava:
            check_otava(otava, export, folder)
        if has_compare:
            check_compare(export, database, folder)
            check_recorded(folder)
    print("read by", " and ".join(reader for reader, there in (("Otava", otava), ("compare.py", has_compare)) if there))
    return 0


if __name__ == "__main__":
    sys.exit(main())
