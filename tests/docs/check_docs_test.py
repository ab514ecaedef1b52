"""What check_docs.py finds in pages that are wrong in one way each."""

import pathlib
import tempfile
import unittest

import check_docs


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.sources = pathlib.Path(self.folder.name) / "sources"
        self.build = pathlib.Path(self.folder.name) / "build"
        (self.sources / "docs").mkdir(parents=True)
        (self.build / "bin").mkdir(parents=True)

    def tearDown(self):
        self.folder.cleanup()

    def readme(self, text):
        (self.sources / "README.md").write_text(text)

    def page(self, name, text):
        (self.sources / "docs" / name).write_text(text)

    def links(self):
        return check_docs.broken_links(self.sources)

    def commands(self, text, without=()):
        self.readme(text)
        return check_docs.wrong_commands(self.sources, self.build, without, say=lambda _: None)


class Links(Pages):
    def test_files_and_headings_that_exist(self):
        self.page("gate.md", "# The gate's rule: `like` with like\n[up](../README.md#a) [here](#twice-1)\n## Twice\n## Twice\n")
        self.readme("# A\n[gate](docs/gate.md#the-gates-rule-like-with-like) [far](https://example.com/x)\n")
        self.assertEqual(self.links(), [])

    def test_a_file_that_is_not_there(self):
        self.readme("see [this](docs/absent.md)")
        self.assertIn("README.md:1: docs/absent.md", self.links()[0])

    def test_a_heading_that_is_not_there(self):
        self.page("gate.md", "# Gate\n```sh\n# not a heading\n```\n")
        self.readme("[a](docs/gate.md#not-a-heading)")
        self.assertIn("no such heading", self.links()[0])

    def test_a_link_over_two_lines(self):
        self.readme("see\n[this\npage](docs/absent.md)")
        self.assertIn("README.md:2: docs/absent.md", self.links()[0])

    def test_code_holds_no_links(self):
        self.readme("`[a](b)` and\n```cpp\n[](absent)\n```\n")
        self.assertEqual(self.links(), [])

    def test_a_page_that_nobody_links_to(self):
        self.page("lost.md", "# Lost\n")
        self.readme("# A\n")
        self.assertIn("docs/lost.md: no page links to it", self.links()[0])


class Commands(Pages):
    def test_those_that_do_what_they_say(self):
        self.assertEqual(self.commands("```sh\necho a > b  # comment\ntest -e b && for i in 1 2; do\n  echo $i\ndone\n"
                                       "exit 3  # -> exit 3\n```\n```console\n$ cat b\na\n$ printf 'x\\ny\\n'\n...\ny\n"
                                       "$ echo long line here\nlong ...\n$ echo '-> exit 1'; exit 1\n-> exit 1\n```\n"), [])

    def test_a_command_that_fails(self):
        self.assertIn("exit code 1, not 0: false", self.commands("```sh\ntrue\nfalse\n```\n")[0])

    def test_another_exit_code_than_stated(self):
        self.assertIn("exit code 0, not 3", self.commands("```sh\ntrue  # -> exit 3\n```\n")[0])

    def test_other_output_than_shown(self):
        self.assertIn("does not print: b", self.commands("```console\n$ echo a\nb\n```\n")[0])

    def test_lines_left_out_without_saying_so(self):
        self.assertIn("does not print: y", self.commands("```console\n$ printf 'x\\ny\\n'\ny\n```\n")[0])
        self.assertIn("nothing more", self.commands("```console\n$ printf 'x\\ny\\n'\nx\n```\n")[0])

    def test_marked_blocks_are_left_out(self):
        self.assertEqual(self.commands("```sh gpu\nfalse\n```\n```sh build\nfalse\n```\n```console gpu\n$ false\n```\n"), [])

    def test_a_reason_that_is_none(self):
        self.assertIn("`lazy` is no reason", self.commands("```sh lazy\nfalse\n```\n")[0])

    def test_commands_in_a_block_of_no_language(self):
        self.assertIn("belong into a block of `console`", self.commands("```\n$ false\n```\n")[0])

    def test_programs_that_this_build_lacks_are_left_out_and_others_found(self):
        (self.build / "bin" / "there").write_text("#!/bin/sh\nexit 4\n")
        (self.build / "bin" / "there").chmod(0o755)
        self.assertEqual(self.commands("```sh\nbuild/bin/absent\nbuild/bin/there  # -> exit 4\n```\n"), [])

    def test_commands_that_this_build_lacks_are_left_out(self):
        text = "```sh\n: warpmark history list && false\n```\n"
        self.assertEqual(self.commands(text, ["history"]), [])
        self.assertEqual(len(self.commands(text, ["dashboard"])), 1)

    def test_listings_are_the_files_that_they_name(self):
        self.page("a.h", "int a;\n")
        self.assertEqual(self.commands("```cpp docs/a.h\nint a;\n```\n"), [])
        self.assertIn("is not what docs/a.h holds", self.commands("```cpp docs/a.h\nint b;\n```\n")[0])
        self.assertIn("is not what docs/b.h holds", self.commands("```cpp docs/b.h\nint a;\n```\n")[0])

    def test_pages_do_not_see_each_others_files(self):
        self.page("a.md", "```sh\necho > made\n```\n")
        self.page("b.md", "```sh\ntest -e made\n```\n")
        self.assertEqual(len(self.commands("")), 1)


if __name__ == "__main__":
    unittest.main()
