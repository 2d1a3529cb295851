"""A fact is asked about only if two routes, sixteen seeds and (where it matters) eight hash seeds gave the same."""

from __future__ import annotations

from desktop.embedded.bench import Bench
from desktop.embedded.maker import EmbeddedQuestions
from desktop.embedded.study import Agreed, Call
from desktop.interpreter.host import InterpreterHost
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire
from tests.integration.embedded.samples import KMEANS, KMEANS_CASES, named


async def measured(lab: InterpreterHost, code: str, *args: Wire, function: str = "f") -> Agreed:
    async with Bench(lab, code) as bench:
        (run,) = await bench.measure([Call("base", function, args)])
        return run


async def questions(maker: EmbeddedQuestions, code: str, seed: int = 1) -> tuple[Question, ...]:
    return await maker.all_candidates(KMEANS, code, seed, Rules(), KMEANS_CASES)


async def test_a_loop_whose_first_statement_is_a_loop(lab: InterpreterHost):
    code = (
        "def f(n):\n    c = 0\n    for i in range(n):\n        for j in range(i):\n            c += 1\n    return c\n"
    )
    run = await measured(lab, code, 4)
    assert run.loops == {3: 4, 4: 6}
    assert (run.compared, run.equal) == (run.compared, run.compared)


async def test_loops_of_every_shape(lab: InterpreterHost):
    code = (
        "def f(xs):\n"
        "    n = 0\n"
        "    while (n < 3 and\n"
        "           n < 5):\n"
        "        n += 1\n"
        "    while True:\n"
        "        n -= 1\n"
        "        if n < 0:\n"
        "            break\n"
        "    for x in [a for a in xs\n"
        "              if a]:\n"
        "        while n < x:\n"
        "            n += 1\n"
        "    for x in xs:\n"
        "        try:\n"
        "            n += 1 // x\n"
        "        except ZeroDivisionError:\n"
        "            continue\n"
        "        n += 1\n"
        "    else:\n"
        "        n += 1\n"
        "    return n\n"
    )
    run = await measured(lab, code, [1, 0, 2])
    assert run.loops == {3: 3, 6: 4, 10: 2, 12: 3, 14: 3}
    assert run.tests == {8: (4, 1)}
    assert run.equal == run.compared


async def test_a_recursive_function_and_a_class_with_private_names(lab: InterpreterHost):
    code = (
        "class Box:\n"
        "    def __init__(self, n):\n"
        '        """Keeps n."""\n'
        "        self.__n = n\n"
        "    def __half(self):\n"
        "        out = self.__n // 2\n"
        "        return out\n"
        "    def go(self):\n"
        "        return self.__half()\n"
        "def f(n):\n"
        "    if n < 1:\n"
        "        return Box.__init__.__doc__\n"
        "    m = Box(n).go()\n"
        "    return f(m)\n"
    )
    run = await measured(lab, code, 9)
    assert run.end.value == "Keeps n."
    assert run.calls["f"] == 5
    assert run.calls["Box.__half"] == 4
    assert [row[0] for row in run.values[6, "out"][1]] == [4, 2, 1, 0]


async def test_an_unseeded_start_leaves_no_doubtful_key(maker: EmbeddedQuestions):
    _, code, _ = named("kmeans_random")
    found = await questions(maker, code)
    assert found
    counted = [q for q in found if q.recipe.get("line") in (21, 24) and q.type in ("loop_count", "value_after")]
    assert not [q for q in counted if q.type == "loop_count" and q.lines[0] == 19]  # rounds depend on the draw


async def test_two_equally_likely_results_are_never_a_key(maker: EmbeddedQuestions):
    code = "import random\ndef kmeans(points, k):\n    side = random.choice([10, 20])\n    a = side + 1\n    return a\n"
    assert not [q for q in await questions(maker, code) if q.type in ("value_after", "return_value", "edge_outcome")]


async def test_a_generator_of_its_own_is_never_a_key(maker: EmbeddedQuestions):
    code = (
        "import random\nR = random.SystemRandom()\ndef kmeans(points, k):\n    x = R.randrange(2)\n    return [x, 7]\n"
    )
    assert not [q for q in await questions(maker, code) if q.type in ("value_after", "return_value", "edge_outcome")]


