"""Moves the ids of a PostgreSQL database to the types of base62id, and back.

  base62id-migrate plan shop --to typed -o there       changes nothing, writes three files
  less there/README.md there/2-move.sql                to be reviewed
  base62id-migrate run shop there                      executes them in order
  base62id-migrate plan shop --to back --was there -o back

1-prepare.sql makes successors of indexes and 3-finish.sql validates keys, while all go on;
2-move.sql is one statement, which changes the types in milliseconds: all of it happens, or
nothing.  With -o FILE.sql the plan is that one statement, which builds the indexes itself.

plan copies the definitions of the database into a scratch database, moves that copy, and writes
the files from pg_dump of the moved copy.  It executes them on a second copy and compares.  What
it says on the way:

  stop: ...    why there is no plan, and what to do
  ...          a remark: what stays as it is, or what to know before you run it

@FILE stands for the options in that file, one word a line.

Exit status: 0 done; 1 a stop, a refusal or an error, and nothing has moved; 2 usage; 3 run got no
lock in all of its attempts; 4 the columns have moved, and the last file is left to do: run again;
5 the connection is lost, and what has happened is not known.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile

from .columns import FAMILY
from .errors import DONE, NOTHING, USAGE, Stop, Usage, what_it_was
from .header import FINISH, moving_file
from .plan import Plan
from .restore import restore
from .run import run
from .signals import Interrupted, handle
from .terminal import any_encoding, check_writable, complain, progress, without_password
from .version import VERSION

TARGETS = [*FAMILY, "typed", "uuid", "text", "bigint", "back"]
REPEATED = (
    ("--only", "SCHEMA|TABLE", "what moves"),
    (
        "--type",
        "TABLE=NAME,PREFIX[,NOTATION[,KEY]]",
        "a type for the table's key and all that refers to it; notation uid11 for numbers; the "
        "number of a mask key",
    ),
    ("--ref", "TABLE.COLUMN=TABLE", "a reference without a foreign key"),
    ("--stay", "TABLE.COLUMN", "a column that stays"),
    ("--trust", "ROLE", "a role whose code may run with your rights"),
)
UNDER_LOCK = ("--under-lock", "build large indexes that PostgreSQL does not keep under the lock")
AFTERWARDS = (
    "--afterwards",
    "make large unique ones after the move; rows are not unique meanwhile",
)
UNRESTORABLE = ("--allow-unrestorable", "where a dump of the result cannot be restored")


def add_plan(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    plan = commands.add_parser(
        "plan",
        help="write what moves; change nothing",
        description="Writes the files that move, and changes nothing.",
        fromfile_prefix_chars="@",
    )
    plan.add_argument("database", metavar="DATABASE", help="what psql -d takes")
    plan.add_argument(
        "--to",
        required=True,
        choices=TARGETS,
        help="the type; typed: a type for each table; back: as --was found it",
    )
    plan.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="DIRECTORY|FILE.sql",
        help="three files, or one statement",
    )
    for name, metavar, text in REPEATED:
        plan.add_argument(name, metavar=metavar, help=text, action="append", default=[])
    plan.add_argument(
        "--was", metavar="DIRECTORY|FILE.sql", help="for --to back: the plan that moved"
    )
    plan.add_argument("--scratch", metavar="CONNECTION", help="where scratch databases are made")
    plan.add_argument(
        "--validate",
        metavar="FILE",
        help="with -o FILE.sql: bring foreign keys back NOT VALID; FILE validates them, to be run "
        "afterwards",
    )
    for name, text in (
        UNDER_LOCK,
        AFTERWARDS,
        ("--keep-defaults", "new rows get the ids that they got before"),
        ("--no-accept-uuid", "types that take no uuid"),
        UNRESTORABLE,
    ):
        plan.add_argument(name, action="store_true", help=text)


def add_waiting(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lock-timeout",
        default="800ms",
        help="how long to wait for all locks (%(default)s); keep it below deadlock_timeout",
    )
    command.add_argument("--attempts", type=int, default=30, help="%(default)s")
    command.add_argument(
        "--pause", type=float, default=2.0, help="seconds between attempts (%(default)s)"
    )


def add_run(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    execute = commands.add_parser(
        "run",
        help="execute a plan, or go on with one",
        description="Executes a plan; one that was interrupted goes on where it is.",
        fromfile_prefix_chars="@",
    )
    execute.add_argument("database", metavar="DATABASE", help="what psql -d takes")
    execute.add_argument("file", metavar="DIRECTORY|FILE.sql")
    add_waiting(execute)
    execute.add_argument(
        "--undo",
        action="store_true",
        help="take away what was prepared for a move that does not come",
    )


def add_leave(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    leave = commands.add_parser(
        "leave",
        help="turn all ids back, and drop the types and the extension",
        description="Plans and runs the way out: all columns of the extension's types become uuid "
        "(or text; numbers bigint), then types and extension go.  With -o it only plans.",
        fromfile_prefix_chars="@",
    )
    leave.add_argument("database", metavar="DATABASE", help="what psql -d takes")
    leave.add_argument(
        "--to", dest="leave_to", choices=["uuid", "text"], default="uuid", help="%(default)s"
    )
    leave.add_argument("-o", "--output", metavar="DIRECTORY", help="write the plan, and no more")
    leave.add_argument("--trust", metavar="ROLE", help=REPEATED[-1][2], action="append", default=[])
    leave.add_argument("--scratch", metavar="CONNECTION", help="where scratch databases are made")
    for name, text in (UNDER_LOCK, AFTERWARDS, UNRESTORABLE):
        leave.add_argument(name, action="store_true", help=text)
    add_waiting(leave)
    leave.set_defaults(to="leave", was=None, validate=None, undo=False)
    leave.set_defaults(keep_defaults=False, no_accept_uuid=False)
    leave.set_defaults(only=[], type=[], ref=[], stay=[])


def add_restore(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    restoring = commands.add_parser(
        "restore",
        help="restore an archive of pg_dump that has id types",
        description="Restores an archive of pg_dump (-Fc, -Fd or -Ft) whose tables have id types, "
        "as the owner of the database or a superuser.  It stops before it begins where it cannot "
        "go through.",
        fromfile_prefix_chars="@",
    )
    restoring.add_argument("database", metavar="DATABASE", help="what psql -d takes")
    restoring.add_argument("archive", metavar="ARCHIVE", help="a file, or the directory of -Fd")
    restoring.add_argument(
        "--check", action="store_true", help="look whether it can go through, and no more"
    )
    for short, name, metavar, text in (
        ("-n", "--schema", "SCHEMA", "this schema only"),
        ("-t", "--table", "TABLE", "this table only, as pg_restore -t"),
    ):
        restoring.add_argument(short, name, metavar=metavar, help=text, action="append", default=[])
    restoring.add_argument(
        "--section",
        choices=["pre-data", "data", "post-data"],
        help="this part only",
        action="append",
        default=[],
    )
    restoring.add_argument(
        "-j", "--jobs", type=int, default=1, help="sessions at once; without, one transaction"
    )
    for short, name, text in (
        ("-c", "--clean", "drop first what the archive has; id types stay"),
        ("-O", "--no-owner", "all belongs to who restores, as it does if that is no superuser"),
        ("-x", "--no-privileges", "leave grants out"),
    ):
        restoring.add_argument(short, name, action="store_true", help=text)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "base62id-migrate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        fromfile_prefix_chars="@",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="plan | run | leave | restore"
    )
    add_plan(commands)
    add_run(commands)
    add_leave(commands)
    add_restore(commands)
    return parser


def plan(options: argparse.Namespace) -> int:
    for path in [p for p in (options.output, options.validate) if p]:
        check_writable(path)
    Plan(options).run()
    database = without_password(options.database)
    progress(f"Review it, then: base62id-migrate run {database} {options.output}")
    return DONE


def leave(options: argparse.Namespace) -> int:
    """As a plan, which is executed if no directory is named for it."""
    if options.output:
        if options.output.endswith(".sql"):
            raise Usage("-o names a directory, for three files")
        return plan(options)
    directory = tempfile.mkdtemp(prefix="base62id-leave.")
    options.output = options.file = os.path.join(directory, "plan")
    status = NOTHING
    try:
        Plan(options).run()
        status = run(options)
    finally:
        forget_plan(options, directory, status)
    return status


def forget_plan(options: argparse.Namespace, directory: str, status: int) -> None:
    """Only of what is done: nothing else knows what a move has left to do, or has prepared."""
    written = os.path.isfile(os.path.join(options.output, FINISH))  # the last one of its files
    if status == DONE or not written:
        shutil.rmtree(directory, ignore_errors=True)
    else:
        database = without_password(options.database)
        progress(f"the plan stays: base62id-migrate run {database} {options.output} (or --undo)")


def left_as_it_was(options: argparse.Namespace, status: int) -> int:
    if options.command == "plan" and os.path.isfile(moving_file(options.output)):
        progress(f"{options.output} is left as it was before this plan")
    return status


COMMANDS = {"plan": plan, "run": run, "leave": leave, "restore": restore}


def main() -> int:
    any_encoding()
    parser = arguments()
    options = parser.parse_args()
    if options.command == "plan" and (options.to == "back") != bool(options.was):
        parser.error("--to back needs --was, the plan that moved the columns; nothing else does")
    handle()
    try:
        return COMMANDS[options.command](options)
    except Usage as e:
        complain(f"base62id-migrate: {e}")
        return USAGE
    except Stop as e:
        complain(f"stop: {e}")
        return left_as_it_was(options, e.status)
    except Interrupted as e:
        complain(f"stop: {e}")
        return left_as_it_was(options, NOTHING)
    except Exception as e:  # run says itself where something has moved
        complain(f"stop: {what_it_was(e)}")
        return left_as_it_was(options, NOTHING)


if __name__ == "__main__":
    sys.exit(main())
