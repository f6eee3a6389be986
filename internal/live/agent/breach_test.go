package agent_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
	"bellwether/trace"
)

// An agent whose machine does something that it does not declare ends with an error that
// names it. Otherwise the undeclared timer would be taken for one of the layer above.
func TestABreachEndsTheAgent(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		a := baseline.Named("bully")
		a.Timers = 0
		agent := livetest.NewNetwork().Start(t, "a", agent.Options{Algorithm: agent.Algorithm{Algorithm: a}})
		time.Sleep(time.Minute)
		var b *protocol.Breach
		if err := agent.Err(); !errors.As(err, &b) || !strings.Contains(err.Error(), "no timer is declared (Timers: 0)") {
			t.Errorf("the agent ends with %v", err)
		}
	})
}

// A toppling machine is one that panics when it starts.
type toppling struct{ protocol.Machine }

func (toppling) Start(*protocol.Env, []byte) { panic("no start") }

// An agent whose machine panics ends with an error that names algorithm, node and instant, and
// so does one whose radio does.
func TestAPanicEndsTheAgent(t *testing.T) {
	for want, change := range map[string]func(*agent.Options){
		"after the start, panics: no start": func(o *agent.Options) {
			o.Algorithm.New = func(protocol.Config) (func() protocol.Machine, error) {
				return func() protocol.Machine { return toppling{} }, nil
			}
		},
		"after the start, panics: no radio": func(o *agent.Options) { o.Mask = noRadio{} },
	} {
		bubble.Test(t, func(t *testing.T) {
			o := agent.Options{Algorithm: agent.Algorithm{Algorithm: baseline.Named("bully")}}
			change(&o)
			n := livetest.NewNetwork()
			n.Start(t, "b", agent.Options{Algorithm: agent.Algorithm{Algorithm: baseline.Named("bully")}})
			a := n.Start(t, "a", o)
			time.Sleep(time.Minute)
			select {
			case <-a.Done():
			default:
				t.Fatalf("%s: the agent goes on", want)
			}
			if err := a.Err(); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "bully at node ") {
				t.Errorf("the agent ends with %v, want %q", err, want)
			}
		})
	}
}

// A noRadio panics when Fate is called.
type noRadio struct{}

func (noRadio) Fate(agent.Frame) (time.Duration, trace.Why) { panic("no radio") }
