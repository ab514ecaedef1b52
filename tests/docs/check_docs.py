"""Holds README.md and docs/ against what is there: every link leads somewhere, every command does what it says.

    check_docs.py links    SOURCES
    check_docs.py commands SOURCES --build BUILD [--without COMMAND]...

Fenced blocks of `sh` (commands) and `console` (commands behind "$ ", and what they print) are run, page by page, each
page in a copy of the sources of its own, whose build/ holds the programs and kernel libraries of BUILD. A second word
in the fence keeps a block from being run, and says why: `sh gpu` needs a GPU, `sh build` builds or installs something,
`sh perf` is what `ctest -L perf` itself runs, `sh elsewhere` stands for a place that is not this tree. A command has to
exit with 0, or with N where "-> exit N" stands behind it or in the last line of what it prints. Of that, a line "..."
stands for any lines, and " ..." at the end of one for the rest of it.
Commands that name a program of build/ which is not there are left out, and so are `warpmark COMMAND`s of --without.
A listing names its file, as in `cpp bench/main.cc`, and has to be what that file holds.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^(\s*)(```+|~~~+)\s*(.*)$")
LINK = re.compile(r"(?<!!)\[[^\]\[]*(?:\[[^\]]*\][^\]\[]*)*\]\(([^)\s]+)\)")
EXIT = re.compile(r"-> exit (\d+)\s*$")
REASONS = {"gpu", "build", "perf", "elsewhere"}
PATIENCE_S = 120


class Block:
    def __init__(self, page, line, info, lines):
        self.page, self.line, self.lines = page, line, lines
        words = info.split()
        self.language = words[0] if words else ""
        self.reason = words[1] if len(words) > 1 else ""

    def __str__(self):
        return f"{self.page}:{self.line}"


def pages_of(sources):
    return [sources / "README.md", *sorted((sources / "docs").rglob("*.md"))]


def split(page):
    """The prose of a page, line by line with code blanked out, and its fenced blocks."""
    prose, blocks, fence = [], [], None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        match = FENCE.match(line)
        if fence is None and match:
            fence = Block(page.name, number, match[3], [])
            prose.append("")
        elif fence is not None and match and not match[3]:
            blocks.append(fence)
            fence = None
            prose.append("")
        elif fence is not None:
            fence.lines.append(line)
            prose.append("")
        else:
            prose.append(re.sub(r"`[^`]*`", lambda code: "`" * len(code[0]), line))
    return prose, blocks


def anchors_of(page):
    """The anchors that GitHub gives a page's headings."""
    anchors = {}
    outside = page.read_text().splitlines()
    blank = split(page)[0]
    for line, prose in zip(outside, blank):
        if not re.match(r"#{1,6} ", prose):
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line.lstrip("#").strip())
        anchor = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        seen = anchors.get(anchor, -1) + 1
        anchors[anchor] = seen
        if seen:
            anchors[f"{anchor}-{seen}"] = 0
    return set(anchors)


def broken_links(sources):
    problems = []
    pages = pages_of(sources)
    linked = set()
    for page in pages:
        prose = "\n".join(split(page)[0])
        for link in LINK.finditer(prose):
            target = link[1]
            if re.match(r"[a-z]+:", target):
                continue
            where = f"{page.relative_to(sources)}:{prose.count(chr(10), 0, link.start()) + 1}"
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            linked.add(file)
            if not file.exists():
                problems.append(f"{where}: {target}: there is no {file}")
            elif anchor and anchor not in anchors_of(file):
                problems.append(f"{where}: {target}: {file.name} has no such heading")
    problems += [f"{page.relative_to(sources)}: no page links to it" for page in pages[1:] if page not in linked]
    return problems


def is_complete(text):
    return subprocess.run(["bash", "-n", "-c", text], capture_output=True).returncode == 0


def joined(lines):
    """Lines put together until the shell takes them for a command."""
    commands, text = [], ""
    for line in lines:
        text += ("\n" if text else "") + line
        if text.strip() and not text.rstrip().endswith("\\") and is_complete(text):
            commands.append(text)
            text = ""
    return commands + ([text] if text.strip() else [])


def commands_of(block):
    """(command, what it prints or None, exit code) of each command in the block."""
    if block.language == "sh":
        for command in joined(block.lines):
            if not re.fullmatch(r"\s*(#.*)?", command):
                stated = EXIT.search(command)
                yield command, None, int(stated[1]) if stated else 0
        return
    entries = []
    for line in block.lines:
        if line.startswith("$ "):
            entries.append(([line[2:]], []))
        elif line.startswith("> ") and entries and not entries[-1][1]:
            entries[-1][0].append(line[2:])
        elif entries:
            entries[-1][1].append(line)
    for words, printed in entries:
        command = "\n".join(words)
        stated = EXIT.search(printed[-1] if printed else "") or EXIT.search(command)
        yield command, printed or None, int(stated[1]) if stated else 0


