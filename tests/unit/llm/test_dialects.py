"""One reply, written in the dialects of many servers at once, is read back the same."""

import itertools
import json
from dataclasses import dataclass

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from desktop.llm.failures.faults import fault_of_end
from desktop.llm.stream.fields import StreamFault
from desktop.llm.stream.reader import ReplyReader

SCHEMAS = {
    "run_tests": {"properties": {"n": {}, "code": {}}, "required": ["n"]},
    "ask": {"properties": {"q": {}}, "required": ["q"]},
    "ask_student": {"properties": {"q": {}}, "required": ["q"]},
    "read_code": {"properties": {}},
}
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
ARGUMENTS = {
    "run_tests": st.fixed_dictionaries({"n": st.integers(), "code": TEXT}),
    "ask": st.fixed_dictionaries({"q": TEXT}),
    "ask_student": st.fixed_dictionaries({"q": st.lists(TEXT, max_size=2)}),
    "read_code": st.just({}),
}


@dataclass(frozen=True)
class Dialect:
    index: str
    id: str
    name: str
    arguments: str
    order: str
    reasoning: str
    end: str


DIALECTS = st.builds(
    Dialect,
    index=st.sampled_from(["right", "none", "zero", "from one", "jump", "text"]),
    id=st.sampled_from(["first", "every", "none", "empty later", "null", "fresh"]),
    name=st.sampled_from(["first", "every", "late", "split"]),
    arguments=st.sampled_from(["pieces", "whole", "object", "placeholder", "resent", "twice"]),
    order=st.sampled_from(["one by one", "interleaved"]),
    reasoning=st.sampled_from(["reasoning_content", "reasoning", "tags", "parts"]),
    end=st.sampled_from(["finish and done", "stop and done", "finish", "done", "all in the last"]),
)


def tellable(dialect, names):
    """Whether a person could tell which delta belongs to which call."""
    several = len(names) > 1
    placed = dialect.index in ("right", "from one", "text")
    known = dialect.id in ("first", "every", "empty later")
    if dialect.name == "late" and (dialect.arguments != "pieces" or "read_code" in names):
        return False  # a call without arguments has nothing before its name
    if dialect.id == "fresh" and dialect.name != "first":
        return False  # a new id with a name is a new call
    if dialect.index == "jump" and dialect.id == "fresh":
        return False  # nothing at all connects head and tail
    if dialect.index == "jump" and dialect.name == "every" and dialect.id != "every":
        return False  # might be another call of the same tool
    if not several:
        return True
    if dialect.index == "jump":
        return False
    if dialect.order == "interleaved" and not (placed or dialect.id == "every"):
        return False
    if dialect.id == "fresh" and not placed and dialect.name != "first":
        return False
    if not placed and dialect.name in ("late", "split"):
        return dialect.id == "every" or (dialect.id == "first" and dialect.name == "split")
    return placed or known or len(set(names)) == len(names)


def deltas_of(dialect, number, name, arguments, cut):
    """The deltas of one call, in order."""
    text = json.dumps(arguments, ensure_ascii=False)
    match dialect.arguments:
        case "whole":
            pieces = [text]
        case "object":
            pieces = [arguments]
        case _ if text == "{}":
            pieces = ["{}"]
        case "placeholder":
            pieces = ["{}", text[:cut], text[cut:]]
        case "resent":
            pieces = [text[:cut], text[cut:], text]
        case "twice":
            pieces = [text, text]
        case _:
            pieces = [text[:cut], text[cut:]]
    head = {"name": name[:3], "arguments": ""} if dialect.name == "split" else {"name": name, "arguments": ""}
    functions = [] if dialect.name == "late" else [head]
    if dialect.name == "split":
        functions.append({"name": name[3:]})
    functions += [{"arguments": piece} for piece in pieces]
    if dialect.name == "late":
        functions[-1]["name"] = name
    if dialect.name == "every":
        functions = [{**function, "name": name} for function in functions]
    found = []
    for place, function in enumerate(functions):
        entry = {"type": "function", "function": function}
        shown = {"right": number, "zero": 0, "from one": number + 1, "text": str(number), "jump": min(place, 1)}
        if dialect.index in shown:
            entry["index"] = shown[dialect.index]
        if dialect.id == "every" or (place == 0 and dialect.id in ("first", "empty later")):
            entry["id"] = f"call_{number}"
        elif dialect.id in ("empty later", "null"):
            entry["id"] = "" if dialect.id == "empty later" else None
        elif dialect.id == "fresh":
            entry["id"] = f"call_{number}_{place}"
        found.append({"tool_calls": [entry]})
    return found


