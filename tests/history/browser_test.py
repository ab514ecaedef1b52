#!/usr/bin/env python3
"""The dashboard in a real browser: open it from the disk, search, follow a regression to its page, and hold the numbers
shown against the database. Needs Debian's chromium and chromium-driver (ci/setup --browser); exits 77, which ctest shows
as skipped, where there are none.

    browser_test.py WARPMARK [--screenshots DIR]
"""
import argparse
import json
import pathlib
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile

import webdriver

NIGHTS = 60
STEP_AT = 50       # a commit makes one kernel slower
DRIVER_AT = 30     # another driver, which changes nothing but another kernel
MARKUP = "evil/<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>/l2:cold"
SLOWER = "stream/triad/type:f32/bytes:16/l2:cold"
FASTER = "copy/aligned/elements:1048576/l2:warm"


def date_of(night):
    return f"2026-{3 + night // 28:02}-{1 + night % 28:02}T02:00:00+00:00"


def run_of(night, chance):
    """A run as warpmark writes it: 5 processes, one kernel that gets slower, one that gets faster with a driver."""
    times = {SLOWER: 1450 * (1.04 if night >= STEP_AT else 1), FASTER: 12 * (0.9 if night >= DRIVER_AT else 1), MARKUP: 5}
    times.update({f"stream/copy/type:f32/block:{block}/l2:cold": 900 + block for block in (128, 256, 512, 1024)})
    rows = []
    for process in range(5):
        for key, time in times.items():
            time *= 1 + chance.gauss(0, 0.001)
            rows.append({"name": key + "/manual_time", "run_name": key, "run_type": "iteration", "iterations": 1,
                         "real_time": time, "cpu_time": time, "time_unit": "us", "process": process,
                         "gpu_inst_executed": 2e6, "gpu_bytes_read": 3e8, "gpu_bytes_written": 1e8, "gpu_sm_mhz": 1980,
                         "gpu_registers": 56 if key == SLOWER and night >= STEP_AT else 22, "label": MARKUP,
                         "kernels": ["_Z4kernv"]})
    gpu = {"name": "NVIDIA H200", "uuid": "GPU-0123456789abcdef", "arch": "sm_90", "sm_count": 132, "memory_gib": 140,
           "mig": "none", "sm_mhz": 1980, "memory_mhz": 3201, "peak_gbps": {"driver": 4814.3}}
    commit = "bad0001" if night >= STEP_AT else "600d001"
    return {"context": {"date": date_of(night), "host_name": MARKUP, "caches": [], "warpmark": {
        "schema": 1, "gpu": gpu, "driver": "580.12" if night >= DRIVER_AT else "580.9", "cuda": "13.0", "timer": "cupti",
        "commit": commit}}, "benchmarks": rows}


def make_site(warpmark, folder):
    chance = random.Random(1)
    runs = []
    for night in range(NIGHTS):
        runs.append(folder / f"{night}.json")
        runs[-1].write_text(json.dumps(run_of(night, chance)))
    baselines = folder / "baselines"
    baselines.mkdir()
    call = lambda *words: subprocess.run([warpmark, *map(str, words)], check=True, stdout=subprocess.PIPE)
    call("record", *runs[:3], "--baselines", baselines)
    call("history", "add", *runs, "--db", folder / "h.sqlite", "--baselines", baselines)
    call("dashboard", "-o", folder / "site", "--db", folder / "h.sqlite", "--baselines", baselines)
    return (folder / "site" / "index.html").as_uri(), sqlite3.connect(folder / "h.sqlite")