async def test_what_a_seeded_generator_draws_is_no_question_for_a_head(maker: EmbeddedQuestions):
    draws = (
        "random.seed(1)\n    x = random.randrange(1000)",
        "x = random.Random(5).randrange(1000)",
        "np.random.seed(3)\n    x = int(np.random.randint(1000))",
        "x = int(np.random.default_rng(7).integers(1000))",
        "x = int(np.random.RandomState(2).randint(1000))",
    )
    for draw in draws:
        code = (
            f"import random\nimport numpy as np\ndef kmeans(points, k):\n    {draw}\n    y = x + 1\n    return [k, y]\n"
        )
        found = await questions(maker, code)
        assert not [q for q in found if q.type in ("value_after", "return_value")], draw
        assert found, draw


async def test_the_time_of_day_is_never_a_key(maker: EmbeddedQuestions):
    code = "import time\ndef kmeans(points, k):\n    now = int(time.time()) // 900\n    return now\n"
    assert not [q for q in await questions(maker, code) if q.type in ("value_after", "return_value", "edge_outcome")]


async def test_the_order_of_a_set_of_strings_is_never_a_key(maker: EmbeddedQuestions):
    code = (
        "def kmeans(points, k):\n"
        "    names = {'left', 'right', 'top', 'bottom', 'front'}\n"
        "    order = ''\n"
        "    for name in names:\n"
        "        order = order + name[0]\n"
        "    return order\n"
    )
    found = await questions(maker, code)
    assert not [q for q in found if q.type in ("value_after", "history", "return_value", "edge_outcome")]
    assert [q for q in found if q.type == "loop_count"]  # five rounds, in whatever order


async def test_a_branch_that_the_order_of_a_set_decides_is_never_a_key(maker: EmbeddedQuestions):
    code = (
        "def kmeans(points, k):\n"
        "    first = list({'left', 'right'})[0]\n"
        "    n = 0\n"
        "    m = len(points)\n"
        "    if first == 'left':\n"
        "        n = 5\n"
        "    return m\n"
    )
    found = await questions(maker, code)
    assert not [q for q in found if q.type in ("unreached_line", "witness", "branch_count")]
    assert [q for q in found if q.type == "value_after"]


async def test_endless_is_said_only_after_both_routes_went_far(maker: EmbeddedQuestions):
    _, code, _ = named("kmeans_endless")
    found = await questions(maker, code)
    assert [q for q in found if q.key == {"t": "tuple", "v": ["endless"]}]


async def test_slow_is_not_endless(maker: EmbeddedQuestions):
    code = "def kmeans(points, k):\n    n = 0\n    while n < 30000:\n        n += 1\n    return n\n"
    found = await questions(maker, code)
    assert not [q for q in found if q.key == {"t": "tuple", "v": ["endless"]}]


async def test_a_program_that_looks_for_its_examiner_gets_no_wrong_key(maker: EmbeddedQuestions):
    code = (
        "import sys\n"
        "def kmeans(points, k):\n"
        "    n = 0\n"
        "    for p in points:\n"
        "        n += 1\n"
        "    if sys.gettrace() is not None:\n"
        "        n = 77\n"
        "    return [n] * 3\n"
    )
    found = await questions(maker, code)
    assert not [q for q in found if q.type == "return_value"]
    assert "77" not in " ".join(q.explanation for q in found)


async def test_a_program_that_swallows_everything_is_stopped_and_asked_about(maker: EmbeddedQuestions):
    _, code, _ = named("kmeans_stubborn")
    facts = await maker.make_questions(KMEANS, code, 1, Rules(), KMEANS_CASES)
    assert [q for q in facts.questions if q.key == {"t": "tuple", "v": ["endless"]}]
    assert facts.notes


async def test_a_program_that_kills_its_process_only_costs_its_own_questions(maker: EmbeddedQuestions):
    code = "import os\ndef kmeans(points, k):\n    os._exit(0)\n"
    facts = await maker.make_questions(KMEANS, code, 1, Rules(), KMEANS_CASES)
    assert [q.type for q in facts.questions] == ["open"]
    assert facts.notes
