import heapq


def path_length(grid, start, goal):
    def at_least(cell):
        return abs(cell[0] - goal[0]) + abs(cell[1] - goal[1])

    best = {start: 0}
    heap = [(at_least(start), start)]
    done = set()
    while heap:
        _, cell = heapq.heappop(heap)
        if cell == goal:
            return best[cell]
        if cell in done:
            continue
        done.add(cell)
        row, column = cell
        for other in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            r, c = other
            if not (0 <= r < len(grid) and 0 <= c < len(grid[r])) or grid[r][c] == "#":
                continue
            if best[cell] + 1 < best.get(other, float("inf")):
                best[other] = best[cell] + 1
                heapq.heappush(heap, (best[other] + at_least(other), other))
    return -1
