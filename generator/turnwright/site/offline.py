"""Offline: the web app manifest, and the list of all files for whoever keeps the site."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from turnwright.load.files import write_file
from turnwright.site.look import Look
from turnwright.site.palette import PALETTE

LISTING = "offline.json"
"""File with every file of the site and its version, which a browser compares with what it keeps."""
LEFT_OUT = (LISTING, "sitemap.xml", "sitemap.xml.gz")
"""Files that no reader opens."""


def manifest(look: Look) -> str:
    """The web app manifest, by which the site installs."""
    colours = {**PALETTE["light"], **look.colours.get("light", {})}
    return json.dumps(
        {
            "name": look.name,
            "short_name": look.name,
            "description": look.summary,
            "start_url": "./play/index.html",
            "scope": "./",
            "display": "standalone",
            "background_color": colours["paper"],
            "theme_color": colours["paper"],
            "icons": [
                {
                    "src": "favicon.svg",
                    "sizes": "any",
                    "type": "image/svg+xml",
                    "purpose": "any maskable",
                }
            ],
        }
    )


def write_listing(site: Path) -> None:
    """Write the list of all files of a built site, with a version that follows from them."""
    digest, listed = sha256(), []
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and name not in LEFT_OUT:
            content = path.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode() + sha256(content).digest())
            listed.append((name, len(content)))
    listing = {"version": digest.hexdigest()[:16], "files": listed}
    write_file(site / LISTING, json.dumps(listing, separators=(",", ":")).encode())
