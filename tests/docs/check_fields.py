"""Holds docs/json.md against the files: its tables name every field that recorded runs and their verdicts have, and no
field that nothing writes.

    check_fields.py SOURCES WARPMARK
"""

import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

RUNS = ("green", "red", "gate-9a8b5d69", "baselines/baseline-31dca3ef", "ab/6ac7d90a")  # counters, pairs, sides


def tables_of(page):
    """{heading of a table's first column: the names in that column}"""
    tables, names = {}, None
    for line in page.read_text().splitlines():
        if not line.startswith("|"):
            names = None
        elif names is None:
            names = tables.setdefault(line.split("|")[1].strip(" `"), set())
        else:
            names.update(re.findall(r"`([^`]+)`", line.split("|")[1]))
    return tables


def prose_of(page):
    lines = [line for line in page.read_text().splitlines() if not line.startswith("|")]
    return {name for line in lines for name in re.findall(r"`([^`]+)`", line)}


def keys_of(objects):
    return {key for each in objects for key in each}


def fields_of(sources, warpmark):
    """The same as the files have them."""
    data = sources / "tests/data/h200"
    runs = [json.loads(gzip.open(data / f"{name}.json.gz").read()) for name in RUNS]
    facts = [run["context"]["warpmark"] for run in runs]
    with tempfile.TemporaryDirectory() as folder:
        run, verdicts = pathlib.Path(folder) / "run.json", pathlib.Path(folder) / "verdicts.json"
        run.write_bytes(gzip.open(data / "red.json.gz").read())
        subprocess.run([warpmark, "check", run, "--baselines", data / "baselines", "--json", verdicts], stdout=subprocess.DEVNULL)
        judged = json.loads(verdicts.read_text())
    return {"context.warpmark": keys_of(facts), "context.warpmark.gpu": keys_of(fact["gpu"] for fact in facts),
            "a row": keys_of(row for run in runs for row in run["benchmarks"]), "the file": set(judged),
            "a verdict": keys_of(judged["verdicts"])}, keys_of(run["context"] for run in runs)


def main():
    sources, warpmark = pathlib.Path(sys.argv[1]), sys.argv[2]
    page = sources / "docs/json.md"
    documented, prose = tables_of(page), prose_of(page)
    written = set()
    for file in (sources / "harness").rglob("*.[ch]*"):
        written.update(re.findall(r'"(\w+)"', file.read_text()))
    fields, context = fields_of(sources, warpmark)
    problems = [f"`{field}` of {where} is not told" for where, names in fields.items()
                for field in sorted(names - documented.get(where, set()) - prose)]
    problems += [f"`{field}` of context is not told" for field in sorted(context - prose)]
    problems += [f"`{field}` of {where} is written by nothing" for where, names in documented.items()
                 for field in sorted(names - written)]
    if documented.keys() != fields.keys():
        problems.append(f"its tables are {sorted(documented)}, the files' {sorted(fields)}")
    for problem in problems:
        print(f"docs/json.md: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
