"""One page of each kind on a slow phone: its Lighthouse scores, and what it loads."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.building import MKDOCS
from bench.ratio import Ratio
from bench.served import served

ROOT = Path(__file__).parents[1]
SCORES = ("performance", "accessibility", "best-practices", "seo")


@dataclass(frozen=True)
class Visit:
    """What Lighthouse found of a page."""

    kind: str
    scores: dict[str, int]
    """Out of 100."""
    weight: int
    """Bytes that came over the wire."""
    lacks: tuple[str, ...]
    """What costs points: the score it is in, and what Lighthouse calls it."""


def kinds(site: Path) -> dict[str, Path]:
    """The largest page of each kind. Names in every other folder are those of rulesets and such."""
    found: dict[str, Path] = {}
    for page in sorted(site.rglob("*.html"), key=lambda page: page.stat().st_size):
        *folders, name = page.relative_to(site).parts
        shape = [folder if depth % 2 == 0 else "*" for depth, folder in enumerate(folders)]
        found["/".join((*shape, name)).removesuffix("index.html") or "home"] = page
    return dict(sorted(found.items()))


def measured(packages: Path) -> Iterator[Ratio]:
    """What a page of each kind weighs, and its lowest score; what costs points is printed."""
    with TemporaryDirectory() as folder:
        site = Path(folder)  # Of its own, so that nobody builds it anew meanwhile.
        subprocess.run([*MKDOCS, "--site-dir", site], cwd=ROOT, check=True)
        with served(site) as address:
            for kind, page in kinds(site).items():
                found = visit(packages, kind, f"{address}{page.relative_to(site).as_posix()}")
                yield from told(found)


def told(visit: Visit) -> Iterator[Ratio]:
    """A visit as two lines of the table."""
    yield Ratio.known(f"{visit.kind}: what it loads, compressed", visit.weight / 1000, "60", "KB")
    scores = ", ".join(str(visit.scores[score]) for score in SCORES)
    what = f"{visit.kind}: lowest Lighthouse score of {scores}"
    yield Ratio.known(what, min(visit.scores.values()), "98", "of 100")
    for lack in visit.lacks:
        print(f"{visit.kind} lacks {lack}", file=sys.stderr)


def visit(packages: Path, kind: str, address: str) -> Visit:
    """Visit a page with Lighthouse, as the phone it takes for granted."""
    lighthouse = subprocess.run(
        [
            *("node", packages / "lighthouse/cli/index.js", address),
            *("--output=json", "--quiet", "--no-enable-error-reporting"),
            f"--only-categories={','.join(SCORES)}",
            "--chrome-flags=--headless --no-sandbox",
        ],
        env=os.environ | {"CHROME_PATH": shutil.which("chromium") or ""},
        check=True,
        capture_output=True,
        text=True,
    )
    report = json.loads(lighthouse.stdout)
    audits = report["audits"]
    return Visit(
        kind=kind,
        scores={name: round(report["categories"][name]["score"] * 100) for name in SCORES},
        weight=sum(item["transferSize"] for item in audits["network-requests"]["details"]["items"]),
        lacks=tuple(
            f"{name}: {audit['title']} {audit.get('displayValue', '')}".rstrip()
            for name in SCORES
            for reference in report["categories"][name]["auditRefs"]
            if reference["weight"]
            and (audit := audits[reference["id"]])["score"] is not None
            and audit["score"] < 0.98
        ),
    )
