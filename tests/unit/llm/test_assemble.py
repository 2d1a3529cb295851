"""Putting a reply together: which delta belongs to which call, what is complete, and what is an error."""

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.llm.failures.faults import fault_of_end
from desktop.llm.stream import assemble
from desktop.llm.stream.assemble import Assembler
from desktop.llm.stream.fields import StreamFault

SCHEMAS = {
    "run_tests": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    "ask": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
    "ask_student": {"type": "object", "properties": {}},
    "read_code": {"type": "object", "properties": {}},
}
N, Q = '{"n": 3}', '{"q":"why?"}'


def assembled(*deltas, finish="tool_calls", tools=SCHEMAS, messages=(), done=False):
    assembler = Assembler(tools, messages)
    shown = []
    for delta in deltas:
        shown += assembler.chunk({"choices": [{"index": 0, "delta": delta}]})
    if finish:
        assembler.chunk({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    assembler.done = done
    return assembler.result()


def part(arguments=None, name=None, id=None, index=0, **extra):
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    entry = {"index": index, "id": id, "function": function} | extra
    return {"tool_calls": [{key: value for key, value in entry.items() if value is not None}]}


def calls(*deltas, **how):
    return [(call.name, call.arguments) for call in assembled(*deltas, **how).calls]


def states(*deltas, **how):
    return [call.state for call in assembled(*deltas, **how).calls]


ONE = [("run_tests", N)]
TWO = [("run_tests", N), ("ask", Q)]


@pytest.mark.parametrize(
    "deltas",
    [
        [part(N, "run_tests", "a")],
        [part("", "run_tests", "a"), part(N[:4]), part(N[4:])],
        [part("", "run_tests", "a", None), part(N[:4], index=None), part(N[4:], index=None)],
        [part("", "run_tests", "a", 1), part(N, index=1)],
        [part("", "run_tests", "a", 0), part(N[:4], index=1), part(N[4:], index=1)],
        [part("", "run_tests", "a", 0), part(N[:4], index=1), part(N[4:], index=2)],
        [part("", "run_tests", "a"), part(N[:4], "", ""), part(N[4:], "", "")],
        [part("", "run_tests", "a"), part(N[:4], id="b"), part(N[4:], id="c")],
        [part("", "run_tests", "a", None), part(N[:4], id="b", index=None), part(N[4:], id="c", index=None)],
        [part("", "run_tests", "a"), part(N[:4], "run_tests"), part(N[4:], "run_tests")],
        [part("", "run_tests"), part(N[:4], id="a"), part(N[4:])],
        [part(N[:4], id="a"), part(N[4:], "run_tests")],
        [part(N, id="a"), part(None, "run_tests")],
        [part(N[:4]), part(N[4:], "run_tests", "a")],
        [part("", "run_", "a"), part(N, "tests")],
        [part("", "run_", "a"), part(N, "run_tests")],
        [part({"n": 3}, "run_tests", "a")],
        [part("{}", "run_tests", "a"), part(N[:4]), part(N[4:])],
        [part({}, "run_tests", "a"), part(N)],
        [part(N[:4], "run_tests", "a"), part(N[4:]), part(N, "run_tests", "a")],
        [part(N, "run_tests", "a"), part(N, "run_tests", "a")],
        [part(N, "run_tests", "a"), part(N, "run_tests", "a", 1)],
        [part(N, "run_tests"), part(N, "run_tests", index=1)],
        [part(json.dumps(N), "run_tests", "a")],
        [part(N[:2], "run_tests", "a"), part(N[:5]), part(N)],
        [part(N, "run_tests", index="0")],
        [{"tool_calls": [{"name": "run_tests", "arguments": {"n": 3}}]}],
        [{"tool_calls": {"index": 0, "function": {"name": "run_tests", "arguments": N}}}],
        [{"function_call": {"name": "run_tests", "arguments": N[:4]}}, {"function_call": {"arguments": N[4:]}}],
        [part(N, "run_tests", "a"), part(None, None, "a"), {"content": None, "tool_calls": None}],
        [part(N, "run_tests"), part(None, None, "late")],
    ],
    ids=itertools.count(),
)
def test_one_call(deltas):
    read = assembled(*deltas)
    assert [(c.name, json.loads(c.arguments), c.state) for c in read.calls] == [("run_tests", {"n": 3}, "complete")]
    assert fault_of_end(read, True) is None


@pytest.mark.parametrize(
    "deltas",
    [
        [part(N, "run_tests", "a"), part(Q, "ask", "b")],
        [part(N, "run_tests", "a", 1), part(Q, "ask", "b", 2)],
        [part(N, "run_tests", "a", None), part(Q, "ask", "b", None)],
        [part(N, "run_tests", None, None), part(Q, "ask", None, None)],
        [part(N, "run_tests"), part(Q, "ask")],
        [part(N, "run_tests", "a"), part(Q, "ask", "a", 1)],
        [
            part("", "run_tests", "a"),
            part("", "ask", "b", 1),
            part(N[:4]),
            part(Q[:4], index=1),
            part(N[4:]),
            part(Q[4:], index=1),
        ],
        [part("", "run_tests", "a"), part("", "ask", "b"), part(N[:4], id="a"), part(Q, id="b"), part(N[4:], id="a")],
        [{"tool_calls": [part(N, "run_tests", "a")["tool_calls"][0], part(Q, "ask", "b", 1)["tool_calls"][0]]}],
        [
            part("", "run_tests", "a", 0),
            part(N, index=0),
            part("", "ask", "b", 1),
            part(Q[:3], index=2),
            part(Q[3:], index=2),
        ],
    ],
    ids=itertools.count(),
)
def test_two_calls(deltas):
    assert calls(*deltas) == TWO
    read = assembled(*deltas)
    assert len({call.id for call in read.calls}) == 2


def test_the_same_tool_twice_with_other_arguments_is_two_calls():
    assert calls(part(N + '{"n": 4}', "run_tests", "a")) == [("run_tests", N), ("run_tests", '{"n": 4}')]
    assert calls(part(N, "run_tests"), part('{"n": 4}', "run_tests")) == [("run_tests", N), ("run_tests", '{"n": 4}')]


def test_equal_calls_with_ids_of_their_own_stay_two():
    assert calls(part(N, "run_tests", "a", 0), part(N, "run_tests", "b", 1)) == ONE * 2


def test_a_name_that_begins_another_one():
    assert calls(part("", "ask", "a"), part("{}", "_student")) == [("ask_student", "{}")]
    assert calls(part(Q, "ask", "a"), part("{}", "ask_student", "b")) == [("ask", Q), ("ask_student", "{}")]


@pytest.mark.parametrize("arguments", ["", None, "null", " "])
def test_no_arguments(arguments):
    assert calls(part(arguments, "read_code", "a")) == [("read_code", "{}")]
    assert states(part(arguments, "run_tests", "a")) == ["invalid"]
    assert states(part(arguments, "read_code", "a"), finish="") == ["unfinished"]


@pytest.mark.parametrize(
    "text",
    [
        '{"n": 3',
        '{"n": ',
        '{"n"',
        '{"',
        "{",
        '{"n": "a\\',
        '{"n": "a\\u00',
        '{"n": tr',
        '{"n": -',
        '{"n": 1e',
        '{"n": 3,',
        '{"a": [1, {"b": "x',
        '{"n": 3, "',
    ],
)
def test_what_could_go_on_is_unfinished_and_never_used(text):
    read = assembled(part(text, "run_tests", "a"))
    assert [call.state for call in read.calls] == ["unfinished"]
    assert fault_of_end(read, True) is not None


@pytest.mark.parametrize(
    "text", ["{'n': 3}", '{"n": 3,}', '{"n" 3}', "[1]", "3", '{"n": 3}}', '{"n": NaN}', "n=3", '{"n": 3} and more']
)
def test_what_is_wrong_is_handed_on_as_it_is(text):
    read = assembled(part(text, "run_tests", "a"))
    assert [(call.state, call.arguments) for call in read.calls] == [("invalid", text)]


def test_raw_line_breaks_in_arguments_are_mended():
    (call,) = assembled(part('{"q": "a\nb"}', "ask", "a")).calls
    assert json.loads(call.arguments) == {"q": "a\nb"}
    assert call.state == "complete"


def test_a_call_without_a_name_is_never_used():
    assert fault_of_end(assembled(part("{}", id="a")), True) is not None


@pytest.mark.parametrize("finish", ["length", "max_tokens", "content_filter", "error", "abort"])
def test_a_bad_finish_makes_even_complete_calls_unusable(finish):
    assert fault_of_end(assembled(part(N, "run_tests", "a"), finish=finish), True) is not None


def test_decided_by_calls_and_not_by_the_finish_reason():
    assert fault_of_end(assembled(part(N, "run_tests", "a"), finish="stop"), True) is None
    assert fault_of_end(assembled(part(N, "run_tests", "a"), finish=""), True) is None
    assert fault_of_end(assembled(part(N[:4], "run_tests", "a"), finish="tool_calls"), True) is not None
    assert fault_of_end(assembled({"content": "Half a sen"}, finish=""), True) is not None
    assert fault_of_end(assembled({"content": "A sentence."}, finish="", done=True), True) is None


def test_text_cut_by_length_is_used_only_where_no_call_was_wanted():
    cut = assembled({"content": "Once upon"}, finish="length")
    assert fault_of_end(cut, tools_offered=True) is not None
    assert fault_of_end(cut, tools_offered=False) is None


@pytest.mark.parametrize(
    ("chunk", "event"),
    [
        ({"error": {"message": "no", "code": 429}}, ""),
        ({"error": "no"}, ""),
        ({"message": "no"}, "error"),
        ({"object": "error", "message": "no", "code": 500}, ""),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "no"}}, "error"),
        ({"choices": [{"delta": {}, "error": {"message": "no"}, "finish_reason": "error"}]}, ""),
    ],
)
def test_an_error_is_raised_wherever_it_stands(chunk, event):
    with pytest.raises(StreamFault) as raised:
        Assembler().chunk(chunk, event)
    assert raised.value.what == "no"


