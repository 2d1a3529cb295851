"""The first route: watch the program run, line by line, without touching its text."""

TEXT = r'''
LONG__ = 50_000  # steps


class Tracer__:
    """Counts and values from line events alone.

    A round of a loop (or a true condition) is a step from the header's lines into the body's lines within one frame.
    Counting the events of the body's first line instead was wrong where that line is itself a loop.
    """

    def __init__(self, tree, outline, cap):
        self.cap = cap
        self.code = compile(tree, FILE__, "exec", dont_inherit=True)
        self.quals = {(f["name"], f["first"]): f for f in outline.functions}
        self.heads, self.watched = {}, {}
        for group, items in (("loops", outline.loops), ("tests", outline.tests)):
            for item in items:
                for line in range(item["line"], item["body"]):
                    self.heads[line] = (group, item)
        for item in outline.assigns:
            self.watched[item["line"]] = item["name"]
        self.clear()

    names = {}
    running = False

    def clear(self):
        self.steps, self.over, self.whole = 0, False, False
        self.frames, self.work, self.lines, self.entries = {}, {}, set(), {}
        self.loops, self.tests, self.calls, self.values, self.args = {}, {}, {}, {}, {}

    def begin(self, whole=False):
        self.clear()
        self.whole = whole
        self.running = True
        settrace__(self.only_count if self.cap > LONG__ else self.enter)

    def end(self):
        self.running = False
        settrace__(None)

    def insist(self, number, frame):
        """A program that swallowed `Enough__` is traced once more, and stopped wherever it is by now."""
        if not (self.over and self.running):
            return
        settrace__(self.only_count)
        while frame is not None:
            if frame.f_code.co_filename == FILE__:
                frame.f_trace = self.only_count
            frame = frame.f_back

    def only_count(self, frame, event, arg):
        """Of a run this long nothing is asked but whether it ends."""
        if frame.f_code.co_filename != FILE__:
            return None
        self.steps += 1
        if self.steps > self.cap:
            self.over = True
            raise Enough__
        return self.only_count

    def step(self, frame):
        self.steps += 1
        if self.steps > self.cap:
            self.over = True
            raise Enough__

    def enter(self, frame, event, arg):
        code = frame.f_code
        if code.co_filename != FILE__:
            return None
        self.step(frame)
        name = code.co_name
        known = self.quals.get((name, code.co_firstlineno))
        if known is None and not (name == "<module>" and self.whole):
            return self.inside
        state = self.frames.get(frame)
        if state is None:
            qual = known["qual"] if known else ""
            # previous line, pending line, qualified name, running entry of each loop
            state = self.frames[frame] = [None, None, qual, {}]
            if known:
                self.calls[qual] = self.calls.get(qual, 0) + 1
                if known["top"] and known["simple"]:
                    self.remember(known, frame)
        return self.inside

    def remember(self, known, frame):
        seen = self.args.setdefault(known["qual"], [])
        if len(seen) < 6:
            given = frame.f_locals
            seen.append([wire__(given.get(name), [60]) for name in known["params"]])

    def inside(self, frame, event, arg):
        state = self.frames.get(frame)
        if state is None:
            if event == "line":
                self.step(frame)
                caller = self.frames.get(frame.f_back)
                if caller is not None:
                    self.work[caller[2]] = self.work.get(caller[2], 0) + 1
            return self.inside
        if event == "line":
            self.line(frame, frame.f_lineno, state)
        elif event == "return":
            self.settle(frame, state)
        elif event == "exception":
            state[1] = None
        return self.inside

    def settle(self, frame, state):
        """The pending assignment has run: its value can be read."""
        if state[1] is not None:
            line, state[1] = state[1], None
            self.record(frame, state, line, self.watched[line])

    def record(self, frame, state, line, name):
        rows = self.values.setdefault(f"{line}:{name}", [0, []])
        rows[0] += 1
        if rows[0] <= 8:
            value = frame.f_locals.get(name)
            rows[1].append([wire__(value, [60]), kind__(value), self.work.get(state[2], 0)])

    def line(self, frame, line, state):
        self.step(frame)
        before = state[0]
        if state[1] is not None and line != state[1]:
            self.settle(frame, state)
        self.work[state[2]] = self.work.get(state[2], 0) + 1
        self.lines.add(line)
        left, here = self.heads.get(before), self.heads.get(line)
        if left is not None and left[1]["body"] <= line <= left[1]["end"]:
            group, item = left
            key = item["line"]
            if group == "loops":
                self.loops[key] = self.loops.get(key, 0) + 1
                if key in state[3]:
                    state[3][key][0] += 1
                if item["target"]:
                    self.record(frame, state, key, item["target"])
            else:
                self.tests.setdefault(key, [0, 0])[1] += 1
        if here is not None and here is not left:
            group, item = here
            key = item["line"]
            if group == "tests":
                self.tests.setdefault(key, [0, 0])[0] += 1
            elif before is None or not key <= before <= item["end"]:
                state[3][key] = counter = [0]
                self.entries.setdefault(key, []).append(counter)
        if line in self.watched:
            state[1] = line
        state[0] = line

    def facts(self):
        return {
            "loops": self.loops,
            "tests": self.tests,
            "calls": self.calls,
            "values": self.values,
            "args": self.args,
            "lines": sorted(self.lines),
            "entries": {key: [c[0] for c in counters[:12]] for key, counters in self.entries.items()},
            "steps": self.steps,
            "work": self.work,
        }
'''
