"""Programs written differently, carelessly or with intent: a fair set where one is possible, never an exception."""

from __future__ import annotations

import pytest

from desktop.embedded.maker import EmbeddedQuestions
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Facts
from tests.integration.embedded.samples import KMEANS, KMEANS_CASES

USUAL = """
def kmeans(points, k):
    cs = [list(p) for p in points[:k]]
    for turn in range(9):
        gs = [[] for _ in cs]
        for p in points:
            ds = [sum((a-b)**2 for a, b in zip(p, c)) for c in cs]
            gs[ds.index(min(ds))].append(p)
        new = [[sum(v)/len(g) for v in zip(*g)] if g else c for g, c in zip(gs, cs)]
        if new == cs:
            break
        cs = new
    return cs
"""
FAIR = {
    "match": """
def kmeans(points, k):
    n = 0
    for p in points:
        match p:
            case [0, *rest]:
                n += 1
            case [x]:
                n += x
            case _:
                n += 2
    return n
""",
    "walrus": """
def kmeans(points, k):
    i = 0
    while (n := len(points) - i) > 1:
        i += 1
        s = n * i
    return s
""",
    "async": """
import asyncio
async def go(p):
    t = 0
    for x in p:
        t += x
        await asyncio.sleep(0)
    return t
def kmeans(points, k):
    return [asyncio.run(go(p)) for p in points]
""",
    "dataclass": """
from dataclasses import dataclass
@dataclass
class P:
    xs: list
    n: int = 0
    def add(self, v):
        self.n += v
        m = self.n * 2
        return m
def kmeans(points, k):
    p = P(points)
    t = 0
    for q in p.xs:
        t += p.add(q[0])
    return t
""",
    "unicode": """
def 距离(甲, 乙):
    总 = 0
    for x, y in zip(甲, 乙):
        总 += (x - y) ** 2
    return 总
def kmeans(points, k):
    结果 = []
    for 点 in points:
        结果.append(距离(点, points[0]))
    return 结果
""",
    "line ends of Windows": USUAL.replace("\n", "\r\n"),
    "a byte order mark": "\ufeff" + USUAL,
    "tabs": USUAL.replace("    ", "\t"),
    "a form feed": USUAL.replace("\n    for turn", "\n\x0c    for turn"),
    "names of built-ins taken": """
list = 3
sum = 0
print = None
def kmeans(points, k):
    n = 0
    for p in points:
        n += len(p)
    return [n, n]
""",
    "built-ins replaced": "import builtins, json\nbuiltins.len = lambda x: 7\njson.dumps = json.loads = None\n" + USUAL,
    "modules thrown away": "import sys\nsys.modules.clear()\n" + USUAL,
    "our function removed": "import __main__\n__main__.study__ = None\n" + USUAL,
    "tracing switched off": """
import sys
def kmeans(points, k):
    sys.settrace(None)
    n = 0
    for p in points:
        n += 1
    m = n * 3 + len(points[0])
    return [n, m]
""",
    "a flood of output": """
def kmeans(points, k):
    total = 0
    for i in range(30):
        print("x" * 100_000)
    for p in points:
        total += p[0] * 2
    return [total]
""",
    "a thread": """
import threading
def kmeans(points, k):
    out = []
    def work():
        for p in points:
            out.append(p[0])
    t = threading.Thread(target=work)
    t.start()
    t.join()
    total = 0
    for x in out:
        total += x + 1
    return [total]
""",
    "two functions of one name": """
def a(x):
    y = x + 1
    return y
def a(x):
    y = x + 2
    return y
def kmeans(points, k):
    return [a(p[0]) for p in points]
""",
    "a decorated entry point": """
def twice(f):
    def w(*a):
        f(*a)
        return f(*a)
    return w
@twice
def kmeans(points, k):
    n = 0
    for p in points:
        n += p[0] + 1
    return [n]
""",
    "an object that is called": """
class K:
    def __call__(self, points, k):
        self.n = 0
        for p in points:
            self.n += k + p[0]
        return [self.n]
kmeans = K()
""",
    "a Counter": """
from collections import Counter, defaultdict
def kmeans(points, k):
    d = defaultdict(list)
    for p in points:
        d[p[0] % 2].append(p)
    c = Counter(len(v) for v in d.values())
    return c
""",
    "a bare except": """
def kmeans(points, k):
    log = []
    for p in points:
        try:
            log.append(6 // p[0])
        except:
            log.append(-1)
        finally:
            log.append(9)
    return log[:4]
""",
}
HONEST = {
    "a syntax error": "def kmeans(points, k):\n    return [\n",
    "a null character": USUAL + "\x00",
    "half a character": USUAL + "# \ud800\n",
    "brackets without end": "x = " + "-" * 3000 + "1\n" + USUAL,
    "white space only": "  \n\n",
    "comments only": "# to do\n",
    "nothing but pass": "def kmeans(points, k):\n    pass\n",
    "not written yet": "def kmeans(points, k):\n    raise NotImplementedError\n",
    "another signature": "def kmeans(points):\n    return points\n",
    "leaves at once": "import sys\nsys.exit(3)\n",
    "a generator": "def kmeans(points, k):\n    for p in points:\n        yield p\n",
    "recursion without end": "def r(n):\n    return r(n + 1)\ndef kmeans(points, k):\n    return r(0)\n",
    "too much memory": "def kmeans(points, k):\n    return [0] * 10**11\n",
    "more functions than anybody reads": "".join(f"def f{n}(x):\n    y = x + {n}\n    return y\n" for n in range(40))
    + "def kmeans(points, k):\n    return [p[0] for p in points]\n",
}


async def asked(maker: EmbeddedQuestions, code: str) -> Facts:
    return await maker.make_questions(KMEANS, code, 1, Rules(), KMEANS_CASES)


@pytest.mark.parametrize("part", [0, 1, 2])
async def test_a_fair_set_however_it_is_written(part: int, maker: EmbeddedQuestions):
    for name in list(FAIR)[part::3]:
        facts = await asked(maker, FAIR[name])
        marked = [q for q in facts.questions if q.machine_marked]
        assert len(marked) == 5, name
        assert len({q.type for q in marked}) >= 3, name


@pytest.mark.parametrize("part", [0, 1])
async def test_a_result_and_no_exception_whatever_is_handed_in(part: int, maker: EmbeddedQuestions):
    for name in list(HONEST)[part::2]:
        facts = await asked(maker, HONEST[name])
        assert facts.questions, name
        assert len(facts.questions) == 5 or facts.notes, name
