package foreign

import (
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
)

// TestTheFirstRunHasAWitness: a program that reads a clock is told within its first run, where it does; another
// run has none, and neither has a driver that asks for none.
func TestTheFirstRunHasAWitness(t *testing.T) {
	var d Declaration
	if err := strict([]byte(describes), &d); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[string]string{"clocks later": "a second process of it", `{"do":[]}`: ""} {
		c := command(t, mode)
		watched, err := c.Witnessed(d)
		if err != nil {
			t.Fatal(err)
		}
		bare, err := c.Declared(d)
		if err != nil {
			t.Fatal(err)
		}
		for run, a := range []protocol.Algorithm{watched, watched, bare} {
			broken := firedOnce(t, a)
			if told := broken != nil; told != (want != "" && run == 0) || told && (!strings.Contains(broken.Did, want) || broken.Node != 3 || broken.At != 7) {
				t.Errorf("%s, run %d: got %v", mode, run, broken)
			}
		}
	}
}

// firedOnce starts node 3 and lets a time-out of it end 7 ns later.
func firedOnce(t *testing.T, a protocol.Algorithm) *protocol.Breach {
	t.Helper()
	maker, err := a.New(protocol.Config{Detection: protocol.Detection{Interval: time.Second, Misses: 3}})
	if err != nil {
		t.Fatal(err)
	}
	m := maker()
	defer m.(protocol.Closer).Close()
	var env protocol.Env
	env.Driver().Enter(protocol.Facts{Self: 3, View: view{}})
	m.Start(&env, nil)
	env.Driver().Enter(protocol.Facts{Self: 3, Now: 7, View: view{}})
	m.Fire(&env, 0)
	return env.Driver().Broken()
}

// TestAWitnessThatEndsIsDismissed, and one that has heard enough: the run goes on.
func TestAWitnessThatEndsIsDismissed(t *testing.T) {
	h := &host{command: command(t, `{"do":[]}`)}
	for what, end := range map[string]func(*witness){
		"killed": func(w *witness) { w.process.kill(); <-w.process.done },
		"heard":  func(w *witness) { w.left = 1 },
	} {
		var err error
		if h.process, err = start(h.command); err != nil {
			t.Fatal(err)
		}
		second, err := start(h.command)
		if err != nil {
			t.Fatal(err)
		}
		h.witness = &witness{second, maxWitnessed}
		end(h.witness)
		if _, err := h.exchange([]byte(`{"call":"elect"}` + "\n")); err != nil || h.witness != nil {
			t.Errorf("%s: %v, and the witness is %v", what, err, h.witness)
		}
		_ = h.close()
	}
}
