package battery

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/trace"
)

// lamp draws whole watts.
var lamp = energy.Profile{Name: "lamp", IdleW: 1, TxW: 4, RxW: 3}

// idler is a machine that does nothing.
type idler struct{}

func (idler) Start(*protocol.Env, []byte)                          {}
func (idler) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (idler) Fire(*protocol.Env, protocol.Timer)                   {}
func (idler) Snapshot(b []byte) []byte                             { return b }

// house is a world that has batteries and nothing else.
type house struct {
	*kernel.Kernel
	bank *Bank
	told []trace.Record
}

func (h *house) Say(kernel.Slot, *protocol.Effect) {}
func (h *house) Hears(kernel.Slot) []protocol.ID   { return nil }
func (h *house) Arrives(i kernel.Slot)             { h.bank.Arrive(i) }
func (h *house) Boots(i kernel.Slot)               { h.bank.Run(i) }
func (h *house) Booted(kernel.Slot)                {}
func (h *house) Started(kernel.Slot)               {}
func (h *house) Joined(kernel.Slot)                {}
func (h *house) Stops(i kernel.Slot)               { h.bank.Stop(i) }
func (h *house) Stopped(kernel.Slot)               {}
func (h *house) Gone(kernel.Slot)                  {}
func (h *house) Wants() trace.Set {
	return trace.Of(trace.Crash, trace.Boot, trace.Energy, trace.Spent)
}
func (h *house) Record(r *trace.Record) { h.told = append(h.told, *r) }

// newHouse boots a node for each battery.
func newHouse(t interface{ Fatal(...any) }, o Options) *house {
	h := &house{}
	k, err := kernel.New(kernel.Options{Nodes: kernel.Slot(len(o.InitialJ)), Sinks: []trace.Sink{h},
		Algorithm: protocol.Algorithm{Name: "none",
			New: func(protocol.Config) (func() protocol.Machine, error) {
				return func() protocol.Machine { return idler{} }, nil
			}}})
	if err != nil {
		t.Fatal(err)
	}
	h.Kernel = k
	o.Restart = k.Join
	h.bank = New(k, o)
	k.Attach(h)
	for _, i := range k.ByID {
		k.Boot(i)
	}
	return h
}

// run carries out all events until an instant, then lets the batteries record.
func (h *house) run(t interface{ Fatal(...any) }, until time.Duration) {
	if err := h.Run(int64(until), func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	h.bank.Record()
}

// crashes are the instants at which nodes ran empty.
func (h *house) crashes() []time.Duration {
	var out []time.Duration
	for _, r := range h.told {
		if r.Kind == trace.Crash && r.Why == trace.WhyBattery {
			out = append(out, time.Duration(r.At))
		}
	}
	return out
}