@pytest.mark.parametrize(
    "deltas",
    [
        [{"reasoning_content": "hm"}, {"content": "yes"}],
        [{"reasoning": "hm"}, {"content": "yes"}],
        [
            {"reasoning": "h", "reasoning_content": "h"},
            {"reasoning": "m", "reasoning_content": "m"},
            {"content": "yes"},
        ],
        [{"reasoning_details": [{"type": "reasoning.text", "text": "hm"}]}, {"content": "yes"}],
        [{"content": "<think>hm</think>\n\nyes"}],
        [{"content": piece} for piece in "<think>hm</think>\n\nyes"],
        [{"content": "hm\n</think>\n\nyes"}],
        [{"content": "[THINK]hm[/THINK]yes"}],
        [
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
                    {"type": "text", "text": "yes"},
                ]
            }
        ],
        [{"content": None, "reasoning_content": "hm"}, {"content": ["yes"]}],
    ],
    ids=itertools.count(),
)
def test_thinking_is_kept_apart(deltas):
    read = assembled(*deltas, finish="stop")
    assert (read.reasoning, read.content) == ("hm", "yes")


@pytest.mark.parametrize("text", ["a <think> b", "use </think> here", "<thin", "< think>", "<b>x</b>"])
def test_tags_elsewhere_are_text(text):
    assert assembled({"content": text}, finish="stop").content == text


