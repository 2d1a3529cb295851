"""Run one more test in the namespace where the student's functions already live."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tools.contract import BadArguments, Desk, Risk, Tool, ToolResult


class Args(BaseModel):
    """Run one edge-case test in the student's living namespace.

    Give either `edge_case`, the id of one of the problem's own edge cases, or `test_code`, Python of your own that
    calls the student's functions and ends with the expression whose value you want to see.
    """

    model_config = ConfigDict(extra="forbid")

    looks_for: str = Field(description="The weakness this test is after, in one line.", min_length=1, max_length=300)
    edge_case: str = Field(default="", description="The id of one of the problem's own edge cases.", max_length=80)
    test_code: str = Field(default="", description="Python for the living namespace.", max_length=20_000)

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if bool(self.edge_case) == bool(self.test_code.strip()):
            raise ValueError("exactly one of edge_case and test_code")
        return self


async def handle(args: Args, desk: Desk) -> ToolResult:
    if args.edge_case:
        try:
            return ToolResult(content=await desk.run_edge_case(args.edge_case))
        except LookupError as error:
            raise BadArguments(str(error.args[0])) from None
    return ToolResult(content=await desk.inject(args.test_code))


TOOL = Tool("inject_test", Args, handle, Risk.RUNS_CODE)
