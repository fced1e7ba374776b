# Sourced by run: the schema of MusicBrainz, as its InitDb.pl makes it.
sources=(musicbrainz-server)
make_schema() {
    local part name directory=$BASE62ID_SOURCES/musicbrainz-server/admin/sql
    sql "CREATE SCHEMA musicbrainz; CREATE SCHEMA cover_art_archive; CREATE SCHEMA event_art_archive; CREATE SCHEMA statistics; CREATE SCHEMA documentation;
        CREATE SCHEMA report; CREATE SCHEMA wikidocs; CREATE SCHEMA sitemaps; CREATE SCHEMA json_dump; CREATE SCHEMA dbmirror2"
    for part in . caa eaa documentation statistics wikidocs report sitemaps json_dump dbmirror2; do
        for name in Extensions CreateCollations CreateSearchConfiguration CreateTypes CreateTables ReplicationSetup CreatePrimaryKeys CreateFunctions \
            CreateIndexes CreateFKConstraints CreateConstraints CreateViews CreateTriggers; do
            [ "$part/$name" != ./ReplicationSetup ] || continue
            [ ! -e "$directory/$part/$name.sql" ] || psql_plain -c "SET search_path = musicbrainz, public" -f "$directory/$part/$name.sql"
        done
    done
}