def chunks_of(dialect, content, reasoning, calls, cut):
    deltas = []
    match dialect.reasoning:
        case "tags" if reasoning:
            text = f"<think>{reasoning}</think>{content}"
            deltas += [{"content": text[:cut]}, {"content": text[cut:]}]
        case "parts":
            deltas.append({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": reasoning}]}]})
            deltas.append({"content": [{"type": "text", "text": content}]})
        case "reasoning" | "reasoning_content":
            deltas += [{dialect.reasoning: reasoning[:cut]}, {dialect.reasoning: reasoning[cut:]}, {"content": content}]
        case _:
            deltas.append({"content": content})
    rows = [deltas_of(dialect, number, *call, cut) for number, call in enumerate(calls)]
    if dialect.order == "interleaved":
        deltas += [delta for row in itertools.zip_longest(*rows) for delta in row if delta]
    else:
        deltas += [delta for row in rows for delta in row]
    finish = {"stop and done": "stop", "done": None}.get(dialect.end, "tool_calls" if calls else "stop")
    choices = [{"index": 0, "delta": delta} for delta in deltas]
    if dialect.end == "all in the last":
        choices[-1]["finish_reason"] = finish
    elif finish:
        choices.append({"index": 0, "delta": {}, "finish_reason": finish})
    return [{"choices": [choice]} for choice in choices]


@st.composite
def wires(draw, chunks, done):
    nl = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    space = draw(st.sampled_from(["", " "]))
    noise = draw(
        st.sampled_from(
            ["", f": ping{nl}{nl}", f"data:{nl}{nl}", f"id: 1{nl}{nl}", f"event: ping{nl}data: {{}}{nl}{nl}"]
        )
    )
    between = draw(st.sampled_from([nl * 2, nl * 2, nl]))
    indent = draw(st.sampled_from([None, None, 1]))
    if between == nl:
        noise, indent = "", None
    out = draw(st.sampled_from(["", "\ufeff"]))
    for chunk in chunks:
        text = json.dumps(chunk, ensure_ascii=draw(st.booleans()), indent=indent)
        out += noise + "".join(f"data:{space}{line}{nl}" for line in text.split("\n")) + between.removeprefix(nl)
    if done:
        out += f"data:{space}[DONE]{nl}{nl}"
    elif draw(st.booleans()):
        out = out.rstrip("\r\n")
    return out.encode()


def read(wire, cuts=()):
    reader, start = ReplyReader(SCHEMAS), 0
    for cut in [*sorted(cuts), len(wire)]:
        reader.feed(wire[start:cut])
        start = cut
    reader.close()
    return reader.result()


def run(reply):
    return [(call.name, json.loads(call.arguments)) for call in reply.calls if call.state == "complete"]


@st.composite
def written(draw):
    """What a model said, and the bytes in which some server sends it."""
    dialect = draw(DIALECTS)
    names = draw(st.lists(st.sampled_from(sorted(SCHEMAS)), max_size=3))
    assume(tellable(dialect, names))
    calls = [(name, draw(ARGUMENTS[name])) for name in names]
    assume(len({json.dumps(call, sort_keys=True) for call in calls}) == len(calls))
    content = draw(st.sampled_from(["", "Let me see.", "ünï 中文 😀", "a\u2028b"]))
    reasoning = draw(st.sampled_from(["", "Hm.", "think <b> 中"]))
    assume(content or calls)
    chunks = chunks_of(dialect, content, reasoning, calls, draw(st.integers(1, 12)))
    return content, reasoning, calls, draw(wires(chunks, "done" in dialect.end))


@settings(max_examples=400, suppress_health_check=list(HealthCheck))
@given(written(), st.data())
def test_every_dialect_is_understood(said, data):
    content, reasoning, calls, wire = said
    reply = read(wire, data.draw(st.lists(st.integers(0, len(wire)), max_size=8)))
    assert fault_of_end(reply, True) is None
    assert (reply.content, reply.reasoning) == (content, reasoning)
    assert run(reply) == calls
    assert len({call.id for call in reply.calls}) == len(calls)


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(written(), st.data())
def test_a_stream_in_any_dialect_that_breaks_off_runs_nothing_else(said, data):
    _, _, calls, wire = said
    try:
        reply = read(wire[: data.draw(st.integers(0, len(wire)))])
    except StreamFault:
        return
    if fault_of_end(reply, True) is None:
        assert all(call in calls for call in run(reply))
