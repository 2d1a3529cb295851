"""The examiner's words: the English sentence is the key, here is what it is in Chinese."""

from __future__ import annotations

from desktop.embedded.marking import HOW
from desktop.vocabulary.problem import Language
from desktop.vocabulary.words import Words

ZH = {
    # what is asked
    "During `{call}`": "执行 `{call}` 的过程中",
    "While your program runs from its first line to its last": "你的程序从第一行运行到最后一行的过程中",
    "{during}: how many times does the body of the loop on line {line} run in total?": (
        "{during}，第 {line} 行循环的循环体总共执行多少次？"
    ),
    "{during}: how many times is `{name}` (line {line}) called?": "{during}，`{name}`（第 {line} 行）被调用多少次？",
    "{during}: the condition on line {line} is evaluated {asked} times. How many times is it true?": (
        "{during}，第 {line} 行的条件被判断了 {asked} 次，其中有多少次为真？"
    ),
    "{during}: what is the value of `{name}` right after line {line} has run for the {nth} time? {counted}": (
        "{during}，第 {line} 行{nth}执行完之后，`{name}` 的值是什么？{counted}"
    ),
    "{during}: what is the value of `{name}` in round {n} of the loop on line {line}? {counted}": (
        "{during}，第 {line} 行的循环执行到第 {n} 轮时，`{name}` 的值是什么？{counted}"
    ),
    "(All runs of the line count, over the whole call.)": "（整个调用期间该行的每次执行都计入。）",
    "first": "第一次",
    "second": "第二次",
    "third": "第三次",
    "fourth": "第四次",
    "fifth": "第五次",
    "sixth": "第六次",
    "{during}: which values does `{name}` get on line {line}, one after the other? Write them as a list.": (
        "{during}，`{name}` 在第 {line} 行依次得到哪些值？请写成一个列表。"
    ),
    "{during}: of which type is `{name}` after line {line}? Write the name of the type.": (
        "{during}，第 {line} 行之后 `{name}` 是什么类型？请写出类型名。"
    ),
    "What does `{call}` return?": "`{call}` 返回什么？",
    "What happens on `{call}`? Write the value it returns, or the name of the exception it raises, "
    "or: does not finish.": "执行 `{call}` 会怎样？请写出返回值，或抛出的异常名称，或者写：不会结束。",
    "What happens when your program is run from its first line to its last? Write the name of the exception "
    "it raises, or: does not finish.": (
        "把你的程序从第一行运行到最后一行会怎样？请写出抛出的异常名称，或者写：不会结束。"
    ),
    "After `{call}` has returned, has your code changed the list or dict that was given as argument {n}? "
    "Write no, or write its new value.": (
        "`{call}` 返回之后，作为第 {n} 个参数传入的列表或字典是否被你的代码改变了？没有请写“没有”，否则写出它的新值。"
    ),
    "Give arguments for `{name}` with which line {line} runs. With `{call}` it does not run. {how}": (
        "请给出 `{name}` 的参数，使第 {line} 行得到执行。（`{call}` 不会执行到这一行。）{how}"
    ),
    "Give arguments for `{name}` with which the body of the loop on line {line} runs at least {n} times. {how}": (
        "请给出 `{name}` 的参数，使第 {line} 行循环的循环体至少执行 {n} 次。{how}"
    ),
    "Type the arguments, separated by commas: {names}.": "请依次输入参数，用逗号分隔：{names}。",
    "Suppose line {line} were `{new}` instead. What would `{call}` do then? Write the value it returns, "
    "or the name of the exception it raises, or: does not finish.": (
        "假设第 {line} 行改为 `{new}`，`{call}` 会怎样？请写出返回值，或抛出的异常名称，或者写：不会结束。"
    ),
    "Only one of these changes, each made by itself, alters the result of `{call}`. Which?": (
        "下面每个改动单独进行，其中只有一个会改变 `{call}` 的结果。是哪一个？"
    ),
    "line {line}: `{new}`": "第 {line} 行：`{new}`",
    "During `{call}`, which line of `{name}` (lines {first} to {last}) never runs? Pick one.": (
        "执行 `{call}` 的过程中，`{name}`（第 {first} 至 {last} 行）中哪一行从未执行？请选一行。"
    ),
    "`{call}` raises {name}. On which line?": "`{call}` 抛出 {name}。是在哪一行？",
    "`{name}` (line {line}) is called {n} times during `{call}`. How many times during `{larger}`?": (
        "执行 `{call}` 时，`{name}`（第 {line} 行）被调用 {n} 次。执行 `{larger}` 时被调用多少次？"
    ),
    "Explain in one or two sentences why. (Recorded for a person to read; not marked by the program.)": (
        "请用一两句话解释为什么。（会记录下来由人阅读，程序不评分。）"
    ),
    "Explain in your own words how your program is meant to work, and what it does not do yet.": (
        "请用自己的话说明你的程序打算怎样工作，以及它还有哪些没有做到。"
    ),
    # the reasons, shown after practice
    "The body ran {n} times.": "循环体执行了 {n} 次。",
    "The body ran {n} times: the loop was reached {times} times, with {each} rounds each.": (
        "循环体执行了 {n} 次：循环被进入 {times} 次，每次 {each} 轮。"
    ),
    "The body ran {n} times: the loop was reached {times} times, with {parts} rounds.": (
        "循环体执行了 {n} 次：循环被进入 {times} 次，轮数依次为 {parts}。"
    ),
    "`{name}` was called {n} times.": "`{name}` 被调用了 {n} 次。",
    "True: {true}. False: {false}.": "为真：{true} 次。为假：{false} 次。",
    "On line {line}, `{name}` was, in order: {seen}": "在第 {line} 行，`{name}` 依次为：{seen}",
    "Twice the rows, twice the calls: {before}, then {after}.": "行数加倍，调用次数也加倍：{before}，然后 {after}。",
    "`type({name})` was `{kind}` each time.": "每次 `type({name})` 都是 `{kind}`。",
    "Running it gives {value}.": "运行得到 {value}。",
    "It returns {value}.": "它返回 {value}。",
    "It raises {name}.": "它抛出 {name}。",
    "It raises {name} on line {line}.": "它在第 {line} 行抛出 {name}。",
    "It was still running after a very large number of steps.": "执行了极多步之后它仍在运行。",
    "With that line: {then}. As the program stands: {now}.": "改动之后：{then}。原程序：{now}。",
    "With {letter} it does this: {then}. With the others, as with your program: {now}.": (
        "选 {letter} 时结果为：{then}。其余改动与你的程序一样：{now}。"
    ),
    "Never reached: {lines}.": "从未执行到的行：{lines}。",
    "Afterwards it is {value}.": "调用之后它是 {value}。",
    "It is the same afterwards.": "调用之后它没有变化。",
    "For example: {example}": "例如：{example}",
    "The explanation is recorded for a person to read; the program does not mark it.": (
        "解释会记录下来由人阅读，程序不评分。"
    ),
    # marks
    "Recorded for a person to read.": "已记录，由人阅读。",
    "Running the program gives something else.": "运行程序得到的结果不是这个。",
    "With these arguments the two results are the same, or one of the calls fails.": (
        "用这些参数，两个结果相同，或者其中一个调用失败。"
    ),
    "With these arguments it ran {n} times.": "用这些参数，它执行了 {n} 次。",
    "With these arguments it could not be seen to run every time.": "用这些参数，没有观察到它每次都执行。",
    HOW["int"]: "请输入一个整数，例如 6。",
    HOW["literal"]: "请输入一个 Python 值，例如 3、2.5、'A' 或 [0, 1]。",
    HOW["list"]: "请输入一个列表，例如 [0, 1, 1]。",
    HOW["word"]: "请按题目要求输入一个词或一个 Python 值。",
    HOW["line"]: "请输入行号。",
    HOW["options"]: "请选择其中一个答案。",
    HOW["outcome"]: "请输入一个值、异常的名称，或者：不会结束。",
    HOW["arguments"]: "请把参数写成 Python 值，用逗号分隔。",
    # what could not be asked
    "The submission is empty, so there is nothing to ask about.": "提交的内容为空，没有可以提问的。",
    "Python cannot read the program ({name}, line {line}).": "Python 无法读懂这个程序（{name}，第 {line} 行）。",
    "The program stops while it is loaded: {name}, line {line}.": "程序在加载时中止：{name}，第 {line} 行。",
    "The program does not come to its end when it is loaded.": "程序加载时没有运行到结尾。",
    "What the program does when it is loaded could not be observed reliably.": "无法可靠地观察程序加载时的行为。",
    "The program does not define {name}.": "程序没有定义 {name}。",
    "The program draws random numbers: only what is true whatever is drawn is asked.": (
        "程序使用了随机数：只提问与抽到的数无关的事实。"
    ),
    "The program may depend on the order of sets: only what never changed is asked.": (
        "程序可能依赖集合的顺序：只提问从未变化的事实。"
    ),
    "Only {made} of {wanted} questions could be made whose answers are beyond doubt.": (
        "{wanted} 道题中只能给出 {made} 道答案确定无疑的题。"
    ),
    # the turns
    "Good day. I will read your program first.": "你好。我先读一下你的程序。",
    "Now I load it and run the tests of the problem.": "现在我加载它，并运行题目的测试。",
    "An edge case: {title}.": "一个边界情况：{title}。",
    "Question {n} of {total}.": "第 {n} 题，共 {total} 题。",
    "I have one question.": "我有一个问题。",
    "Your first wrong answer may be made good: one more question of its kind.": (
        "第一个答错的问题可以补救：再问一个同类的问题。"
    ),
    "That was my last question. I propose a grade.": "问题问完了。我给出评分建议。",
    "I cannot propose a grade: some steps of the defense were not allowed to run.": (
        "我无法给出评分建议：答辩的某些步骤没有获准执行。"
    ),
    "Understanding: {right} of {total} machine-checked answers right.": (
        "理解：机器检查的 {total} 个回答中有 {right} 个正确。"
    ),
    "The explanation was recorded and not marked by the program.": "解释已记录，程序未评分。",
}


def words(language: Language) -> Words:
    return Words(language, ZH if language == "zh" else {})
