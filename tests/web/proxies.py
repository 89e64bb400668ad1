"""Reverse proxies with TLS: a small one of our own, and nginx where it is installed."""

from __future__ import annotations

import re
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.running import wait_until

NAME = "lab.example"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")

_NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl;
        server_name {name};
        ssl_certificate {folder}/certificate.pem;
        ssl_certificate_key {folder}/key.pem;
        location {root}/ {{
            proxy_pass {lab};
            proxy_http_version 1.1;
            proxy_set_header Host $host:$server_port;
            proxy_set_header Connection "";
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""


def make_certificate(folder: Path) -> Path:
    """One that nobody has signed but itself."""
    assert OPENSSL
    certificate = folder / "certificate.pem"
    subprocess.run(
        [
            OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
            "-keyout", str(folder / "key.pem"), "-out", str(certificate),
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return certificate


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def nginx(lab: str, root: str, folder: Path) -> Iterator[int]:
    """The port at which nginx passes requests on to a lab, the path with them."""
    assert NGINX
    port = free_port()
    settings = folder / "nginx.conf"
    settings.write_text(_NGINX.format(folder=folder, port=port, name=NAME, root=root, lab=lab))
    process = subprocess.Popen([NGINX, "-c", str(settings)], stderr=subprocess.DEVNULL)

    def listens() -> bool:
        assert process.poll() is None, (folder / "error.log").read_text()
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True
        return False

    try:
        wait_until(listens, "nginx does not listen")
        yield port
    finally:
        process.terminate()
        process.wait()


@contextmanager
def small_proxy(lab: str, root: str, folder: Path) -> Iterator[int]:
    """The port of a proxy that takes the path off and passes on what it reads as it comes."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    inside = ("127.0.0.1", int(lab.rsplit(":", 1)[1]))

    class PassOn(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError), context.wrap_socket(self.request, server_side=True) as client:
                head, _, body = _head(client).partition(b"\r\n\r\n")
                request, _, headers = head.partition(b"\r\n")
                length = re.search(rb"content-length: (\d+)", headers.lower())
                while length and len(body) < int(length[1]):
                    body += client.recv(65536)
                lines = (
                    request.replace(root.encode(), b"", 1), b"Connection: close",
                    b"X-Forwarded-For: 192.0.2.77", b"X-Forwarded-Proto: https", headers,
                )  # fmt: skip
                with socket.create_connection(inside) as served:
                    served.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + body)
                    while data := served.recv(65536):
                        client.sendall(data)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), PassOn) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def _head(client: ssl.SSLSocket) -> bytes:
    """What comes until the end of the headers, and whatever came with it."""
    read = b""
    while b"\r\n\r\n" not in read and (chunk := client.recv(65536)):
        read += chunk
    return read
