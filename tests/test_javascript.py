import subprocess

from tests.servers import ROOT


def test_the_modules_of_the_pages_pass_their_own_tests(node: str):
    files = sorted(str(file) for file in (ROOT / "tests" / "js").rglob("*test*.*js"))
    assert files
    done = subprocess.run([node, "--test", *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
