package emulator

import (
	"testing"
	"time"

	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// passenger rides a token on each of its hellos.
type passenger struct{ rumour }

func (*passenger) HelloDue(env *protocol.Env) { env.Ride(token{0}) }

// TestWhatRidesIsCharged: a message on hellos adds its bytes and its airtime to as many frames of
// class hello, sent by the same nodes in the same order, and nothing to another class.
func TestWhatRidesIsCharged(t *testing.T) {
	type sum struct {
		frames, other, bytes int
		took                 time.Duration // of the first frame, to its first receiver
		senders              string
	}
	total := func(maker func() protocol.Machine) (s sum) {
		places, err := mobility.NewStatic(mobility.Area{Width: 1, Height: 1})
		if err != nil {
			t.Fatal(err)
		}
		cfg := wires(radio.Complete(3))
		cfg.Medium, cfg.Mobility = radio.Disk(100), places
		cfg.Until, cfg.Start, cfg.Services = 10*time.Second, Start{}, overlay.Services{Hello: &overlay.HelloOptions{}}
		cfg.Link.BitrateBps = 1e6
		cfg.Algorithm = algorithm(0, maker)
		cfg.Algorithm.Kinds[0].Rides = true
		_, j := run(t, cfg)
		for _, r := range j.of(trace.Transmit) {
			s.bytes += int(r.Bytes)
			if r.Class != protocol.ClassHello {
				s.other++
				continue
			}
			s.frames++
			s.senders += r.Node.String()
		}
		s.took = j.of(trace.Receive)[0].At.Sub(j.of(trace.Send)[0].At)
		return s
	}
	plain, laden := total(func() protocol.Machine { return new(rumour) }), total(func() protocol.Machine { return new(passenger) })
	if plain.frames < 25 || plain.frames != laden.frames || plain.senders != laden.senders || laden.other != 0 {
		t.Errorf("%d hellos by %s without, and %d by %s with a message on each; %d frames of other classes",
			plain.frames, plain.senders, laden.frames, laden.senders, laden.other)
	}
	size := protocol.Size(token{})
	if got := laden.bytes - plain.bytes; got != size*plain.frames {
		t.Errorf("%d more bytes, want %d on each of %d hellos", got, size, plain.frames)
	}
	if got, want := laden.took-plain.took, time.Duration(size*8)*time.Microsecond; got != want {
		t.Errorf("the first hello takes %v longer, want %v", got, want)
	}
}
