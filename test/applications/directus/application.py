"""Directus, of the npm registry."""

from applications import Application

# The package isolated-vm runs the scripts of flows and extensions. The client runs no scripts, so
# that an empty module takes its place, instead of code that has to be compiled.
ISOLATES_OF_V8 = "node_modules/isolated-vm/out/isolated_vm.js"


class Directus(Application):
    packages = ["directus@11.3.5", "pg"]  # which is one of its optional drivers
    address = "http://127.0.0.1:8155"
    answers_at = "/server/ping"
    refuses_new_ids = {
        "read a user by id",
        "change a user",
        "relate them",
        "create an item with an id of the client",
        "read an item by id",
        "count by a relation",
        "change an item",
        "change items by their ids",
        "put it into a folder",
        "download it",
        "read revisions",
        "go back to a revision",
        "make a version of an item",
        "make a dashboard with a panel",
        "notify a user",
        "what an earlier stage has made",
        "delete an item",
        "delete items by their ids",
        "delete a related item",
    }

    def environment(self) -> dict[str, str]:
        return {
            "DB_CLIENT": "pg",
            "DB_HOST": self.socket_directory(),
            "DB_PORT": self.port(),
            "DB_DATABASE": self.name,
            "DB_USER": self.name,
            "DB_PASSWORD": "none",  # the server does not ask for it
            "KEY": "key",
            "SECRET": "0123456789abcdef0123456789abcdef",
            "ADMIN_EMAIL": "admin@example.com",
            "ADMIN_PASSWORD": "secret",
            "HOST": "127.0.0.1",
            "PORT": self.address.split(":")[-1],
            "PUBLIC_URL": self.address,
            "TELEMETRY": "false",
            "CACHE_ENABLED": "false",
            "RATE_LIMITER_ENABLED": "false",
            "PRESSURE_LIMITER_ENABLED": "false",
            "LOG_LEVEL": "warn",
            "EXTENSIONS_PATH": str(self.installation / "extensions"),
            "STORAGE_LOCAL_ROOT": str(self.work / "uploads"),
            # Nothing is compiled: that would be isolated-vm, and drivers of other databases.
            "npm_config_ignore_scripts": "true",
        }

    def install(self) -> None:
        super().install()
        isolates = self.installation / ISOLATES_OF_V8
        isolates.parent.mkdir(parents=True, exist_ok=True)
        isolates.write_text("exports.ivm = {};\n")
        (self.installation / "extensions").mkdir(exist_ok=True)
        (self.work / "uploads").mkdir(exist_ok=True)

    def make_schema(self) -> None:
        self.run(self.program("directus"), "bootstrap")

    def command(self) -> list[str]:
        return [self.program("directus"), "start"]
