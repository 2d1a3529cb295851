"""Thonny's CPython backend, started and spoken to as its front end does: messages in lines on stdin and stdout."""

import atexit
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

USER_DIR = tempfile.mkdtemp(prefix="thonny-peer-")
atexit.register(shutil.rmtree, USER_DIR, ignore_errors=True)
os.environ["THONNY_USER_DIR"] = USER_DIR  # before thonny is imported: it would write into the home directory

from thonny.common import (  # noqa: E402 - see the line above
    PROCESS_ACK,
    ToplevelCommand,
    ToplevelResponse,
    parse_message,
    read_one_incoming_message_str,
    serialize_message,
)
from thonny.plugins.cpython_backend import cp_launcher  # noqa: E402


class Driver:
    def start(self):
        """As at the start of Thonny: the front end then asks for the environment."""
        self._launch()
        self._send(ToplevelCommand("get_environment_info"))
        self.finish(60)

    def restart(self):
        """As for its Run button: kill, launch, and nothing is asked."""
        self.close()
        self._launch()

    def begin(self, source):
        self._send(ToplevelCommand("execute_source", source=source, tty_mode=True))

    def await_output(self, seconds):
        """The moment at which the first text printed by the request was here."""
        if not self._until(lambda message: message.event_type == "ProgramOutput", seconds):
            raise TimeoutError("no output of Thonny's backend")
        return time.perf_counter()

    def finish(self, seconds):
        """Whether the request ended in that time; everything it printed has then arrived."""
        return self._until(lambda message: isinstance(message, ToplevelResponse), seconds)

    def interrupt(self):
        self._process.send_signal(signal.SIGINT)

    def pid(self):
        return self._process.pid

    def close(self):
        self._process.kill()
        self._process.wait()

    def _launch(self):
        empty = os.path.join(USER_DIR, "leave_this_empty")
        os.makedirs(empty, exist_ok=True)
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-B", cp_launcher.__file__, USER_DIR, repr({"run.warn_module_shadowing": False})],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=empty,
            env={
                **os.environ,
                "PYTHONIOENCODING": "utf-8",
                "PYTHONUNBUFFERED": "1",
                "THONNY_FRONTEND_SYS_PATH": repr(sys.path),
                "THONNY_LANGUAGE": "en_US",
            },
            encoding="utf-8",
        )
        acknowledged = self._process.stdout.readline().strip()
        if acknowledged != PROCESS_ACK:
            raise RuntimeError(f"Thonny's backend said {acknowledged!r}: {self._process.stderr.read()}")
        # the front end stops reading at more than ten unseen messages; a full queue does the same without its sleep
        self._messages = queue.Queue(maxsize=10)
        threading.Thread(target=self._listen, args=(self._process.stdout, self._messages), daemon=True).start()
        threading.Thread(target=self._process.stderr.read, daemon=True).start()

    @staticmethod
    def _listen(stdout, messages):
        while text := read_one_incoming_message_str(stdout.readline):
            messages.put(parse_message(text))

    def _send(self, message):
        self._process.stdin.write(serialize_message(message) + "\n")
        self._process.stdin.flush()

    def _until(self, wanted, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                message = self._messages.get(timeout=left)
            except queue.Empty:
                return False
            if wanted(message):
                return True
        return False
