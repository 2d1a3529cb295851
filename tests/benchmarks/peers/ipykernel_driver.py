"""ipykernel, driven by jupyter_client's blocking client as a notebook would be."""

import queue
import time

from jupyter_client.manager import start_new_kernel


class Driver:
    def start(self):
        self._manager, self._client = start_new_kernel(kernel_name="python3")

    def restart(self):
        """By force, the way out when it is stuck."""
        self._manager.restart_kernel(now=True)
        self._client.wait_for_ready(timeout=60)

    def begin(self, source):
        self._request = self._client.execute(source)

    def await_output(self, seconds):
        """The moment at which the first text printed by the request was here."""
        if not self._until(lambda message: message["msg_type"] == "stream", seconds):
            raise TimeoutError("no output of the kernel")
        return time.perf_counter()

    def finish(self, seconds):
        """Whether the request ended in that time; everything it printed has then arrived."""
        if not self._until(
            lambda message: message["msg_type"] == "status" and message["content"]["execution_state"] == "idle", seconds
        ):
            return False
        while self._client.get_shell_msg(timeout=seconds)["parent_header"].get("msg_id") != self._request:
            pass
        return True

    def interrupt(self):
        self._manager.interrupt_kernel()

    def pid(self):
        return self._manager.provisioner.pid

    def close(self):
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)

    def _until(self, wanted, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                message = self._client.get_iopub_msg(timeout=left)
            except queue.Empty:
                return False
            if message["parent_header"].get("msg_id") == self._request and wanted(message):
                return True
        return False
