//go:build unix

package demo

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// If agents end by themselves, the demo ends at once, with the reason that one of them
// gave.
func TestDeadAgentsEndTheDemo(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho no machine >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // the demo alone would wait for minutes
	defer cancel()
	err := Run(ctx, Options{Nodes: MinNodes, Algorithm: "mine", Timing: "local", Program: program, Out: io.Discard})
	if err == nil || !strings.Contains(err.Error(), "has ended with 1; its log ends with\nno machine") {
		t.Error(err)
	}
}
