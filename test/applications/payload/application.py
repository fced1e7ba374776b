"""Payload, of the npm registry. payload.config.mjs is the application, server.mjs its server."""

import shutil

from applications import Application


class Payload(Application):
    packages = ["payload@3.90.2", "@payloadcms/db-postgres@3.90.2", "graphql"]
    address = "http://127.0.0.1:8156"
    answers_at = "/api/access"
    refuses_new_ids = None
    extra_collections = ""

    def environment(self) -> dict[str, str]:
        return {
            "DB_HOST": self.socket_directory(),
            "DB_PORT": self.port(),
            "DB_NAME": self.name,
            "DB_USER": self.name,
            "MIGRATIONS": str(self.installation / "migrations"),
            "UPLOADS": str(self.work / "uploads"),
            "EXTRAS": self.extra_collections,
            "PAYLOAD_CONFIG_PATH": str(self.installation / "payload.config.mjs"),
            "NODE_ENV": "production",
        }

    def install(self) -> None:
        super().install()
        self.copy("payload.config.mjs", "server.mjs")
        (self.work / "uploads").mkdir(exist_ok=True)
        shutil.rmtree(self.installation / "migrations", ignore_errors=True)  # of an earlier run

    def make_schema(self) -> None:
        self.migrate("first")

    def update(self, stage: str) -> None:
        """Each stage adds a collection."""
        self.extra_collections += f" reviews_{stage}"
        self.migrate(stage)

    def migrate(self, name: str) -> None:
        self.run(self.program("payload"), "migrate:create", name, "--skip-empty")
        self.run(self.program("payload"), "migrate")

    def command(self) -> list[str]:
        return ["node", "server.mjs", self.address]
