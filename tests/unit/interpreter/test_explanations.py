"""What beginners meet is explained in plain words, in English and in Chinese."""

import tomllib
from pathlib import Path

import pytest

from desktop.interpreter import reasons
from desktop.interpreter.explain import RULES, explain
from desktop.interpreter.inside.tracebacks import describe
from desktop.vocabulary.runs import ErrorInfo
from desktop.vocabulary.words import Words

PROJECT = Path(__file__).resolve().parents[3]
CHINESE = tomllib.loads((PROJECT / "resources/locale/zh/interpreter.toml").read_text("utf-8"))

PROGRAMS = {
    "print('a'": "The bracket ( is opened here",
    "print('a'))": "There is a closing )",
    "x = [1, 2)": "The ) here does not fit the [",
    "x = 'a": "no closing quotation mark",
    "if 1\n    pass": "A colon is missing",
    "print（1）": "The character （ is not one of Python's",
    "x = [1 2]": "a comma is missing",
    "if x = 1: pass": "To compare, write ==",
    "return 1": "return stands where it cannot",
    "break": "break stands where it cannot",
    "f() = 1": "must be a name",
    "print 1": "print needs brackets",
    "x = = 1": "Python cannot read this line",
    "if 1:\nx = 1": "must be indented",
    "x = 1\n    y = 2": "This line is indented",
    "if 1:\n        x = 1\n    y = 2": "fits none of the lines",
    "if 1:\n        x = 1\n\ty = 2": "Tabs and spaces are mixed",
    "foo": "Nothing is called foo",
    "n = 0\ndef f():\n    n += 1\nf()": "n gets a value inside this function",
    "1 + 'a'": "Convert one with",
    "'a' + 1": "Convert one with",
    "for x in None: pass": "The value here is None",
    "for x in 5: pass": "a single int",
    "5[0]": "Square brackets do not work on a int",
    "max = 5\nmax(1)": "round brackets after a int",
    "(lambda x: x)()": "fewer values",
    "(lambda: 1)(1)": "more values",
    "(lambda: 1)(k=1)": "no parameter called k",
    "{[]: 1}": "A list cannot be a key",
    "[1]['a']": "must be a whole number",
    "int('a')": "cannot be read as a number",
    "float('a')": "cannot be read as a number",
    "a, b = 1,": "more names on the left",
    "a, b = 1, 2, 3": "more values on the right",
    "import numpy as np\nif np.ones(2): pass": ".any() or .all()",
    "import numpy as np\nnp.ones(2) + np.ones(3)": "shapes of these arrays",
    "[].index(1)": "not in the list",
    "[].pop()": "already empty",
    "[][0]": "beyond the end",
    "{}['a']": "no such key",
    "None.append": "The value before .append is None",
    "[].push": "A list has nothing called push",
    "1 / 0": "divided by zero",
    "import pandaz": "no module called pandaz",
    "from math import cosine": "nothing called cosine",
    "f = lambda: f()\nf()": "calls itself",
    "[0] * 10**15": "more memory",
    "open('nowhere')": "no such file",
    "assert 1 == 2": "after assert is false",
    "2.0 ** 10_000": "too large",
    "b'\\xff'.decode()": "no text in this encoding",
}


def error_of(source):
    try:
        exec(compile(source, "<student>", "exec"), {})
    except Exception as error:  # noqa: BLE001 - whichever of them it is
        return ErrorInfo(**describe(error, "<student>"))
    raise AssertionError("no error")


@pytest.mark.parametrize("source", PROGRAMS)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_a_beginners_error_is_explained(source):
    assert PROGRAMS[source] in explain(error_of(source), Words())


def test_every_sentence_is_there_in_chinese():
    assert [rule.says for rule in RULES if rule.says not in CHINESE] == []
    assert [sentence for sentence in reasons.SENTENCES if sentence not in CHINESE] == []


def test_chinese_sentences_take_the_same_names():
    words = Words("zh", CHINESE)
    assert explain(ErrorInfo(type="NameError", message="name 'foo' is not defined"), words).startswith(
        "此处还没有叫 foo 的东西"
    )


def test_what_no_rule_knows_is_not_explained():
    assert explain(ErrorInfo(type="MyError", message="x"), Words()) == ""


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("", ""),
        ("Stopped after 0.5 seconds of computing.", "计算 0.5 秒后已停止。"),
        (
            f"{reasons.WALL.format(seconds=30)} {reasons.BY_FORCE}",
            "运行 30 秒后已停止。 只能强制结束，因此变量已丢失。",
        ),
        (reasons.how_it_died(-9, broken=False), "程序的 Python 进程因 SIGKILL 结束，变量已丢失。"),
        (reasons.how_it_died(0, broken=False), "程序自己结束了 Python 进程（退出码 0），变量已丢失。"),
        ("Something else.", "Something else."),
    ],
)
def test_the_reason_of_a_stop_is_said_in_chinese(why, said):
    assert reasons.in_words(why, Words("zh", CHINESE)) == said


@pytest.mark.parametrize("status", [None, 0, 1, -9, -11, -200])
@pytest.mark.parametrize("broken", [True, False])
def test_every_way_to_die_is_one_of_the_sentences(status, broken):
    said = reasons.in_words(reasons.how_it_died(status, broken=broken), Words("zh", CHINESE))
    assert "变量" in said
