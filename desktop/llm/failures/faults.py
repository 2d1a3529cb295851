"""What can go wrong with a model server, in plain sentences, and whether trying again makes sense."""

from __future__ import annotations

import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import httpx

from desktop.llm.stream.arguments import AssembledCall
from desktop.llm.stream.assemble import FAILED, FILTERED, Assembled, StreamFault
from desktop.llm.stream.fields import read_error
from desktop.llm.stream.jsontext import Object, as_list, as_object, read_json
from desktop.vocabulary.chat import CALLED
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.words import Words

Course = Literal["stop", "again", "loading", "shorter", "correct"]
"""What to do: give up; try again later; wait, it is no failure; ask for less; tell the model what was wrong."""

RETRIED_STATUS = frozenset({408, 409, 425, 429})
LIMIT_WORDS = (
    "context_length",
    "exceed_context",
    "maximum context",
    "context size",
    "context window",
    "too many tokens",
)
FATAL_WORDS = ("insufficient_quota", "billing", "failed to parse tools", "mmproj", "invalid_api_key", "invalid api key")
FATAL_KINDS = ("invalid_request", "authentication", "permission", "not_found")
BODY_READ = 64 * 1024  # bytes of an error page that are looked at
LONGER_CONTEXT = "Choose a model with a larger context, or raise the context size on the server."
CHECK_NETWORK = "Check the network and the address."
TRUST = "If the server is your school's own, add its authority to the system or choose its certificate file."
UNPACKED = "Whoever runs the server, or the proxy before it, can switch its compression off."
TRY_AGAIN = "Press Try again in a moment; if it stays so, tell whoever runs the server."


@dataclass(frozen=True, slots=True)
class Fault:
    """`what` and `advice` are for people, with `fields` to be filled in; `quoted` is what the server itself said.

    `written` is what the model wrote, where it is told so (`correct`). `waited`: the server had no time for us.
    """

    what: str
    advice: str = TRY_AGAIN
    course: Course = "again"
    quoted: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    written: str = ""
    waited: bool = False

    def tell(self, words: Words) -> str:
        """What happened, in the language of `words`."""
        told = words(self.what, **self.fields)
        return words('{told} It said: "{said}"', told=told, said=_short(self.quoted)) if self.quoted else told


class Failed(Exception):
    """One request came to nothing; `partial` is what had been read of it."""

    def __init__(self, fault: Fault, partial: Assembled | None = None, after: float | None = None) -> None:
        super().__init__(fault.what)
        self.fault, self.partial, self.after = fault, partial, after


class Damaged(Exception):
    """A body that came compressed cannot be unpacked."""


class Unreadable(Damaged):
    """It is compressed in a way that was not asked for and is not known here; the text names it."""


class EndpointTrouble(ModelTrouble):
    """`ModelTrouble` with what is known beside it: the broken reply, the requests sent, the parameters left out."""

    def __init__(
        self,
        fault: Fault,
        words: Words,
        partial: Assembled | None = None,
        attempts: int = 0,
        dropped: tuple[str, ...] = (),
        seconds: float = 0.0,
    ) -> None:
        super().__init__(fault.tell(words), words(fault.advice, **fault.fields))
        self.partial, self.attempts, self.dropped = partial, attempts, dropped
        self.seconds, self.waited = seconds, fault.waited


class Unprepared(ModelTrouble):
    """Nothing was sent: what a request needs from this machine is not there."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.tell(Words()), fault.advice)
        self.fault = fault


def fault_before(trouble: ModelTrouble) -> Fault:
    """What kept a request from being sent, with its fields where it has some: they are filled in another language."""
    return trouble.fault if isinstance(trouble, Unprepared) else Fault(trouble.what, trouble.advice)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The body of an answer that is not 200, read as far as it could be."""

    status: int
    text: str
    body: Object | None
    message: str
    code: str
    kind: str
    title: str

    @property
    def words(self) -> str:
        """All that names the reason, in lower case."""
        return f"{self.code} {self.kind} {self.message}".lower()


def read_refusal(status: int, raw: bytes, content_type: str = "") -> Refusal:
    text = raw[:BODY_READ].decode("utf-8", "replace").strip()
    title = page_title(text) if looks_like_page(text) or "html" in content_type else ""
    body: Object | None = None
    said = StreamFault("")
    if not title and text[:1] in ("{", "["):
        try:
            value = read_json(text)
        except ValueError:
            value = None
        body = as_object((as_list(value) or [value])[0])
        if body is not None:
            inner = body.get("error") or body.get("errors") or body.get("message") or body.get("detail") or body
            said = read_error(inner if as_object(inner) or isinstance(inner, str) else body)
    message = said.what or ("" if title else text[:300])
    return Refusal(status, text, body, message, said.code, said.kind, title)


