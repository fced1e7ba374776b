#!/usr/bin/env python3
"""Proofs over all inputs of what the codecs compute, by the SMT solver z3.

    prove.py CONSTANTS VALUES       as model.cpp prints them; one TAP line a proof

Each codec is modelled once, as a function over an arithmetic: whole numbers of Python, where the model has to give
what the code gave for the same random values, or terms of z3, of which a claim is proved by the search for a
counterexample.  A solver that finds none in its time has proved nothing: that is a failure, too.
"""
import sys
import time

import z3

from arithmetic import LAYOUTS, C, Numbers, report, results
from bits import BITS, prove_baseuid_uuid, prove_bit_codecs
from generators import count_on, permute, prove_counters, prove_permutation, use_up
from radix import (B58, BASE62, POWER16, base62_decode, base62_encode, divide_limb, estimate_a, estimate_b, prove_base62, prove_divide,
                   prove_uid11, rest_of_a, uid11_decode, uid11_encode)


def constant(term):
    return z3.simplify(term)


def tie():
    """The model over whole numbers gives what the code gave."""
    m = Numbers()
    wrong, seen = [], {}

    def digits_of(values, base):
        total = 0
        for d in values:
            total = total * base + d
        return total

    for line in open(sys.argv[2]):
        kind, *words = line.split()
        if kind in ('encode', 'decode'):
            name, words = words[0], words[1:]
            accepted = True
            if kind == 'decode':
                accepted, words = words[0] == '1', words[1:]
            value = int(words[0]) << 64 | int(words[1])
            digits = [None if w == '-' else int(w) for w in words[2:]]
            if name in BITS:
                got = BITS[name].encode(value) if kind == 'encode' else BITS[name].decode(digits)
            elif kind == 'encode' and name == 'base62id':
                a, b, c = base62_encode(m, value)
                got = [d for v, n in ((a, 6), (b, 8), (c, 8)) for d in to_digits(v, BASE62, n)]
            elif kind == 'encode':
                a, b, c = uid11_encode(m, value)
                got = [d for v, n in ((a, 3), (b, 4), (c, 4)) for d in to_digits(v, B58, n)]
            elif None in digits:
                got = False, 0
            elif name == 'base62id':
                got = base62_decode(m, *(digits_of(d, BASE62) for d in (digits[:6], digits[6:14], digits[14:])))
            else:
                got = uid11_decode(m, *(digits_of(d, B58) for d in (digits[:3], digits[3:7], digits[7:])))
            right = got == digits if kind == 'encode' else got[0] == accepted and (not accepted or got[1] == value)
            key = '%s of %s' % (kind, name)
            if kind == 'decode':
                seen[key + (', accepted' if accepted else ', refused')] = seen.get(key + (', accepted' if accepted else ', refused'), 0) + 1
            if name == 'base62id' and kind == 'encode':
                if estimate_a(m, value) != ((2 << 128) + value) // POWER16 or estimate_b(m, rest_of_a(m, value, estimate_a(m, value))) != b:
                    seen['an estimate too small'] = seen.get('an estimate too small', 0) + 1
        elif kind == 'divide':
            high, low, q, r = map(int, words)
            right, key = divide_limb(m, high << 64 | low) == (q, r), kind
        elif kind == 'permute':
            v, result, *rounds = map(int, words)
            given = iter(rounds)
            right, key = permute(C['half'], v, [lambda right: next(given)] * C['rounds']) == result, kind
        else:
            name, (last, now, *result) = words[0], map(int, words[1:])
            last, now = z3.BitVecVal(last, 64), z3.BitVecVal(now, 64)
            if kind == 'count_on':
                more, following = count_on(LAYOUTS[name], last, now)
                right = [int(z3.is_true(constant(more))), constant(following).as_long()] == result
            else:
                right = constant(use_up(LAYOUTS[name], last, now)).as_long() == result[0]
            key = '%s, %s' % (kind, name)
        seen[key] = seen.get(key, 0) + 1
        if not right:
            wrong.append(line)
    report(not wrong, 'model and code agree on %d random values' % sum(seen[k] for k in seen if ',' not in k or k.startswith(('count', 'use'))),
           ''.join('\n#   ' + w for w in wrong[:10]))
    for key in sorted(seen):
        print('#   %s: %d' % (key, seen[key]))
    report(all(seen.get('decode of %s, %s' % (n, how), 0) for n in [*BITS, 'base62id', 'uid11'] for how in ('accepted', 'refused')) and
           seen.get('an estimate too small', 0) > 0, '... of which some are refused, and some need a correction')


def to_digits(v, base, n):
    return [v // base ** (n - 1 - i) % base for i in range(n)]


began = time.time()
tie()
prove_base62()
prove_uid11()
prove_bit_codecs()
prove_baseuid_uuid()
prove_divide()
prove_permutation()
prove_counters()
print('# z3 %s, %.0f s' % (z3.get_version_string(), time.time() - began))
print('%d passed, %d failed' % (sum(results), len(results) - sum(results)))
sys.exit(not all(results))
