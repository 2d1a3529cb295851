"""The program with one token changed: an operator, a small constant, a `break`. The text around it stays as it was."""

TEXT = r'''
SWAPS__ = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "/", "%": "//",
    "and": "or", "or": "and", "min": "max", "max": "min", "True": "False", "False": "True",
    "break": "continue", "continue": "break",
}
FAMILIES__ = (("<", "<=", ">", ">=", "==", "!="), ("+", "-", "*", "/", "//", "%"))
MOST__ = 60
LONGEST__ = 800  # lines


def mutants__(code, outline, wide=False):
    """Up to MOST__ changes inside functions, as [line, new text of the line, old and new token, new line].

    They are in order of place. `wide`: every other operator of its kind, not the one next to it. A very long
    program is left as it is: compiling it over and over takes too long.
    """
    if code.count("\n") > LONGEST__:
        return []
    inside = set()
    for function in outline.functions:
        inside.update(range(function["line"] + 1, function["end"] + 1))
    lines, found = code.split("\n"), []
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    comments = {token.start[0]: token.start[1] for token in tokens if token.type == tokenize.COMMENT}
    for place, token in enumerate(tokens):
        line, start = token.start
        if line not in inside or token.end[0] != line or not own_line__(lines, token):
            continue
        if token.type == tokenize.NUMBER and token.string in ("0", "1", "2", "3"):
            others = [str(int(token.string) + 1)]
            if wide and token.string != "0":
                others.append(str(int(token.string) - 1))
        elif token.type == tokenize.OP and token.string in SWAPS__:
            if not binary__(tokens, place):
                continue
            others = [SWAPS__[token.string]]
            if wide:
                family = next(family for family in FAMILIES__ if token.string in family)
                others = [other for other in family if other != token.string]
        elif token.type == tokenize.NAME and token.string in SWAPS__:
            if token.string in ("min", "max") and tokens[place + 1].string != "(":
                continue
            others = [SWAPS__[token.string]]
        else:
            continue
        text = lines[line - 1][: comments.get(line)].rstrip()  # a comment is nobody's business here
        for new in others:
            changed = text[:start] + new + text[token.end[1] :]
            found.append([line, changed.strip(), token.string, new, changed])
    most = 3 * MOST__ if wide else MOST__
    if len(found) > most:
        found = [found[n * len(found) // most] for n in range(most)]
    return found


def changed__(code, change):
    """The whole program with that line in it."""
    lines = code.split("\n")
    lines[change[0] - 1] = change[4]
    return "\n".join(lines)


def own_line__(lines, token):
    """The token stands where tokenize says, so that cutting the line there is safe."""
    line, start = token.start
    return line <= len(lines) and lines[line - 1][start : token.end[1]] == token.string


def binary__(tokens, place):
    """An operator between two operands: no sign, no star of an argument, no default."""
    before = tokens[place - 1]
    return before.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING) and not keyword.iskeyword(
        before.string
    ) or before.string in (")", "]")
'''
