"""The built site on this machine, compressed as a web server would send it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import BinaryIO

PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".xml"}
"""What a web server compresses; fonts and pictures are compressed already."""


class Server(SimpleHTTPRequestHandler):
    """Serves files, those that are text in gzip, and keeps quiet about it."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> BytesIO | BinaryIO | None:
        """The headers, and the file that follows them."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file() or path.suffix not in PACKED:
            return super().send_head()
        packed = gzip.compress(path.read_bytes(), 6, mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        return BytesIO(packed)

    def log_message(self, *_: object) -> None:
        """Say nothing: what matters is what the browser saw."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address at which a site is served, at a free port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, directory=site)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
