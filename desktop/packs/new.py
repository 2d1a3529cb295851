"""Writes a small, complete pack that passes the check: an author changes it instead of starting from nothing."""

from __future__ import annotations

import re
from pathlib import Path

from desktop.vocabulary.trouble import PackTrouble


def new_pack(path: Path) -> tuple[Path, ...]:
    """Make the folder `path` with one example problem; returns the files written. Nothing is ever overwritten."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise PackTrouble(f"{path} already exists.", "Give the name of a folder that does not exist yet.")
    name = re.sub(r"[^a-z0-9_-]+", "-", path.resolve().name.lower()).strip("-_")
    pack_id = (name if name[:1].isalpha() else f"pack-{name}".rstrip("-"))[:40]
    written: list[Path] = []
    try:
        for relative, text in FILES.items():
            file = path / relative
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.replace("PACK_ID", pack_id), encoding="utf-8", newline="\n")
            written.append(file)
    except OSError as error:
        raise PackTrouble(f"{path} cannot be written: {error.strerror or error}.", "Choose another folder.") from None
    return tuple(written)


FILES = {
    "pack.toml": """\
id = "PACK_ID"
title = { en = "My first pack", zh = "我的第一个题目包" }
language = "en"
problems = ["moving-mean"]
""",
    "moving-mean/problem.md": """\
# Moving mean

Write a function

```python
def moving_mean(values, width):
    ...
```

that returns the means of all runs of `width` neighbouring values, from left to right.

- `values`: a list of numbers. Do not change it.
- `width`: how many neighbours, with `1 <= width <= len(values)`.

```python
>>> moving_mean([1, 3, 5, 7], 2)
[2.0, 4.0, 6.0]
```
""",
    "moving-mean/problem.zh.md": """\
# 移动平均

请编写函数

```python
def moving_mean(values, width):
    ...
```

从左到右，返回每 `width` 个相邻数值的平均值。

- `values`：数字列表。不要修改它。
- `width`：相邻数值的个数，满足 `1 <= width <= len(values)`。

```python
>>> moving_mean([1, 3, 5, 7], 2)
[2.0, 4.0, 6.0]
```
""",
    "moving-mean/problem.toml": """\
id = "moving-mean"
title = { en = "Moving mean", zh = "移动平均" }
topic = { en = "Lists and loops", zh = "列表与循环" }
entry_points = ["moving_mean"]
packages = []
edge_cases_needed = 3

[hint]
en = "How many runs of the given width are there? Count them for a list of four values."
zh = "指定长度的相邻段一共有多少个？先数一数四个数值的情形。"

[[rubric]]
id = "tests"
points = 30
evidence = "tests"
sentence = { en = "The program passes the baseline tests.", zh = "程序通过基本测试。" }

[[rubric]]
id = "edges"
points = 20
evidence = "edges"
sentence = { en = "The program handles the edge cases as stated.", zh = "程序在边界情况下符合题意。" }

[[rubric]]
id = "trace"
points = 30
evidence = "understanding"
sentence = { en = "The student predicts what the program does.", zh = "学生能预测程序的行为。" }

[[rubric]]
id = "reasons"
points = 20
evidence = "explanation"
sentence = { en = "The student explains why the loop has as many rounds as it has.", zh = "学生能解释循环次数的由来。" }
""",
    "moving-mean/scaffold.py": '''\
def moving_mean(values, width):
    """Return the means of all runs of `width` neighbouring values."""
    means = []
    # Your code.
    return means
''',
    "moving-mean/solution.py": """\
def moving_mean(values, width):
    return [sum(values[start : start + width]) / width for start in range(len(values) - width + 1)]
""",
    "moving-mean/baseline.py": """\
def test(name, title, values, width, looks_for):
    return {
        "id": name,
        "title": title,
        "call": "moving_mean",
        "args": [values, width],
        "looks_for": looks_for,
        "keeps_arguments": True,
    }


def cases(rng):
    def numbers(count):
        return [rng.randint(-9, 9) for _ in range(count)]

    return [
        test("pairs", "Pairs", numbers(5), 2, "The simplest width."),
        test("threes", "Runs of three", numbers(7), 3, "Whether the last run is there."),
        test("fractions", "Fractions", [n + 0.5 for n in numbers(6)], 4, "Floats."),
    ]
""",
    "moving-mean/edges.py": """\
def case(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "moving_mean", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    values = [rng.randint(-9, 9) for _ in range(6)]
    return [
        case("width-one", "Width one", [values, 1], "Each value is its own mean."),
        case("whole-list", "The whole list", [values, 6], "One mean only."),
        case("one-value", "A single value", [values[:1], 1], "The smallest input there is."),
        case("too-wide", "Wider than the list", [values, 9], "The statement does not say.", undefined=True),
    ]
""",
    "moving-mean/cases.zh.toml": """\
# 各个测试的中文标题，以及它检查什么。
pairs = { title = "两两平均", looks_for = "最简单的宽度。" }
threes = { title = "每三个一组", looks_for = "最后一组是否在内。" }
fractions = { title = "小数", looks_for = "浮点数。" }
width-one = { title = "宽度为一", looks_for = "每个值就是自己的平均。" }
whole-list = { title = "整个列表", looks_for = "只有一个平均值。" }
one-value = { title = "只有一个值", looks_for = "最小的输入。" }
too-wide = { title = "比列表还宽", looks_for = "题目没有说明。" }
""",
    "moving-mean/questions.toml": '''\
[[open]]
en = "Why does your loop have exactly as many rounds as it has?"
zh = "为什么你的循环恰好执行这么多次？"

[[witness]]
id = "width-matters"
arguments = ["values"]
left = "moving_mean(values, 1)[0]"
right = "moving_mean(values, 2)[0]"
draw = """
def draw(rng):
    return ([rng.randint(0, 9) for _ in range(3)],)
"""
[witness.text]
en = "Give a list of three values for which widths 1 and 2 start with different means."
zh = "给出三个数值的列表，使得宽度为 1 和 2 时的第一个平均值不同。"
''',
    "moving-mean/wrong/last_run_missing.py": '''\
"""Stops one run too early."""


def moving_mean(values, width):
    return [sum(values[start : start + width]) / width for start in range(len(values) - width)]
''',
    "moving-mean/wrong/whole_numbers.py": '''\
"""Divides with // and loses the fractions."""


def moving_mean(values, width):
    return [sum(values[start : start + width]) // width for start in range(len(values) - width + 1)]
''',
}
