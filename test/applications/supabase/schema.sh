# Sourced by run: the schemas auth and storage of Supabase, by the migrations of its two services.
sources=(supabase-auth supabase-storage)
make_schema() {
    local file
    sql "CREATE SCHEMA auth; CREATE SCHEMA storage; CREATE SCHEMA extensions; CREATE EXTENSION pgcrypto SCHEMA extensions;
        CREATE EXTENSION \"uuid-ossp\" SCHEMA extensions; CREATE ROLE anon; CREATE ROLE authenticated; CREATE ROLE service_role;
        CREATE ROLE supabase_auth_admin; CREATE ROLE supabase_storage_admin; CREATE ROLE authenticator; CREATE ROLE dashboard_user"
    for file in "$BASE62ID_SOURCES"/supabase-auth/migrations/*.sql; do
        { echo 'SET search_path = public, extensions;' && sed 's/{{ *index \.Options "Namespace" *}}/auth/g' "$file"; } | psql_plain -f -
    done
    for file in $(printf '%s\n' "$BASE62ID_SOURCES"/supabase-storage/migrations/tenant/*.sql | sort -V); do
        {
            echo "SET search_path = storage, public, extensions; SET storage.install_roles = 'true'; SET storage.anon_role = 'anon';
                SET storage.authenticated_role = 'authenticated'; SET storage.service_role = 'service_role'; SET storage.super_user = 'postgres';
                SET storage.allow_any_operation = 'true';" && cat "$file"
        } | psql_plain -f -
    done
}
