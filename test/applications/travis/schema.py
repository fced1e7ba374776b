"""Travis CI, as db/main/structure.sql of travis-migrations has it. All of its ids are numbers.

Most of its references are no foreign keys. Functions that take and return numbers, which neither a
trigger nor a definition calls, would have to be changed, too.
"""

from schemas import Schema

# Our rows of this table have only what they have to have.
REPOSITORY_OF_BUILDS = "UPDATE builds SET repository_id = id;"

# Triggers count rows, but catch each error of that, and only warn.
CHANGE_ROWS = """
    BEGIN;
    DELETE FROM repo_counts;
    UPDATE builds SET state = state;
    UPDATE jobs SET state = state;
    DELETE FROM jobs;
    DELETE FROM tags;
    DELETE FROM pull_requests;
    DELETE FROM requests;
    DELETE FROM builds;
    DELETE FROM commits;
    DELETE FROM branches;
    DO $$
    DECLARE
        r record;
    BEGIN
        SELECT
            sum(jobs) AS jobs,
            sum(tags) AS tags,
            sum(pull_requests) AS pull_requests,
            sum(requests) AS requests,
            sum(builds) AS builds,
            sum(commits) AS commits,
            sum(branches) AS branches
        INTO r
        FROM repo_counts;
        ASSERT r IS NOT NULL, format('not all are counted: %s', r);
    END $$;
    ROLLBACK;
"""


class Travis(Schema):
    sources = ["travis-migrations"]
    targets = ["typed"]
    words: list[str] = []

    def make(self) -> None:
        self.execute_file(self.top / "travis-migrations/db/main/structure.sql")

    def mend(self, target: str) -> None:
        self.database.sql(REPOSITORY_OF_BUILDS)
        types = self.words_for()
        self.words = types + self.words_for(*types)

    def options(self) -> list[str]:
        return self.words

    def refused(self, target: str) -> list[str] | None:
        return self.errors_of(CHANGE_ROWS)
