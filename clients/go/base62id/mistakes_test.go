package base62id_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestMistakesDoNotCompile compiles testdata/mistakes: each line with a comment ERROR has an error
// that matches, and no other line has one.
func TestMistakesDoNotCompile(t *testing.T) {
	source, err := os.ReadFile("testdata/mistakes/mistakes.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	const path = "placeholder.invalid/base62id/clients/go/base62id"
	goMod := fmt.Sprintf("module mistakes\n\ngo 1.21\n\nrequire %s v1.0.0\n\nreplace %[1]s => %s\n", path, module)
	directory := t.TempDir()
	for name, text := range map[string]string{"mistakes.go": string(source), "go.mod": goMod} {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-mod=mod", "-gcflags=-e", ".")
	build.Dir = directory
	build.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off", "GO111MODULE=on", "GOTOOLCHAIN=local")
	out, err := build.CombinedOutput()
	if err == nil {
		t.Fatal("all of it compiles")
	}
	said := map[int]string{}
	for _, found := range regexp.MustCompile(`mistakes\.go:(\d+):\d+: (.*)`).FindAllStringSubmatch(string(out), -1) {
		line, _ := strconv.Atoi(found[1])
		said[line] += found[2] + "\n"
	}
	wanted := 0
	for i, line := range strings.Split(string(source), "\n") {
		_, pattern, isMistake := strings.Cut(line, "// ERROR ")
		got := said[i+1]
		switch {
		case !isMistake && got != "":
			t.Errorf("%d: %s: %s", i+1, line, got)
		case isMistake && !regexp.MustCompile(pattern).MatchString(got):
			t.Errorf("%d: %s: %q", i+1, line, got)
		}
		if isMistake {
			wanted++
		}
	}
	if wanted < 20 {
		t.Errorf("%d mistakes: %s", wanted, out)
	}
}
