"""What a student's program does is reported as it was: values, lines, streams, exits, calls."""

import asyncio

import pytest

from desktop.interpreter.living import Variable
from desktop.vocabulary.runs import CallRequest, Limits, RunRequest
from desktop.vocabulary.trouble import InterpreterTrouble
from desktop.vocabulary.values import to_wire


async def test_the_namespace_is_kept_until_a_fresh_run(interpreter):
    await interpreter.run(RunRequest(source="a = 1"))
    assert (await interpreter.run(RunRequest(source="a + 1", want_value=True))).value == 2
    assert (await interpreter.run(RunRequest(source="'a' in globals()", fresh=True))).repr == "False"


async def test_each_interpreter_has_a_namespace_of_its_own(host):
    async with host.interpreter() as one, host.interpreter("exam") as other:
        await one.run(RunRequest(source="a = 1"))
        assert (await other.run(RunRequest(source="a"))).error.type == "NameError"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("a = 1\r\nb = 2\r\n1/0\r\n", 3),
        ("a = 1\rb = 2\r1/0\r", 3),
        ("\ufeffa = 1\n1/0\n", 2),
        ("# -*- coding: latin-1 -*-\né = 'é'\n1/0", 3),
        ("if True:\n\ta = 1\n\t1/0", 3),
        ("a = '''\n\x0c\n\u2028\n'''\n1/0", 5),
        ("变量 = 1\n变量 / 0", 2),
        ("import json\njson.loads('{')", 2),
        ("def f(:\n  pass", 1),
        ("if True:\n        x=1\n\ty=2\n", 3),
        ("x = 1\n\x00y = 2", 2),
        ("x = 1\ny = '\ud800'", 2),
    ],
)
async def test_the_line_of_an_error_is_the_line_in_the_file(interpreter, source, line):
    outcome = await interpreter.run(RunRequest(source=source, name="kmeans.py"))
    assert (outcome.status, outcome.error.line) == ("error", line)


async def test_a_traceback_shows_the_students_lines_and_none_of_ours(interpreter):
    source = (
        "def f(x):\n    return input(x)\n\ndef g():\n    try:\n        1/0\n    except Exception:\n        f('? ')\ng()"
    )
    outcome = await interpreter.run(RunRequest(source=source, name="kmeans.py"))
    text = outcome.error.traceback
    assert text.startswith('Traceback (most recent call last):\n  File "kmeans.py", line 6, in g')
    assert "    return input(x)\n" in text
    assert "desktop" not in text
    assert "nobody" in outcome.error.message


async def test_a_run_right_after_another_is_not_shown_line_by_line_for_ever(interpreter):
    source = "import sys, time\nwhile sys.stdout.line_buffering: time.sleep(0.01)"
    limits = Limits(cpu_seconds=10, wall_seconds=20)
    for _ in range(3):
        assert (await interpreter.run(RunRequest(source=source, limits=limits))).status == "ok"


async def test_two_fresh_runs_at_once_are_both_answered(interpreter):
    for _ in range(3):
        assert (await interpreter.run(RunRequest(source="1+1", fresh=True))).repr == "2"


async def test_the_rehearsal_of_a_worker_leaves_nothing_for_the_program_to_find(interpreter):
    source = "import linecache, sys\n[sorted(globals()), [n for n in linecache.cache if 'rehears' in n], sys.argv[1:]]"
    outcome = await interpreter.run(RunRequest(source=source, want_value=True))
    kept = ["__builtins__", "__doc__", "__file__", "__loader__", "__name__", "__package__", "__spec__"]
    assert outcome.value == [[*kept, "linecache", "sys"], [], []]


async def test_output_is_split_by_stream_and_shown_while_it_runs(interpreter):
    shown = []
    source = "import sys\nprint('one')\nprint('two', file=sys.stderr)\ninput()\nprint('three')"

    async def answer(prompt):
        assert ("stdout", "one\n") in shown
        return "go"

    outcome = await interpreter.run(
        RunRequest(source=source), lambda stream, text: shown.append((stream, text)), answer
    )
    assert (outcome.stdout, outcome.stderr) == ("one\nthree\n", "two\n")


