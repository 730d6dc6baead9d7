"""The page of a run whose pictures a stranger drew, in a browser: nothing runs, nobody is called."""

import base64
import html
import json
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import browser
import pytest
from hostile_pictures import HARMLESS, PICTURES, QUIET, payload

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/keystroke-bench"
BASELINE = ROOT / "results/baselines/main"
ALT = "\"><script>top.document.title='PWNED alt'</script><img src=x onerror=\"top.document.title='PWNED'\">"


class Counter:
    """A server on this machine that keeps the paths it was asked for."""

    def __init__(self):
        self.paths = paths = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                paths.append(self.path)
                self.send_response(404)
                self.end_headers()

            do_POST = do_HEAD = do_OPTIONS = do_GET

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def called(self):
        """The names of the pictures that called."""
        return {path.strip("/").split("/")[0].split("?")[0] for path in self.paths}


@pytest.fixture
def server():
    counter = Counter()
    yield counter
    counter.server.shutdown()


def draw(folder, pictures):
    """Leave pictures and their list, as scripts/plot does."""
    folder.mkdir(exist_ok=True)
    metadata = json.loads((BASELINE / "run.json").read_text(encoding="utf-8"))
    for name, data in pictures.items():
        (folder / f"{name}.svg").write_bytes(data)
    listed = [
        {"alt": f"{name} {ALT}", "svg": f"{name}.svg", "svgNarrow": f"{name}.svg"}
        for name in pictures
    ]
    text = json.dumps({"run": metadata["id"], "pictures": listed})
    (folder / "pictures.json").write_text(text, encoding="utf-8")


def report(folder, out):
    return subprocess.run(
        [PROGRAM, "report", "main", "--strategy", "unformatted", "--length", "9"]
        + ["--pictures", folder, "--out", out],
        cwd=ROOT,
        check=False,
        capture_output=True,
        timeout=120,
    )


def title(dom):
    return html.unescape(re.search("<title>(.*?)</title>", dom, re.DOTALL)[1])


@pytest.fixture
def page(tmp_path):
    """A page with one harmless picture."""
    draw(tmp_path / "harmless", {"harmless": HARMLESS.encode()})
    out = tmp_path / "harmless.html"
    done = report(tmp_path / "harmless", out)
    assert done.returncode == 0, done.stderr
    return out.read_text(encoding="utf-8")


def opened(text, folder):
    """The document after all that it may do, in four seconds of its own time."""
    path = folder / "opened.html"
    path.write_text(text, encoding="utf-8")
    return browser.dump(path, folder / "user", wait=4_000)[0]


def test_there_are_enough_of_them():
    assert len(PICTURES) >= 25


def test_each_is_refused_in_a_line_or_stays_a_picture(tmp_path, server):
    shown = {}
    for name in PICTURES:
        data = payload(name, server.url)
        out = tmp_path / f"{name}.html"
        draw(tmp_path / name, {name: data})
        done = report(tmp_path / name, out)
        assert done.returncode in (0, 2), name
        if done.returncode == 2:
            assert done.stderr.count(b"\n") == 1 and len(done.stderr) <= 501, name
            assert not out.exists()
        else:
            shown[name] = data
    # What is only odd, as words about a picture, is shown.
    assert {"entities-desc", "cdata-desc"} <= set(shown)
    draw(tmp_path / "all", shown)
    done = report(tmp_path / "all", tmp_path / "all.html")
    assert done.returncode == 0, done.stderr
    dom = opened((tmp_path / "all.html").read_text(encoding="utf-8"), tmp_path)
    assert title(dom) == "main · keystroke-bench"
    assert server.paths == []
    assert dom.count("<img ") == 2 * len(shown) and "<svg" not in dom


@pytest.mark.parametrize("place", [b"<sty", b" ro", b"Cost"])
def test_what_is_no_utf8_is_refused_in_a_line(tmp_path, place):
    """Foundation's parser of XML traps on such names of elements and attributes."""
    whole = (
        b'<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>Cost</title>'
        b"<style>text { fill: red }</style></svg>"
    )
    assert whole.count(place) == 1
    draw(tmp_path / "run", {"odd": whole.replace(place, place + b"\xff\xfe")})
    done = report(tmp_path / "run", tmp_path / "page.html")
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    assert b"not UTF-8" in done.stderr


def test_what_no_check_has_looked_at_stays_a_picture(tmp_path, page, server):
    """The safety of the page rests on the browser's `img`, whatever the check of pictures lets through."""
    image = re.search(r'<img src="data:image/svg\+xml;base64,([^"]+)"', page)
    pictures = "".join(
        image[0].replace(image[1], base64.b64encode(payload(name, server.url)).decode())
        + ' alt="">'
        for name in PICTURES
    )
    dom = opened(page.replace("<main>", f"<main>{pictures}", 1), tmp_path)
    assert dom.count("<img ") == len(PICTURES) + 2
    assert title(dom) == "main · keystroke-bench"
    assert server.paths == []


def test_the_policy_alone_keeps_scripts_from_running(tmp_path, page, server):
    """Pasted into the page, as it once was, no picture runs a script, and only what leaves the page calls."""
    raw = [
        payload(name, server.url).decode("utf-8", "replace")
        for name in PICTURES
        if "refresh" not in name
    ]
    text = page.replace("</main>", "</main>" + "".join(raw))
    dom = opened(text, tmp_path)
    assert title(dom) == "main · keystroke-bench"
    assert server.paths == []
    # The page's own script ran all the same.
    assert re.search(r'<form class="controls" id="controls">', dom)


def test_the_pictures_have_teeth(tmp_path, server):
    """Pasted into a page without a policy they do what the tests above look for."""
    frames = ""
    for name in PICTURES:
        text = payload(name, server.url).decode("utf-8", "replace")
        text = text[text.index("<svg") :] if "<svg" in text else text
        frames += f'<iframe srcdoc="{html.escape(text)}"></iframe>'
    dom = opened(f"<!doctype html><title>clean</title>{frames}", tmp_path)
    assert title(dom).startswith("PWNED ")
    called = server.called()
    assert called <= set(PICTURES) and len(called) >= 25
    assert set(PICTURES) - QUIET <= called


def test_the_policy_names_no_script_but_the_pages_own(page):
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert "unsafe" not in policy and "http" not in policy and "*" not in policy
    assert rules["default-src"] == "'none'" and rules["img-src"] == "data:"
    assert rules["form-action"] == "'none'" and rules["base-uri"] == "'none'"
    for kind in ("script-src", "style-src"):
        assert re.fullmatch(r"'sha256-[A-Za-z0-9+/]{43}='", rules[kind])
