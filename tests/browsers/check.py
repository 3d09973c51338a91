"""Checks the application page in a browser that is controlled through WebDriver.

    check.py webkit|firefox PAGE

Files, a folder, an archive, the example, a pasted text and a link are opened, in the page as a local file and from a web
server. The status is 1 if a check fails. A browser that is missing is skipped with a message.
"""

import functools
import glob
import http.server
import pathlib
import shutil
import sys
import tempfile
import threading
import time
import zipfile

from selenium import webdriver
from selenium.webdriver.common.by import By

TOURNAMENT = pathlib.Path(__file__).parents[2] / "fixtures" / "tournament"
PASTED = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６六歩(67)\n   4 投了\n"
# The time after which an answer of the page is missing, even on a busy machine (seconds).
PATIENCE = 60


def webkit():
    """Starts the small browser of WebKitGTK, or returns None if it or its driver is missing."""
    found = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
    driver = shutil.which("WebKitWebDriver")
    if not found or not driver:
        return None
    options = webdriver.WebKitGTKOptions()
    options.binary_location = found[0]
    options.add_argument("--automation")
    return webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService(executable_path=driver))


def firefox():
    """Starts Firefox, or returns None if it or its driver is missing."""
    program = shutil.which("firefox") or shutil.which("firefox-esr")
    driver = shutil.which("geckodriver")
    if not program or not driver:
        return None
    options = webdriver.FirefoxOptions()
    options.binary_location = program
    options.add_argument("-headless")
    return webdriver.Firefox(options=options, service=webdriver.FirefoxService(executable_path=driver))


class SilentHandler(http.server.SimpleHTTPRequestHandler):
    """A web server that prints no requests."""

    def log_message(self, *_):
        pass


class Page:
    """The application page in a browser."""

    def __init__(self, browser):
        self.browser = browser
        self.failed = 0

    def js(self, script, *values):
        return self.browser.execute_script(script, *values)

    def wait(self, condition):
        """Waits until a JavaScript condition is true, and returns whether it became true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.js(f"return Boolean({condition})"):
                return True
            time.sleep(0.1)
        return False

    def open(self, address):
        self.browser.get("about:blank")
        self.browser.get(address)
        if not self.wait("document.getElementById('wait') === null"):
            raise SystemExit(f"{address}: the page does not start")

    def result(self):
        """Waits until a check has ended, and returns its result in words, with the notes."""
        self.wait("document.querySelector('.running').hidden && document.querySelector('.outcome').textContent")
        return self.js("""
            const text = (selector) => document.querySelector(selector).textContent;
            return [text(".outcome"), text(".app-notes")].filter(Boolean).join(" / ");
        """)

    def press(self, name):
        self.js("document.querySelector(`[data-app=${arguments[0]}]`).click()", name)

    def choose(self, field, paths):
        """Chooses files or a folder in the dialog of the browser."""
        self.js(f"document.getElementById('{field}').hidden = false; document.querySelector('.outcome').textContent = ''")
        self.browser.find_element(By.ID, field).send_keys("\n".join(map(str, paths)))

    def check(self, words, found, expected):
        is_right = found == expected
        self.failed += not is_right
        print("ok  " if is_right else "FAIL", words, "" if is_right else f"{found!r}, not {expected!r}")


def check_page(page, place, address, archive):
    """Opens records in all ways."""
    records = sorted(TOURNAMENT.rglob("*.kif"))
    page.open(address)
    page.choose("choose-files", records[:2])
    page.check(f"{place}: files", page.result().count("games: 2"), 1)
    if "webkit" in place:
        print(f"skipped: {place}: folder: WebKitWebDriver chooses only files")
    else:
        page.open(address)
        page.choose("choose-folder", [TOURNAMENT])
        page.check(f"{place}: folder", page.result().count("games: 50"), 1)
    page.open(address)
    page.choose("choose-files", [archive])
    page.check(f"{place}: archive", page.result().count("games: 50"), 1)
    page.open(address)
    page.press("example")
    shown = "document.querySelector('#viewer[open]:not([aria-busy])')"
    page.check(f"{place}: example", page.wait(shown), True)
    page.open(address)
    page.press("paste")
    page.js("document.getElementById('app-pasted').value = arguments[0]", PASTED)
    page.js("document.querySelector('#app-paste [value=check]').click()")
    page.check(f"{place}: paste", page.wait(shown), True)
    check_link(page, place, address)


def check_link(page, place, address):
    """Follows a link with the pasted game, which the page offers if a server has sent it."""
    page.js("document.querySelector('[data-tool=share]').click()")
    page.wait("document.querySelector('.share [data-share=link]')")
    link = page.browser.execute_async_script("""
        const done = arguments[arguments.length - 1];
        Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => done(text) } });
        document.querySelector(".share [data-share=link] button").click();
    """)
    if address.startswith("file:"):
        page.check(f"{place}: text instead of a link", "７六歩" in link, True)
        return
    page.check(f"{place}: link", link.startswith(f"{address}#g="), True)
    page.open(link)
    page.wait("document.querySelector('#viewer[open]:not([aria-busy])')")
    page.check(f"{place}: link followed", page.js("return document.querySelectorAll('#viewer .moves li').length > 3"), True)


def main():
    name, path = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    browser = {"webkit": webkit, "firefox": firefox}[name]()
    if browser is None:
        print(f"skipped: {name} or its driver is missing")
        return 0
    handler = functools.partial(SilentHandler, directory=path.parent)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as directory:
        archive = pathlib.Path(directory) / "tournament.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
            for record in sorted(TOURNAMENT.rglob("*")):
                if record.is_file():
                    out.write(record, record.relative_to(TOURNAMENT))
        page = Page(browser)
        try:
            browser.set_script_timeout(PATIENCE)
            check_page(page, f"{name}, local file", path.as_uri(), archive)
            check_page(page, f"{name}, server", f"http://127.0.0.1:{server.server_port}/{path.name}", archive)
        finally:
            browser.quit()
    return 1 if page.failed else 0


if __name__ == "__main__":
    sys.exit(main())
