#!/usr/bin/env python3
"""Proofs over all inputs, by the SMT solver z3, of the arithmetic that random inputs do not reach.

The codecs of digits estimate a quotient, and are off by one for one input in 2^27.

    prove.py CONSTANTS VALUES       as model.cpp prints them; one TAP line a proof

Each codec is modelled once, as a function over an arithmetic: whole numbers of Python, where the
model has to give what the code gave for the same random values, or terms of z3, of which a claim is
proved by the search for a counterexample.  A solver that finds none in its time has proved nothing:
that is a failure, too.
"""
import sys
import time

import z3

C = {}
for line in open(sys.argv[1]):
    name, number = line.split()
    C[name] = int(number, 0)
INVALID = C["invalid"]

results = []


def report(good, title, more=""):
    results.append(good)
    print("ok" if good else "not ok", "-", title + more, flush=True)


# Limits of a search, in thousands of the solver's steps. Most claims need less than the first, two
# need nineteen million.
THOUSANDS_OF_STEPS = (300, 300, 300, 1_000, 3_000, 10_000, 30_000, 100_000)


def ask(*facts):
    """Whether the facts hold for something.

    A search that runs astray begins again with other choices. Its limit is in steps and not in
    seconds, so that a busy machine proves as much as an idle one.
    """
    for choices, thousands in enumerate(THOUSANDS_OF_STEPS):
        solver = z3.Solver()
        solver.set("random_seed", choices)
        solver.set("rlimit", thousands * 1_000)
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
        report(False, title, ": can what is given be? %s" % possible)
        return
    answer, solver = ask(*given, z3.Not(claim))
    report(
        answer == wanted,
        title,
        " (%.1f s)%s" % (time.time() - began, "" if answer == wanted else ": %s" % answer),
    )
    if answer == z3.sat and wanted == z3.unsat:
        print("#  ", solver.model())


class Numbers:
    """Whole numbers of Python."""

    def divide(self, x, c):
        return divmod(x, c)

    def choose(self, condition, a, b):
        return a if condition else b


class Terms:
    """Whole numbers of z3.

    A quotient and its rest are fresh variables: division by a constant stays linear.
    """

    def __init__(self):
        self.facts = []

    def variable(self, name, below):
        v = z3.Int(name)
        self.facts += [0 <= v, v < below]
        return v

    def divide(self, x, c):
        q, r = z3.FreshInt("q"), z3.FreshInt("r")
        self.facts += [x == q * c + r, 0 <= r, r < c]
        return q, r

    def choose(self, condition, a, b):
        v = z3.FreshInt("v")
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
    """mulhi(the upper bits, reciprocal), shifted.

    That is floor(floor(dividend / 2^dropped) * reciprocal / 2^(scale - dropped)).
    """
    upper = low_bits(m, quotient(m, dividend, 1 << dropped), 64)
    high = quotient(m, upper * reciprocal, 1 << 64)
    return quotient(m, high, 1 << (scale - dropped - 64))


BASE62, POWER4, POWER8, POWER16 = C["base62"], C["base62_4"], C["base62_8"], C["base62_16"]

# --- base62id
# ---------------------------------------------------------------------------------------


def estimate_a(m, uuid):
    return estimate(m, (2 << 128) + uuid, C["dropped16"], C["reciprocal16"], C["scale16"])


def rest_of_a(m, uuid, a):
    return low_bits(m, uuid - a * POWER16, 128)


def estimate_b(m, rest):
    return estimate(m, rest, C["dropped8"], C["reciprocal8"], C["scale8"])


def corrected(m, a, b, rest):
    c = low_bits(m, low_bits(m, rest, 64) - b * POWER8, 64)
    again = c >= POWER8
    c, b = m.choose(again, c - POWER8, c), m.choose(again, b + 1, b)
    again = b >= POWER8
    return m.choose(again, a + 1, a), m.choose(again, b - POWER8, b), c


def base62_encode(m, uuid):
    a = estimate_a(m, uuid)
    rest = rest_of_a(m, uuid, a)
    return corrected(m, a, estimate_b(m, rest), rest)


def base62_decode(m, a, b, c):
    n = low_bits(m, a * POWER16 + b * POWER8 + c, 128)
    wrapped = quotient(m, n, 1 << 127)
    return low_bits(m, a - C["least_a"] - wrapped, 64) < C["greatest_a"] - C["least_a"], n


