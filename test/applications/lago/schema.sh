# Sourced by run: lago, as its db/structure.sql has it, of getlago/lago-api.
# shellcheck shell=bash disable=SC2034,SC2154 # run reads them, and gives them
sources=(lago)
stopped=typed # views join ids of which one has no foreign key, and stays uuid
make_schema() { psql_plain -f "$BASE62ID_SOURCES/lago/db/structure.sql"; }
