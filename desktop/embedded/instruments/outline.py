"""What a program consists of: functions, loops, conditions, simple assignments, and where chance may come in."""

TEXT = r'''
LOOPS__ = (ast.For, ast.While)
FUNCTIONS__ = (ast.FunctionDef, ast.AsyncFunctionDef)
CHANCE__ = {"random", "secrets", "uuid", "time", "datetime", "os", "threading"}


COPIES__ = {"len", "list", "dict", "set", "tuple", "range", "deque", "float", "int", "str"}
CHANGES__ = {"append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear", "update", "add", "setdefault"}


def copies__(node):
    """Whether an expression only copies, measures or fills: nothing is worked out."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return all(copies__(item) for item in items)
        case ast.Dict(keys=keys, values=values):
            return all(key is not None and copies__(key) for key in keys) and all(copies__(value) for value in values)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return name in COPIES__ and all(copies__(arg) for arg in args)
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr="copy"), args=[], keywords=[]):
            return True
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return isinstance(left, ast.List) and copies__(left) and copies__(right)
        case ast.Subscript(value=value, slice=index):
            return copies__(value) and (copies__(index) or isinstance(index, ast.Slice))
        case ast.Attribute(value=ast.Name()):
            return True
        case ast.UnaryOp(operand=operand):
            return copies__(operand)
        case ast.ListComp(elt=item, generators=[ast.comprehension(iter=rows, ifs=[])]):
            return copies__(item) and copies__(rows)
        case _:
            return False


def mutates__(node):
    """Whether a statement may change a list or dict that came from elsewhere."""
    match node:
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr=name)):
            return name in CHANGES__
        case _:
            return False


class Outline__(ast.NodeVisitor):
    """Line numbers are 1-based; `function` is the qualified name, "" at the top of the program."""

    def __init__(self, tree):
        self.functions, self.loops, self.tests, self.assigns = [], [], [], []
        self.risks, self.classes, self.statements = set(), [], []
        self.path, self.kinds, self.imports = [], [], []
        self.starts, self.quals = {}, {}
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt):
                self.starts[node.lineno] = self.starts.get(node.lineno, 0) + 1
        self.visit(tree)
        self.blocks = self.list_blocks(tree)
        for node in ast.walk(tree):
            if isinstance(node, FUNCTIONS__):
                self.list_statements(node)

    def list_statements(self, function):
        """Statements that leave a trace when they run, each with its own lines (of a block: those of its header)."""
        waiting = [(child, function) for child in ast.iter_child_nodes(function)]
        qual = self.quals[function]
        for node, parent in waiting:
            if isinstance(node, (*FUNCTIONS__, ast.ClassDef, ast.Lambda)):
                continue
            waiting += [(child, node) for child in ast.iter_child_nodes(node)]
            silent = (ast.Global, ast.Nonlocal, ast.Pass, ast.Try, ast.With, ast.Match)
            bare = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not isinstance(node, ast.stmt) or isinstance(node, silent) or bare or self.starts[node.lineno] != 1:
                continue
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno
            if end >= node.lineno:
                self.statements.append({"line": node.lineno, "end": end, "function": qual})

    def list_blocks(self, tree):
        """Lines of four or five simple statements, one a line, that stand one below the other in a function."""
        found = []
        for function in [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS__)]:
            for node in ast.walk(function):
                for name in ("body", "orelse", "finalbody"):
                    block = getattr(node, name, None)
                    if isinstance(block, list):
                        found += self.runs_of(block)
        return sorted({tuple(run) for run in found})[:6]

    def runs_of(self, block):
        run = []
        for node in [*block, None]:
            simple = isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return)) or (
                isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            )
            if simple and node.lineno == node.end_lineno and self.starts[node.lineno] == 1:
                run.append(node.lineno)
                continue
            if len(run) >= 4:
                yield run[:5]
            run = []

    def where(self):
        return ".".join(self.path)

    def deep(self, node, name, kind):
        self.path.append(name)
        self.kinds.append(kind)
        self.generic_visit(node)
        self.path.pop()
        self.kinds.pop()

    def visit_ClassDef(self, node):
        self.classes.append(node.name)
        self.deep(node, node.name, "class")

    def visit_FunctionDef(self, node):
        inside = [n for n in ast.walk(node)]
        self.quals[node] = ".".join([*self.path, node.name])
        args = node.args
        self.functions.append({
            "name": node.name,
            "qual": ".".join([*self.path, node.name]),
            "line": node.lineno,
            "first": min([node.lineno] + [d.lineno for d in node.decorator_list]),
            "end": node.end_lineno,
            "params": [a.arg for a in args.posonlyargs + args.args],
            "required": len(args.posonlyargs + args.args) - len(args.defaults),
            "simple": not (args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs),
            "generator": any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)) for n in inside)
            or isinstance(node, ast.AsyncFunctionDef),
            "top": not self.path,
            "decorated": bool(node.decorator_list),
            "mutates": any(mutates__(n) for n in inside),
        })
        self.deep(node, node.name, "function")

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_loop(self, node):
        first = node.body[0].lineno
        if first > node.lineno and self.starts[node.lineno] == 1:
            target = getattr(node, "target", None)
            named = isinstance(target, ast.Name) and not target.id.startswith("_")
            self.loops.append({
                "line": node.lineno,
                "body": first,
                "end": node.body[-1].end_lineno,
                "kind": "while" if isinstance(node, ast.While) else "for",
                "function": self.where(),
                "stops": isinstance(node, ast.While)
                or any(isinstance(n, (ast.Break, ast.Return)) for b in node.body for n in ast.walk(b)),
                "target": target.id if named else "",
            })
        self.generic_visit(node)

    visit_For = visit_While = visit_loop

    def visit_If(self, node):
        if node.body[0].lineno > node.lineno and self.starts[node.lineno] == 1 and not self.guard(node):
            self.tests.append({
                "line": node.lineno,
                "body": node.body[0].lineno,
                "end": node.body[-1].end_lineno,
                "function": self.where(),
                "leaves": isinstance(node.body[-1], (ast.Return, ast.Break, ast.Raise)),
            })
        self.generic_visit(node)

    def guard(self, node):
        return any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(node.test))

    def assign(self, node, target):
        inside = self.kinds[-1] if self.kinds else "function"
        if (
            isinstance(target, ast.Name)
            and not target.id.startswith("__")
            and inside == "function"
            and node.lineno == node.end_lineno
            and self.starts[node.lineno] == 1
            and not any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await, ast.Lambda)) for n in ast.walk(node))
        ):
            self.assigns.append({
                "line": node.lineno,
                "name": target.id,
                "function": self.where(),
                "constant": isinstance(node.value, ast.Constant) and not isinstance(node, ast.AugAssign),
                "copies": not isinstance(node, ast.AugAssign) and copies__(node.value),
            })
        self.generic_visit(node)

    def visit_Assign(self, node):
        self.assign(node, node.targets[0] if len(node.targets) == 1 else None)

    def visit_AugAssign(self, node):
        self.assign(node, node.target)

    def visit_AnnAssign(self, node):
        self.assign(node, node.target if node.value is not None else None)

    def visit_Set(self, node):
        self.risks.add("set")
        self.generic_visit(node)

    visit_SetComp = visit_Set

    def visit_Name(self, node):
        if node.id in ("set", "frozenset", "hash", "id"):
            self.risks.add("set" if "set" in node.id else node.id)

    def visit_Attribute(self, node):
        if node.attr == "random":
            self.risks.add("random")
        if node.attr in ("union", "intersection", "difference", "symmetric_difference"):
            self.risks.add("set")
        self.generic_visit(node)

    def visit_BinOp(self, node):
        for side in (node.left, node.right):
            called = side.func if isinstance(side, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in ("keys", "items"):
                self.risks.add("set")
        self.generic_visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            self.imports.append(alias.name)
            self.risks |= CHANCE__ & {alias.name.split(".")[0]}

    def visit_ImportFrom(self, node):
        if node.module and not node.level:
            self.imports.append(node.module)
        self.risks |= CHANCE__ & {(node.module or "").split(".")[0]}
        if any(alias.name == "random" for alias in node.names):
            self.risks.add("random")

    def answer(self):
        return {
            "functions": self.functions,
            "loops": self.loops,
            "tests": self.tests,
            "assigns": self.assigns,
            "classes": self.classes,
            "statements": self.statements,
            "risks": sorted(self.risks),
            "blocks": self.blocks,
        }
'''
