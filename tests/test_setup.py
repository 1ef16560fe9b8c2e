"""From a fresh checkout to a ready one: the Makefile, the locks, the ladder of imports."""

import ast
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")

# What the rules may lean on. Nothing that reads the time, rolls dice, writes a log or leaves the process.
ENGINE_MAY_IMPORT = {
    *("__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools", "hashlib", "heapq", "hmac"),
    "json",  # it reads text that it is given
    *("itertools", "math", "operator", "re", "string", "struct", "types", "typing"),
}


def make(*words: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run make as a person would, not as a part of the make that runs these tests."""
    clean = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}
    return subprocess.run(["make", *words], cwd=folder, env=clean, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the Makefile and the locks, and nothing made yet."""
    for name in ("Makefile", "pyproject.toml", *LOCKS):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def python_that_says(version: tuple[int, int], folder: Path) -> Path:
    """A program that runs `-c` as this Python does, but claims another version."""
    program = folder / "another-python"
    lie = f"import sys; sys.version_info = {(*version, 0)}; exec(sys.argv[1])"
    program.write_text(f'#!/bin/sh\nshift\nexec "{sys.executable}" -c "{lie}" "$1"\n')
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("version", [(3, 10), (3, 14)])
def test_setup_refuses_a_python_it_cannot_use_in_one_sentence(checkout: Path, version: tuple[int, int]) -> None:
    program = python_that_says(version, checkout)

    told = make("setup", f"PYTHON={program}", folder=checkout)

    assert told.returncode != 0
    assert f"3.11, 3.12 or 3.13 is needed and this one is 3.{version[1]}: name another" in told.stderr
    assert not (checkout / ".venv").exists()


def test_setup_says_when_there_is_no_such_python(checkout: Path) -> None:
    told = make("setup", "PYTHON=python-of-nowhere", folder=checkout)

    assert told.returncode != 0
    assert "There is no python-of-nowhere here" in told.stderr


def test_setup_has_nothing_to_do_until_the_lock_changes(checkout: Path) -> None:
    (checkout / ".venv/bin").mkdir(parents=True)
    (checkout / ".venv/bin/python").symlink_to(sys.executable)
    for stamp in ("python.stamp", "dev.stamp"):
        (checkout / ".venv" / stamp).touch()

    before = make("--question", "setup", folder=checkout).returncode
    newer = (checkout / ".venv/dev.stamp").stat().st_mtime + 10
    os.utime(checkout / "requirements-dev.txt", (newer, newer))
    after = make("--question", "setup", folder=checkout).returncode

    assert (before, after) == (0, 1)


def test_setup_makes_the_environment_again_when_its_python_is_gone(checkout: Path) -> None:
    (checkout / ".venv/bin").mkdir(parents=True)
    (checkout / ".venv/bin/python").symlink_to(checkout / "gone")
    for stamp in ("python.stamp", "dev.stamp"):
        (checkout / ".venv" / stamp).touch()

    planned = make("--dry-run", "setup", folder=checkout).stdout

    assert "-m venv --clear .venv" in planned
    assert "-r requirements-dev.txt" in planned


def test_help_lists_every_target_a_person_types() -> None:
    told = make("help").stdout

    named = {line.split()[0] for line in told.splitlines()}
    assert named >= {"setup", "play", "test", "bench", "soak", "lock", "clean", "help"}


def test_play_takes_its_port_and_the_address_follows() -> None:
    planned = make("--dry-run", "play", "PORT=8123").stdout

    assert "-m service serve" in planned
    assert "alembic upgrade head" in planned
    printed = make("--print-data-base", "--dry-run", "play", "PORT=8123").stdout
    assert "BASE_URL ?= http://127.0.0.1:$(PORT)" in printed or "BASE_URL = http://127.0.0.1:$(PORT)" in printed


def test_ci_runs_what_a_person_runs() -> None:
    script = ROOT / ".ci/run"

    assert os.access(script, os.X_OK)
    assert script.read_text().splitlines()[-1] == "exec make test"


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_a_hash_for_every_package_and_names_no_registry(name: str) -> None:
    pins = [pin for pin in (ROOT / name).read_text().replace("\\\n", " ").splitlines() if pin.strip()]

    assert pins
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)
    assert not any("://" in pin or "--index" in pin or "--find-links" in pin for pin in pins)


