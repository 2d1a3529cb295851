"""The same canned defense in pydantic-ai: `steps N`, or `pause FILE` and `resume FILE` (its history as JSON)."""

import sys
import time
from pathlib import Path

from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


def agent(steps: int, asks: bool) -> Agent:
    def turn(messages, info: AgentInfo) -> ModelResponse:
        done = sum(isinstance(message, ModelResponse) for message in messages)
        if done >= steps:
            return ModelResponse(parts=[TextPart("over")])
        return ModelResponse(parts=[ToolCallPart("tell_student", {"message": f"step {done}"}, f"c{done}")])

    made = Agent(FunctionModel(turn), output_type=[str, DeferredToolRequests])

    @made.tool_plain(requires_approval=asks)
    def tell_student(message: str) -> str:
        return "told"

    return made


def main() -> None:
    what, argument = sys.argv[1:3]
    if what == "steps":
        steps = int(argument)
        agent(steps, False).run_sync("go")
        start = time.perf_counter()
        agent(steps, False).run_sync("go")
        print((time.perf_counter() - start) / steps)
    elif what == "pause":
        result = agent(1, True).run_sync("go")
        Path(argument).write_bytes(result.all_messages_json())
        print("done")
    else:
        history = ModelMessagesTypeAdapter.validate_json(Path(argument).read_bytes())
        agent(1, True).run_sync(
            message_history=history, deferred_tool_results=DeferredToolResults(approvals={"c0": True})
        )
        print("done")


main()
