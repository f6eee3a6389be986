package hunt

import (
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
)

// told passes records to a sink.
func told(s trace.Sink, records ...trace.Record) {
	for i := range records {
		s.Record(&records[i])
	}
}

// at returns an instant in seconds.
func at(s float64) protocol.Time { return protocol.Time(s * float64(time.Second)) }

// crashed returns the record of a crash of node 2 from an instant to another, in seconds; until
// is -1 if the crash never ends.
func crashed(from, until float64) trace.Record {
	r := trace.Record{At: at(from), Kind: trace.Strike, Node: 2, Name: string(emulator.FaultCrash), Frame: 1, Value: int64(at(until))}
	if until < 0 {
		r.Value = -1
	}
	return r
}

// A world that does not do what its scenario states is reported.
func TestTheWorldDoesWhatItsScenarioSays(t *testing.T) {
	boot := func(s float64) trace.Record { return trace.Record{At: at(s), Kind: trace.Boot, Node: 2} }
	restart := func(s float64) trace.Record {
		return trace.Record{At: at(s), Kind: trace.Fault, Node: 2, Name: string(emulator.FaultRestart)}
	}
	given := func(s float64, number uint64) trace.Record {
		return trace.Record{At: at(s), Kind: trace.Receive, Node: 2, Peer: 1, Frame: number}
	}
	pause := trace.Record{At: at(1), Kind: trace.Strike, Node: 2, Name: string(emulator.FaultPause), Frame: 7, Value: int64(at(3))}
	over := trace.Record{At: at(3), Kind: trace.Over, Node: 2, Name: string(emulator.FaultPause), Frame: 7}
	said := func(s float64) trace.Record { return trace.Record{At: at(s), Kind: trace.Send, Node: 2} }
	one := func(k emulator.FaultKind) []emulator.Fault { return []emulator.Fault{{Kind: k}} }
	for name, c := range map[string]struct {
		records []trace.Record
		faults  []emulator.Fault
		want    string
	}{
		"in time":                   {[]trace.Record{crashed(1, 5), boot(5), said(6)}, nil, ""},
		"restarted":                 {[]trace.Record{crashed(1, 5), restart(3), boot(3)}, nil, ""},
		"too early":                 {[]trace.Record{crashed(1, 5), boot(4)}, nil, "2 runs again at 4s, though its crash ends at 5s"},
		"never":                     {[]trace.Record{crashed(1, -1), boot(4)}, nil, "its crash never ends"},
		"by an older crash's end":   {[]trace.Record{crashed(1, 5), restart(2), boot(2), crashed(3, 9), boot(5)}, nil, "its crash ends at 9s"},
		"beside a flap":             {[]trace.Record{crashed(1, 5), boot(4)}, one(emulator.FaultFlap), ""},
		"sends while down":          {[]trace.Record{crashed(1, 5), said(2)}, nil, "2 is down, and has a record send at 2s"},
		"sends while paused":        {[]trace.Record{pause, said(2)}, nil, "2 is paused, and has a record send at 2s"},
		"sends after its pause":     {[]trace.Record{pause, over, said(3)}, nil, ""},
		"given once":                {[]trace.Record{given(1, 4), given(1, 5)}, nil, ""},
		"given twice":               {[]trace.Record{given(1, 4), given(1, 5), given(2, 4)}, nil, "2 is given message 4 of 1 a second time at 2s"},
		"given twice, by the fault": {[]trace.Record{given(1, 4), given(2, 4)}, one(emulator.FaultDuplicate), ""},
	} {
		e := newEnacted(&emulator.Config{Nodes: 2, Faults: c.faults})
		told(e, c.records...)
		if got := e.verdict(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Losses that always strike either all nodes in range of a broadcast or no node are not drawn
// for each link.
func TestLossesAreOfLinks(t *testing.T) {
	play := func(s *spread, lost func(k int) (two, three bool)) string {
		for k := range 200 {
			two, three := lost(k)
			now, frame := at(float64(k+1)), uint64(k+1)
			s.record(&trace.Record{At: now, Kind: trace.Transmit, Node: 1, Frame: frame})
			for node, gone := range map[protocol.ID]bool{2: two, 3: three} {
				r := &trace.Record{At: now, Kind: trace.Receive, Node: node, Frame: frame}
				if gone {
					r.Kind, r.Why = trace.Lost, trace.WhyLoss
				}
				s.record(r)
			}
		}
		return s.verdict()
	}
	c := &emulator.Config{Nodes: 3}
	if got := play(newSpread(c, 0.3, 0), func(k int) (bool, bool) { return k%3 == 0, k%3 == 1 }); got != "" {
		t.Errorf("losses of links: %s", got)
	}
	if got := play(newSpread(c, 0.3, 0), func(k int) (bool, bool) { return k%3 == 0, k%3 == 0 }); !strings.Contains(got, "at all who hear it, or at none") {
		t.Errorf("losses of senders: %q", got)
	}
	if got := play(newSpread(c, 0.3, 5*time.Second), func(k int) (bool, bool) { return k%3 == 0, k%3 == 0 }); got != "" {
		t.Errorf("four broadcasts prove nothing: %s", got)
	}
	for name, none := range map[string]*spread{
		"no loss":    newSpread(c, 0, 0),
		"held back":  newSpread(&emulator.Config{Nodes: 3, Faults: []emulator.Fault{{Kind: emulator.FaultReorder}}}, 0.3, 0),
		"loses each": newSpread(c, 1, 0),
	} {
		if none != nil {
			t.Errorf("%s: it is judged", name)
		}
	}
}