def prove_base62():
    # A: by its true value Q and rest R.
    m = Terms()
    uuid = m.variable("uuid", 1 << 128)
    q, r = m.divide((2 << 128) + uuid, POWER16)
    a = estimate_a(m, uuid)
    m.prove("base62id: A is never too great", a <= q)
    m.prove("base62id: A is too small by at most one", a >= q - 1)
    m.prove(
        "base62id: A is too small for less than one rest in 2^27", r * (1 << 27) < POWER16, a < q
    )
    m.refute("base62id: ... and is too small for some (the test of the test)", a == q)

    m = Terms()
    uuid = m.variable("uuid", 1 << 128)
    q, r = m.divide((2 << 128) + uuid, POWER16)
    a = z3.Int("a")
    given = z3.Or(a == q, a == q - 1)
    rest = rest_of_a(m, uuid, a)
    m.prove(
        "base62id: what is left behind A does not wrap",
        rest == (2 << 128) + uuid - a * POWER16,
        given,
    )

    # B, of any rest that A can leave.
    m = Terms()
    rest = m.variable("rest", 2 * POWER16)
    q, r = m.divide(rest, POWER8)
    b = estimate_b(m, rest)
    m.prove("base62id: B is never too great", b <= q)
    m.prove("base62id: B is too small by at most one", b >= q - 1)
    m.prove(
        "base62id: B is too small for less than one rest in 2^13", r * (1 << 13) < POWER8, b < q
    )
    m.refute("base62id: ... and is too small for some (the test of the test)", b == q)

    m = Terms()
    rest, a, q = m.variable("rest", 2 * POWER16), m.variable("a", BASE62**6), z3.Int("q")
    qb, rb = m.divide(rest, POWER8)
    b = z3.Int("b")
    given = [z3.Or(b == qb, b == qb - 1), b >= 0]
    a1, b1, c1 = corrected(m, a, b, rest)
    m.prove(
        "base62id: after the corrections A, B and C are the digits of what they were",
        z3.And(
            a1 * POWER16 + b1 * POWER8 + c1 == a * POWER16 + rest,
            0 <= b1,
            b1 < POWER8,
            0 <= c1,
            c1 < POWER8,
        ),
        *given,
    )

    # Reading: any digits at all.
    m = Terms()
    a, b, c = m.variable("a", BASE62**6), m.variable("b", POWER8), m.variable("c", POWER8)
    accepted, n = base62_decode(m, a, b, c)
    whole = a * POWER16 + b * POWER8 + c
    m.prove(
        "base62id: accepted are the texts of 2 * 2^128 to 3 * 2^128 - 1, and no others",
        accepted == z3.And(whole >= 2 << 128, whole < 3 << 128),
    )
    m.prove(
        "base62id: what is accepted is read as its number less 2 * 2^128",
        n == whole - (2 << 128),
        accepted,
    )
    m.prove(
        "base62id: a number below 3 * 2^128 has 22 digits, the first of them F to N",
        z3.And(15 * BASE62**5 <= a, a < 24 * BASE62**5),
        accepted,
    )
    places("base62id", BASE62, 22)
    places("hex", 16, 32)


def places(name, base, length):
    """Texts of equal length sort as their numbers: for each place where two texts differ first."""
    a, b, r, s = z3.Ints("a b r s")
    check(
        "%s: of two texts the one whose first differing digit is greater is the greater number"
        % name,
        z3.And(
            *[
                z3.Implies(
                    z3.And(0 <= r, r < base**n, 0 <= s, s < base**n, a < b),
                    a * base**n + r < b * base**n + s,
                )
                for n in range(1, length)
            ]
        ),
    )
    # Hence digits and numbers are one to one.  And the code cuts a number into digits by / and %.
    m = Terms()
    v = z3.Int("v")
    x, y = m.divide(v, base * base)
    d3, d2 = m.divide(x, base)
    d1, d0 = m.divide(y, base)
    m.prove(
        "%s: four characters by two pairs are the digits of a limb, and the limb is their sum again"
        % name,
        z3.And(v == ((d3 * base + d2) * base + d1) * base + d0, d3 < base),
        0 <= v,
        v < base**4,
    )


# --- uid11
# ------------------------------------------------------------------------------------------

B58, B58_4, B58_8, GREATEST58 = C["base58"], C["base58_4"], C["base58_8"], C["base58_greatest_a"]


def uid11_encode(m, v):
    upper, low = m.divide(v, B58_4)
    high, middle = m.divide(upper, B58_4)
    return high, middle, low


def uid11_decode(m, a, b, c):
    out = low_bits(m, a * B58_8 + b * B58_4 + c, 64)
    small = 1 - quotient(m, out, 1 << 63)
    return low_bits(m, a + small, 32) <= GREATEST58, out


