package base62id_test

import (
	"os/exec"
	"testing"
)

func TestFormat(t *testing.T) {
	out, err := exec.Command("gofmt", "-l", ".").CombinedOutput()
	if err != nil || len(out) != 0 {
		t.Errorf("gofmt -w wants to change: %s %v", out, err)
	}
}
