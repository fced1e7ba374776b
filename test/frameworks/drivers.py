"""Programs that know UUIDs, over columns of base62id, in a database with base62id.output = uuid.

With its line of docs/drivers.md each operation works. Without it some do not, and the row of the
driver has what there is instead.
"""

from conftest import TOP
from framework import HERE, NOT_INSTALLED, Framework, NotInstalled, Scratch

Answers = list[tuple[str, str]]


def ask_with_and_without_line(framework: Framework, scratch: Scratch) -> None:
    without = answers_of(framework, scratch)
    judge_without(framework, scratch, without)
    framework.build_with_line(scratch)
    scratch.environment["TOLD"] = "1"
    with_line = answers_of(framework, scratch)
    for name, how in with_line:
        scratch.outcome.judge(name, how, "ok")
    names = [name for name, _ in with_line]
    scratch.outcome.judge("the same operations", names, [name for name, _ in without])


def answers_of(framework: Framework, scratch: Scratch) -> Answers:
    """Of each operation its name, and "ok" or what there is instead."""
    scratch.database.sql(f"\\i {HERE / 'uuids.sql'}")
    done = scratch.run(*framework.command(""))
    if done.returncode == NOT_INSTALLED:
        raise NotInstalled(done.stdout.splitlines()[-1])
    if done.returncode != 0 or not done.stdout:
        scratch.outcome.fail(f"it ends with status {done.returncode}", scratch.tail(done))
    lines = [line.partition("\t") for line in done.stdout.splitlines()]
    return [(name, how) for name, _, how in lines]


def judge_without(framework: Framework, scratch: Scratch, answers: Answers) -> None:
    row = row_of(framework.knows_uuids)
    for name, how in answers:
        title = f"without the line, {name}: {how}"
        if how == "ok" or (how and how in row):
            scratch.outcome.passed.append(title)
        else:
            scratch.outcome.fail(title, "that is not on the page")
    needed = any(how != "ok" for _, how in answers)
    scratch.outcome.judge("the line is needed", needed, True)


def row_of(driver: str) -> str:
    lines = (TOP / "docs/drivers.md").read_text().splitlines()
    return "\n".join(line for line in lines if f"| {driver}" in line)
