import shutil
import subprocess
from pathlib import Path

from tests.servers import ROOT
from wavinghands.staticfiles import minified


def assert_that_modules_pass(node: str, root: Path) -> None:
    files = sorted(str(file) for file in (root / "tests" / "js").rglob("*test*.*js"))
    assert files
    done = subprocess.run([node, "--test", *files], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_modules_of_the_pages_pass_their_own_tests(node: str):
    assert_that_modules_pass(node, ROOT)


def test_they_pass_them_minified_too(node: str, tmp_path: Path):
    shutil.copytree(ROOT / "static", tmp_path / "static")
    shutil.copytree(ROOT / "tests" / "js", tmp_path / "tests" / "js")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for file in (tmp_path / "static" / "js").rglob("*.js"):
        file.write_text(minified("application/javascript", file.read_text()))
    assert_that_modules_pass(node, tmp_path)
