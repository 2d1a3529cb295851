"""IDLE's execution server (`idlelib.run`), started and called through `idlelib.rpc` as its shell does."""

import linecache
import subprocess
import sys
import time
from idlelib import rpc


class Client(rpc.RPCClient):
    def handle_EOF(self):
        """Without this the library ends our process, see its `exithook`."""
        raise EOFError


class Console:
    """What the server calls for every piece of text printed."""

    def __init__(self):
        self.first = None  # moment of the first text since it was set to None

    def write(self, text, tags=()):
        if self.first is None:
            self.first = time.perf_counter()
        return len(text)

    def getvar(self, name):
        return False


class Driver:
    def start(self):
        self._console = Console()
        self._client = Client((rpc.LOCALHOST, 0))
        self._client.listening_sock.settimeout(30)
        self._spawn()
        for name in ("console", "stdin", "stdout", "stderr", "flist", "interp"):
            self._client.register(name, self._console)
        self._client.register("linecache", linecache)
        self._transfer_path()

    def restart(self):
        self._client.close()
        self._kill()
        self._spawn()
        self._transfer_path()

    def begin(self, source):
        self._console.first = None
        code = compile(source + "\n", "<pyshell#0>", "exec" if "\n" in source else "single")
        self._request = self._client.asyncqueue("exec", "runcode", (code,), {})
        self._ended = False

    def await_output(self, seconds):
        """The moment at which the first text printed by the request was here."""
        end = time.monotonic() + seconds
        while self._console.first is None:
            if time.monotonic() > end:
                raise TimeoutError("no output of IDLE's server")
            self._poll()
        return self._console.first

    def finish(self, seconds):
        """Whether the request ended in that time; everything it printed has then arrived."""
        end = time.monotonic() + seconds
        while not self._ended and time.monotonic() < end:
            self._poll()
        return self._ended

    def interrupt(self):
        self._client.asynccall("exec", "interrupt_the_server", (), {})

    def pid(self):
        return self._process.pid

    def close(self):
        self._client.listening_sock.close()
        self._client.close()
        self._kill()

    def _poll(self):
        """Serve the server's calls until the answer is here, or there was none for 50 ms; as the shell does."""
        self._ended = self._client.pollresponse(self._request, wait=0.05) is not None or self._ended

    def _spawn(self):
        port = str(self._client.listening_sock.getsockname()[1])
        command = "__import__('idlelib.run').run.main(False)"
        self._process = subprocess.Popen([sys.executable, "-c", command, port])
        self._client.accept()

    def _transfer_path(self):
        code = f"if 1:\n    import sys as _sys\n    _sys.path = {['', *sys.path]!r}\n    del _sys\n"
        self._client.remotequeue("exec", "runcode", (code,), {})

    def _kill(self):
        self._process.kill()
        self._process.wait()
