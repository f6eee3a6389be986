package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/protocol"
)

// A faulty machine does something wrong when it is to start an election.
type faulty struct {
	protocol.Machine
	do func(env *protocol.Env)
}

func (m faulty) Elect(env *protocol.Env) { m.do(env) }

// Whatever it was convicted of, the story of a conviction exits with 0 while the fault is
// there, and with 1 once it is not.
func TestStoriesOfConvictionsHaveOneRule(t *testing.T) {
	t.Chdir(t.TempDir())
	named := func(do func(env *protocol.Env)) protocol.Algorithm {
		a := baseline.Named("bully")
		a.Name = "mine"
		if fresh := a.New; do != nil {
			a.New = func(c protocol.Config) (func() protocol.Machine, error) {
				make, err := fresh(c)
				return func() protocol.Machine { return faulty{make(), do} }, err
			}
		}
		return a
	}
	run := func(a protocol.Algorithm, command string) (code int, out, said string) {
		var stdout, stderr bytes.Buffer
		app := App{Algorithms: []protocol.Algorithm{a}, Stdout: &stdout, Stderr: &stderr}
		return app.Main(t.Context(), strings.Fields(command)), stdout.String(), stderr.String()
	}
	says := baseline.Named("bully").Kinds[0].Message
	for why, do := range map[string]func(env *protocol.Env){
		"both believe that they lead":                         func(env *protocol.Env) { env.Elected(env.Self(), protocol.Computation{}) },
		"mine's Elect at node A, 0s after the start, panics:": func(*protocol.Env) { panic("no voice") },
		"it names node 9, and there are nodes 1 to 3":         func(env *protocol.Env) { env.Route(9, says) },
	} {
		a := named(do)
		code, out, said := run(a, "explore --algorithm mine --values ascending --nodes 3 --one-leader always --quiet")
		if code != exitFailed || !strings.Contains(out, why) {
			t.Errorf("%s: exit code %d\n%s%s", why, code, out, said)
		}
		if err := os.WriteFile("found.story", []byte(out), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, again, said := run(a, "story found.story"); code != exitDone || again != out {
			t.Errorf("%s: its story exits with %d\n%s%s", why, code, again, said)
		}
		if code, _, said := run(named(nil), "story found.story"); code != exitFailed {
			t.Errorf("%s: the story of the mended one exits with %d: %s", why, code, said)
		}
		bare := out[strings.Index(out, "\nnodes ")+1:]
		bare = bare[:strings.Index(bare, "----")] + "\nelect A\n\ncheck C\n"
		if err := os.WriteFile("bare.story", []byte(bare), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, said := run(a, "story bare.story"); code != exitFailed {
			t.Errorf("%s: without a record it exits with %d: %s", why, code, said)
		}
	}
}
