package lesson

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"

	"bellwether/internal/base/wording"
)

// Every claim of every lesson holds, and every file is a lesson.
func TestLessonsAreTrue(t *testing.T) {
	found, err := fs.Glob(files, "lessons/*.yaml")
	if err != nil || len(found) != len(order) {
		t.Fatalf("%d files, %d lessons in their order: %v", len(found), len(order), err)
	}
	for _, name := range Names() {
		l, err := Load(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := Check(t.Context(), l); err != nil {
			t.Error(err)
		}
	}
}

// A claim of any form that does not hold is reported.
func TestFalseClaimsAreTold(t *testing.T) {
	l, err := Load("echo-tree")
	if err != nil {
		t.Fatal(err)
	}
	l.Changes = nil
	for text, want := range map[string]string{
		"1 2 follow 6":             "1 follows 7",
		"1 follows nobody":         "1 follows 7",
		"6 lead":                   "these do: [7]",
		"nobody leads":             "these do: [7]",
		"1 elect":                  "these do: []",
		"2 has parent 1":           "2 has parent -",
		"11 election sent":         "10 were sent",
		"9 follow 7":               "9 does not run",
		"11 election received":     "10 were received",
		"1 election received by 1": "0 were received",
		"7 offers 8":               "7 offers 7",
		"9 offers 7":               "9 does not run",
		"leaderless_fraction 0.00": "it is ",
	} {
		c, err := parseClaim(text)
		if err != nil {
			t.Fatal(err)
		}
		l.Steps = []Step{{At: l.Steps[len(l.Steps)-1].At, Claims: []Claim{c}}}
		if err := Check(t.Context(), l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// Text that is not a claim, and a lesson with faults, are refused; the error says what to
// write.
func TestFaultsAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"steps: [{at: 1s, say: a, claims: [1 sings]}]":                "is no claim: want one like",
		"steps: [{at: 1s, say: a, claims: [follow 3]}]":               "names no node",
		"steps: [{at: 1s, say: a, claims: [leaderles_fraction 1]}]":   "names no node",
		"steps: [{at: 1s, say: a, claims: [1 ok received to 3]}]":     "want one like 7 ok received by 9 13",
		"steps: [{at: 1s, say: a, claims: [1 ok received by all]}]":   "names no node",
		"steps: [{at: 1s, say: a, claims: [{a: b}]}]":                 "must be a claim",
		"steps: [{at: 2s, say: a}, {at: 1s, say: b}]":                 "is before the step before it",
		"steps: [{at: 2s, say: a, look: sky}]":                        "sky",
		"steps: [{at: 2s, say: a}]\nscenario: \"nodes: 3\\nruns: 4\"": "want one of each",
	} {
		if !strings.Contains(text, "scenario") {
			text += "\nscenario: \"nodes: 3\\nruns: 1\\nalgorithms: [bully]\"\n"
		}
		_, err := read("test", []byte("title: t\nabout: a\nshow: [fault]\n"+text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

var update = flag.Bool("update", false, "write the page of lessons anew")

// The page agrees with the lessons.
func TestPageIsWritten(t *testing.T) {
	got, err := Page()
	if err != nil {
		t.Fatal(err)
	}
	const name = "../../../docs/lessons.md"
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the lessons are (%v): go test ./internal/viewer/lesson -update writes it", name, err)
	}
}

// Every lesson can be told, the commands that it prints hold its changes, and answers are
// kept until they are asked for.
func TestLessonsAreTold(t *testing.T) {
	for _, name := range Names() {
		l, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		var kept, told strings.Builder
		if err := errors.Join(Tell(t.Context(), &kept, l, TellOptions{}), Tell(t.Context(), &told, l, TellOptions{Answers: Told})); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(told.String(), "\n") {
			if wording.Width(line) > 130 && !strings.Contains(line, "bellwether run") {
				t.Errorf("%s: a line of %d columns: %s", name, wording.Width(line), line)
			}
		}
		answer := strings.Fields(l.Questions[0].Answer)[0]
		if strings.Contains(kept.String(), "Answer: "+answer) || !strings.Contains(told.String(), "Answer: "+answer) {
			t.Errorf("%s: the answer is not where it belongs", name)
		}
		if !strings.Contains(kept.String(), "--set "+wording.Quote(l.Changes[0].Set[0])) {
			t.Errorf("%s: no command for the first change", name)
		}
	}
}
