"""The site's scripts and style sheets, bundled and minified by esbuild for production."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from wavinghands.assets.catalogue import script

PAGES, STYLES, CLASSIC = "js/pages/*.js", "css/**/*.css", ("js/site/theme.js", "js/site/offline.js")
"""Patterns of the files that pages load: modules, style sheets, and scripts that are not modules."""
OPTIONS = (
    "--minify",
    "--sourcemap",
    "--charset=utf8",
    "--outbase=.",
    "--entry-names=[dir]/[name].[hash]",
    "--asset-names=[dir]/[name].[hash]",
    "--chunk-names=js/chunks/[name].[hash]",
    "--log-level=warning",
)


def bundle(sources: Path, into: Path, languages: Iterable[str] = ()) -> dict[str, str]:
    """Bundle all `sources` into the folder `into`, and return the path of each bundle by its source.

    A bundle contains all static imports of its source. Dynamic imports (`import()`) go into files of their own. The
    script of each page also has one bundle per language, at `LANGUAGE/PATH`, with the translations of its texts.

    Raise `ImproperlyConfigured` if esbuild is missing.
    """
    esbuild = find_esbuild(sources.parent)

    def run(root: Path, paths: list[str], *options: str) -> dict[str, str]:
        with TemporaryDirectory() as folder:
            metafile = Path(folder, "metafile.json")
            command = [esbuild, *paths, *OPTIONS, *options, f"--outdir={into}", f"--metafile={metafile}"]
            subprocess.run(command, cwd=root, check=True)  # noqa: S603  # a program that we pin, on our own files
            outputs = json.loads(metafile.read_text())["outputs"]
        found = {source: file for name, output in outputs.items() for source, file in _entry(name, output)}
        return {source: Path(os.path.relpath(root / file, into)).as_posix() for source, file in found.items()}

    def pages(root: Path) -> dict[str, str]:
        # `--inject` keeps the page in one file. Otherwise, its dynamic imports make esbuild split it into a dozen
        # chunks.
        options = ("--bundle", "--format=esm", "--splitting")
        return {page: run(root, [page], *options, f"--inject:{page}")[page] for page in _files(root, PAGES)}

    found = run(sources, _files(sources, *CLASSIC), "--define:this=globalThis")  # else `this` would be that of a module
    found |= run(sources, _files(sources, STYLES), "--bundle", "--loader:.woff2=file")
    found |= pages(sources)
    for language in languages:
        with _translated(sources, into / language, language) as scripts:
            found |= {f"{language}/{page}": path for page, path in pages(scripts).items()}
    return found


@contextmanager
def _translated(sources: Path, folder: Path, language: str) -> Iterator[Path]:
    """Copy the scripts to `folder`, each with its translations at the start, and yield the folder.

    The folder is deleted after the `with` block. It is next to the bundles, so that neither source maps nor the hashes
    in file names depend on its path.
    """
    for part in ("js", "vendor"):
        shutil.copytree(sources / part, folder / part)
    try:
        for module in folder.glob("js/**/*.js"):
            source = module.read_text()
            module.write_text(script(language, source) + source)
        yield folder
    finally:
        shutil.rmtree(folder)


def find_esbuild(root: Path) -> str:
    """Return the path of esbuild, as installed by npm or found in PATH.

    Raise `ImproperlyConfigured` if it is missing.
    """
    path = os.pathsep.join([str(root / "node_modules" / ".bin"), os.environ.get("PATH", "")])
    if found := shutil.which("esbuild", path=path):
        return found
    raise ImproperlyConfigured("no esbuild found, which bundles the static files (npm ci, or else BUNDLES=false)")


def _files(folder: Path, *patterns: str) -> list[str]:
    return [file.relative_to(folder).as_posix() for pattern in patterns for file in sorted(folder.glob(pattern))]


def _entry(name: str, output: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return a list with one pair: a source, and the name of the file that esbuild has made from it.

    The list is empty if esbuild's metafile names no source for the file.
    """
    if "entryPoint" not in output:
        copied = next(iter(output["inputs"]), None) if not name.endswith(".js") else None  # a copied font
        return [(copied, name)] if copied else []
    imported = [one["path"] for one in output["imports"] if one["kind"] == "import-statement"]
    is_empty = not any(part["bytesInOutput"] for part in output["inputs"].values())  # it only imports its chunk
    return [(output["entryPoint"], imported[0] if is_empty and imported else name)]
