package foreign

import (
	"time"

	"bellwether/protocol"
)

// Bounds of a node: a program that exceeds them would let its run go on for ever, in ever more memory.
const (
	maxCalls = 10_000 // at one instant of virtual time
	maxSends = 10_000 // messages in a second of virtual time
	maxFires = 10_000 // time-outs in a second of virtual time
)

// pace is how much of these a node has used.
type pace struct {
	now   protocol.Time
	calls int // at now
	since protocol.Time
	sends int // from since on
	fires int // from since on
}

// called counts a call.
func (p *pace) called(now protocol.Time) error {
	if now != p.now {
		p.now, p.calls = now, 0
	}
	if now.Sub(p.since) >= time.Second {
		p.since, p.sends, p.fires = now, 0, 0
	}
	if p.calls++; p.calls > maxCalls {
		return wrong("is called more than %d times at one instant: time does not go on; does it set a timer of 0 whenever that fires, or send to itself?", maxCalls)
	}
	return nil
}

// fired counts a time-out, once its call is counted.
func (p *pace) fired() error {
	if p.fires++; p.fires > maxFires {
		return wrong("lets more than %d time-outs end within a second of virtual time: does it set a timer of nanoseconds where it means seconds?", maxFires)
	}
	return nil
}

// acted counts the messages among the effects of a call.
func (p *pace) acted(effects []protocol.Effect) error {
	for i := range effects {
		switch effects[i].Op {
		case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
			p.sends++
		}
	}
	if p.sends > maxSends {
		return wrong("sends more than %d messages within a second of virtual time: does it send several for each that it receives?", maxSends)
	}
	return nil
}
