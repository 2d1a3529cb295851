"""Propose the grade; nothing is asked after it."""

from pydantic import BaseModel, ConfigDict, Field

from tools.contract import CriterionVerdict, Desk, Risk, Tool, ToolResult


class Args(BaseModel):
    """Assign the grade and end the defense.

    Give a verdict with an exact quote for each criterion decided by `explanation`. Points are not yours to give:
    they are summed by the program, and machine-decided criteria are already decided. Refused until the code was
    read, the baseline ran, enough edge cases ran and a question was answered.
    """

    model_config = ConfigDict(extra="forbid")

    comment: str = Field(description="One or two sentences for the student.", max_length=4000)
    verdicts: tuple[CriterionVerdict, ...] = Field(default=(), max_length=20)


async def handle(args: Args, desk: Desk) -> ToolResult:
    grade = desk.grade(args.verdicts, args.comment)
    return ToolResult(content=args.comment, as_ai_message=True, final_result=grade, should_break=True)


TOOL = Tool("assign_grade", Args, handle, Risk.FINAL)
