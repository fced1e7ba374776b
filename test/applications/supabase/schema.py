"""The schemas auth and storage of Supabase, by the migrations of its two services."""

import re

from schemas import Schema, by_version

EXPECTED = """
    CREATE SCHEMA auth;
    CREATE SCHEMA storage;
    CREATE SCHEMA extensions;
    CREATE EXTENSION pgcrypto SCHEMA extensions;
    CREATE EXTENSION "uuid-ossp" SCHEMA extensions;
    CREATE ROLE anon;
    CREATE ROLE authenticated;
    CREATE ROLE service_role;
    CREATE ROLE supabase_auth_admin;
    CREATE ROLE supabase_storage_admin;
    CREATE ROLE authenticator;
    CREATE ROLE dashboard_user;
"""
SETTINGS_OF_AUTH = "SET search_path = public, extensions;"
SETTINGS_OF_STORAGE = """
    SET search_path = storage, public, extensions;
    SET storage.install_roles = 'true';
    SET storage.anon_role = 'anon';
    SET storage.authenticated_role = 'authenticated';
    SET storage.service_role = 'service_role';
    SET storage.super_user = 'postgres';
    SET storage.allow_any_operation = 'true';
"""
NAMESPACE = re.compile(r'\{\{ *index \.Options "Namespace" *\}\}')


class Supabase(Schema):
    sources = ["supabase-auth", "supabase-storage"]

    def make(self) -> None:
        self.execute(EXPECTED)
        for file in self.files("supabase-auth/migrations/*.sql"):
            migration = NAMESPACE.sub("auth", file.read_text())
            self.execute(f"{SETTINGS_OF_AUTH}\n{migration}")
        files = self.files("supabase-storage/migrations/tenant/*.sql")
        for file in sorted(files, key=by_version):
            self.execute_file(file, before=SETTINGS_OF_STORAGE)