def line_matches(wanted, line):
    return line.startswith(wanted[:-4]) if wanted.endswith(" ...") else line == wanted.rstrip()


def first_difference(wanted, printed):
    """None where `printed` is what is `wanted`; else the first wanted line that it lacks."""
    printed = [line.rstrip() for line in printed]
    at, may_skip = 0, False
    for line in wanted:
        if line.strip() == "...":
            may_skip = True
            continue
        found = next((i for i in range(at, len(printed)) if line_matches(line, printed[i])), None)
        if found is None or (found > at and not may_skip):
            return line
        at, may_skip = found + 1, False
    return None if at == len(printed) or may_skip else f"(nothing more, but there is) {printed[at]}"


def absent_program(command, scratch):
    named = re.findall(r"(?<![\w/])build/(?:bin|kernels)/[\w./]+", command)
    return next((name for name in named if not (scratch / name).exists()), None)


def lacking(command, scratch, without):
    """What this build lacks for the command, if anything."""
    absent = next((name for name in without if f"warpmark {name} " in command), None)
    return absent or absent_program(command, scratch)


def run(command, scratch):
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(scratch), "TMPDIR": str(scratch / "tmp"),
                   "LC_ALL": "C.UTF-8", "COLUMNS": "120", "CUDA_VISIBLE_DEVICES": "-1"}
    return subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=scratch, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=PATIENCE_S)


def problems_of(block, scratch, without, say):
    for command, wanted, exit_code in commands_of(block):
        if absent := lacking(command, scratch, without):
            say(f"{block}: left out, {absent} is not in this build: {command}")
            continue
        say(f"{block}: {command}")
        outcome = run(command, scratch)
        if outcome.returncode != exit_code:
            yield f"{block}: exit code {outcome.returncode}, not {exit_code}: {command}\n{outcome.stdout[-2000:]}"
        elif wanted is not None and (line := first_difference(wanted, outcome.stdout.splitlines())) is not None:
            yield f"{block}: {command}\n  does not print: {line}\n  but:\n{outcome.stdout[:6000]}"


def mark_problem(block):
    if block.language in ("sh", "console") and block.reason and block.reason not in REASONS:
        return f"{block}: `{block.reason}` is no reason to leave a block out: {', '.join(sorted(REASONS))} are"
    if block.language not in ("sh", "console") and any(line.startswith("$ ") for line in block.lines):
        return f"{block}: commands belong into a block of `console` or `sh`, this one is `{block.language}`"
    return None


def listing_problem(block, sources):
    """A block of any other language whose second word is a file shows that file."""
    if block.language in ("sh", "console") or "/" not in block.reason:
        return None
    file = sources / block.reason
    if file.exists() and file.read_text().rstrip() == "\n".join(block.lines).rstrip():
        return None
    return f"{block}: is not what {block.reason} holds"


def copy_of(sources, build, scratch):
    away = shutil.ignore_patterns(".git", "build*", ".deps", ".cache", "nights")
    shutil.copytree(sources, scratch, ignore=away, symlinks=True, dirs_exist_ok=True)
    (scratch / "build").mkdir()
    for folder in ("bin", "kernels"):
        (scratch / "build" / folder).symlink_to(build.resolve() / folder, target_is_directory=True)
    (scratch / "tmp").mkdir()


def wrong_commands(sources, build, without=(), say=print):
    problems = []
    for page in pages_of(sources):
        blocks = split(page)[1]
        problems += filter(None, map(mark_problem, blocks))
        problems += filter(None, (listing_problem(block, sources) for block in blocks))
        to_run = [block for block in blocks if block.language in ("sh", "console") and not block.reason]
        if not to_run:
            continue
        with tempfile.TemporaryDirectory(prefix="warpmark-docs-") as folder:
            scratch = pathlib.Path(folder) / "warpmark"
            copy_of(sources, build, scratch)
            for block in to_run:
                problems += problems_of(block, scratch, without, say)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["links", "commands"])
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--without", action="append", default=[])
    arguments = parser.parse_args()
    sources = arguments.sources.resolve()
    problems = broken_links(sources) if arguments.what == "links" else wrong_commands(sources, arguments.build, arguments.without)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
