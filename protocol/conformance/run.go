package conformance

import (
	"errors"
	"flag"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"bellwether/protocol"
)

var (
	worlds = flag.Int("conformance.worlds", usualWorlds, "conformance: drawn worlds per algorithm; 6 with -short; long campaigns take thousands")
	first  = flag.Uint64("conformance.world", 0, "conformance: number of the first drawn world")
)

// usualWorlds is how many worlds are drawn by default.
const usualWorlds = 60

// shortWorlds is how many worlds are drawn with -short.
const shortWorlds = 6

// count is how many worlds a duty draws: one in oneOf of those that the flag or -short
// allows, rounded up.
func count(oneOf int) uint64 {
	n := *worlds
	if short() {
		n = min(n, shortWorlds)
	}
	return uint64((n + oneOf - 1) / oneOf)
}

// short reports whether few worlds are enough: outside of go test they are.
func short() bool { return !flag.Parsed() || testing.Short() }

// Run tests whether an algorithm keeps all duties, with its defaults and with every other
// choice that one of its parameters offers. Each duty is a subtest of its name, and each
// choice a subtest of that. A failure names the duty, the field of the algorithm or method
// of its machine, what was seen, what to write, and the command that runs it again.
func Run(t *testing.T, a protocol.Algorithm, f Facts) {
	t.Helper()
	s := newSubject(a, f)
	if !t.Run("Describe", func(t *testing.T) {
		for _, err := range append(f.faults(), s.describe()...) {
			s.fail(t, duty{name: "Describe"}, err)
		}
	}) {
		return // a machine that cannot be made keeps no other duty
	}
	for _, d := range duties() {
		t.Run(d.name, func(t *testing.T) {
			if why := s.lefts(d); why != "" {
				t.Skipf("left out: %s", why)
			}
			if why := d.skips(a); why != "" {
				t.Skip(why)
			}
			rows := s.rows()
			if d.once {
				rows = rows[:1]
			}
			if len(rows) == 1 {
				t.Parallel()
				s.hold(t, d, rows[0])
				return
			}
			for _, r := range rows {
				t.Run(r.label, func(t *testing.T) {
					t.Parallel()
					s.hold(t, d, r)
				})
			}
		})
	}
}

// A law is what an algorithm must keep. It returns how a row breaks it, nil if it does not.
type law func(t testing.TB, r row) error

// A duty is a law with the words of its failure.
type duty struct {
	name  string
	law   law
	field string // of protocol.Algorithm, or the method of its machines, at stake
	write string // what to write
	once  bool   // other choices of parameters change nothing
	only  func(a protocol.Algorithm) string
}

// skips returns why an algorithm does not have this duty, "" if it has.
func (d duty) skips(a protocol.Algorithm) string {
	if d.only == nil {
		return ""
	}
	return d.only(a)
}

// A subject is an algorithm with the facts that are stated of it.
type subject struct {
	algorithm protocol.Algorithm
	facts     Facts
	program   bool // in another language
	unled     bool // a program that cannot begin with a leader
}

func newSubject(a protocol.Algorithm, f Facts) *subject {
	is, settles := isProgram(a)
	return &subject{a, f, is, !settles}
}

// row is an algorithm as it is compared: with its parameters.
type row struct {
	label  string
	a      protocol.Algorithm
	params map[string]string
	facts  *Facts
	worlds *int // how many were run; nil: not counted
	unled  bool // its worlds begin without a leader
}

// rows are the algorithm with its defaults, and with every other choice of each parameter,
// such as the signallings of VKT04.
func (s *subject) rows() []row {
	out := []row{{s.algorithm.Name, s.algorithm, nil, &s.facts, new(int), s.unled}}
	for _, p := range s.algorithm.Params {
		for _, choice := range p.Choices {
			if choice != p.Default {
				out = append(out, row{s.algorithm.Name + "-" + choice, s.algorithm, map[string]string{p.Name: choice}, &s.facts, new(int), s.unled})
			}
		}
	}
	return out
}

