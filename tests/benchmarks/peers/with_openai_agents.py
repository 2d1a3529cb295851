"""The same canned defense in openai-agents with its SQLite session: `steps N`, or `pause FILE` and `resume FILE`."""

import asyncio
import sys
import time

from agents import Agent, ModelResponse, Runner, SQLiteSession, Usage, function_tool, set_tracing_disabled
from agents.models.interface import Model
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

set_tracing_disabled(True)


class Canned(Model):
    def __init__(self, steps: int) -> None:
        self.steps, self.turn = steps, 0

    async def get_response(self, *args, **kwargs) -> ModelResponse:
        self.turn += 1
        if self.turn > self.steps:
            text = ResponseOutputText(type="output_text", text="over", annotations=[])
            said = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        else:
            said = ResponseFunctionToolCall(
                type="function_call", name="tell_student", arguments='{"message": "x"}', call_id=f"c{self.turn}"
            )
        return ModelResponse(output=[said], usage=Usage(), response_id=None)

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError


@function_tool
def tell_student(message: str) -> str:
    return "told"


async def run(steps: int, path: str) -> None:
    agent = Agent(name="examiner", model=Canned(steps), tools=[tell_student])
    session = SQLiteSession("1", path)
    await Runner.run(agent, "go", session=session, max_turns=steps + 2)
    session.close()


def main() -> None:
    what, argument = sys.argv[1:3]
    if what == "steps":
        asyncio.run(run(int(argument), ":memory:"))
        start = time.perf_counter()
        asyncio.run(run(int(argument), ":memory:"))
        print((time.perf_counter() - start) / int(argument))
    else:  # it has no pause inside a tool: a second run over the stored session is the nearest thing
        asyncio.run(run(1, argument))
        print("done")


main()
