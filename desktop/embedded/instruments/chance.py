"""Every run but the first of a route has other random numbers and another time of day, even where the program seeds.

Nobody can work out in the head what a seeded generator draws: a fact that depends on it is no fair question. So
explicit seeds are salted too, and what is left is what is true whatever is drawn.
"""

TEXT = r'''
CLOCKS__ = {name: getattr(time, name) for name in ("time", "monotonic", "perf_counter")}
SEED__, RANDOM__, SLEEP__ = random.seed, random.Random, time.sleep
COMPUTED__ = time.process_time  # of all threads


def shake__(seed):
    """Prepare chance and time for one run. `seed` 0, 8, 16...: as the program asks for them."""
    salt = seed % 8 and seed
    settle__()
    SEED__(seed)
    for name, clock in CLOCKS__.items():
        setattr(time, name, lambda clock=clock: clock() + seed * 977.3)
    time.sleep = lambda seconds: SLEEP__(min(seconds, 0.001))  # long enough for another thread to go on
    if salt:
        random.seed = lambda a=None, version=2: SEED__(None if a is None else f"{a!r}/{salt}")
        random.Random = salted__(salt)
    numpy = sys.modules.get("numpy")
    if numpy is None or not hasattr(numpy, "random"):
        return
    home = numpy.random
    real = NUMPY__.setdefault(home, {name: getattr(home, name) for name in ("seed", "default_rng", "RandomState")})
    real["seed"](seed)
    if salt:
        home.seed = lambda seed=None: real["seed"](other__(seed, salt))
        home.default_rng = lambda seed=None: real["default_rng"](other__(seed, salt))
        home.RandomState = salted_state__(real["RandomState"], salt)  # numpy itself needs a class here


NUMPY__ = {}  # the module numpy.random, and what its names really are


def settle__():
    """Everything as it was."""
    random.seed, random.Random, time.sleep = SEED__, RANDOM__, SLEEP__
    for name, clock in CLOCKS__.items():
        setattr(time, name, clock)
    for home, names in NUMPY__.items():
        vars(home).update(names)


def salted__(salt):
    class Random(RANDOM__):
        def seed(self, a=None, version=2):
            super().seed(None if a is None else f"{a!r}/{salt}")

    return Random


def salted_state__(base, salt):
    class RandomState(base):
        def __init__(self, seed=None):
            super().__init__(other__(seed, salt))

    return RandomState


def other__(seed, salt):
    return [seed, salt] if isinstance(seed, int) and seed >= 0 else seed
'''
