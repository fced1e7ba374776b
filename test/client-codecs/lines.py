"""What the program of a language, one of programs/, is asked, and what it has to answer.

A program is called with one word. With "lines" it reads lines, which have tabs between their words,
and answers each with a line. NOTATION PREFIX is a kind; with a PREFIX of "-" NOTATION is a system:
base62id, base64uuid, ulid, baseuid or xid.

parse NOTATION PREFIX TEXT MASKED ACCEPTS
    the canonical id, or nothing; 1 where is() is true, else 0
range NOTATION PREFIX TEXT
    the first and the last UUID, or nothing
column NOTATION PREFIX TEXT ACCEPTS
    the UUID of to_column, and what from_column makes of it
number uid11 PREFIX TEXT KEY NUMBER
    the id of the number, and the number of the text; an empty KEY is none
keys uid11 PREFIX KEY
    true: of 200 keys that differ in the last octet, more than are kept, each text is read by its
    key again, and nothing that is raised, traced or printed has a word of it
uuid NOTATION PREFIX TEXT
    the id of from_uuid, of what is a UUID's text, and its UUID again
time NOTATION PREFIX TEXT
    the milliseconds since 1970 of an id's time, or nothing
made NOTATION PREFIX -
    true: 1,000 new ids increase, are of this minute, and are read
message NOTATION PREFIX TEXT WORDS
    true: the message about a text that is not an id has these words
long NOTATION PREFIX CHARACTER
    true: a million of the character for a text, prefix, notation or key make every function say
    little. What reads each character with each does not come back before the suite is given up

With "workers" it generates 12,500 ids of the kind user, of the system base62id and of the system
ulid, a line each, in each of eight threads. With "forks" it generates 50,000 of each in each of two
processes that it forked after it had generated some.
"""

from dataclasses import dataclass

ANY = "?"  # an answer that is not known before, and not empty
SYSTEM = "-"  # for a type prefix


@dataclass(frozen=True)
class Case:
    """The words of a line, and the one or two words of its answer."""

    asked: tuple[str, ...]
    first: str
    second: str = ""

    @property
    def line(self) -> str:
        return "\t".join(self.asked)

    def accepts(self, answer: str) -> bool:
        first, second = [*answer.split("\t"), ""][:2]
        if self.first == ANY:
            return first != "" and second == self.second
        return (first, second) == (self.first, self.second)


def complaints(cases: list[Case], answers: list[str]) -> list[str]:
    """The first wrong answers."""
    wrong = [
        f"{case.line[:200]} gave {answer}, not {case.first}\t{case.second}"
        for case, answer in zip(cases, answers)
        if not case.accepts(answer)
    ]
    if len(answers) != len(cases):
        wrong.append(f"{len(answers)} answers to {len(cases)} lines")
    return wrong[:5]
