#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""test_package.py BUILD: Debian's package, unpacked where nothing else of Encke is;
and the versions that are written down."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from xml.etree import ElementTree

BUILD = Path()
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = "usr/share/encke/examples"


def run(*command: str, **options) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True,
                          check=False, **options)
    if done.returncode:
        raise AssertionError(f"{command}:\n{done.stdout}")
    return done.stdout


def can_hide() -> bool:
    """True where a process may have folders of its own."""
    return subprocess.run(["unshare", "--mount", "true"], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0


class Versions(unittest.TestCase):
    def test_agree(self) -> None:
        version = re.search(r"project\(encke VERSION ([\d.]+)",
                            (ROOT / "CMakeLists.txt").read_text()).group(1)
        said = run(str(BUILD / "bin/encke"), "--version")
        self.assertTrue(said.startswith(f"Encke {version},"), said)
        changes = (ROOT / "CHANGELOG.md").read_text()
        self.assertEqual(re.search(r"^## (\S+)", changes, re.M).group(1),
                         version)
        self.assertIn(f'version = "{version}"',
                      (ROOT / "python/encke/_version.py").read_text())
        extension = json.loads(
            (ROOT / "editors/vscode/package.json").read_text())
        self.assertEqual(extension["version"], version)
        manual = run(str(BUILD / "bin/encke"), "help", "man")
        self.assertIn(f"Encke {version}", manual.splitlines()[0])


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        for tool in ("cpack", "dpkg-deb"):
            if not shutil.which(tool):
                raise unittest.SkipTest(f"{tool} is not installed")
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.place.name)
        # Without compression, which takes longest.
        run("cpack", "-G", "DEB", "-B", cls.place.name,
            "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none", cwd=BUILD)
        cls.package, = cls.folder.glob("*.deb")
        cls.root = cls.folder / "root"
        run("dpkg-deb", "-x", str(cls.package), str(cls.root))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.place.cleanup()

    def alone(self, script: str) -> str:
        """Runs a script in an empty folder, without the build's, in which $ROOT is
        where the package is."""
        with tempfile.TemporaryDirectory() as folder:
            environment = {"PATH": f"{self.root}/usr/bin:/usr/bin:/bin",
                           "ROOT": str(self.root), "HOME": folder,
                           "ENCKE_CACHE": ""}
            hide = []
            if can_hide():
                script = f"mount -t tmpfs none '{BUILD}'\n{script}"
                hide = ["unshare", "--mount"]
            return run(*hide, "bash", "-euc", script, env=environment,
                       cwd=folder)

    def test_main_job(self) -> None:
        data = f"$ROOT/{EXAMPLES}/data/matrix.mtx"
        out = self.alone(f"encke run $ROOT/{EXAMPLES}/spmm.ta {data}")
        here = run(str(BUILD / "bin/encke"), "run", "--no-cache",
                   str(ROOT / "examples/spmm.ta"),
                   str(ROOT / "examples/data/matrix.mtx"))
        self.assertEqual(out, here)
        made = self.alone(f"encke $ROOT/{EXAMPLES}/spmm.ta -o spmm\n"
                          f"./spmm {data}")
        self.assertEqual(made, here)
        self.assertIn("entries", self.alone(f"encke info {data}"))

    def test_cmake_and_pkg_config(self) -> None:
        out = self.alone(
            f"cp -r $ROOT/{EXAMPLES}/interop project\n"
            "CC=cc CXX=c++ cmake -S project -B build "
            "-DCMAKE_PREFIX_PATH=$ROOT/usr "
            "-DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON > log\n"
            "cmake --build build > log\nbuild/spmv\n"
            "encke lib project/kernels.ta -o libkernels.so\n"
            "cc project/spmv.c -I. $(PKG_CONFIG_PATH=$ROOT/usr/lib/pkgconfig "
            "pkg-config --cflags encke) -L. -lkernels -Wl,-rpath,. -o other\n"
            "./other | cmp - <(build/spmv)\n")
        self.assertIn("201", out)

    def test_what_it_has(self) -> None:
        for name in ("bin/encke-compiler", "lib/libencke_rt.a",
                     "include/encke/encke.h", "include/encke/encke.hpp",
                     "lib/cmake/Encke/EnckeConfig.cmake",
                     "lib/pkgconfig/encke.pc", "share/man/man1/encke.1",
                     "share/doc/encke/LICENSE", "share/doc/encke/CHANGELOG.md",
                     "share/doc/encke/docs/language.md",
                     "share/encke/editors/vscode/package.json",
                     "share/bash-completion/completions/encke",
                     "share/zsh/vendor-completions/_encke",
                     "share/fish/vendor_completions.d/encke.fish"):
            path = self.root / "usr" / name
            self.assertTrue(path.is_file() and path.stat().st_size, name)

    def test_what_it_needs(self) -> None:
        """Each library that the commands and the runtime are linked with is of a
        package that it depends on."""
        depends = re.findall(r"[\w.+-]+(?=[ ,]|$)",
                             run("dpkg-deb", "-f", str(self.package),
                                 "Depends"))
        for name in ("bin/encke", "bin/encke-compiler",
                     "lib/libencke_runtime.so"):
            listed = run("ldd", str(self.root / "usr" / name))
            for path in re.findall(r"=> (/\S+)", listed):
                owner = subprocess.run(
                    ["dpkg", "-S", f"*/{Path(path).name}"],
                    stdout=subprocess.PIPE, universal_newlines=True,
                    check=False).stdout
                owners = re.findall(r"^([^:\s]+):", owner, re.M)
                self.assertTrue(set(owners) & set(depends),
                                f"{name}: {path} is of {owners}")

    def test_nothing_of_the_build(self) -> None:
        """No path of where it was built."""
        for path in self.root.rglob("*"):
            if path.suffix in (".cmake", ".pc", ".h", ".hpp", ".1"):
                self.assertNotIn(str(BUILD), path.read_text("utf-8"))


