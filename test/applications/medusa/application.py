"""Medusa, of the npm registry. Its ids are texts with a prefix."""

from applications import Application


class Medusa(Application):
    packages = [
        "@medusajs/medusa@2.21.2",
        "@medusajs/cli@2.21.2",
        "@medusajs/framework@2.21.2",
        "@medusajs/admin-sdk@2.21.2",
    ]
    target = "typed"
    address = "http://127.0.0.1:8157"
    answers_at = "/health"

    def environment(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.database_url(),
            "MEDUSA_DISABLE_TELEMETRY": "true",
            "NODE_ENV": "production",
            "HOST": "127.0.0.1",
            "PORT": self.address.split(":")[-1],
        }

    def install(self) -> None:
        super().install()
        self.copy("medusa-config.js")

    def make_schema(self) -> None:
        self.run(self.program("medusa"), "db:migrate")
        self.run(self.program("medusa"), "user", "-e", "admin@example.com", "-p", "secret")

    def command(self) -> list[str]:
        return [self.program("medusa"), "start"]
