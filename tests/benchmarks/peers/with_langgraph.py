"""The same canned defense in LangGraph with its SQLite checkpointer: `steps N`, or `pause FILE` and `resume FILE`."""

import sys
import time
from typing import Annotated, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command, interrupt


class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]
    turns: int


def graph(steps: int, asks: bool, saver: SqliteSaver):
    def model(state: State):
        turn = state["turns"]
        call = {"name": "tell_student", "args": {"message": f"step {turn}"}, "id": f"c{turn}"}
        return {"messages": [AIMessage("", tool_calls=[call])], "turns": turn + 1}

    def tool(state: State):
        said = interrupt("a question") if asks else "told"
        return {"messages": [ToolMessage(said, tool_call_id=state["messages"][-1].tool_calls[0]["id"])]}

    building = StateGraph(State)
    building.add_node("model", model)
    building.add_node("tool", tool)
    building.add_edge(START, "model")
    building.add_edge("model", "tool")
    building.add_conditional_edges("tool", lambda state: END if state["turns"] >= steps else "model")
    return building.compile(checkpointer=saver)


def main() -> None:
    what, argument = sys.argv[1:3]
    config = {"configurable": {"thread_id": "1"}, "recursion_limit": 200}
    if what == "steps":
        with SqliteSaver.from_conn_string(":memory:") as saver:
            built = graph(int(argument), False, saver)
            built.invoke({"messages": [], "turns": 0}, {**config, "configurable": {"thread_id": "warm"}})
            start = time.perf_counter()
            built.invoke({"messages": [], "turns": 0}, config)
            print((time.perf_counter() - start) / int(argument))
        return
    with SqliteSaver.from_conn_string(argument) as saver:
        built = graph(2, True, saver)
        given = Command(resume="an answer") if what == "resume" else {"messages": [], "turns": 0}
        built.invoke(given, config)
    print("done")


main()