def test_thinking_that_never_ends_is_no_content():
    read = assembled({"content": "<think>and so on"}, finish="length")
    assert (read.content, read.reasoning) == ("", "and so on")


def test_half_characters_are_joined_and_lone_halves_replaced():
    assembler = Assembler()
    shown = []
    for text in ("a\ud83d", "\ude00b", "\udc00c"):
        shown += assembler.chunk({"choices": [{"delta": {"content": text}}]})
    content = assembler.result().content
    assert content == "a😀b\ufffdc"
    assert "".join(delta.text for delta in shown) == content
    content.encode()


@pytest.mark.parametrize("where", ["reasoning_content", "content"])
def test_a_call_thought_of_is_no_call(where):
    written = '<tool_call>{"name": "run_tests", "arguments": {"n": 3}}</tool_call>'
    text = written if where == "reasoning_content" else f"<think>{written}</think>Well."
    read = assembled({where: text}, {"content": "Well."} if where == "reasoning_content" else {}, finish="stop")
    assert (read.calls, read.content) == ((), "Well.")
    (call,) = assembled({"content": written}, finish="stop").calls
    assert call.recovered


def test_only_one_choice_is_read():
    assembler = Assembler()
    for index, text in ((0, "a"), (1, "X"), (0, "b")):
        assembler.chunk({"choices": [{"index": index, "delta": {"content": text}}]})
    assert assembler.result().content == "ab"


