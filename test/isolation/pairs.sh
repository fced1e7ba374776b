# Sourced by run: every statement of the list beside every other one.
# shellcheck shell=bash

# What may be said, whatever the order: every message names what it is about, and none is an internal error of ours.
# "tuple concurrently updated" is how core says that somebody else has changed a row of its catalogs just now.
known='schema "[a-z]+" does not exist|schema "[a-z]+" already exists|type [a-z]+\.[a-z_]+ already exists|type "[a-z._]+" (does not exist|already exists|already exists in schema "[a-z]+")'
known+='|type prefix "[xy]" is taken|extension "?base62id"? (does not exist|was concurrently dropped)|(type|function|schema) ([a-z_.]+|with OID N) was concurrently dropped'
known+='|function [a-z_.(, ")]+ does not exist|relation "[a-z.]+" does not exist|column "[a-z]+" of relation "[a-z.]+" does not exist|column "[a-z]+" does not exist'
known+='|deadlock detected|tuple concurrently (updated|deleted)|operator does not exist: .*|.* is not a typed id|cannot drop type [a-z_.]+ because other objects depend on it|prepared statement "[a-z_]+" does not exist'
known+='|extension "base62id" already exists|duplicate key value violates unique constraint "items_pkey"|version "next" of extension "base62id" is already installed|current transaction is aborted, commands ignored until end of transaction block'

# Two majors beside each other have one each.
variants=(commit past) which=ours
if [ -n "${BASE62ID_SECOND-}" ]; then variants=(past); elif [[ ${BASE62ID_BESIDE-} = *[0-9]* ]]; then variants=(commit); fi
[ -z "$full" ] || variants=(commit rollback snapshot past) which=
sql 'create database pairs'
db=pairs
sql 'create extension base62id'
sql <"$here/tools.sql"
for variant in "${variants[@]}"; do
    began=$SECONDS
    UPDATES=$updates perl "$here/pairs.pl" "$variant" $which >"$work/pairs.spec"
    wanted=$(grep -c '^permutation' "$work/pairs.spec")
    "$tester" "host=$work port=$port user=postgres dbname=pairs" <"$work/pairs.spec" >"$work/pairs.$variant" 2>&1 || true
    # each ends with the look of a third session at what is left
    got=$(grep -c '| *nothing\|^ *0|nothing' "$work/pairs.$variant" || true)
    note "$variant: $wanted pairs in $((SECONDS - began)) s"
    is "pairs, $variant: all $wanted ended, and left nothing broken" "$got" "$wanted"
    # the messages with the numbers left out
    sed -n 's/^ERROR:  //p' "$work/pairs.$variant" | sed -E 's/[0-9]{4,}/N/g' | sort | uniq -c | sort -rn >"$work/messages"
    is "pairs, $variant: all messages are known ones" "$(sed -E 's/^ *[0-9]+ //' "$work/messages" | grep -Evx "$known" || true)" ""
done
