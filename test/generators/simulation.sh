# A cluster of 1024 machines, simulated by the code that the servers run: repeats, and statistics.
# shellcheck shell=bash

c++ -O2 -std=c++20 -I"$here/../../src" -o "$work/simulation" "$here/simulation.cpp"
seed=${BASE62ID_SEED:-$RANDOM}
simulation() { # TITLE WANTED-TWICE ARGUMENT...
    local title=$1 wanted=$2 out
    shift 2
    out=$("$work/simulation" repeats "$@")
    note "${out%%$'\n'*}"
    if [[ $out =~ ([0-9]+)\ ids,\ ([0-9]+)\ twice ]] && [ "${BASH_REMATCH[1]}" -gt 0 ]; then
        check "$title: ${BASH_REMATCH[1]} xids, ${BASH_REMATCH[2]} twice" test "${BASH_REMATCH[2]}" "$wanted" 0
    else
        fail "$title" "$out"
    fi
}
simulation "1024 machines, their clocks off by up to a second and stepping" -eq 1024 $simulated_ms 1000 $simulated_passes $seed
simulation "1024 machines with one clock" -eq 1024 8 0 1 $seed
# Two machines of one number meet where their clocks are within its milliseconds: of 1024 pairs, off by up to a second, in one
# run of five none would; off by up to 20 ms, some 75.
simulation "2048 machines that share 1024 numbers (the test of the test)" -gt 2048 2 20 2 $seed
statistics "one machine of a cluster" xid "$work/simulation" ids 1 "$ids_counted" 4096 $seed
statistics "16 machines of a cluster, mixed" xid "$work/simulation" ids 16 "$ids_counted" 4608 $seed
