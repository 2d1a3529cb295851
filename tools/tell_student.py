"""Say something to the student without waiting for an answer."""

from pydantic import BaseModel, ConfigDict, Field

from tools.contract import Desk, Risk, Tool, ToolResult


class Args(BaseModel):
    """Tell the student something that needs no answer: what was run, what comes next. Never an answer or a key."""

    model_config = ConfigDict(extra="forbid")

    message: str = Field(description="What to say, in the language of the defense.", min_length=1, max_length=4000)


async def handle(args: Args, desk: Desk) -> ToolResult:
    return ToolResult(content=args.message, as_ai_message=True)


TOOL = Tool("tell_student", Args, handle, Risk.SPEAKS)
