"""Put one question to the student and wait for the answer."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tools.contract import BadArguments, Desk, Risk, Tool, ToolResult


class Args(BaseModel):
    """Ask the student one question about their own code, and wait.

    Give either `question_id`, one of the prepared questions (its answer is marked by running the program), or
    `question`, in your own words and in the language of the defense. One question at a time.
    """

    model_config = ConfigDict(extra="forbid")

    question_id: str = Field(default="", description="The id of a prepared question.", max_length=80)
    question: str = Field(default="", description="A question of your own.", max_length=4000)

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if bool(self.question_id) == bool(self.question.strip()):
            raise ValueError("exactly one of question_id and question")
        return self


async def handle(args: Args, desk: Desk) -> ToolResult:
    text = args.question
    if args.question_id:
        try:
            text = desk.question_text(args.question_id)
        except LookupError as error:
            raise BadArguments(str(error.args[0])) from None
    return ToolResult(content=text, as_ai_message=True, wait_for_reply=True)


TOOL = Tool("ask_student", Args, handle, Risk.SPEAKS)
