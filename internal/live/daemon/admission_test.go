package daemon

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An agent that awaits a majority warns of names that may take it away, unless all members are named or admitted.
//
// It tests "Who counts" of docs/security.md.
func TestItWarnsOfNamesThatNobodyHasNamed(t *testing.T) {
	for want, all := range map[string][]Settings{
		"anybody on the network can join": {{Expect: 3}},
		"who holds the key can join":      {{Expect: 3, KeyFile: "k"}, {Expect: 3, KeyFile: "k", Identity: "state", Operators: "o"}},
		"": {{}, {Expect: 1}, {Expect: 3, KeyFile: "k", Identity: "state", KnownKeys: "l"},
			{Expect: 3, KeyFile: "k", Identity: "state", Operators: "o", Admission: "a"}},
	} {
		for _, s := range all {
			var log bytes.Buffer
			d := &daemon{Process: Process{Logger: slog.New(slog.NewTextHandler(&log, nil))}, s: &s}
			d.warnOfMajority()
			if got := log.String(); (got == "") != (want == "") || !strings.Contains(got, want) {
				t.Errorf("%+v: %q, want %q", s, got, want)
			}
		}
	}
}

// Operators that void this agent's admission, or a majority's, are refused, with what to do.
func TestOperatorsThatStopTheClusterAreRefused(t *testing.T) {
	all := []string{"alpha", "beta", "gamma"}
	for _, c := range []struct {
		next    []string
		refused bool
	}{
		{all, false}, {nil, true}, {[]string{"beta", "gamma"}, true}, {[]string{"alpha", "gamma"}, false}, {[]string{"alpha"}, true},
		{[]string{"alpha", "beta", "gamma", "delta"}, false},
	} {
		err := voided("alpha", all, c.next)
		if (err != nil) != c.refused || err != nil && !strings.Contains(err.Error(), "keep the old operator's line beside the new one") {
			t.Errorf("%v: %v", c.next, err)
		}
	}
	if err := voided("alpha", nil, nil); err != nil {
		t.Error(err)
	}
}

// A file of an admission that a failed command left empty is told of, and one that is not there is a guest's.
func TestAnEmptyAdmissionIsToldOf(t *testing.T) {
	s := Settings{Admission: filepath.Join(t.TempDir(), "admission")}
	if _, err := s.admission(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(s.Admission, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.admission(); !errors.Is(err, ErrNoAdmission) {
		t.Errorf("an empty file: %v", err)
	}
}
