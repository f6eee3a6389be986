package cli

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
)

// Every verb that help lists stands in a group, and the ten that help begins with are verbs.
func TestHelpBeginsWithTenVerbs(t *testing.T) {
	root := rootCommand(io.Discard, nil)
	for _, cmd := range root.Commands() {
		if cmd.GroupID == "" && cmd.IsAvailableCommand() {
			t.Errorf("%s stands in no group", cmd.Name())
		}
	}
	first := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^  bellwether (.*?)  `).FindAllStringSubmatch(root.Long, -1) {
		verb, _, err := root.Find(strings.Fields(line[1]))
		if err != nil || !verb.IsAvailableCommand() {
			t.Errorf("%s: %v", line[0], err)
			continue
		}
		first[verb.Name()] = true
	}
	if len(first) != 10 {
		t.Errorf("help begins with %d verbs, want 10: %v", len(first), first)
	}
	var out, said bytes.Buffer
	if code := run([]string{"--help"}, &out, &said); code != exitDone || strings.Contains(out.String(), "Additional Commands") || strings.Contains(out.String(), "\n  docs ") {
		t.Errorf("exit code %d: %s%s", code, out.String(), said.String())
	}
}

// The former name of a verb says what to write instead, with any arguments.
func TestFormerNamesOfVerbs(t *testing.T) {
	for command, want := range map[string]string{
		"work --connect nats://127.0.0.1:4222": "mine work is now mine sweep work",
		"work --help":                          "mine work is now mine sweep work",
		"replay":                               "mine replay is now mine live replay",
		"help replay":                          "mine replay is now mine live replay",
		"calibrate traces --tune takeover=2s":  "mine calibrate is now mine live calibrate",
	} {
		var out, said bytes.Buffer
		app := &App{Stdout: &out, Stderr: &said, name: "mine"}
		if code := app.Main(t.Context(), strings.Fields(command)); code != exitUsage || said.String() != "mine: "+want+"\n" || out.Len() > 0 {
			t.Errorf("%s: exit code %d, %q, want %q; %s", command, code, said.String(), want, out.String())
		}
	}
}
