"""The second route: rewrite the program's tree so that it counts for itself; nothing is traced."""

TEXT = r'''
class Rewrite__(ast.NodeTransformer):
    """Puts a call of ours at the start of each loop body, branch and function, and after each simple assignment."""

    def __init__(self, outline):
        self.loops = {item["line"]: item for item in outline.loops}
        self.tests = {item["line"] for item in outline.tests}
        self.assigns = {item["line"] for item in outline.assigns}
        self.path = []

    def call(self, name, node, *args):
        new = ast.Call(ast.Name(name, ast.Load()), [a if isinstance(a, ast.AST) else ast.Constant(a) for a in args], [])
        return ast.copy_location(new, node)

    def hook(self, name, node, *args):
        return ast.copy_location(ast.Expr(self.call(name, node, *args)), node)

    def visit_ClassDef(self, node):
        self.path.append(node.name)
        self.generic_visit(node)
        self.path.pop()
        return node

    def visit_FunctionDef(self, node):
        self.path.append(node.name)
        self.generic_visit(node)
        at = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body.insert(at, self.hook("dd_hit__", node, "calls", ".".join(self.path)))
        self.path.pop()
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_loop(self, node):
        item = self.loops.get(node.lineno)
        first = node.body[0]
        self.generic_visit(node)
        if item is None:
            node.body.insert(0, self.hook("dd_step__", node))
            return node
        extra = [self.hook("dd_hit__", node, "loops", node.lineno)]
        if item["target"]:
            name = ast.copy_location(ast.Name(item["target"], ast.Load()), node)
            extra.append(self.hook("dd_value__", node, f"{node.lineno}:{item['target']}", name))
        node.body[:0] = [ast.copy_location(hook, first) for hook in extra]
        return node

    visit_For = visit_While = visit_loop

    def visit_If(self, node):
        self.generic_visit(node)
        if node.lineno in self.tests:
            node.test = self.call("dd_test__", node.test, node.lineno, node.test)
            node.body.insert(0, self.hook("dd_hit__", node.body[0], "true", node.lineno))
        return node

    def visit_comprehension(self, node):
        self.generic_visit(node)
        node.ifs.insert(0, self.call("dd_step__", node.target))
        return node

    def after(self, node, target):
        self.generic_visit(node)
        if node.lineno not in self.assigns or not isinstance(target, ast.Name):
            return node
        name = ast.copy_location(ast.Name(target.id, ast.Load()), node)
        return [node, self.hook("dd_value__", node, f"{node.lineno}:{target.id}", name)]

    def visit_Assign(self, node):
        return self.after(node, node.targets[0])

    def visit_AugAssign(self, node):
        return self.after(node, node.target)

    visit_AnnAssign = visit_AugAssign


def cover__(tree):
    """In every function, a call of ours before each statement of the student's."""
    for function in [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS__)]:
        for node in [function, *ast.walk(function)]:
            if isinstance(node, ast.ClassDef):
                continue
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    setattr(node, name, list(covered__(block, node is function)))
    return tree


def covered__(block, function):
    for place, node in enumerate(block):
        call = getattr(getattr(node, "value", None), "func", None)
        ours = isinstance(call, ast.Name) and call.id.startswith("dd_")
        bare = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not ours and not (function and place == 0 and bare):
            hook = ast.Call(ast.Name("dd_line__", ast.Load()), [ast.Constant(node.lineno)], [])
            yield ast.copy_location(ast.Expr(ast.copy_location(hook, node)), node)
        yield node


class Probe__:
    def __init__(self, tree, outline, cap):
        self.cap = cap
        changed = ast.fix_missing_locations(cover__(Rewrite__(outline).visit(tree)))
        self.code = compile(changed, FILE__, "exec", dont_inherit=True)
        self.names = {
            "dd_hit__": self.hit,
            "dd_line__": self.line,
            "dd_step__": self.step,
            "dd_test__": self.test,
            "dd_value__": self.value,
        }
        self.clear()

    def clear(self):
        self.steps, self.over = 0, False
        self.counts, self.values, self.ran = {}, {}, set()

    def begin(self, whole=False):
        self.clear()

    def end(self):
        pass

    def insist(self, number, frame):
        """Nothing: what is built into the program raises again by itself."""

    def step(self):
        self.steps += 1
        if self.steps > self.cap:
            self.over = True
            raise Enough__
        return True

    def line(self, line):
        self.ran.add(line)

    def hit(self, group, key):
        self.step()
        self.counts[group, key] = self.counts.get((group, key), 0) + 1

    def test(self, line, result):
        self.step()
        self.counts["asked", line] = self.counts.get(("asked", line), 0) + 1
        return result

    def value(self, key, value):
        self.step()
        rows = self.values.setdefault(key, [0, []])
        rows[0] += 1
        if rows[0] <= 8:
            rows[1].append([wire__(value, [60]), kind__(value), 0])

    def group(self, name):
        return {key: count for (group, key), count in self.counts.items() if group == name}

    def facts(self):
        true = self.group("true")
        return {
            "loops": self.group("loops"),
            "tests": {line: [count, true.get(line, 0)] for line, count in self.group("asked").items()},
            "calls": self.group("calls"),
            "values": self.values,
            "lines": sorted(self.ran),
            "steps": self.steps,
        }
'''
