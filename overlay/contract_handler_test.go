package overlay

import (
	"testing"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// everywhere breaks its contract in every handler.
type everywhere struct{}

func (everywhere) sin(env *protocol.Env)                            { env.StopTimer(9) }
func (e everywhere) Start(env *protocol.Env, _ []byte)              { e.sin(env) }
func (e everywhere) Fire(env *protocol.Env, _ protocol.Timer)       { e.sin(env) }
func (e everywhere) Elect(env *protocol.Env)                        { e.sin(env) }
func (e everywhere) Resign(env *protocol.Env)                       { e.sin(env) }
func (e everywhere) HelloDue(env *protocol.Env)                     { e.sin(env) }
func (e everywhere) CapabilityChanged(env *protocol.Env)            { e.sin(env) }
func (e everywhere) NeighbourUp(env *protocol.Env, _ protocol.ID)   { e.sin(env) }
func (e everywhere) NeighbourDown(env *protocol.Env, _ protocol.ID) { e.sin(env) }
func (everywhere) Snapshot(b []byte) []byte                         { return b }
func (e everywhere) Receive(env *protocol.Env, _ protocol.ID, _ protocol.Message) {
	e.sin(env)
}
func (e everywhere) Settle(env *protocol.Env, _ protocol.Capability) { e.sin(env) }

// TestEveryHandlerIsHeldToTheContract: every handler is checked, whatever layers are around
// the machine.
func TestEveryHandlerIsHeldToTheContract(t *testing.T) {
	for name, call := range map[string]func(m protocol.Machine, env *protocol.Env){
		"Start":             func(m protocol.Machine, env *protocol.Env) { m.Start(env, nil) },
		"Receive":           func(m protocol.Machine, env *protocol.Env) { m.Receive(env, 2, nil) },
		"Fire":              func(m protocol.Machine, env *protocol.Env) { m.Fire(env, 0) },
		"Elect":             func(m protocol.Machine, env *protocol.Env) { optional.Elect(m, env) },
		"Resign":            func(m protocol.Machine, env *protocol.Env) { optional.Resign(m, env) },
		"Settle":            func(m protocol.Machine, env *protocol.Env) { optional.Settle(m, env, protocol.Capability{}) },
		"HelloDue":          func(m protocol.Machine, env *protocol.Env) { optional.HelloDue(m, env) },
		"CapabilityChanged": func(m protocol.Machine, env *protocol.Env) { optional.CapabilityChanged(m, env) },
		"NeighbourUp":       func(m protocol.Machine, env *protocol.Env) { optional.NeighbourUp(m, env, 2) },
		"NeighbourDown":     func(m protocol.Machine, env *protocol.Env) { optional.NeighbourDown(m, env, 2) },
	} {
		env := new(protocol.Env)
		env.Driver().Enter(protocol.Facts{Self: 1})
		call(bound{everywhere{}, newContract(protocol.Algorithm{Name: "sinner", Timers: 1})}, env)
		if env.Driver().Broken() == nil {
			t.Errorf("%s is not checked", name)
		}
	}
}
