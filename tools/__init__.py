"""The ground floor: the examiner's six tools, in the order of a defense. Imports nothing of ours."""

from tools import ask_student, assign_grade, inject_test, read_code, run_baseline, tell_student

TOOLS = (
    read_code.TOOL,
    run_baseline.TOOL,
    inject_test.TOOL,
    ask_student.TOOL,
    tell_student.TOOL,
    assign_grade.TOOL,
)
