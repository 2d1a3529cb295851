"""Two problems as a pack would hold them, and the fixture programs that answer them."""

from __future__ import annotations

from pathlib import Path

from desktop.vocabulary.cases import TestCase
from desktop.vocabulary.problem import Criterion, Problem, Text, Witness
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.values import to_wire

SOLUTIONS = Path(__file__).parents[2] / "fixtures" / "solutions"
RUBRIC = (Criterion(id="trace", sentence=Text(en="Predicts the program."), points=10, evidence="understanding"),)


def case(case_id: str, function: str, *args: object) -> TestCase:
    return TestCase(
        id=case_id, title=case_id, function=function, args=tuple(map(to_wire, args)), looks_for=f"Whether {case_id}."
    )


DRAWN = """
def cases(rng):
    def draw(count, k):
        return {"call": "kmeans", "args": [[[rng.randint(0, 9), rng.randint(0, 9)] for _ in range(count)], k]}

    return [draw(4, 2), draw(5, 2), draw(3, 3), {"call": "kmeans", "args": [[[1], [1], [rng.randint(2, 9)]], 2]}]
"""
KMEANS = Problem(
    id="kmeans",
    pack="sample",
    title=Text(en="K-Means"),
    topic=Text(en="Clustering"),
    statement=Text(en="Write kmeans(points, k)."),
    entry_points=("kmeans",),
    baseline=DRAWN,
    rubric=RUBRIC,
    open_questions=(Text(en="Why does your loop end?", zh="你的循环为什么会结束？"),),
)
KMEANS_CASES = Facts(
    baseline=(
        case("small", "kmeans", [[0, 0], [0, 1], [10, 10], [10, 11]], 2),
        case("line", "kmeans", [[0], [2], [9]], 2),
        case(
            "cloud",
            "kmeans",
            [[1.2, 0.3], [0.1, 2.9], [8.8, 9.1], [9.4, 7.7], [1.0, 1.1], [9.9, 9.9], [0.4, 0.2], [8.0, 8.5]],
            2,
        ),
    ),
    edges=(
        case("empty", "kmeans", [], 2),
        case("one", "kmeans", [[1, 1]], 1),
        case("zero-groups", "kmeans", [[1], [2]], 0),
        case("too-few", "kmeans", [[1, 1]], 2),
        case("equal", "kmeans", [[3], [3], [5]], 2),
    ),
)
KNN = Problem(
    id="knn",
    pack="sample",
    title=Text(en="Nearest neighbours"),
    topic=Text(en="Classification"),
    statement=Text(en="Write knn_predict(train_x, train_y, query, k)."),
    entry_points=("knn_predict",),
    baseline="def cases(rng):\n"
    "    def draw(n):\n"
    "        rows = [[rng.randint(0, 9), rng.randint(0, 9)] for _ in range(n)]\n"
    "        return {'call': 'knn_predict', 'args': [rows, [rng.choice('AB') for _ in rows], rows[0][::-1], 3]}\n"
    "    return [draw(3), draw(4), draw(5)]\n",
    rubric=RUBRIC,
    witnesses=(
        Witness(
            id="k-matters",
            text=Text(en="Give data for which k = 1 and k = 3 disagree.", zh="给出使 k = 1 与 k = 3 结果不同的数据。"),
            arguments=("train_x", "train_y", "query"),
            left="knn_predict(train_x, train_y, query, 1)",
            right="knn_predict(train_x, train_y, query, 3)",
            draw="def draw(rng):\n"
            "    rows = [[rng.randint(0, 9)] for _ in range(rng.randint(3, 5))]\n"
            "    return (rows, [rng.choice('AB') for _ in rows], [rng.randint(0, 9)])\n",
        ),
    ),
)
KNN_CASES = Facts(
    baseline=(
        case("four", "knn_predict", [[0, 0], [1, 0], [5, 5], [6, 5]], ["A", "A", "B", "B"], [1, 1], 3),
        case("three", "knn_predict", [[0], [4], [5]], ["x", "y", "y"], [1], 1),
    ),
    edges=(
        case("empty", "knn_predict", [], [], [0], 1),
        case("large-k", "knn_predict", [[0]], ["A"], [0], 5),
        case("zero-k", "knn_predict", [[0], [1]], ["A", "B"], [0], 0),
    ),
)
STYLES = SOLUTIONS.with_name("styles")
PROGRAMS = tuple(sorted(path for folder in (SOLUTIONS, STYLES) for path in folder.glob("*.py")))


def sample(path: Path) -> tuple[Problem, str, Facts]:
    """Problem, code and cases for one of the fixture programs."""
    code = path.read_text(encoding="utf-8")
    return (KNN, code, KNN_CASES) if path.name.startswith("knn") else (KMEANS, code, KMEANS_CASES)


def named(name: str) -> tuple[Problem, str, Facts]:
    return sample(next(path for path in PROGRAMS if path.stem == name))
