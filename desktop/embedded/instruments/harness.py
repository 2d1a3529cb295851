"""Runs each job under several seeds in a fresh copy of the program and keeps what was the same every time."""

TEXT = r'''
ENDLESS__ = 3  # calls that do not come back, until the rest gets fewer steps


class Sink__:
    """Takes what the program prints, and forgets it."""

    encoding = "utf-8"
    errors = "strict"
    closed = False

    def write(self, text):
        return len(text)

    def writelines(self, lines):
        pass

    def flush(self):
        pass

    def isatty(self):
        return False


def no_input__(prompt=""):
    raise EOFError("nobody is there to type")


def ending__(error):
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE__:
            line = trace.tb_lineno
        trace = trace.tb_next
    return ["raises", kind__(error), line]


def guarded__(meter, action):
    """What one piece of the student's code does: returns, raises, or goes on past the cap."""
    try:
        nudge__(meter.insist)
        result = action()
    except KeyboardInterrupt:
        raise
    except Enough__:
        return ["endless"], None
    except Late__:
        return ["varies"], None
    except BaseException as error:  # whatever the student's code raises is an answer, not a fault of ours
        meter.end()
        return (["endless"] if meter.over else ending__(error)), None
    finally:
        nudge__(None)
        meter.end()
    return (["endless"] if meter.over else ["returns"]), result


def fresh__(meter):
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = builtins
    module.__dict__.update(meter.names)
    sys.modules["__main__"] = module
    return module.__dict__


def find__(space, dotted):
    name, *rest = dotted.split(".")
    if name not in space:
        raise NameError(f"name '{name}' is not defined")
    found = space[name]
    for part in rest:
        found = getattr(found, part)
    return found


def watch__(seconds):
    """The kernel ends this process after so much of its own time: nothing a program catches can stop that.

    A program that swallows `Enough__` also gets rid of the tracer, and would go on until the host loses patience.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


ARMED__ = [False]
PATIENCE__ = [3.0]  # seconds a program may wait for something; less after each that did not come back
TICK__, FEWEST__ = 0.05, 4  # seconds between two looks at a program that may wait, and the fewest looks that decide
IDLE__ = 0.001  # seconds of computing between two looks: less is waiting


def nudge__(handler):
    """Every hundredth of a second of computing `handler` gets a look at where the program is; None: no more.

    Where it does not compute at all, it is called back. A busy machine must not decide that: looks are counted that
    found no computing since the one before. A program that waits is woken for each of them; one that is only kept from
    computing gets all that it missed as one, and computes until the next.
    """
    if not hasattr(signal, "setitimer"):
        return
    ARMED__[0] = handler is not None
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    if handler is None:
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        return
    waited, idle, used = [0], [0], [COMPUTED__()]

    def late(number, frame):
        if not ARMED__[0]:
            return
        before, used[0] = used[0], COMPUTED__()
        idle[0] = idle[0] + 1 if used[0] - before < IDLE__ else 0
        if idle[0] < (FEWEST__ if waited[0] else max(PATIENCE__[0] / TICK__, FEWEST__)):
            return
        if not waited[0]:
            PATIENCE__[0] = max(PATIENCE__[0] / 4, FEWEST__ * TICK__)
        waited[0] += 1
        idle[0] = 0  # one that swallows this is called back again, and sooner
        raise Late__

    signal.signal(signal.SIGPROF, handler)
    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
    signal.setitimer(signal.ITIMER_REAL, TICK__, TICK__)


def once__(meter, job, seed):
    """One job in a fresh copy of the program."""
    shake__(seed)
    watch__(2.0)
    space = fresh__(meter)
    limit, after = sys.getrecursionlimit(), None
    if job["kind"] == "program":
        meter.begin(whole=True)
        end, result = guarded__(meter, lambda: exec(meter.code, space))
    else:
        meter.begin()
        end, result = guarded__(meter, lambda: exec(meter.code, space))
        defined = job["kind"] == "expression" or job["function"].split(".")[0] in space
        if meter.stopped and not defined:
            return {"end": ["unloaded", *meter.stopped], "loaded": False}
        if end != ["returns"] and not (end[0] == "raises" and defined):  # a demonstration at the end may fail
            return {"end": ["unloaded", *end], "loaded": False}
        args = [python__(arg) for arg in job.get("args", ())]
        kwargs = {name: python__(arg) for name, arg in job.get("kwargs", {}).items()}
        if job["kind"] == "expression":
            space.update(kwargs)
            code = compile(job["text"], "<call>", "eval")
            action = lambda: eval(code, space)
        else:
            action = lambda: find__(space, job["function"])(*args, **kwargs)
        watch__(0.7 if meter.cap <= LONG__ else 1.5)
        meter.begin()
        end, result = guarded__(meter, action)
        after = [wire__(arg) for arg in args]
    sys.setrecursionlimit(limit)
    vars(builtins).update(BUILTINS__)
    if end == ["returns"]:
        end = ["returns", wire__(result), kind__(result)]
    return {"end": end, "loaded": True, "after": after, **meter.facts()}


def stable__(runs):
    """The first run without whatever was different in another."""
    first = runs[0]
    if any(run["end"] != first["end"] for run in runs):
        # it always returns, though not always the same: what happens on the way may still be a fact
        first["end"] = ["returns", CUT__, ""] if all(run["end"][0] == "returns" for run in runs) else ["varies"]
    if any(run["loaded"] != first["loaded"] for run in runs) or not first["loaded"]:
        return {"end": first["end"], "loaded": False}
    first["least_rounds"] = {k: min(run["loops"].get(k, 0) for run in runs) for k in first["loops"]}
    first["least_true"] = {k: min(run["tests"].get(k, [0, 0])[1] for run in runs) for k in first["tests"]}
    for group in ("loops", "tests", "calls"):
        first[group] = {k: v for k, v in first[group].items() if all(run[group].get(k) == v for run in runs)}
    values = {}
    for key, (total, rows) in first["values"].items():
        others = [run["values"].get(key, [0, []]) for run in runs]
        if any(other[0] != total for other in others):
            total = None
        same = 0
        while same < len(rows) and all(len(o[1]) > same and o[1][same] == rows[same] for o in others):
            same += 1
        if same:
            values[key] = [total, rows[:same]]
    first["values"] = values
    if any(run["after"] != first["after"] for run in runs):
        first["after"] = None
    for name in ("lines", "entries"):
        if name in first and any(run[name] != first[name] for run in runs):
            del first[name]
    return first


def drawn__(source, seeds):
    """The author's `draw`: one set of arguments for each seed."""
    space = {"__name__": "draw", "random": random}
    exec(compile(source, "<draw>", "exec"), space)
    draw, out = space["draw"], []
    for seed in seeds:
        random.seed(seed)
        out.append([wire__(value) for value in draw(*[random.Random(seed)][: draw.__code__.co_argcount])])
    return out


def study__(text):
    """JSON in, JSON out in pieces: `code`, `route`, `cap`, `seeds`, `jobs`, or `draw` with `seeds`."""
    task = loads__(text)
    PATIENCE__[0] = 3.0
    kept = sys.stdout, sys.stderr, sys.modules.get("__main__"), builtins.input
    try:
        sys.stdout = sys.stderr = Sink__()
        builtins.input = BUILTINS__["input"] = no_input__
        answer = measure__(task)
    finally:
        sys.stdout, sys.stderr, sys.modules["__main__"], builtins.input = kept
        watch__(0)
        settle__()
    out = dumps__(answer)
    return [out[at : at + 20000] for at in range(0, len(out), 20000)]


def measure__(task):
    if "draw" in task:
        return {"drawn": drawn__(task["draw"], task["seeds"])}
    if "sweep" in task:
        return {"ends": sweep__(task)}
    if "repair" in task:
        return {"repairs": repaired__(task)}
    try:
        outline = Outline__(ast.parse(task["code"], FILE__))
        meter = meter__(task, task["code"])
        changed = mutants__(task["code"], outline)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {"syntax": [kind__(error), getattr(error, "lineno", None)], "runs": []}
    warm__(outline)
    stop = stop__(meter, task["code"])
    loaded = meter__(task, task["code"], stop) if stop else meter
    runs, endless = [], 0
    for job in task["jobs"]:
        place = job.get("mutant")
        try:
            if place is None:
                one = meter if job["kind"] == "program" else loaded
            else:
                one = meter__({**task, "cap": task["cap"] // 6}, changed__(task["code"], changed[place]), stop)
        except SyntaxError:
            runs.append({"end": ["varies"], "loaded": False})
            continue
        if endless == ENDLESS__ and place is None:
            one.cap = task["cap"] // 10  # of more such calls nothing is asked
        done = []
        for seed in task["seeds"]:
            done.append(once__(one, job, seed))
            if done[-1]["end"][-1] == "endless" and len(done) == 2:
                break  # two runs past the cap are enough: the cap itself is confirmed elsewhere
            if done[-1]["end"][-1] == "varies":
                break
        runs.append(stable__(done))
        endless += place is None and runs[-1]["end"][-1] == "endless" and endless < ENDLESS__
    return {"outline": shortened__(outline.answer(), runs), "runs": runs, "mutants": [change[:4] for change in changed]}


def shortened__(answer, runs):
    """Of a program with more functions than anybody reads, only those that were called: an answer has its limits."""
    if len(answer["functions"]) <= 50:
        return answer
    called = {""}.union(*(run.get("calls", ()) for run in runs))
    for group in ("loops", "tests", "assigns", "statements"):
        answer[group] = [item for item in answer[group] if item["function"] in called][:400]
    answer["functions"] = [item for item in answer["functions"] if item["qual"] in called][:100]
    return answer


def sweep__(task):
    """How each call ends, the program being loaded once. Route `tracer`: exactly as written, nothing watches."""
    tree = ast.parse(task["code"], FILE__)
    outline = Outline__(tree)
    meter = Probe__(tree, outline, task["cap"])
    warm__(outline)
    shake__(task["seeds"][0])
    watch__(3.0)
    space = fresh__(meter)
    if task["route"] == "tracer":
        code, limit = compile(task["code"], FILE__, "exec", dont_inherit=True), sys.getrecursionlimit()
    else:
        code, limit = meter.code, sys.getrecursionlimit()
    meter.begin()
    guarded__(meter, lambda: exec(code, space))
    ends = [called__(meter, space, job) for job in task["sweep"]]
    sys.setrecursionlimit(limit)
    vars(builtins).update(BUILTINS__)
    return ends


def called__(meter, space, job):
    args = [python__(arg) for arg in job["args"]]
    kwargs = {name: python__(arg) for name, arg in job["kwargs"].items()}
    meter.begin()
    end, result = guarded__(meter, lambda: find__(space, job["function"])(*args, **kwargs))
    return ["returns", wire__(result), kind__(result)] if end == ["returns"] else end


def repaired__(task):
    """Each program with one token changed (every second one: the other worker has the rest), on one call."""
    outline = Outline__(ast.parse(task["code"], FILE__))
    warm__(outline)
    found = []
    changes = mutants__(task["code"], outline, wide=True)
    most = min(task["most"], len(changes))
    for change in [changes[n * len(changes) // most] for n in range(most)][task["part"] :: 2]:
        try:
            meter = meter__({**task, "cap": task["cap"] // 4, "route": "probe"}, changed__(task["code"], change))
        except SyntaxError:
            continue
        shake__(0)
        watch__(1.0)
        space = fresh__(meter)
        meter.begin()
        guarded__(meter, lambda: exec(meter.code, space))
        found.append([change[:4], change[4], called__(meter, space, task["repair"])])
    vars(builtins).update(BUILTINS__)
    return found


def warm__(outline):
    """Import what the program imports, unmeasured: some packages take longer than a whole run may."""
    watch__(5.0)
    for name in outline.imports:
        try:
            __import__(name)
        except KeyboardInterrupt:
            raise
        except BaseException:  # the program will meet it itself
            pass


def meter__(task, code, stop=None):
    """`stop`: where loading the program comes to no good end; only what stands before is loaded."""
    tree = ast.parse(code, FILE__)
    outline = Outline__(tree)
    if stop:
        tree.body = [node for node in tree.body if node.end_lineno < stop[0]]
    meter = (Tracer__ if task["route"] == "tracer" else Probe__)(tree, outline, task["cap"])
    meter.stopped = stop and stop[1]
    return meter


def stop__(meter, code):
    """The line at the top of the program at which loading it ends before its time, and how; None where it does not.

    What was defined before can still be asked about.
    """
    last, steps = [0], [0]

    def watch(frame, event, arg):
        if frame.f_code.co_filename != FILE__:
            return None
        if event == "line":
            steps[0] += 1
            if frame.f_code.co_name == "<module>":
                last[0] = frame.f_lineno
            if steps[0] > meter.cap:
                raise Enough__
        return watch

    shake__(0)
    watch__(2.0)
    whole, limit = compile(code, FILE__, "exec", dont_inherit=True), sys.getrecursionlimit()
    end = ["endless"]
    try:
        nudge__(lambda number, frame: None)
        settrace__(watch)
        exec(whole, fresh__(meter))
        end = ["returns"]
    except KeyboardInterrupt:
        raise
    except Enough__:
        pass
    except Late__:
        end = ["varies"]
    except BaseException as error:  # what stops a program is an answer
        settrace__(None)
        end = ending__(error)
    finally:
        nudge__(None)
        settrace__(None)
    sys.setrecursionlimit(limit)
    vars(builtins).update(BUILTINS__)
    return None if end == ["returns"] and steps[0] <= meter.cap else (last[0], end)
'''
