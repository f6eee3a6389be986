package errs

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
)

func TestFaultsAreToldApart(t *testing.T) {
	joined := errors.Join(Radio.Errorf("a is %d", 1), Radio.Errorf("b"))
	for _, c := range []struct {
		err    error
		text   string
		why    string
		faults []string
	}{
		{Radio.Errorf("a"), "radio: a", "a", []string{"a"}},
		{joined, "radio: a is 1\nradio: b", "radio: a is 1\nradio: b", []string{"a is 1", "b"}},
		{Radio.Errorf("bursts: %w", joined), "radio: bursts: radio: a is 1\nradio: b", "bursts: radio: a is 1\nradio: b", []string{"a is 1", "b"}},
		{Mobility.Errorf("walk: %w", In("speed", io.EOF)), "mobility: walk: speed: EOF", "walk: speed: EOF", []string{"walk: speed: EOF"}},
		{Note(Radio.Errorf("a"), "(and %d more)", 2), "radio: a (and 2 more)", "a (and 2 more)", []string{"a (and 2 more)"}},
		{Note(io.EOF, "(early)"), "EOF (early)", "EOF (early)", []string{"EOF (early)"}},
		{fmt.Errorf("plain: %w", io.EOF), "plain: EOF", "plain: EOF", []string{"plain: EOF"}},
	} {
		if got := c.err.Error(); got != c.text {
			t.Errorf("text %q, want %q", got, c.text)
		}
		if got := Why(c.err); got != c.why {
			t.Errorf("why %q, want %q", got, c.why)
		}
		if got := Each(c.err); !slices.Equal(got, c.faults) {
			t.Errorf("faults %q, want %q", got, c.faults)
		}
	}
	if !errors.Is(Mobility.Errorf("walk: %w", In("speed", io.EOF)), io.EOF) {
		t.Error("the cause is not found")
	}
}

func TestFieldsAreFound(t *testing.T) {
	err := Mobility.Errorf("walk: %w", errors.Join(In("speed", io.EOF), In("world", errors.Join(In("width", io.EOF)))))
	for _, c := range []struct {
		path []string
		want bool
	}{
		{[]string{"world", "width"}, true},
		{[]string{"width"}, true},
		{[]string{"world", "height"}, false},
		{[]string{"speed", "width"}, false},
		{[]string{"width", "world"}, false},
	} {
		if got := Concerns(err, c.path...); got != c.want {
			t.Errorf("%v: %t", c.path, got)
		}
	}
	if In("speed", nil) != nil {
		t.Error("nil became a fault")
	}
}

// Plain returns the message of each package without the package's name, wherever that is.
func TestPlain(t *testing.T) {
	trace, radio := Trace.Errorf("a.ndjson:1: %w", Measure.Errorf("no metric")), Radio.Errorf("too far")
	for want, err := range map[string]error{
		"a.ndjson:1: no metric":                trace,
		"no metric":                            Measure.Errorf("no metric"),
		"at b: too far\na.ndjson:1: no metric": errors.Join(fmt.Errorf("at b: %w", radio), trace),
		"scenarios: is a word of the file":     errors.New("scenarios: is a word of the file"),
	} {
		if got := Plain(err); got != want {
			t.Errorf("%v: got %q, want %q", err, got, want)
		}
	}
	if got := trace.Error(); got != "trace: a.ndjson:1: measure: no metric" {
		t.Errorf("Error returns %q", got)
	}
}
