"""Read the student's code as it stands now."""

from pydantic import BaseModel, ConfigDict

from tools.contract import Desk, Risk, Tool, ToolResult, numbered


class Args(BaseModel):
    """Read the student's current solution, with line numbers. Always the first step of a defense."""

    model_config = ConfigDict(extra="forbid")


async def handle(args: Args, desk: Desk) -> ToolResult:
    if not desk.code.strip():
        return ToolResult(content="The submission is empty.")
    return ToolResult(content="\n".join(numbered(desk.code)))


TOOL = Tool("read_code", Args, handle, Risk.READS)
