"""The code's constants, claims and their search for a counterexample, and the two arithmetics of the models."""
import sys
import time

import z3

C = {}
LAYOUTS = {}
for line in open(sys.argv[1]):
    name, *numbers = line.split()
    if name.startswith('layout_'):
        LAYOUTS[name[len('layout_'):]] = [int(n, 0) for n in numbers]
    else:
        C[name] = int(numbers[0], 0)
INVALID = C['invalid']

results = []


def report(good, title, more=''):
    results.append(good)
    print('ok' if good else 'not ok', '-', title + more, flush=True)


# Limits of a search, in thousands of the solver's steps. Most claims need less than the first, two need nineteen million.
THOUSANDS_OF_STEPS = (300, 300, 300, 1_000, 3_000, 10_000, 30_000, 100_000)


def ask(*facts):
    """A search that runs astray begins again with other choices. Its limit is in steps and not in seconds, so that a busy
    machine proves as much as an idle one."""
    for choices, thousands in enumerate(THOUSANDS_OF_STEPS):
        solver = z3.Solver()
        solver.set('random_seed', choices)
        solver.set('rlimit', thousands * 1_000)
        solver.add(*facts)
        answer = solver.check()
        if answer != z3.unknown:
            break
    return answer, solver


def check(title, claim, *given, wanted=z3.unsat):
    """Is there a counterexample?  unsat: none.  sat: there must be one, the test of the test."""
    began = time.time()
    possible, _ = ask(*given)
    if possible != z3.sat:
        report(False, title, ': can what is given be? %s' % possible)
        return
    answer, solver = ask(*given, z3.Not(claim))
    report(answer == wanted, title, ' (%.1f s)%s' % (time.time() - began, '' if answer == wanted else ': %s' % answer))
    if answer == z3.sat and wanted == z3.unsat:
        print('#  ', solver.model())


class Numbers:
    """Whole numbers of Python."""
    def divide(self, x, c):
        return divmod(x, c)

    def choose(self, condition, a, b):
        return a if condition else b


class Terms:
    """Whole numbers of z3.  A quotient and its rest are fresh variables: division by a constant stays linear."""
    def __init__(self):
        self.facts = []

    def variable(self, name, below):
        v = z3.Int(name)
        self.facts += [0 <= v, v < below]
        return v

    def divide(self, x, c):
        q, r = z3.FreshInt('q'), z3.FreshInt('r')
        self.facts += [x == q * c + r, 0 <= r, r < c]
        return q, r

    def choose(self, condition, a, b):
        v = z3.FreshInt('v')
        self.facts += [z3.Implies(condition, v == a), z3.Implies(z3.Not(condition), v == b)]
        return v

    def prove(self, title, claim, *given):
        check(title, claim, *self.facts, *given)

    def refute(self, title, claim, *given):
        check(title, claim, *self.facts, *given, wanted=z3.sat)


def quotient(m, x, c):
    return m.divide(x, c)[0]


def low_bits(m, x, n):
    return m.divide(x, 1 << n)[1]


def estimate(m, dividend, dropped, reciprocal, scale):
    """mulhi(the upper bits, reciprocal), shifted: floor(floor(dividend / 2^dropped) * reciprocal / 2^(scale - dropped))."""
    upper = low_bits(m, quotient(m, dividend, 1 << dropped), 64)
    high = quotient(m, upper * reciprocal, 1 << 64)
    return quotient(m, high, 1 << (scale - dropped - 64))


def shr(v, n):
    return z3.LShR(v, n)
