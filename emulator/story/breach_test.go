package story_test

import (
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/emulator/story"
	"bellwether/protocol"
)

// A frail machine panics when it is to start an election.
type frail struct{ protocol.Machine }

func (frail) Elect(*protocol.Env) { panic("no\nvoice") }

// lost is a machine that routes to a node that does not exist.
type lost struct {
	protocol.Machine
	says protocol.Message
}

func (m lost) Elect(env *protocol.Env) { env.Route(9, m.says) }

func spoilt(spoil func(m protocol.Machine) protocol.Machine) story.Finder {
	a := baseline.Named("bully")
	make := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		fresh, err := make(c)
		return func() protocol.Machine { return spoil(fresh()) }, err
	}
	return story.Only(a)
}

// If a machine panics, breaks its contract or names a node that does not exist, the directive
// fails and the story ends. With the same record there is no difference; with another record,
// or without one, Play reports a difference.
func TestAFaultOfAMachineIsRecorded(t *testing.T) {
	says := baseline.Named("bully").Kinds[0].Message
	undeclared := baseline.Named("bully")
	undeclared.Timers = 0
	for _, c := range []struct {
		find     story.Finder
		fault    string
		panicked bool
	}{
		{spoilt(func(m protocol.Machine) protocol.Machine { return frail{m} }), "bully's Elect at node a, 0s after the start, panics: no voice\n", true},
		{spoilt(func(m protocol.Machine) protocol.Machine { return lost{m, says} }),
			"bully's Elect at node a, 0s after the start, breaks the contract: it names node 9, and there are nodes 1 to 2; name a node that it knows", false},
		{story.Only(undeclared), "bully's Start at node a, 0s after the start, breaks the contract: it sets timer 1, and no timer is declared (Timers: 0); declare Timers: 2", false},
	} {
		var first, second strings.Builder
		differences, err := read(t, "nodes bully\na 1\nb 2\na-b\n\nelect a\n").Play(c.find, &first)
		if (err != nil) != c.panicked || (len(differences) == 1) == c.panicked {
			t.Errorf("%s: without a record: %v, %v", c.fault, differences, err)
		}
		if !strings.Contains(first.String(), "\n----\n") || !strings.Contains(first.String(), "FAILED: "+c.fault) {
			t.Errorf("%q is missing in\n%s", c.fault, &first)
		}
		differences, err = read(t, first.String()).Play(c.find, &second)
		if err != nil || len(differences) > 0 || first.String() != second.String() {
			t.Errorf("%s: with its record: %v, %v\n%s", c.fault, differences, err, &second)
		}
		other := strings.Replace(first.String(), "FAILED", "SPOILT", 1)
		if differences, err = read(t, other).Play(c.find, &second); err == nil && len(differences) == 0 {
			t.Errorf("%s: another record is no difference", c.fault)
		}
		if _, err = read(t, first.String()+"\ncheck a\n").Play(c.find, &second); err == nil || !strings.Contains(err.Error(), "the story is over: bully's ") {
			t.Errorf("%s: after it: %v", c.fault, err)
		}
	}
}