def fault_of_status(refusal: Refusal, location: str = "") -> Fault:
    """Classify an answer that is not 200. Parameters and retries after 400/422 are not decided here."""
    status, words = refusal.status, refusal.words
    said = refusal.title or refusal.message

    def fault(what: str, advice: str = TRY_AGAIN, course: Course = "stop") -> Fault:
        return Fault(what, advice, course, said, {"status": str(status)})

    if any(word in words for word in LIMIT_WORDS) and status in (400, 413, 422, 500):
        return fault("The conversation is longer than this model can read.", LONGER_CONTEXT)
    if "tool_use_failed" in words:
        error = as_object((refusal.body or {}).get("error")) or {}
        written = str(error.get("failed_generation") or "")
        return Fault("The model called a tool in a way the server could not read.", course="correct", written=written)
    if status in (401, 403) or "invalid_api_key" in words:
        return fault("The server does not accept the key.", "Check the API key in the settings.")
    if status == 402 or "insufficient_quota" in words or "billing" in words:
        return fault("The account has no credit left.", "Ask whoever pays for the key.")
    if status == 404:
        return fault(
            "The server knows no such model or address.",
            "Check the model's name and the address; most addresses end in /v1.",
        )
    if status == 407:
        return fault("The proxy of this network wants a login.", "Enter its user and password in the system settings.")
    if 300 <= status < 400:
        place = {"place": _short(location.partition("?")[0]) or "?"}
        return Fault("The server has moved to {place}.", "Enter the new address in the settings.", "stop", "", place)
    if status == 503 and "loading" in words:
        return Fault("The server is still loading the model.", course="loading", waited=True)
    if any(word in words for word in FATAL_WORDS):
        return fault("The server cannot take this request.", "Choose another model or server.")
    if status == 429:
        return replace(fault("The server is busy.", course="again"), waited=True)
    if status in RETRIED_STATUS or status >= 500:
        return fault("The server has a problem (status {status}).", course="again")
    return fault("The server refused the request (status {status}).", "Check the connection in the settings.")


def fault_of_stream(fault: StreamFault) -> Fault:
    """Classify an error that came inside a stream with status 200."""
    if not fault.said:
        return Fault(fault.what)
    coded = f"{fault.what} ({fault.code})" if fault.code and fault.code not in fault.what else fault.what
    told = Fault("The server broke off with an error.", quoted=coded)
    words = f"{fault.code} {fault.kind} {fault.what}".lower()
    inside = fault.code.isdecimal() and len(fault.code) == 3 and int(fault.code) >= 300
    if inside or any(word in words for word in LIMIT_WORDS):
        status = int(fault.code) if inside else 400
        known = fault_of_status(Refusal(status, fault.what, None, fault.what, fault.code, fault.kind, ""))
        return told if known.course == "again" else known
    fatal = any(word in words for word in FATAL_WORDS) or any(kind in fault.kind.lower() for kind in FATAL_KINDS)
    return replace(told, course="stop") if fatal else told


def fault_of_end(reply: Assembled, tools_offered: bool) -> Fault | None:
    """What is wrong with the reply as a whole; None if it may be used."""
    if not reply.seen:
        return Fault("The server's answer held no reply.")
    if reply.finish in FAILED:
        return Fault("The server gave up in the middle of the reply.")
    if reply.finish in FILTERED:
        return Fault("A filter of the provider stopped the reply.", "Press Try again, or choose another model.", "stop")
    useless = bool(reply.calls) or tools_offered or not reply.content.strip()
    if reply.cut_by_length and useless:
        return Fault(
            "The reply was longer than the model may write, and was cut off.",
            "Press Try again; if it happens again, raise the model's output limit on the server.",
            "shorter",
        )
    if not reply.whole and not (reply.calls and all(map(_surely_ended, reply.calls))):
        return Fault("The connection ended in the middle of the reply.")
    lost = reply.announced or (reply.finish in CALLED and not reply.content.strip())
    if tools_offered and lost and not reply.calls:
        return Fault("The server announced a tool call that never came.")
    if reply.has_unfinished:
        return Fault("The model did not finish its tool call, so it was not run.", TRY_AGAIN, "shorter")
    return None


def _surely_ended(call: AssembledCall) -> bool:
    """Without a word from the server that it was done: `{}` may be the placeholder of arguments that never came."""
    return call.state == "complete" and call.arguments.strip("{} \r\n\t") != ""


def fault_of_network(error: Exception, address: str, local: bool) -> Fault:
    """A sentence for each kind of transport error; the error's own text may hold secrets and is not used."""
    place = {"address": address}
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Fault("The certificate of {address} is not trusted here.", TRUST, "stop", fields=place)
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx.DecodingError):
        return fault_of_packing(error.__cause__)
    if isinstance(error, httpx.ConnectTimeout):
        return Fault("The server at {address} cannot be reached.", CHECK_NETWORK, fields=place)
    if isinstance(error, httpx.ProxyError):
        return Fault("The proxy of this network did not let the request through.", "Check the proxy settings.")
    if isinstance(error, httpx.ConnectError):
        advice = "Start the model server, or check its address." if local else CHECK_NETWORK
        return Fault("Nothing answers at {address}.", advice, fields=place)
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol | httpx.LocalProtocolError):
        return Fault("The request cannot be sent like this.", "Check address and key for stray characters.", "stop")
    return Fault("The connection broke off.", "Check the network, then press Try again.")


def fault_of_packing(error: BaseException | None) -> Fault:
    """A body that came compressed although `Accept-Encoding` asked for none."""
    if isinstance(error, Unreadable):
        way = {"way": str(error)}
        return Fault("The answer came compressed ({way}), which was not asked for.", UNPACKED, "stop", fields=way)
    return Fault("The answer came compressed, and damaged.", UNPACKED)


def page_fault(text: str) -> Fault:
    return Fault(
        "Instead of a reply a web page came.",
        "Check the address (most end in /v1), and whether this network wants a login or a proxy first.",
        "stop",
        page_title(text),
    )


def looks_like_page(text: str) -> bool:
    return text.lstrip("\ufeff \r\n\t")[:1] == "<"


def page_title(text: str) -> str:
    for tag in ("title", "h1"):
        found = re.search(rf"<{tag}[^>]{{0,200}}>([^<]{{1,300}})", text[:BODY_READ], re.IGNORECASE)
        if found and found[1].strip():
            return " ".join(found[1].split())
    return ""


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 240 else f"{text[:237]}..."
