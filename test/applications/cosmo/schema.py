"""The control plane of WunderGraph Cosmo, by its migrations, in the order of their list."""

import json

from schemas import Schema

# drizzle-kit sends what stands between these by itself; not all of it ends with a semicolon.
BREAKPOINT = "--> statement-breakpoint"


class Cosmo(Schema):
    sources = ["cosmo"]

    def make(self) -> None:
        """The directory has a few migrations, too, that the list does not have any more."""
        directory = self.top / "cosmo/controlplane/migrations"
        journal = json.loads((directory / "meta/_journal.json").read_text())
        for entry in journal["entries"]:
            migration = (directory / f"{entry['tag']}.sql").read_text()
            self.execute(migration.replace(BREAKPOINT, ";"))
