package foreign

import (
	"testing"
	"time"

	"bellwether/protocol"
)

// TestMachinesOfOneNodeHaveTheirOwnStates, though the program holds only one of them at a time: copies go on by
// themselves, and so does a machine of another world that boots meanwhile.
func TestMachinesOfOneNodeHaveTheirOwnStates(t *testing.T) {
	a, _, err := Open(command(t, "counts"))
	if err != nil {
		t.Fatal(err)
	}
	maker, err := a.New(protocol.Config{Detection: protocol.Detection{Interval: time.Second, Misses: 3}})
	if err != nil {
		t.Fatal(err)
	}
	var env protocol.Env
	enter := func() { env.Driver().Enter(protocol.Facts{Self: 3, View: view{}}) }
	boot := func() protocol.Machine {
		m := maker()
		enter()
		m.Start(&env, nil)
		return m
	}
	fires := func(m protocol.Machine, want protocol.ID) {
		t.Helper()
		enter()
		m.Fire(&env, 0)
		if e := env.Driver().Effects(); env.Driver().Broken() != nil || len(e) != 1 || e[0].To != want {
			t.Errorf("%v, %v: want %d", e, env.Driver().Broken(), want)
		}
	}
	state := func(m protocol.Machine, want string) {
		t.Helper()
		if got := string(m.Snapshot(nil)); got != want {
			t.Errorf("its state is %s, want %s", got, want)
		}
	}
	one := boot()
	defer one.(protocol.Closer).Close()
	fires(one, 1)
	fires(one, 2)
	copied := one.(protocol.Copier).Copy()
	fires(one, 3)
	other := boot()
	fires(other, 1)
	fires(copied, 3)
	fires(copied, 4)
	fires(one, 4)
	fires(other, 2)
	state(one, "4")
	state(copied, "4")
	state(other, "2")
	if string(maker().Snapshot(nil)) != "" {
		t.Error("a machine that did not boot has a state")
	}
}