def test_a_message_after_its_deltas_says_nothing_twice():
    assembler = Assembler()
    assembler.chunk({"choices": [{"delta": {"content": "Hello"}}]})
    assembler.chunk({"choices": [{"message": {"content": "Hello"}, "finish_reason": "stop"}]})
    assert assembler.result().content == "Hello"


def test_a_message_in_pieces_is_put_together():
    assembler = Assembler()
    for text, finish in (("ha", None), ("ha", None), ("!", "stop")):
        assembler.chunk({"choices": [{"message": {"content": text}, "finish_reason": finish}]})
    assert assembler.result().content == "haha!"


def test_a_summary_beside_each_delta_is_no_text_of_its_own():
    assembler = Assembler(SCHEMAS)
    for text, whole in (("He", "He"), ("llo", "Hello")):
        assembler.chunk({"choices": [{"delta": {"content": text}, "message": {"content": whole}}]})
    call = part(N, "run_tests", "a")["tool_calls"]
    assembler.chunk(
        {"choices": [{"delta": {}, "message": {"content": "Hello", "tool_calls": call}, "finish_reason": "stop"}]}
    )
    read = assembler.result()
    assert (read.content, [c.name for c in read.calls]) == ("Hello", ["run_tests"])


def test_a_model_that_only_makes_calls_is_stopped():
    with pytest.raises(StreamFault, match="does not end"):
        assembled(*(part(json.dumps({"n": n}), "run_tests", f"c{n}", n) for n in range(1000)))


@pytest.mark.parametrize("entry", [{"id": "x" * 1000}, {"signature": "x" * 1000}, {"a" * 1000: 1}])
def test_everything_that_is_kept_of_a_reply_counts(entry, monkeypatch):
    monkeypatch.setattr(assemble, "MAX_TEXT", 5000)
    with pytest.raises(StreamFault, match="does not end"):
        assembled(*({"tool_calls": [{"index": n, "function": {"name": "ask"}, **entry}]} for n in range(9)))


def test_the_names_in_a_reply_are_not_as_long_as_a_server_likes():
    assembler = Assembler()
    assembler.chunk({"model": "m" * 10**6, "choices": [{"delta": {}, "finish_reason": "f" * 10**6}]})
    read = assembler.result()
    assert (len(read.model), len(read.finish)) == (300, 300)


def test_the_bare_word_tool_calls_over_plain_text_is_no_call():
    assert fault_of_end(assembled({"content": "A sentence."}), True) is None
    assert fault_of_end(assembled({"content": "A sentence.", "tool_calls": []}), True) is None
    for traced in ({"tool_calls": ["x"]}, {"function_call": "x"}, {"content": "<tool_call>{"}, {"content": "  "}):
        assert fault_of_end(assembled({"content": "A sentence.", **traced}), True) is not None
    assert fault_of_end(assembled({"content": "A sentence.", "tool_calls": ["x"]}, finish="stop"), True) is not None


