package foreign

import (
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
)

// TestANodeThatLetsNoTimePassEndsItsRun, and one that sends without an end: neither goes on for ever.
func TestANodeThatLetsNoTimePassEndsItsRun(t *testing.T) {
	for mode, want := range map[string]string{
		`{"do":[]}`: "is called more than 10000 times at one instant",
		"storm":     "sends more than 10000 messages within a second of virtual time",
	} {
		t.Run(mode[:3], func(t *testing.T) {
			t.Parallel()
			for _, each := range []time.Duration{0, 100 * time.Microsecond, time.Second} {
				broken := fires(t, mode, each)
				ends := mode == "storm" && each < time.Second || each == 0
				if ends != (broken != nil) || broken != nil && !strings.Contains(broken.Did, want) {
					t.Errorf("a call each %v: got %v, want %q", each, broken, want)
				}
			}
		})
	}
}

// TestATimerOfNanosecondsEndsItsRun: time goes on, and the run would take for ever.
func TestATimerOfNanosecondsEndsItsRun(t *testing.T) {
	for each, want := range map[time.Duration]string{time.Nanosecond: "lets more than 10000 time-outs end within a second", 100 * time.Microsecond: ""} {
		broken := fires(t, `{"do":[]}`, each)
		if (broken != nil) != (want != "") || broken != nil && !strings.Contains(broken.Did, want) {
			t.Errorf("a time-out each %v: got %v, want %q", each, broken, want)
		}
	}
}

// fires lets timers of a node fire, so long after each other.
func fires(t *testing.T, mode string, each time.Duration) *protocol.Breach {
	t.Helper()
	a, _, err := Open(command(t, mode))
	if err != nil {
		t.Fatal(err)
	}
	maker, _ := a.New(protocol.Config{Detection: protocol.Detection{Interval: time.Second, Misses: 3}})
	m := maker()
	defer m.(protocol.Closer).Close()
	var env protocol.Env
	enter := func(now protocol.Time) {
		env.Driver().Enter(protocol.Facts{Self: 3, Now: now, View: view{}})
	}
	enter(0)
	m.Start(&env, nil)
	calls := maxCalls
	if mode == "storm" {
		calls = 20
	}
	for i := range calls + 2 {
		enter(protocol.Time(i) * protocol.Time(each))
		if m.Fire(&env, 0); env.Driver().Broken() != nil {
			break
		}
	}
	return env.Driver().Broken()
}

// TestAnotherDeclarationEndsTheRun: a program is what it said when it was asked first.
func TestAnotherDeclarationEndsTheRun(t *testing.T) {
	_, breach := boot(t, command(t, "changes"))
	if breach == nil || !strings.Contains(breach.Did, "when it is started again: a declaration must not change") {
		t.Errorf("got %v", breach)
	}
}

// TestALineHasAtMostOneMebibyte, without its end.
func TestALineHasAtMostOneMebibyte(t *testing.T) {
	if _, breach := boot(t, command(t, "long")); breach != nil {
		t.Error(breach)
	}
	if _, breach := boot(t, command(t, "longer")); breach == nil || !strings.Contains(breach.Did, "more than 1048576 bytes") {
		t.Errorf("got %v", breach)
	}
}

// TestAHangIsToldOnce: neither is the trial made again, nor the run begun.
func TestAHangIsToldOnce(t *testing.T) {
	var d Declaration
	if err := strict([]byte(describes), &d); err != nil {
		t.Fatal(err)
	}
	c := command(t, "hangs")
	c.Patience = 200 * time.Millisecond
	if err := c.Steady(d); err == nil || !strings.Contains(err.Error(), "gives no answer within 200ms") {
		t.Errorf("got %v", err)
	}
}

// TestMethodsInPythonNameTheirArgumentsAsTheyLike: what is given has a place, and no name.
func TestMethodsInPythonNameTheirArgumentsAsTheyLike(t *testing.T) {
	python(t, `
    hears = ("neighbours", "settle")
    messages = {"claim": ("election", {"leader": "id"})}
    def start(self, kept): pass
    def receive(self, who, what): self.elected(who + what["leader"])
    def fire(self, which): pass
    def settle(self, whom): self.elected(whom["id"])
    def neighbour_up(self, node): self.elected(node)
    def neighbour_down(self, node): self.elected(node)
`, map[string]string{
		`{"call":"start","node":3,"capability":5,"now_ns":0,"saved":null}`:                                                `{"do":[]}`,
		`{"call":"neighbour_up","node":3,"capability":5,"now_ns":0,"neighbour":7}`:                                        `"leader":7`,
		`{"call":"neighbour_down","node":3,"capability":5,"now_ns":0,"neighbour":8}`:                                      `"leader":8`,
		`{"call":"settle","node":3,"capability":5,"now_ns":0,"leader":{"id":9,"value":1}}`:                                `"leader":9`,
		`{"call":"receive","node":3,"capability":5,"now_ns":0,"from":7,"message":{"kind":"claim","leader":3}}`:            `"leader":10`,
		`{"call":"receive","nodes":[3,3],"capabilities":[5,5],"now_ns":0,"from":7,"message":{"kind":"claim","leader":4}}`: `"leader":11`,
	})
}
