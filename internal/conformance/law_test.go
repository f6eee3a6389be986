package conformance

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A law is what every algorithm must keep. It gives how a row breaks it, nil if
// it does not.
type law func(t testing.TB, r row) error

// hold holds every row to a law. A failure ends with the one command that
// reproduces it.
func hold(t *testing.T, l law) {
	for _, r := range rows() {
		t.Run(r.label, func(t *testing.T) {
			t.Parallel()
			if err := l(t, r); err != nil {
				t.Fatalf("%v\n%s", err, again(t.Name(), err))
			}
		})
	}
}

// drawn is a failure in the world of a number.
type drawn struct {
	number uint64
	err    error
}

func (d *drawn) Error() string { return fmt.Sprintf("world %d: %v", d.number, d.err) }
func (d *drawn) Unwrap() error { return d.err }

// again is the command that runs one test once more, in the world of an error if
// that was drawn.
func again(test string, err error) string {
	out := "go test ./internal/conformance -run '^" + strings.ReplaceAll(test, "/", "$/^") + "$'"
	if d := (*drawn)(nil); errors.As(err, &d) {
		out += fmt.Sprintf(" -world %d -worlds 1", d.number)
	}
	return out
}

func TestAgainNamesRowAndWorld(t *testing.T) {
	err := fmt.Errorf("in the end: %w", &drawn{7, errors.New("two leaders")})
	const want = "go test ./internal/conformance -run '^TestLaw$/^bully$' -world 7 -worlds 1"
	if got := again("TestLaw/bully", err); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := again("TestLaw/bully", errors.New("it")); got != "go test ./internal/conformance -run '^TestLaw$/^bully$'" {
		t.Error(got)
	}
}
