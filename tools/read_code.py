"""Read the student's code as it stands now."""

from pydantic import BaseModel, ConfigDict

from tools.contract import Desk, Risk, Tool, ToolResult


class Args(BaseModel):
    """Read the student's current solution, with line numbers. Always the first step of a defense."""

    model_config = ConfigDict(extra="forbid")


async def handle(args: Args, desk: Desk) -> ToolResult:
    lines = desk.code.splitlines()
    if not any(line.strip() for line in lines):
        return ToolResult(content="The submission is empty.")
    width = len(str(len(lines)))
    return ToolResult(content="\n".join(f"{n:>{width}}  {line}" for n, line in enumerate(lines, 1)))


TOOL = Tool("read_code", Args, handle, Risk.READS)
