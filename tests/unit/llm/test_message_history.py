"""The message list that leaves: valid whatever came in."""

import json

from hypothesis import given
from hypothesis import strategies as st

from desktop.llm.request.history import BEGIN, NOT_RUN, valid_messages
from desktop.llm.request.quirks import Quirks


def call(call_id, arguments="{}", **extra):
    return {"id": call_id, "type": "function", "function": {"name": "read_code", "arguments": arguments}, **extra}


def assistant(*calls, content="", **extra):
    return {"role": "assistant", "content": content, "tool_calls": list(calls), **extra}


def user(text):
    return {"role": "user", "content": text}


def result(call_id, text="done"):
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def test_every_call_is_answered_once_and_right_behind():
    sent = valid_messages([user("go"), assistant(call("a"), call("b")), user("well?"), result("a", "A")])
    assert [m["role"] for m in sent] == ["user", "assistant", "tool", "tool", "user"]
    assert [m["content"] for m in sent[2:4]] == ["A", NOT_RUN]


def test_ids_numbered_afresh_in_each_reply_keep_their_answers():
    sent = valid_messages([user("go"), assistant(call("a")), result("a", "1"), assistant(call("a")), result("a", "2")])
    assert [m["content"] for m in sent if m["role"] == "tool"] == ["1", "2"]


def test_an_answer_to_no_call_becomes_something_said():
    sent = valid_messages([user("go"), result("ghost", "boo")])
    assert [m["role"] for m in sent] == ["user"]
    assert "boo" in sent[0]["content"]


def test_neighbours_are_one_turn():
    sent = valid_messages(
        [user("a"), user("b"), assistant(content="c"), assistant(call("x"), content="d"), result("x")]
    )
    assert [m["content"] for m in sent] == ["a\n\nb", "c\n\nd", "done"]
    assert sent[1]["tool_calls"]


def test_system_text_is_one_plain_string_in_front():
    parts = {"role": "developer", "content": [{"type": "text", "text": "two"}]}
    sent = valid_messages([user("a"), {"role": "system", "content": "one"}, parts])
    assert sent == [{"role": "system", "content": "one\n\ntwo"}, user("a")]


def test_a_user_speaks_first():
    assert valid_messages([{"role": "system", "content": "s"}])[1:] == [user(BEGIN)]
    assert [m["role"] for m in valid_messages([assistant(content="Hello")])] == ["user", "assistant"]


def test_a_turn_of_mere_thinking_is_left_out():
    assert valid_messages([user("a"), assistant(reasoning_content="hm"), user("b")]) == [user("a\n\nb")]


def test_the_content_rule():
    messages = [user("a"), assistant(call("x")), result("x")]
    assert valid_messages(messages)[1]["content"] is None
    assert valid_messages(messages, Quirks(blank="empty"))[1]["content"] == ""


def test_reasoning_goes_back_only_where_it_is_wanted():
    messages = [user("a"), assistant(call("x"), reasoning_content="hm"), result("x")]
    assert "reasoning_content" not in valid_messages(messages)[1]
    assert valid_messages(messages, Quirks(reasoning="send"))[1]["reasoning_content"] == "hm"


def test_unknown_keys_are_echoed():
    signature = {"google": {"thought_signature": "xyz"}}
    sent = valid_messages([user("a"), assistant(call("x", extra_content=signature)), result("x")])
    assert sent[1]["tool_calls"][0]["extra_content"] == signature


def test_arguments_no_server_would_take_are_wrapped():
    sent = valid_messages(
        [user("a"), assistant(call("x", "{'n': 3,}"), call("y", ""), call("z", '{"n":1}')), result("x")]
    )
    texts = [c["function"]["arguments"] for c in sent[1]["tool_calls"]]
    assert texts == [json.dumps({"unreadable": "{'n': 3,}"}), "{}", '{"n":1}']


IDS = st.sampled_from(["a", "b", "c"])
MESSAGES = st.lists(
    st.one_of(
        st.builds(user, st.text(max_size=3)),
        st.builds(lambda t: {"role": "system", "content": t}, st.text(max_size=3)),
        st.builds(
            lambda ids, t: assistant(*map(call, ids), content=t),
            st.lists(IDS, max_size=3, unique=True),
            st.text(max_size=3),
        ),
        st.builds(result, IDS),
    ),
    max_size=12,
)


@given(MESSAGES)
def test_any_list_becomes_valid(messages):
    sent = valid_messages(messages)
    body = sent[1:] if sent[0]["role"] == "system" else sent
    assert body[0]["role"] == "user"
    assert all(m["role"] != "system" for m in body)
    open_calls = []
    for before, message in zip([None, *body], body, strict=False):
        if message["role"] == "tool":
            assert message["tool_call_id"] == open_calls.pop(0)
        else:
            assert not open_calls
            assert before is None or before["role"] != message["role"] or message["role"] == "assistant"
        open_calls += [c["id"] for c in message.get("tool_calls", ())]
    assert not open_calls
    assert valid_messages(sent) == sent