def newest_time(database, key):
    blob, = database.execute("SELECT times_us FROM measurement JOIN benchmark ON benchmark.id = benchmark JOIN run ON run.id = run "
                             "WHERE key = ? ORDER BY seconds DESC LIMIT 1", (key,)).fetchone()
    times = sorted(struct.unpack(f"{len(blob) // 8}d", blob))
    return times[len(times) // 2]


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def check_overview(browser, address):
    browser.open(address)
    browser.shown()
    text = browser.text()
    expect(f"{NIGHTS} nights" in text, text)
    expect(browser.run("return document.querySelector('.tiles b').innerText") == "1", "one benchmark is red: " + text)
    expect("▲ slower +3.99 %" in text and "bad0001" in text, text)
    expect(browser.run("return document.querySelectorAll('.cards svg.spark').length") == 4, "a sparkline a family")


def check_search(browser):
    browser.keys("/")
    expect(browser.run("return document.activeElement.type") == "search", "/ goes to the search field")
    browser.type("input[type=search]", "copy block:512")
    browser.wait("document.querySelector('#page h2:last-of-type ~ div caption').innerText.startsWith('1 of 7')")
    expect("q=copy+block%3A512" in browser.run("return location.hash"), "the search stands in the address")
    address = browser.run("return location.href")
    browser.open("about:blank")
    browser.open(address)
    browser.shown()
    expect(browser.run("return document.querySelector('input[type=search]').value") == "copy block:512", "and comes back from it")
    browser.run("location.hash = location.hash.split('?')[0] + '?status=red'")
    browser.shown()
    expect("1 of 7 benchmarks" in browser.text(), "the filter stands in the address as well")


def check_benchmark(browser, database):
    browser.click("td.key a")
    browser.shown()
    expect(browser.text("h1") == SLOWER, "a red row leads to its page")
    shown = browser.text("#time")
    stored = newest_time(database, SLOWER)
    expect(shown == f"{stored:.5g} us", f"{shown} is shown, {stored} is stored")
    text = browser.text()
    expect(f"{date_of(STEP_AT)[:10]} 02:00: " in text, text)
    for words in ("commit 600d001 → bad0001".replace("→", "->"), "gpu_registers 22 -> 56", "regression"):
        expect(words in text, f"{words} is not in\n{text}")
    expect(browser.run("return Chart.getChart(document.querySelector('canvas')).data.datasets[4].data.length") == NIGHTS, "a point a night")
    browser.run("history.back()")
    browser.shown()


def check_driver_change(browser, address):
    browser.open(address + "#/nvidia-h200/changes?q=copy%2Faligned")
    browser.shown()
    text = browser.text()
    expect("driver 580.9 -> 580.12" in text and date_of(DRIVER_AT)[:10] in text and "1 change," in text, text)


def check_markup(browser, address):
    browser.open(address + "#/nvidia-h200?q=evil")
    browser.shown()
    browser.click("#page h2:last-of-type ~ div td.key a")
    browser.shown()
    expect(browser.text("h1") == MARKUP, "markup is shown as text: " + str(browser.text("h1")))
    expect(browser.run("return document.querySelectorAll('main img, main script').length") == 0, "no element came from a name")
    expect(browser.run("return document.title").startswith("evil"), "no script ran")


def check_roofline_and_nights(browser, address):
    browser.open(address + "#/nvidia-h200/roofline")
    browser.shown()
    expect("7 benchmarks" in browser.text() and "memory" in browser.text(), browser.text())
    expect(browser.run("return Chart.getChart(document.querySelector('canvas')).data.datasets[0].data.length") == 7, "a point each")
    browser.open(address + "#/nvidia-h200/before-after")
    browser.shown()
    browser.run("const s = document.querySelector('select:not(#gpu)'); s.selectedIndex = s.length - 1; s.dispatchEvent(new Event('change'))")
    browser.wait("document.querySelector('#page td.key a') && document.querySelector('#page td.key a').innerText === arguments[0] "
                 "&& document.querySelector('#page td.number:nth-child(4)').innerText.startsWith('−1')", FASTER)
    expect("600d001 → bad0001" in browser.text() and "580.9 → 580.12" in browser.text(), browser.text())


def check_words(browser):
    for ratio, shown in ((1.0306, "+3.06 %"), (0.5, "−50.00 %"), (40.5212, "40.5x slower"), (0.004, "250x faster")):
        expect(browser.run("return words.percent(arguments[0])", ratio) == shown, f"{ratio} is not {shown}")
    expect(browser.run("return words.change(40.5212).innerText") == "▲ 40.5x slower", "slower stands there once")


def check_keyboard(browser, address):
    browser.open(address)
    browser.shown()
    browser.keys("\ue004", "\ue007")  # Tab, Enter: the first link skips to the page
    expect(browser.run("return document.activeElement.id") == "page", "the page can be skipped to")
    names = []
    for _ in range(12):
        browser.keys("\ue004")
        names.append(browser.run("return document.activeElement.innerText || document.activeElement.tagName"))
    expect(any("red" in name for name in names), f"Tab reaches the tiles: {names}")


def check_unknown(browser, address):
    for wrong in ("#/nvidia-h200/benchmark/gone", "#/nowhere", "#/nvidia-h200/no-page", "#/nvidia-h200/benchmark/%E0%A4%A"):
        browser.open(address + wrong)
        browser.shown()
        expect("This page cannot be shown" in browser.text(), wrong)


def check_phone(browser, address):
    browser.command("POST", "/window/rect", {"width": 500, "height": 900})
    for page in ("", "#/nvidia-h200/roofline", "#/nvidia-h200/changes", "#/nvidia-h200/before-after"):
        browser.open(address + page)
        browser.shown()
        wide = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        expect(wide <= 0, f"{page} is {wide} pixels wider than a phone")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("warpmark")
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    if lacking := webdriver.missing():
        print(f"skipped: no {lacking} (ci/setup --browser installs it)")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        address, database = make_site(arguments.warpmark, pathlib.Path(folder))
        with webdriver.Browser() as browser:
            check_overview(browser, address)
            check_search(browser)
            check_benchmark(browser, database)
            check_driver_change(browser, address)
            check_markup(browser, address)
            check_roofline_and_nights(browser, address)
            check_words(browser)
            check_keyboard(browser, address)
            check_unknown(browser, address)
            check_phone(browser, address)
            expect(not browser.problems(), str(browser.problems()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
