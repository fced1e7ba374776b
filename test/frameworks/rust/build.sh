# Sourced by each test: build_rust NAME MAIN DEPENDENCIES, with Debian's crates; nothing is fetched.
command -v cargo >/dev/null || not_installed "no Rust (cargo)"
[ "$(cargo --version | cut -d. -f2)" -ge 85 ] || not_installed "no Rust of the edition 2024 (cargo 1.85)"
registry=/usr/share/cargo/registry
crate_version() { ls -d "$registry/$1"-[0-9]* 2>/dev/null | sed "s/.*\/$1-//" | tail -n 1; }
build_rust() {
    mkdir -p kept src .cargo
    mv ./*.rs src/
    cp "src/$2" src/main.rs
    printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n\n[features]\nsqlx = []\n\n[dependencies]\n%s\n' "$1" "$3" >Cargo.toml
    printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' "$registry" >.cargo/config.toml
    CARGO_HOME=$PWD/.cargo CARGO_TARGET_DIR=$PWD/kept/target cargo build --offline --jobs 2 ${4-} >cargo.log 2>&1 || {
        cat cargo.log >&2
        exit 1
    }
}
