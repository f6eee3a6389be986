package olsr_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/olsr"
	"bellwether/protocol"
)

// Sixty nodes lose half of their frames, boot again and again, and hear messages that nobody sends:
// that name the receiver as its own neighbour or origin, name nodes twice, hold for no time or long.
// Nothing panics, nothing is sent that is not due, and later nothing is left of it.
func TestOLSRStandsWhatNobodySends(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 0x686f7374)) // "host"
	w := smallworld.Probes(protocol.NeedsRouting, overlay.Services{OLSR: &overlay.OLSROptions{TCRedundancy: 2, MPRCoverage: 3}},
		smallworld.Options{Nodes: 60, Loss: 0.5})
	any := func() protocol.ID { return protocol.ID(g.IntN(64)) } // nobody, and some that do not exist
	real := func() protocol.ID { return protocol.ID(1 + g.IntN(60)) }
	for range 150 {
		w.Link(real(), real())
	}
	w.Boot()
	begun, forged := w.Now, 0
	for range 150 {
		to, holds := real(), []uint8{0, 0xe8, 0x86, 0x05}[g.IntN(4)]
		var list []protocol.ID
		hello := olsr.Hello{}
		for range g.IntN(40) {
			id := []protocol.ID{any(), to, real()}[g.IntN(3)]
			list = append(list, id, id)
			hello.Links = append(hello.Links, olsr.Said{Code: olsr.LinkCode(g.Uint32()), ID: id})
		}
		olsr.Hold(&hello.Holds, holds)
		tc := olsr.TC{Origin: []protocol.ID{any(), to}[g.IntN(2)], TTL: uint8(g.Uint32()), Hops: uint8(g.Uint32()), Seq: uint16(g.Uint32()), ANSN: uint16(g.Uint32()), Links: list}
		olsr.Hold(&tc.Holds, holds)
		if !w.Up(to) {
			w.Boot(to)
			continue
		}
		w.Inject(to, real(), hello)
		w.Inject(to, real(), tc)
		forged++
		w.RouteNotes(to, real(), 1)
		if g.IntN(3) == 0 {
			w.Crash(to)
		}
		w.Run(time.Duration(g.Int64N(int64(200 * time.Millisecond))))
	}
	took, sent := w.Now.Sub(begun).Seconds(), map[string]float64{}
	for _, s := range w.Said {
		switch s.Message.(type) {
		case olsr.Hello:
			sent["hello"]++
		case olsr.TC:
			sent["tc"]++
		default:
			sent["packet"]++
		}
	}
	// Each boot draws when the first of each is due: so at most one more of each.
	if most := 60*(took/1.5+1) + 300; sent["hello"] > most {
		t.Errorf("%.0f hellos, want at most %.0f", sent["hello"], most)
	}
	if most := 60 * (60*(took/4.5+1) + 300 + float64(forged)); sent["tc"] > most {
		t.Errorf("%.0f topology messages, want at most %.0f", sent["tc"], most)
	}
	if most := 64 * float64(forged); sent["packet"] > most {
		t.Errorf("%.0f packets, want at most %.0f", sent["packet"], most)
	}
	w.Loss = 0
	for _, id := range w.Members() {
		if !w.Up(id) {
			w.Boot(id)
		}
	}
	w.Forgive()
	w.Run(90 * time.Second) // 0xe8 is 30s, and others may have taken it up as late
	for _, wrong := range wrongWays(w) {
		t.Error(wrong)
	}
}
