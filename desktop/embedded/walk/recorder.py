"""What runs beside the student's program in a worker: it writes down each line as it comes, with short values.

Source text that is sent into a sandboxed worker; none of it ever runs in our process. Every name ends in ``__``.
The program runs in a thread of its own: past the cap its tracer simply never comes back. An exception thrown into
the program instead would be caught by `except:` in a loop, and the program would go on unseen.
"""

TEXT = r'''
import builtins
import collections
import json
import random
import sys
import threading
import time
import types

globals().update({name: thing for name, thing in vars(builtins).items() if not name.startswith("_")})
dumps__, loads__, settrace__ = json.dumps, json.loads, sys.settrace
FILE__ = "<student>"
name_of__, module_of__, mro_of__ = (type.__dict__[name].__get__ for name in ("__name__", "__module__", "__mro__"))
LONGEST__, ITEMS__, DEPTH__, OUTPUT__, ROOM__ = 90, 12, 3, 20_000, 300_000
NOT_DATA__ = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType)
DICTS__ = (dict, collections.Counter, collections.defaultdict, collections.OrderedDict)


def one_of__(kind, kinds):
    """By identity: `in` would ask the metaclass of a student's class."""
    return any(kind is one for one in kinds)


def data__(value):
    kind = type(value)
    return not one_of__(kind, NOT_DATA__) and not one_of__(type, mro_of__(kind))


def short__(value, depth=0):
    """A value in a few characters, by exact type: no method of the student's classes is ever called."""
    kind = type(value)
    if value is None or kind is bool or kind is float:
        return repr(value)
    if kind is int:
        return repr(value) if value.bit_length() < 260 else f"<int, about {int(value.bit_length() * 0.30103)} digits>"
    if kind is str:
        return repr(value) if len(value) <= 60 else repr(value[:56]) + "…"
    if kind is bytes:
        return repr(value) if len(value) <= 40 else repr(value[:36]) + "…"
    if one_of__(kind, (list, tuple, set, frozenset)):
        if depth >= DEPTH__:
            return "[…]" if kind is list else "(…)" if kind is tuple else "{…}"
        items = []
        for item in kind.__iter__(value):
            if len(items) == ITEMS__:
                items.append("…")
                break
            items.append(short__(item, depth + 1))
        if kind is set or kind is frozenset:
            items.sort()
        inside = ", ".join(items)
        if kind is list:
            return f"[{inside}]"
        if kind is tuple:
            return f"({inside},)" if len(items) == 1 else f"({inside})"
        if not items:
            return f"{name_of__(kind)}()"
        return f"{{{inside}}}" if kind is set else f"frozenset({{{inside}}})"
    if one_of__(kind, DICTS__):
        if depth >= DEPTH__:
            return "{…}"
        pairs = []
        for key, item in dict.items(value):
            if len(pairs) == ITEMS__:
                pairs.append("…")
                break
            pairs.append(f"{short__(key, depth + 1)}: {short__(item, depth + 1)}")
        return "{" + ", ".join(pairs) + "}"
    if kind is range:
        return repr(value)
    numpy = sys.modules.get("numpy")
    if numpy is not None and kind is getattr(numpy, "ndarray", None) and value.dtype.kind in "biufc":
        shape = "×".join(str(side) for side in value.shape)
        return f"array {shape}: {short__(value[:ITEMS__].tolist() if value.ndim else value.tolist(), depth)}"
    if numpy is not None and module_of__(kind) == "numpy" and one_of__(numpy.generic, mro_of__(kind)):
        return short__(value.item(), depth)
    return f"<{name_of__(kind)}>"


def cut__(value):
    text = short__(value)
    return text if len(text) <= LONGEST__ else text[: LONGEST__ - 1] + "…"


class Printed__:
    """Keeps what the program prints, up to a cap."""

    encoding, errors, closed = "utf-8", "strict", False

    def __init__(self):
        self.pieces, self.count = [], 0

    def write(self, text):
        if type(text) is not str:
            raise TypeError("write() argument must be str")
        room = OUTPUT__ - self.count
        if room > 0:
            self.pieces.append(text[:room])
            self.count += len(self.pieces[-1])
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False


def no_input__(prompt=""):
    raise EOFError("nobody is there to type")


class Recorder__:
    """A step: [event, line, number of the frame, characters printed so far, names that changed, names that went, word].

    Events are line, return (`word` is the value) and raise (`word` names the exception).
    """

    def __init__(self, cap, printed):
        self.cap, self.printed = cap, printed
        self.steps, self.frames, self.known, self.room = [], [], {}, ROOM__
        self.recording, self.loading, self.end, self.whole = False, 0, None, False
        self.done = threading.Event()

    def trace(self, frame, event, arg):
        if frame.f_code.co_filename != FILE__:
            return None
        if not self.recording:
            self.loading += 1
            if self.loading > 200_000:
                self.park("endless")
            return self.trace
        if event == "call":
            self.number(frame)
        elif event == "line":
            self.step("line", frame, "")
        elif event == "return":
            self.step("return", frame, cut__(arg))
        elif event == "exception":
            self.step("raise", frame, name_of__(arg[0]))
        return self.trace

    def number(self, frame):
        """Frames are told apart by a number; a frame that is over makes room for another at the same address."""
        kept = self.known.get(id(frame))
        if kept is not None and kept[0] is frame:
            return kept
        above = self.known.get(id(frame.f_back)) if frame.f_back is not None else None
        parent = above[1] if above is not None and above[0] is frame.f_back else None
        self.frames.append([frame.f_code.co_name, parent])
        kept = self.known[id(frame)] = [frame, len(self.frames) - 1, {}, False]
        return kept

    def step(self, event, frame, word):
        if self.done.is_set():
            self.park("")
        if len(self.steps) >= self.cap or self.room <= 0:
            self.park("endless")
        kept = self.number(frame)
        if event == "return" and kept[3]:
            return  # left by an exception: nothing is returned
        kept[3] = event == "raise"
        seen, changed = kept[2], {}
        now = {}
        for name, value in dict.items(frame.f_locals if frame.f_code.co_name != "<module>" else frame.f_globals):
            if type(name) is not str or name.startswith("__") or name.startswith("."):
                continue
            if not data__(value):
                continue
            if len(now) == 40:
                break
            now[name] = text = cut__(value)
            if seen.get(name) != text:
                changed[name] = text
        gone = [name for name in seen if name not in now]
        kept[2] = now
        self.room -= 30 + len(word) + sum(len(n) + len(t) + 8 for n, t in changed.items())
        self.steps.append([event, frame.f_lineno or 1, kept[1], self.printed.count, changed, gone, word])

    def park(self, end):
        """This thread is never seen again; the process ends soon."""
        self.end = self.end or end
        self.done.set()
        threading.Event().wait()


def run__(recorder, task):
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = builtins
    sys.modules["__main__"] = module
    space = module.__dict__
    random.seed(0)
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random"):
        numpy.random.seed(0)
    ended = ["unloaded", ""]
    try:
        code = compile(task["code"], FILE__, "exec", dont_inherit=True)
        recorder.whole, ended = not task["call"], ["returns", ""]
        settrace__(recorder.trace)
        try:
            recorder.recording = recorder.whole
            exec(code, space)
        except Exception as error:
            if recorder.whole:
                raise
            name = task["call"].split("(")[0].split(".")[0].strip()
            if name not in space:  # a demonstration at the end may fail, what stands before counts
                ended = ["unloaded", told__(error)]
        if task["call"] and ended[0] == "returns":
            settrace__(None)
            for name in ("array", "ndarray"):
                if numpy is not None and hasattr(numpy, name):
                    space.setdefault(name, getattr(numpy, name))
            call = compile(task["call"], "<call>", "eval")
            recorder.recording = True
            settrace__(recorder.trace)
            result = eval(call, space)
            settrace__(None)
            ended = ["returns", cut__(result)]
    except BaseException as error:
        settrace__(None)
        ended = ["unloaded" if ended[0] == "unloaded" else "raises", told__(error)]
    settrace__(None)
    recorder.end = recorder.end or ended
    recorder.done.set()


def told__(error):
    """The name of the exception with its words, where these are plain."""
    name, args = name_of__(type(error)), BaseException.args.__get__(error)
    if isinstance(error, SyntaxError):
        return f"{name} in line {error.lineno}"
    words = args[0] if args and type(args[0]) is str else ""
    return f"{name}: {words[:200]}" if words else name


def walk__(text):
    """JSON in (`code`, `call`, `cap`, `seconds`), JSON out in pieces."""
    task = loads__(text)
    for name in task["imports"]:
        try:
            __import__(name)
        except BaseException:
            pass
    kept = sys.stdout, sys.stderr, sys.modules.get("__main__"), builtins.input
    printed = Printed__()
    recorder = Recorder__(task["cap"], printed)
    try:
        sys.stdout = sys.stderr = printed
        builtins.input = no_input__
        thread = threading.Thread(target=run__, args=(recorder, task), daemon=True)
        thread.start()
        if not recorder.done.wait(task["seconds"]):
            recorder.end = recorder.end or "slow"
            recorder.done.set()
            time.sleep(0.05)
    finally:
        sys.stdout, sys.stderr, sys.modules["__main__"], builtins.input = kept
    end = recorder.end if isinstance(recorder.end, list) else [recorder.end or "slow", ""]
    answer = {"steps": recorder.steps[: task["cap"]], "frames": recorder.frames, "end": end,
              "output": "".join(printed.pieces), "more": printed.count >= OUTPUT__}
    out = dumps__(answer)
    return [out[at : at + 20000] for at in range(0, len(out), 20000)]
'''
