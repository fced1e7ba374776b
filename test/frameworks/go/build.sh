# Sourced by each test: build_go MAIN FILE..., with Debian's Go libraries, which are a GOPATH; nothing is fetched.
command -v go >/dev/null || not_installed "no Go (golang-go)"
gopath=/usr/share/gocode
debian_version() { dpkg-query -W -f '${Version}' "$1" | sed 's/^[0-9]*://; s/[-+].*//'; }
build_go() {
    mkdir -p kept "src/base62id" program
    mv base62id.go src/base62id/
    cp harness.go "${@:2}" program/
    cp "$1" program/main.go
    GO111MODULE=off GOPATH=$PWD:$gopath GOCACHE=$PWD/kept/cache GOFLAGS=-p=2 GOTOOLCHAIN=local go build -o test ./program >&2
}