async def test_input_asks_with_the_prompt_and_the_clock_stands_still(interpreter):
    prompts = []

    async def answer(prompt):
        prompts.append(prompt)
        return None if len(prompts) == 3 else "中"

    source = "a = input('First? ')\nb = input('Second? ')\nimport sys\n(a, b, sys.stdin.read())"
    limits = Limits(wall_seconds=20)
    outcome = await interpreter.run(RunRequest(source=source, limits=limits), None, answer)
    assert outcome.repr == "('中', '中', '')"
    assert prompts[:2] == ["First? ", "First? Second? "]


async def test_scripted_lines_answer_input_and_then_it_ends(interpreter):
    outcome = await interpreter.run(RunRequest(source="[input(), input(), input()]", input_lines=("1", "2")))
    assert outcome.error.type == "EOFError"
    outcome = await interpreter.run(RunRequest(source="import sys\n[l for l in sys.stdin]", input_lines=("1", "2")))
    assert outcome.repr == r"['1\n', '2\n']"


@pytest.mark.parametrize(("code", "text"), [("", "0"), ("3", "3"), ("None", "0"), ("'bye'", "bye"), ("True", "1")])
async def test_sys_exit_is_an_exit_and_the_namespace_stays(interpreter, code, text):
    outcome = await interpreter.run(RunRequest(source=f"import sys\na = 1\nsys.exit({code})"))
    assert (outcome.status, outcome.exit_code) == ("exit", text)
    assert (await interpreter.run(RunRequest(source="a"))).repr == "1"


async def test_a_call_builds_its_arguments_afresh_and_reports_them_afterwards(interpreter):
    await interpreter.run(
        RunRequest(source="def f(rows, *, k):\n    rows[0].append(k)\n    return rows, {k: (1.5, None)}")
    )
    request = CallRequest(function="f", args=(to_wire([[1], [2]]),), kwargs={"k": to_wire((3, "x"))})
    for _ in range(2):
        outcome = await interpreter.call(request)
        assert outcome.value == to_wire(([[1, (3, "x")], [2]], {(3, "x"): (1.5, None)}))
        assert outcome.arguments_after == (to_wire([[1, (3, "x")], [2]]), to_wire((3, "x")))


async def test_arguments_are_reported_even_when_the_call_raises(interpreter):
    await interpreter.run(RunRequest(source="def f(x):\n    x.clear()\n    raise KeyError('k')"))
    outcome = await interpreter.call(CallRequest(function="f", args=([1],)))
    assert (outcome.status, outcome.error.type, outcome.error.line) == ("error", "KeyError", 3)
    assert outcome.arguments_after == ([],)


async def test_a_call_reaches_arrays_and_methods(interpreter):
    await interpreter.run(RunRequest(source="class Model:\n    @staticmethod\n    def fit(x):\n        return x * 2"))
    array = {"t": "ndarray", "dtype": "<f8", "shape": [2], "v": to_wire([1.0, 2.0])}
    outcome = await interpreter.call(CallRequest(function="Model.fit", args=(array,)))
    assert outcome.value == array | {"v": to_wire([2.0, 4.0])}


@pytest.mark.parametrize(("name", "type_"), [("missing", "NameError"), ("a", "TypeError"), ("a.b", "AttributeError")])
async def test_what_cannot_be_called_is_said(interpreter, name, type_):
    await interpreter.run(RunRequest(source="a = 1"))
    assert (await interpreter.call(CallRequest(function=name))).error.type == type_


async def test_a_call_never_runs_the_repr_of_its_result(interpreter):
    await interpreter.run(
        RunRequest(source="class T:\n    def __repr__(self):\n        while True: pass\ndef f():\n    return T()")
    )
    outcome = await interpreter.call(CallRequest(function="f"))
    assert (outcome.status, outcome.value) == ("ok", {"t": "object", "type": "T", "module": "__main__"})


async def test_a_result_that_is_too_large_is_cut_not_lost(interpreter):
    await interpreter.run(RunRequest(source="def f(x):\n    x.extend(range(10**6))\n    return 'é' * 10**7"))
    outcome = await interpreter.call(CallRequest(function="f", args=([],)))
    assert (outcome.status, outcome.value, outcome.arguments_after) == ("ok", {"t": "cut"}, ({"t": "cut"},))


