"""Drives headless Chromium by its own driver, over HTTP: the few commands of W3C WebDriver that the tests need."""
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name that the standard gives an element's reference


def missing():
    """What is not installed, or nothing."""
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return program
    return None


class Browser:
    def __init__(self, width=1280, height=900, dark=False):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.root = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     f"--window-size={width},{height}", "--host-resolver-rules=MAP * ~NOTFOUND"]
        if dark:
            arguments.append("--force-dark-mode")
        options = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                   "goog:chromeOptions": {"args": arguments}}
        for attempt in range(100):
            try:
                self.session = ""
                made = self.command("POST", "/session", {"capabilities": {"alwaysMatch": options}})
                self.session = "/session/" + made["sessionId"]
                return
            except (urllib.error.URLError, ConnectionError):
                if attempt == 99 or self.driver.poll() is not None:
                    self.driver.kill()
                    raise
                time.sleep(0.1)

    def command(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + self.session + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from error

    def open(self, address):
        self.command("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, css):
        return self.command("POST", "/element", {"using": "css selector", "value": css})[ELEMENT]

    def click(self, css):
        self.command("POST", f"/element/{self.find(css)}/click", {})

    def type(self, css, text):
        self.command("POST", f"/element/{self.find(css)}/value", {"text": text})

    def keys(self, *keys):
        """Presses keys wherever the focus is."""
        actions = [action for key in keys for action in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.command("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def text(self, css="#page"):
        return self.run("const e = document.querySelector(arguments[0]); return e ? e.innerText : null", css)

    def wait(self, condition, *arguments, seconds=20):
        """Until the script's condition holds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run("return Boolean(" + condition + ")", *arguments):
                return
            time.sleep(0.05)
        raise AssertionError(f"never: {condition}\n{self.text('body')}")

    def shown(self):
        """Until the page that the address names is drawn."""
        self.wait("document.getElementById('page').getAttribute('data-ready') === location.hash")

    def problems(self):
        """Errors and warnings of the console."""
        return [entry["message"] for entry in self.command("POST", "/se/log", {"type": "browser"}) if entry["level"] in ("SEVERE", "WARNING")]

    def screenshot(self, file, whole=False):
        import base64
        if whole:
            height = self.run("return document.documentElement.scrollHeight")
            width = self.run("return innerWidth")
            self.command("POST", "/window/rect", {"width": width, "height": min(height + 120, 6000)})
            time.sleep(0.5)
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.command("GET", "/screenshot")))

    def close(self):
        try:
            self.command("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