// values are the row's parameters; describe has checked them.
func (r row) values() protocol.Values {
	values, _ := protocol.Resolve(r.a.Params, r.params, detection)
	return values
}

// hold tests one duty of one row, and logs how many worlds were run: .ci/laws adds these
// up.
func (s *subject) hold(t *testing.T, d duty, r row) {
	t.Helper()
	defer func() { t.Logf("%d worlds run", *r.worlds) }()
	if err := kept(t, d.law, r); err != nil {
		s.fail(t, d, err)
	}
}

// kept returns how a row breaks a law, nil if it does not. A panic breaks any law, and so
// does a breach of contract that ends the run.
func kept(t testing.TB, l law, r row) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *protocol.Breach:
			err = p
		default:
			err = &finding{"Machine", fmt.Sprintf("panic: %v\n%s", p, culprit(string(debug.Stack()))), "handlers that take any message and any timer at any time"}
		}
	}()
	var end func()
	r.a, end = closing(r.a)
	defer end()
	return l(t, r)
}

// culprit returns where a panic was: the functions and lines of its innermost calls.
func culprit(stack string) string {
	if _, after, found := strings.Cut(stack, "panic("); found {
		stack = after
	}
	lines := strings.Split(stack, "\n")
	lines = lines[min(2, len(lines)):min(8, len(lines))]
	for i, l := range lines {
		if at := strings.LastIndex(l, "("); i%2 == 0 && at > 0 {
			lines[i] = l[:at] // without what it was called with
		}
	}
	return strings.Join(lines, "\n")
}

// A finding is a failure whose field and remedy replace the duty's.
type finding struct{ field, seen, write string }

func (f *finding) Error() string { return f.seen }

// drawn is a failure in the drawn world of a number.
type drawn struct {
	number uint64
	err    error
}

func (d *drawn) Error() string { return fmt.Sprintf("world %d: %v", d.number, d.err) }
func (d *drawn) Unwrap() error { return d.err }

// fail ends a test with what is wrong.
func (s *subject) fail(t *testing.T, d duty, err error) {
	t.Helper()
	t.Error(d.tell(s.algorithm.Name, t.Name(), err))
}

// tell describes how an algorithm breaks a duty, and how to see it again.
func (d duty) tell(algorithm, test string, err error) string {
	return d.seen(algorithm, err) + "\nAgain: " + again(test, err)
}

// seen describes how an algorithm breaks a duty.
func (d duty) seen(algorithm string, err error) string {
	field, write := d.field, d.write
	var better *finding
	var breach *protocol.Breach
	switch {
	case errors.As(err, &better):
		field, write = better.field, better.write
	case errors.As(err, &breach):
		field, write = "the contract of package protocol", breach.Instead
	}
	return fmt.Sprintf("%s breaks duty %s (%s).\nSeen:  %s\nWrite: %s", algorithm, d.name, field, strings.ReplaceAll(err.Error(), "\n", "\n       "), write)
}

// again is the command that repeats one test, in the world of the error if that world was
// drawn.
func again(test string, err error) string {
	parts := strings.Split(test, "/")
	for i, p := range parts {
		parts[i] = "^" + p + "$"
	}
	out := "go test -run '" + strings.Join(parts, "/") + "'"
	if d := (*drawn)(nil); errors.As(err, &d) {
		out += fmt.Sprintf(" -conformance.world %d -conformance.worlds 1", d.number)
	}
	return out
}

// bestOnly skips a duty of algorithms whose goal is not best.
func bestOnly(a protocol.Algorithm) string {
	if a.Goal == protocol.GoalBest {
		return ""
	}
	return "what is elected does not change with what nodes offer"
}

// names returns the names of the duties.
func names() (out []string) {
	for _, d := range duties() {
		out = append(out, d.name)
	}
	return slices.Sorted(slices.Values(out))
}