def prove_uid11():
    m = Terms()
    v = m.variable("v", 1 << 64)
    a, b, c = uid11_encode(m, v)
    m.prove(
        "uid11: what is written are the digits of the number",
        z3.And(a * B58_8 + b * B58_4 + c == v, a < B58**3, b < B58_4, c < B58_4),
    )
    m = Terms()
    a, b, c = m.variable("a", B58**3), m.variable("b", B58_4), m.variable("c", B58_4)
    accepted, out = uid11_decode(m, a, b, c)
    whole = a * B58_8 + b * B58_4 + c
    m.prove(
        "uid11: accepted are the texts of numbers below 2^64, and no others",
        accepted == (whole < 1 << 64),
    )
    m.prove("uid11: what is accepted is read as its number", out == whole, accepted)
    m.refute("uid11: ... which a sum that has wrapped is not (the test of the test)", out == whole)
    m = Terms()
    a, b, c = z3.Int("a"), m.variable("b", B58_4), m.variable("c", B58_4)
    accepted, out = uid11_decode(m, a, b, c)
    m.prove(
        "uid11: three characters with one that is none are refused, whatever they add up to",
        z3.Not(accepted),
        INVALID <= a,
        a < 1 << 31,
    )
    places("uid11", B58, 11)


# --- limbs of ten digits
# ----------------------------------------------------------------------------

LIMB = C["limb_base"]


def divide_limb(m, x):
    upper = low_bits(m, quotient(m, x, 1 << C["limb_dropped"]), 64)
    e = quotient(m, upper * C["limb_reciprocal"], 1 << (C["limb_scale"] - C["limb_dropped"]))
    rest = low_bits(m, low_bits(m, x, 64) - e * LIMB, 64)
    more, r = m.divide(rest, LIMB)
    return e + more, r


def prove_divide():
    m = Terms()
    x = m.variable("x", LIMB << 64)
    q, r = m.divide(x, LIMB)
    upper = low_bits(m, quotient(m, x, 1 << C["limb_dropped"]), 64)
    e = quotient(m, upper * C["limb_reciprocal"], 1 << (C["limb_scale"] - C["limb_dropped"]))
    m.prove(
        "base62id of octets: the estimate of a limb is never too great"
        " and too small by at most four",
        z3.And(e <= q, e >= q - 4),
    )
    m = Terms()
    x = m.variable("x", LIMB << 64)
    q, r = m.divide(x, LIMB)
    e = z3.Int("e")
    rest = low_bits(m, low_bits(m, x, 64) - e * LIMB, 64)
    more, last = m.divide(rest, LIMB)
    m.prove(
        "base62id of octets: quotient and rest are those of the division",
        z3.And(e + more == q, last == r),
        e <= q,
        e >= q - 4,
    )


def to_digits(v, base, n):
    return [v // base ** (n - 1 - i) % base for i in range(n)]


def number_of(digits, base):
    total = 0
    for d in digits:
        total = total * base + d
    return total


# Of a codec: its base, the digits of its three limbs, and the two functions of the model.
MODELS = {
    "base62id": (BASE62, (6, 8, 8), base62_encode, base62_decode),
    "uid11": (B58, (3, 4, 4), uid11_encode, uid11_decode),
}


def tie():
    """The model over whole numbers gives what the code gave."""
    m = Numbers()
    wrong, seen = [], {}
    for line in open(sys.argv[2]):
        kind, *words = line.split()
        if kind == "divide":
            high, low, q, r = map(int, words)
            right, key = divide_limb(m, high << 64 | low) == (q, r), kind
        else:
            name, accepted, high, low, *digits = words
            base, sizes, write, read = MODELS[name]
            value = int(high) << 64 | int(low)
            digits = [None if d == "-" else int(d) for d in digits]
            key = "%s of %s" % (kind, name)
            if kind == "encode":
                limbs = write(m, value)
                right = [
                    d for limb, n in zip(limbs, sizes) for d in to_digits(limb, base, n)
                ] == digits
                if name == "base62id" and (
                    estimate_a(m, value) != ((2 << 128) + value) // POWER16
                    or estimate_b(m, rest_of_a(m, value, estimate_a(m, value))) != limbs[1]
                ):
                    seen["an estimate too small"] = seen.get("an estimate too small", 0) + 1
            else:
                key += ", accepted" if accepted == "1" else ", refused"
                got = False, 0
                if None not in digits:
                    ends = sizes[0], sizes[0] + sizes[1]
                    got = read(
                        m,
                        *(
                            number_of(d, base)
                            for d in (
                                digits[: ends[0]],
                                digits[ends[0] : ends[1]],
                                digits[ends[1] :],
                            )
                        ),
                    )
                right = got[0] == (accepted == "1") and (not got[0] or got[1] == value)
        seen[key] = seen.get(key, 0) + 1
        if not right:
            wrong.append(line)
    report(
        not wrong,
        "model and code agree on random values: %s"
        % ", ".join("%s %d" % item for item in sorted(seen.items())),
        "".join("\n#   " + w for w in wrong[:10]),
    )
    # Divided; written and accepted and refused, of two codecs; and an estimate that was too small.
    report(len(seen) == 8, "... of which some are refused, and some need a correction")


began = time.time()
tie()
prove_base62()
prove_uid11()
prove_divide()
print("# z3 %s, %.0f s" % (z3.get_version_string(), time.time() - began))
print("1..%d" % len(results))
sys.exit(not all(results))