def test_nothing_in_a_reply_breaks_an_encoder():
    extra = {"a\ud800": ["\ud800", float("nan"), {"b": [1, 2.5, True, None]}]}
    assembler = Assembler(SCHEMAS)
    assembler.chunk({"model": "m\ud800", "choices": [{"delta": part(N, "run_tests", "a\ud800", x=extra)}]})
    assembler.chunk({"choices": [{"delta": {}, "finish_reason": "stop\ud800"}]})
    read = assembler.result()
    json.dumps(
        [read.model, read.finish, read.calls[0].id, read.calls[0].extra], ensure_ascii=False, allow_nan=False
    ).encode()
    assert read.calls[0].extra["x"]["a\ufffd"][2] == {"b": [1, 2.5, True, None]}


@pytest.mark.parametrize("depth", [99, 101, 5000, 100_000])
def test_deep_nesting_is_never_a_crash(depth):
    text = '{"a":' * depth + "1" + "}" * depth
    read = assembled(part(text, "read_code", "a"), part(text[: len(text) // 2], "ask", "b"), {"content": text})
    assert read.calls[0].state == ("complete" if depth < 100 else "invalid")


def test_unknown_keys_of_a_call_are_kept():
    (call,) = assembled(part(N, "run_tests", "a", extra_content={"google": {"thought_signature": "xyz"}})).calls
    assert call.extra == {"extra_content": {"google": {"thought_signature": "xyz"}}}


def test_ids_are_minted_stable_and_never_used_twice():
    messages = [{"role": "assistant", "tool_calls": [{"id": "call_1", "function": {"name": "ask", "arguments": Q}}]}]
    (fresh,) = assembled(part(N, "run_tests", "call_1"), messages=messages).calls
    (again,) = assembled(part(N[:3], "run_tests", "call_1"), part(N[3:]), messages=messages).calls
    assert fresh.id == again.id != "call_1"
    assert fresh.id.isalnum()
    assert len(fresh.id) == 9
    (other,) = assembled(part(N, "run_tests"), messages=messages * 2).calls
    assert other.id != fresh.id


def test_usage_in_every_place_it_was_seen():
    told = {"prompt_tokens": 5, "completion_tokens": 7, "completion_tokens_details": {"reasoning_tokens": 2}}
    for chunk in (
        {"choices": [], "usage": told},
        {"choices": [{"delta": {}, "usage": told}]},
        {"x_groq": {"usage": told}},
    ):
        assembler = Assembler()
        assembler.chunk(chunk)
        usage = assembler.result().usage
        assert (usage.tokens_in, usage.tokens_out, usage.tokens_reasoning) == (5, 7, 2)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "choices",
                    "delta",
                    "message",
                    "content",
                    "tool_calls",
                    "function",
                    "name",
                    "arguments",
                    "id",
                    "index",
                    "error",
                    "finish_reason",
                    "usage",
                    "reasoning_content",
                    "type",
                    "text",
                    "function_call",
                    "reasoning_details",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=25,
)


@settings(max_examples=300)
@given(st.lists(JSON, max_size=4))
def test_any_json_at_all_is_read_or_refused_in_words(chunks):
    assembler = Assembler(SCHEMAS)
    try:
        for chunk in chunks:
            assembler.chunk(chunk)
    except StreamFault:
        pass  # said in words; what came before it is still read
    read = assembler.result()
    read.content.encode()
    for call in read.calls:
        assert call.name or call.state == "unfinished"


@given(st.text(max_size=30), st.data())
def test_arguments_cut_anywhere_are_the_same(text, data):
    arguments = json.dumps({"q": text, "list": [1, {"a": text}]}, ensure_ascii=data.draw(st.booleans()))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(arguments)), max_size=6)))
    pieces = [arguments[start:end] for start, end in itertools.pairwise([0, *cuts, len(arguments)])]
    assert calls(part("", "ask", "a"), *(part(piece) for piece in pieces)) == [("ask", arguments)]
    cut = data.draw(st.integers(1, len(arguments) - 1))
    assert states(part(arguments[:cut], "ask", "a")) == ["unfinished"]
