"""Outline, by its sources. Its own tests are the operations."""

import json
import os
import re
import shutil
from collections import Counter
from typing import Any

from applications import Application, Outcome
from directories import SOURCES

# The files that hold most of the tests which touch the database.
TESTS = [
    *(
        f"server/routes/api/{name}/"
        for name in (
            *("documents", "collections", "users", "shares", "templates", "comments"),
            *("groups", "attachments", "pins", "subscriptions", "revisions", "stars"),
        )
    ),
    *(f"server/models/{name}.test.ts" for name in ("Document", "Collection", "User")),
    "server/commands/documentUpdater.test.ts",
]


class Outline(Application):
    """BASE62ID_OUTLINE_TESTS names other files with tests, by parts of their paths."""

    sources = ["outline"]
    # It searches these with parameters of uuid[].
    options = [
        *("--stay", "documents.collaboratorIds"),
        *("--stay", "revisions.collaboratorIds"),
    ]
    refuses_new_ids = None

    def environment(self) -> dict[str, str]:
        return {
            "NODE_ENV": "test",
            "TZ": "UTC",
            "DATABASE_URL": self.database_url(),
            "PATH": f"{self.installation}/node_modules/.bin:{os.environ['PATH']}",
        }

    def install(self) -> None:
        """By yarn, which reads no settings of npm."""
        installed = self.installation / "node_modules/.yarn-state.yml"
        if installed.exists():
            return
        shutil.copytree(SOURCES / "outline", self.installation, dirs_exist_ok=True)
        registry = self.run("npm", "config", "get", "registry").strip()
        self.run(
            *("npx", "--yes", "-p", f"@yarnpkg/cli-dist@{self._version_of_yarn()}"),
            *("yarn", "install", "--immutable"),
            YARN_NPM_REGISTRY_SERVER=registry,
            YARN_ENABLE_TELEMETRY="0",
        )
        assert installed.exists()

    def _version_of_yarn(self) -> str:
        package = json.loads((self.installation / "package.json").read_text())
        found = re.match(r"yarn@([\d.]+)", package["packageManager"])
        assert found, package["packageManager"]
        return found[1]

    def make_schema(self) -> None:
        self.run("sequelize", "db:migrate")

    def operate(self, stage: str) -> Outcome:
        """A test that fails is tried once more, since some wait for what another one does then.

        Outline counts share_subscriptions for an address, which is the same in all stages.
        """
        self.database.sql("TRUNCATE share_subscriptions")
        report = self.work / f"outline.{stage}.json"
        done = self.attempt(
            *("vitest", "run", "--project", "server", "--retry=1", "--maxWorkers=2"),
            *("--testTimeout=60000", "--hookTimeout=60000"),
            *("--reporter=json", f"--outputFile={report}"),
            *(os.environ.get("BASE62ID_OUTLINE_TESTS", "").split() or TESTS),
        )
        assert report.exists(), done.stdout[-4000:]
        return outcome_of_vitest(json.loads(report.read_text()), f"{self.installation}/")


def outcome_of_vitest(report: dict[str, Any], directory: str) -> Outcome:
    outcome = Outcome()
    times: Counter[str] = Counter()
    for file in report["testResults"]:
        path = file["name"].replace(directory, "")
        if not file["assertionResults"]:
            outcome.failed.append(f"{path}\t{in_one_line(file['message'])}")
        for test in file["assertionResults"]:
            if test["status"] not in ("passed", "failed"):
                continue
            name = f"{path}: {in_one_line(test['fullName'])}"
            times[name] += 1  # some tests of a file have one name
            numbered = f"{name} ({times[name]})" if times[name] > 1 else name
            if test["status"] == "passed":
                outcome.done.append(numbered)
            else:
                outcome.failed.append(f"{numbered}\t{reason_of(test)}")
    return outcome


def reason_of(test: dict[str, Any]) -> str:
    [first, *_] = test["failureMessages"] or [""]
    return in_one_line(first)[:300]


def in_one_line(text: str) -> str:
    return " ".join(text.split())