class Words(unittest.TestCase):
    """What shells know of the command."""

    def form(self, name: str) -> str:
        return run(str(BUILD / "bin/encke"), "help", name)

    def bash(self, *words: str) -> list:
        line = " ".join(f"'{word}'" for word in words)
        return run("bash", "-c", self.form("bash") +
                   f"COMP_WORDS=(encke {line})\nCOMP_CWORD={len(words)}\n"
                   "_encke\nprintf '%s\\n' \"${COMPREPLY[@]}\"").split()

    def test_bash(self) -> None:
        self.assertEqual(self.bash("ex"), ["explain"])
        self.assertEqual(self.bash("tune", "--sec"), ["--seconds"])
        self.assertEqual(self.bash("run", "--sec"), [])
        self.assertEqual(self.bash("run", "ex"), [])
        self.assertEqual(self.bash("help", "f"), ["fmt"])
        self.assertIn("--threads", self.bash("--th"))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh(self) -> None:
        run("zsh", "-n", "/dev/stdin", input=self.form("zsh"))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, ".encke.fish").write_text(self.form("fish"))
            for line, words in (("encke ex", "explain"),
                                ("encke tune --sec", "--seconds"),
                                ("encke help f", "fmt")):
                said = run("fish", "-c", "source .encke.fish; "
                           f"complete -C '{line}'", cwd=folder,
                           env={"HOME": folder, "PATH": "/usr/bin:/bin"})
                self.assertEqual([entry.split("\t")[0]
                                  for entry in said.splitlines()], [words])

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_manual(self) -> None:
        said = run("groff", "-man", "-Tutf8", "-ww", "-rLL=100n",
                   input=self.form("man"))
        self.assertNotIn("<standard input>", said)
        for word in ("--threads", "encke tune", "ENCKE_CACHE", "EXIT STATUS"):
            self.assertIn(word, re.sub("\x1b\\[[\\d;]*m|.\x08", "", said)
                          .replace("\u2212", "-").replace("\u2010", "-"))


class Extension(unittest.TestCase):
    def test_vsix(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(run(sys.executable, str(ROOT / "editors/vsix.py"),
                            str(ROOT / "editors/vscode"), folder).strip())
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
                for name in ("[Content_Types].xml", "extension.vsixmanifest"):
                    ElementTree.fromstring(archive.read(name))
        self.assertIn("extension/extension.js", names)
        self.assertIn("extension/syntaxes/ta.tmLanguage.json", names)


if __name__ == "__main__":
    BUILD = Path(sys.argv.pop(1)).resolve()
    unittest.main()
