# Sourced by run: docs/upgrade.md under Patroni, with two builds, while a client writes: each step, a
# crash of the leader half way, and the way back.
# shellcheck shell=bash disable=SC2034,SC2154

# What stands for a package: each node finds the extension in a directory of its own.
if [ -z "${BASE62ID_DESTDIR-}" ]; then
    skip "an upgrade of the nodes" "this server finds an extension in its own directories only"
    finish
    exit
fi
read -r this next < <("$here/../lib/next_version.py" "$work")
package_of() { echo "$work/package-$1"; } # NODE
install_package() {                       # DIRECTORY NODE
    rm -rf "$(package_of "$2")"
    cp -a "$1" "$(package_of "$2")"
}
for node in "${nodes[@]}"; do
    install_package "$work/old" "$node"
    config_of[$node]=$work/package-$node.conf
    sed "s#$BASE62ID_DESTDIR#$(package_of "$node")#g" "$TEMP_CONFIG" >"${config_of[$node]}"
done

library_of() { on "$1" "SELECT substring(base62id_version() FROM '^[0-9]+\.[0-9]+')"; } # NODE
sql_of() { on "$1" "SELECT extversion FROM pg_extension WHERE extname = 'base62id'"; }  # NODE
has_library() { [ "$(library_of "$1" 2>/dev/null)" = "$2" ]; }                          # NODE VERSION
has_sql() { [ "$(sql_of "$1" 2>/dev/null)" = "$2" ]; }                                  # NODE VERSION
acknowledged() { grep -c '^@.*INSERT' "$work/seen" || true; }
more_than() { [ "$(acknowledged)" -gt "$1" ]; }
goes_on() { # TITLE
    local before
    before=$(acknowledged)
    check "$1: the client goes on" wait_until more_than "$before"
    check "... all nodes follow" wait_until all_follow
}

# The page's two commands.
upgrade_member() { # DIRECTORY VERSION NODE
    install_package "$1" "$3"
    ctl restart ids "$3" --force >>"$work/ctl.log" 2>&1 || fail "restart of $3" "$(tail -n 5 "$work/ctl.log")"
    check "$3 has the library of $2" wait_until has_library "$3" "$2"
}
upgrade_replicas() { # DIRECTORY VERSION
    local leader node
    leader=$(primary)
    for node in "${nodes[@]}"; do
        [ "$node" = "$leader" ] || upgrade_member "$1" "$2" "$node"
    done
}
switch_over() {
    local leader
    leader=$(primary)
    ctl switchover ids --force >>"$work/ctl.log" 2>&1 || fail "switchover" "$(tail -n 5 "$work/ctl.log")"
    check "$leader hands over" wait_until led_by_another "$leader"
    check "... and follows" wait_until all_follow
}
crash_of_the_leader() {
    local leader
    leader=$(primary)
    kill -KILL "${patroni_of[$leader]}" "$(head -n 1 "$work/$leader/postmaster.pid")"
    check "$leader crashes: another one leads" wait_until led_by_another "$leader"
    start_node "$leader"
    check "... and it comes back" wait_until all_follow
}

follow_the_page() {
    local leader node
    goes_on "all nodes have $this"

    upgrade_replicas "$work/new" "$next"
    goes_on "the replicas have $next"
    leader=$(primary)
    crash_of_the_leader
    goes_on "... after a crash of the leader"
    is "... which still has the old library" "$(library_of "$leader")" "$this"
    upgrade_member "$work/new" "$next" "$leader"
    switch_over
    settled "the library is new everywhere"
    is "... over the old SQL" "$(sql_of "$(primary)")" "$this"

    on "$(primary)" "ALTER EXTENSION base62id UPDATE" || fail "the update"
    on "$(primary)" "SELECT typeid_upgrade_type('event_id')" >/dev/null || fail "the update of the id type"
    for node in "${nodes[@]}"; do check "the SQL objects of $next are on $node" wait_until has_sql "$node" "$next"; done
    settled "all is done"

    upgrade_replicas "$work/old" "$this"
    goes_on "back: the replicas have $this"
    leader=$(primary)
    switch_over
    upgrade_member "$work/old" "$this" "$leader"
    goes_on "back: all nodes have $this"
    is "... over the new SQL" "$(sql_of "$(primary)")" "$next"
    is "... which health says" \
        "$(on "$(primary)" "SELECT what, state FROM base62id_health() WHERE state IN ('warning', 'broken')")" "version|warning"

    upgrade_replicas "$work/new" "$next"
    leader=$(primary)
    switch_over
    upgrade_member "$work/new" "$next" "$leader"
    settled "forward again"

    kill "$client"
    client=
    is "of $(grep -vc '^@' "$work/seen") ids that the client saw none came twice" \
        "$(grep -v '^@' "$work/seen" | LC_ALL=C sort | uniq -d | wc -l)" 0
    is "... nor in the table" "$(on "$(primary)" 'SELECT count(*) - count(DISTINCT id) FROM ids')" 0
}
