"""Every package that is pinned has its licence told, and none of those the service runs on forbids what it does."""

import re
from importlib.metadata import PackageNotFoundError, distribution

from tests.support.licences import PAGE, licence, pinned

FORBIDS = re.compile(r"AGPL|(?<!L)GPL|SSPL|BUSL|Commons Clause|[Pp]roprietary", re.ASCII)


def test_every_pinned_package_has_its_licence_on_the_page() -> None:
    told = dict(re.findall(r"(?m)^\| (\S+) \| (.+?) \|$", PAGE.read_text()))

    assert [name for name in pinned("requirements-dev.txt") if not told.get(name, "").strip()] == []


def test_no_package_that_the_service_runs_on_has_a_licence_that_forbids_it() -> None:
    forbidding = []
    for name in pinned("requirements.txt"):
        try:
            terms = licence(distribution(name))
        except PackageNotFoundError:
            continue
        forbidding += [f"{name}: {terms}"] if FORBIDS.search(terms) or not terms else []

    assert forbidding == []
