"""Our scripts and style sheets as browsers get them in production: bundled and minified by esbuild, with maps."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from wavinghands.assets.catalogue import ScriptWords

PAGES, STYLES, CLASSIC = "js/pages/*.js", "css/**/*.css", ("js/site/theme.js",)
"""What pages name: a module each, style sheets, and the scripts that are no modules."""
WORDS = "js/lib/words.js"
"""The module that all others have their words from."""
USUAL = (
    "--minify",
    "--sourcemap",
    "--charset=utf8",
    "--outbase=.",
    "--entry-names=[dir]/[name].[hash]",
    "--asset-names=[dir]/[name].[hash]",
    "--chunk-names=js/chunks/[name].[hash]",
    "--log-level=warning",
)


def bundle(sources: Path, into: Path, words: Mapping[str, ScriptWords] | None = None) -> dict[str, str]:
    """Write bundles of all `sources` into a folder: by the path of each source that pages name, the path of its bundle.

    A bundle has all that its source imports; what is imported later (`import()`) has a file of its own. Each page has a
    bundle for each language of `words` too, which brings them, found as `LANGUAGE/PATH`. Raises `ImproperlyConfigured`
    if there is no esbuild.
    """
    esbuild = find_esbuild(sources.parent)

    def run(root: Path, paths: list[str], *options: str) -> dict[str, str]:
        with TemporaryDirectory() as folder:
            told = Path(folder, "metafile.json")
            command = [esbuild, *paths, *USUAL, *options, f"--outdir={into}", f"--metafile={told}"]
            subprocess.run(command, cwd=root, check=True)  # noqa: S603  # a program that we pin, on our own files
            found = _bundles(json.loads(told.read_text())["outputs"])
            return {source: Path(os.path.relpath(root / file, into)).as_posix() for source, file in found}

    def pages(root: Path) -> dict[str, str]:
        # Injected into what it imports later, a page is a part of each of its files: all that it has itself is one.
        options = ("--bundle", "--format=esm", "--splitting")
        return {page: run(root, [page], *options, f"--inject:{page}")[page] for page in _files(root, PAGES)}

    found = run(sources, _files(sources, *CLASSIC), "--define:this=globalThis")  # else `this` were that of a module
    found |= run(sources, _files(sources, STYLES), "--bundle", "--loader:.woff2=file")
    found |= pages(sources)
    for language, its_words in (words or {}).items():
        with _scripts_with(its_words, sources, into / language) as scripts:
            found |= {f"{language}/{page}": path for page, path in pages(scripts).items()}
    return found


@contextmanager
def _scripts_with(words: ScriptWords, sources: Path, folder: Path) -> Iterator[Path]:
    """A copy of the scripts while the block lasts, in which each module brings the words that it says.

    It stands beside the bundles, so that their maps, and with them their names, are the same whenever they are made.
    """
    for part in ("js", "vendor"):
        shutil.copytree(sources / part, folder / part)
    try:
        for module in folder.glob("js/**/*.js"):
            source = module.read_text()
            brings = words.begin() if module == folder / WORDS else words.of_module(source)
            module.write_text(brings + source)
        yield folder
    finally:
        shutil.rmtree(folder)


def find_esbuild(root: Path) -> str:
    """The program, from npm or else on the path. Raises `ImproperlyConfigured`."""
    path = os.pathsep.join([str(root / "node_modules" / ".bin"), os.environ.get("PATH", "")])
    if found := shutil.which("esbuild", path=path):
        return found
    raise ImproperlyConfigured("no esbuild found, which bundles the static files (npm ci, or else BUNDLES=false)")


def _files(folder: Path, *patterns: str) -> list[str]:
    return [file.relative_to(folder).as_posix() for pattern in patterns for file in sorted(folder.glob(pattern))]


def _bundles(outputs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each source that esbuild made a file of, and the file; `outputs` as it tells of them."""
    for name, output in outputs.items():
        if "entryPoint" in output:
            yield output["entryPoint"], _whole(name, output)
        elif output["inputs"] and not name.endswith(".js"):
            yield next(iter(output["inputs"])), name  # copied as it is


def _whole(name: str, output: Mapping[str, Any]) -> str:
    """The file that has the page, where its own does nothing but to import that."""
    imported = [one["path"] for one in output["imports"] if one["kind"] == "import-statement"]
    is_whole = any(part["bytesInOutput"] for part in output["inputs"].values())
    return name if is_whole or not imported else imported[0]
