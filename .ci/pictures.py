"""The pictures of the README, taken from build/site by Chromium: `make pictures`."""

import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build/site"
PICTURES = ROOT / "content/pictures"

SYSTEM = "systems/trench_crusade/index.html"
EXAMPLE = "systems/trench_crusade/examples/a-whole-turn-between-three-and-four/index.html#line-13"

FRAMES = {
    "system": (390, 760, (SYSTEM, f"{SYSTEM}#activation", EXAMPLE)),
    "example": (1100, 570, (EXAMPLE,)),
}
"""How wide and high the frames of each picture are, and what stands in them, side by side."""
GAP = 24


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site and does not write to the terminal."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def main() -> None:
    """Take every picture."""
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server,
        sync_playwright() as playwright,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (width, height, pages) in FRAMES.items():
            across = (width + GAP) * len(pages) + GAP
            tab = browser.new_page(
                viewport={"width": across, "height": height + 2 * GAP}, device_scale_factor=1.5
            )
            frames = "".join(
                f'<iframe src="http://127.0.0.1:{server.server_port}/{page}" scrolling="no"'
                f' width="{width}" height="{height}" style="border: 0"></iframe>'
                for page in pages
            )
            tab.set_content(
                f'<body style="display: flex; gap: {GAP}px; margin: {GAP}px; background: #d9d2c5">'
                f"{frames}"
            )
            tab.wait_for_load_state("networkidle")
            tab.screenshot(path=PICTURES / f"{name}.png")
            print(f"content/pictures/{name}.png")
        server.shutdown()


if __name__ == "__main__":
    main()
