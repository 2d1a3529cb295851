"""Grids in which the way is longer than the distance. Start and goal lie in the first three rows, whatever the size."""

STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def lengths(grid, start, steps=STEPS):
    """Moves from `start` to every cell that can be reached."""
    found, edge = {start: 0}, [start]
    while edge:
        reached = []
        for row, column in edge:
            for down, right in steps:
                r, c = row + down, column + right
                if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == "." and (r, c) not in found:
                    found[r, c] = found[row, column] + 1
                    reached.append((r, c))
        edge = reached
    return found


def draw(rng, rows, columns, walls, fair):
    """A grid, start and goal for which `fair(moves, distance, grid, start, goal)` holds."""
    while True:
        grid = ["".join("#" if rng.random() < walls else "." for _ in range(columns)) for _ in range(rows)]
        free = [(r, c) for r in range(min(rows, 3)) for c in range(columns) if grid[r][c] == "."]
        if len(free) < 2:
            continue
        start, goal = rng.sample(free, 2)
        moves = lengths(grid, start).get(goal, -1)
        if fair(moves, abs(start[0] - goal[0]) + abs(start[1] - goal[1]), grid, start, goal):
            return [grid, start, goal]


def detour(more):
    return lambda moves, distance, *_: moves >= distance + more


def without_corners(moves, distance, grid, start, goal):
    """Diagonal moves would reach a goal that cannot be reached."""
    diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    return moves == -1 and lengths(grid, start, (*STEPS, *diagonal)).get(goal, 0) >= 3


def leftwards(moves, distance, grid, start, goal):
    """A way that leads to the left and upwards as well."""
    onwards = lengths(grid, start, ((0, 1), (1, 0))).get(goal, -1)
    return moves >= 4 and goal < start and goal[1] < start[1] and onwards == -1


def newest_first(grid, start, goal, steps):
    """Moves of the way that a search finds which always goes on from the cell it saw last."""
    waiting, seen = [(start, 0)], {start}
    while waiting:
        (row, column), moves = waiting.pop()
        if (row, column) == goal:
            return moves
        for down, right in steps:
            r, c = row + down, column + right
            if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == "." and (r, c) not in seen:
                seen.add((r, c))
                waiting.append(((r, c), moves + 1))
    return -1


def misleading(moves, distance, grid, start, goal):
    """A detour, and a search into the depth finds a longer one, whichever direction it prefers."""
    orders = (STEPS, STEPS[::-1], (STEPS[1], STEPS[2], STEPS[0], STEPS[3]), ((1, 0), (-1, 0), (0, 1), (0, -1)))
    return moves > distance and all(newest_first(grid, start, goal, steps) > moves for steps in orders)


def test(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "path_length", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    return [
        test("small-detour", "Around a wall", draw(rng, 3, 4, 0.35, detour(2)), "Walls are walked around."),
        test("back", "Up and to the left", draw(rng, 3, 5, 0.2, leftwards), "All four directions."),
        test(
            "corners",
            "Only corners touch",
            draw(rng, 3, 6, 0.45, without_corners),
            "No diagonal moves: -1 if there is no way.",
        ),
        test(
            "wide",
            "A wide grid",
            draw(rng, 3, 12, 0.3, lambda moves, distance, *_: moves >= max(8, distance + 2)),
            "Rows and columns are not mixed up.",
        ),
        test("room", "Many ways", draw(rng, 7, 7, 0.2, misleading), "Not the first way, but the shortest."),
        test("maze", "A long way round", draw(rng, 9, 9, 0.4, detour(6)), "Away from the goal, and back again."),
    ]