@pytest.mark.parametrize("folder", ["tests/node", "bench/node", "bench/boardgameio"])
def test_a_lock_of_npm_packages_has_a_hash_for_each_and_names_no_registry(folder: str) -> None:
    lock = json.loads((ROOT / folder / "package-lock.json").read_text())
    asked = json.loads((ROOT / folder / "package.json").read_text())["devDependencies"]

    packages = {name: pin for name, pin in lock["packages"].items() if name}
    assert (
        asked.items() <= {name.removeprefix("node_modules/"): pin["version"] for name, pin in packages.items()}.items()
    )
    assert all("integrity" in pin and "resolved" not in pin for pin in packages.values())


@pytest.mark.parametrize("folder", ["tests/node", "bench/node", "bench/boardgameio"])
def test_no_npm_package_asks_for_whatever_is_newest_unless_that_is_held(folder: str) -> None:
    lock = json.loads((ROOT / folder / "package-lock.json").read_text())
    held = json.loads((ROOT / folder / "package.json").read_text()).get("overrides", {})

    wanted = {name: spec for pin in lock["packages"].values() for name, spec in pin.get("dependencies", {}).items()}
    moving = {name for name, spec in wanted.items() if spec.isalpha() and spec.islower()}

    assert moving <= set(held), "npm ci refuses the lock as soon as there is a newer one"


def test_without_npm_the_tests_say_what_is_missing(checkout: Path) -> None:
    (checkout / "tests/node").mkdir(parents=True)
    shutil.copy(ROOT / "tests/node/package-lock.json", checkout / "tests/node")

    told = make("axe", "SHELL=/bin/sh", f"PATH={checkout}", folder=checkout)

    assert told.returncode != 0 and "There is no npm here: install Node.js 20 or newer, with npm." in told.stderr


def test_the_locks_agree_with_each_other() -> None:
    run, dev = (versions(ROOT / name) for name in LOCKS[:2])

    assert run.items() <= dev.items()


def test_every_dependency_is_in_its_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())

    wanted = project["project"]["dependencies"]
    assert {bare(name) for name in wanted} <= versions(ROOT / LOCKS[0]).keys()
    for group, lock in (("dev", LOCKS[1]), ("bench", LOCKS[2])):
        wanted = project["dependency-groups"][group]
        assert {bare(name) for name in wanted} <= versions(ROOT / lock).keys()


def versions(lock: Path) -> dict[str, str]:
    """The pins of a lock, by package: the version, and where it applies."""
    pins = (line.rstrip(" \\") for line in lock.read_text().splitlines() if "==" in line and not line.startswith(" "))
    return {bare(pin): pin.partition("==")[2] for pin in pins}


def bare(requirement: str) -> str:
    """A package's name as locks write it: no version, no extras, hyphens."""
    name = requirement
    for mark in "<>=[; !~":
        name = name.partition(mark)[0]
    return name.strip().lower().replace("_", "-")


def test_the_engine_imports_nothing_but_itself_and_pure_parts_of_the_standard_library() -> None:
    strangers = {
        f"{path.relative_to(ROOT)}: {module}"
        for path in (ROOT / "service/engine").rglob("*.py")
        for module in imported(path)
        if module.split(".")[0] not in ENGINE_MAY_IMPORT and not module.startswith("service.engine")
    }

    assert not strangers


def imported(path: Path) -> set[str]:
    """The modules a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("service.engine" if node.level else node.module or "")
    return found