async def test_variables_are_shown_without_asking_them(interpreter):
    source = (
        "import numpy as np\nclass A:\n    def __repr__(self):\n        while True: pass\n    __len__ = __repr__\n"
        "a = A()\nrows = [[1, 2], [3]]\nname = '中'\nx = np.zeros((2, 3))\n_hidden = 1\nglobals()[1] = 2"
    )
    assert await interpreter.variables() == ()
    await interpreter.run(RunRequest(source=source))
    rows = {row.name: row for row in await interpreter.variables()}
    assert set(rows) == {"A", "a", "rows", "name", "x", "_hidden"}
    assert rows["rows"] == Variable("rows", "list", "2", "[[1, 2], [3]]")
    assert rows["a"] == Variable("a", "A", "", "<A object>")
    assert (rows["x"].type, rows["x"].shape_or_len) == ("ndarray", "2 x 3")
    assert rows["name"].short == "'中'"


async def test_a_million_variables_and_odd_names_are_shown_as_far_as_there_is_room(interpreter):
    odd = "globals().update({'': 1, 'a b': 2, '\\ud800': 3, (1,): 4, None: 5})"
    await interpreter.run(RunRequest(source=f"{odd}\nglobals().update((f'v{{i}}', i) for i in range(10**6))"))
    rows = await interpreter.variables()
    assert (len(rows), [row.name for row in rows[:3]]) == (200, ["", "a b", "\\ud800"])


async def test_an_answer_that_came_too_late_is_not_called_a_forgery(interpreter, monkeypatch):
    monkeypatch.setattr("desktop.interpreter.living.VARIABLES_SECONDS", 0.1)
    source = "import ctypes, threading, time\nhold = lambda: (time.sleep(0.05), ctypes.PyDLL(None).usleep(600_000))"
    await interpreter.run(RunRequest(source=f"{source}\nthreading.Thread(target=hold).start()"))
    await asyncio.sleep(0.2)
    assert await interpreter.variables() == ()
    outcome = await interpreter.run(RunRequest(source="5"))
    assert (outcome.repr, outcome.forged) == ("5", 0)


async def test_figures_come_as_pictures_and_show_forgets_them(interpreter):
    pytest.importorskip("matplotlib")
    source = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nplt.plot([2, 1])"
    outcome = await interpreter.run(RunRequest(source=source, limits=Limits(cpu_seconds=20, wall_seconds=60)))
    assert (outcome.status, outcome.stderr) == ("ok", "")
    assert len(outcome.figures) == 2
    assert outcome.figures[0].startswith("iVBORw0KGgo")
    assert (await interpreter.run(RunRequest(source="plt.get_fignums()"))).figures == ()


async def test_random_numbers_differ_between_workers(host):
    source = "import random, numpy as np\n(random.random(), float(np.random.rand()))"
    seen = set()
    for _ in range(3):
        async with host.interpreter("exam") as one:
            seen.add((await one.run(RunRequest(source=source))).repr)
    assert len(seen) == 3


async def test_with_a_seed_a_call_draws_the_same_numbers_in_any_worker(host):
    source = "import random, numpy as np\ndef f():\n    return random.random(), float(np.random.rand())"
    seen = []
    for seed in (1, 1, 2, None, None):
        async with host.interpreter("exam") as one:
            await one.run(RunRequest(source=source))
            seen.append(repr((await one.call(CallRequest(function="f", seed=seed))).value))
    assert seen[0] == seen[1]
    assert len(set(seen)) == 4


async def test_a_hash_seed_decides_the_order_of_a_set(host):
    source = "list({'a', 'b', 'c', 'd', 'e', 'f'})"
    orders = []
    for seed in (1, 1, 2, 3):
        async with host.interpreter("exam", hash_seed=seed) as one:
            outcome = await one.run(RunRequest(source=source))
            assert outcome.sandbox == (await host.sandbox_report()).level
            orders.append(outcome.repr)
    assert orders[0] == orders[1]
    assert len(set(orders)) > 1


async def test_a_closed_interpreter_says_so(host):
    interpreter = host.interpreter()
    await interpreter.close()
    with pytest.raises(InterpreterTrouble):
        await interpreter.run(RunRequest(source="1"))


async def test_a_thread_that_floods_the_channel_between_runs_ends_its_worker_only(interpreter):
    source = """
import os, struct, threading
def flood():
    body = b'{"ev": "figure", "png": "' + b"A" * 500_000 + b'"}'
    while True:
        for fd in range(3, 20):
            try: os.write(fd, struct.pack("<I", len(body)) + body)
            except OSError: pass
threading.Thread(target=flood, daemon=True).start()
"""
    await interpreter.run(RunRequest(source=source))
    statuses = [(await interpreter.run(RunRequest(source="1 + 1"))).status for _ in range(3)]
    assert statuses[-1] == "ok"
