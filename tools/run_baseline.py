"""Load the student's code and run the problem's own tests against it."""

from pydantic import BaseModel, ConfigDict

from tools.contract import Desk, Risk, Tool, ToolResult


class Args(BaseModel):
    """Load the student's code in the living interpreter and run the problem's own tests.

    The verdicts are reached outside the student's process. Functions defined here stay callable in later tests.
    """

    model_config = ConfigDict(extra="forbid")


async def handle(args: Args, desk: Desk) -> ToolResult:
    return ToolResult(content=await desk.load_and_test())


TOOL = Tool("run_baseline", Args, handle, Risk.RUNS_CODE)
