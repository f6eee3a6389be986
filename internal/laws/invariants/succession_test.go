package invariants

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// says is a message of an election by succession.
type says struct {
	protocol.Message
	Sign
}

func readSays(m protocol.Message) (Sign, bool) {
	s, is := m.(says)
	return s.Sign, is
}

// follows records what a node shows at the end of a handler. The stamp is in seconds.
func follows(at float64, node, leader, heir protocol.ID, stamp float64) []trace.Record {
	var out []trace.Record
	for _, s := range []struct {
		name  string
		value int64
	}{{"leader", int64(leader)}, {"stamp_ns", int64(sec(stamp))}, {"heir", int64(heir)}} {
		out = append(out, trace.Record{At: sec(at), Kind: trace.State, Node: node, Name: s.name, Value: s.value})
	}
	return out
}

func sends(at float64, node protocol.ID, s Sign) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Send, Node: node, Content: says{Sign: s}}
}

func receives(at float64, node protocol.ID, s Sign) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Receive, Node: node, Content: says{Sign: s}}
}

func TestStampsRise(t *testing.T) {
	for name, c := range map[string]struct {
		story []any
		want  []string
	}{
		"rise":                {[]any{follows(1, 2, 1, 0, 1), follows(2, 2, 1, 0, 2), end(9)}, nil},
		"stand":               {[]any{follows(1, 2, 1, 0, 1), follows(2, 2, 1, 3, 1), end(9)}, nil},
		"go back":             {[]any{follows(1, 2, 1, 0, 2), follows(2, 2, 1, 0, 1), end(9)}, []string{"2s: stamps rise: 2 follows 1, whose stamp goes back by 1s"}},
		"of two leaders":      {[]any{follows(1, 2, 1, 0, 2), follows(2, 2, 3, 0, 1), end(9)}, nil},
		"after a boot":        {[]any{follows(1, 2, 1, 0, 2), crash(2, 2), boot(3, 2, 1), follows(4, 2, 1, 0, 1), end(9)}, nil},
		"in a second term":    {[]any{follows(1, 2, 2, 0, 5), follows(2, 2, 1, 0, 1), follows(3, 2, 2, 0, 4), end(9)}, []string{"3s: stamps rise: 2 leads again, and its stamp goes back by 1s"}},
		"a newer second term": {[]any{follows(1, 2, 2, 0, 5), follows(2, 2, 1, 0, 1), follows(3, 2, 2, 0, 6), end(9)}, nil},
		"long ago":            {[]any{follows(1, 2, 2, 0, 5), follows(2, 2, 1, 0, 1), follows(36, 2, 2, 0, 4), end(99)}, nil},
	} {
		got := feed(NewStamped(), c.story...)
		t.Run(name, func(t *testing.T) { expect(t, got, "stamps rise", c.want...) })
	}
}

func TestNobodyReturnsWithoutANewerSign(t *testing.T) {
	left := []any{follows(1, 2, 1, 0, 1), follows(2, 2, 3, 0, 2)}
	for name, c := range map[string]struct {
		story []any
		want  []string
	}{
		"a newer sign":   {[]any{follows(3, 2, 1, 0, 3), end(9)}, nil},
		"the same":       {[]any{follows(3, 2, 1, 0, 1), end(9)}, []string{"3s: no ghosts: 2 follows 1 again, which it left 1s ago, by no newer sign of life"}},
		"an older":       {[]any{follows(3, 2, 1, 0, .5), end(9)}, []string{"3s: "}},
		"by way of none": {[]any{follows(3, 2, 0, 0, 0), follows(4, 2, 1, 0, 1), end(9)}, []string{"left 2s ago"}},
		"forgotten":      {[]any{follows(7.1, 2, 1, 0, 1), end(9)}, nil},
		"booted":         {[]any{crash(3, 2), boot(3, 2, 1), follows(4, 2, 1, 0, 1), end(9)}, nil},
		"another node":   {[]any{follows(3, 4, 1, 0, 1), end(9)}, nil},
		"itself":         {[]any{follows(3, 2, 2, 0, 3), follows(4, 2, 3, 0, 4), follows(5, 2, 2, 0, 3), end(9)}, nil},
	} {
		got := feed(NewReturning(5*time.Second), append(append([]any{}, left...), c.story...)...)
		t.Run(name, func(t *testing.T) { expect(t, got, "no ghosts", c.want...) })
	}
}

func TestOneHandover(t *testing.T) {
	leads, hands := elected(1, 2, 2), Sign{Part: HandsOver, Leader: 3, Giver: 2}
	other, beacon := Sign{Part: HandsOver, Leader: 4, Giver: 2}, Sign{Part: Lives, Leader: 2}
	heir := elected(2, 2, 3)
	for name, c := range map[string]struct {
		story []any
		want  []string
	}{
		"one":                 {[]any{leads, sends(2, 2, hands), heir}, nil},
		"repeated":            {[]any{leads, sends(2, 2, hands), heir, sends(3, 2, hands)}, nil},
		"two in a term":       {[]any{leads, sends(2, 2, hands), sends(2, 2, other)}, []string{"2 hands over to 4, while its handover to 3 is under way"}},
		"the same twice":      {[]any{leads, sends(2, 2, hands), sends(3, 2, hands)}, []string{"3s: one handover: "}},
		"leads on":            {[]any{leads, sends(2, 2, hands), sends(3, 2, beacon)}, []string{"2 leads on, after it has handed over to 3"}},
		"two terms":           {[]any{leads, sends(2, 2, hands), heir, elected(3, 2, 2), sends(4, 2, other), elected(4, 2, 4)}, nil},
		"without leading":     {[]any{elected(1, 2, 3), sends(2, 2, hands)}, []string{"2, which does not lead, hands over to 3"}},
		"repeats another":     {[]any{leads, sends(2, 2, hands), heir, sends(3, 2, other)}, []string{"2, which does not lead, hands over to 4"}},
		"repeats in vain":     {[]any{leads, sends(2, 2, hands), heir, elected(3, 2, 4), sends(4, 2, hands)}, []string{"4s: "}},
		"electing":            {[]any{leads, electing(2, 2, 1, 2), sends(3, 2, hands)}, []string{"3s: "}},
		"after a boot":        {[]any{leads, sends(2, 2, hands), heir, crash(3, 2), sends(4, 2, hands)}, []string{"4s: "}},
		"heard after a boot":  {[]any{leads, sends(2, 2, hands), heir, crash(3, 2), boot(4, 2, 1), receives(5, 2, hands), elected(5, 2, 3), sends(6, 2, hands)}, nil},
		"another's passed on": {[]any{elected(1, 5, 3), sends(2, 5, hands)}, nil},
	} {
		got := feed(NewHanding(readSays), c.story...)
		t.Run(name, func(t *testing.T) { expect(t, got, "one handover", c.want...) })
	}
}

func TestHeirsWait(t *testing.T) {
	heir := []any{follows(1, 2, 1, 2, 1)}
	beacon := Sign{Part: Lives, Leader: 1, Stamp: sec(2)}
	for name, c := range map[string]struct {
		story []any
		want  []string
	}{
		"silence":           {[]any{electing(3, 2, 1, 2)}, nil},
		"heard":             {[]any{electing(2, 2, 1, 2)}, []string{"2s: heirs wait: 2 is the heir of 1, heard it 1s ago, and enters an election"}},
		"heard since":       {[]any{receives(2.5, 2, beacon), electing(3, 2, 1, 2)}, []string{"heard it 500ms ago"}},
		"an old copy":       {[]any{receives(2.5, 2, Sign{Part: Lives, Leader: 1, Stamp: sec(1)}), electing(3, 2, 1, 2)}, nil},
		"an old answer":     {[]any{receives(2.5, 2, Sign{Part: Lives, Leader: 1, Stamp: sec(1.1), Age: 1400 * time.Millisecond}), electing(3, 2, 1, 2)}, nil},
		"asked in vain":     {[]any{sends(1.5, 2, Sign{Part: Pulls, Leader: 1}), electing(2, 2, 1, 2)}, nil},
		"answered":          {[]any{sends(1.5, 2, Sign{Part: Pulls, Leader: 1}), receives(1.6, 2, beacon), electing(2, 2, 1, 2)}, []string{"heard it 400ms ago"}},
		"another asked":     {[]any{receives(1.5, 2, Sign{Part: Pulls, Leader: 1}), electing(2, 2, 1, 2)}, []string{"2s: "}},
		"asked for another": {[]any{sends(1.5, 2, Sign{Part: Pulls, Leader: 7}), electing(2, 2, 1, 2)}, []string{"2s: "}},
		"resigned":          {[]any{receives(2, 2, Sign{Part: Resigns, Leader: 1}), electing(2, 2, 1, 2)}, nil},
		"another resigned":  {[]any{receives(2, 2, Sign{Part: Resigns, Leader: 7}), electing(2, 2, 1, 2)}, []string{"2s: "}},
		"not the heir":      {[]any{follows(1, 2, 1, 3, 1), electing(2, 2, 1, 2)}, nil},
		"leads itself":      {[]any{follows(1.5, 2, 2, 2, 1), electing(2, 2, 1, 2)}, nil},
		"of a new leader":   {[]any{follows(3, 2, 4, 2, 1), electing(4, 2, 1, 2)}, []string{"2 is the heir of 4, heard it 1s ago"}},
		"after a boot":      {[]any{crash(1.2, 2), boot(1.4, 2, 1), electing(2, 2, 1, 2)}, nil},
		"two times":         {[]any{receives(2.5, 2, beacon), receives(4, 2, Sign{Part: Lives, Leader: 1, Stamp: sec(4)}), electing(5, 2, 1, 2)}, []string{"heard it 1s ago"}},
	} {
		// A timer of another node ends the handler.
		other := trace.Record{At: sec(.9), Kind: trace.Timer, Node: 9}
		story := append([]any{}, heir...)
		for _, s := range c.story {
			story = append(story, other, s)
		}
		got := feed(NewHeirs(1500*time.Millisecond, readSays), story...)
		t.Run(name, func(t *testing.T) { expect(t, got, "heirs wait", c.want...) })
	}
}

// A copy does not share what it remembers, and equal memories have equal bytes at any instant.
func TestSuccessionsAreCopiedAndMovedInTime(t *testing.T) {
	hands := Sign{Part: HandsOver, Leader: 1, Giver: 2}
	story := func(from float64) []any {
		return []any{follows(from+1, 2, 2, 3, from+1), elected(from+1, 2, 2), sends(from+2, 2, hands), elected(from+2, 2, 1),
			follows(from+2, 2, 1, 2, from+1), follows(from+3, 2, 4, 2, from+2), receives(from+3, 2, Sign{Part: Lives, Leader: 4, Stamp: sec(from + 3)}),
			trace.Record{At: sec(from + 3), Kind: trace.Timer, Node: 9}}
	}
	for _, fresh := range []func() check.Invariant{
		func() check.Invariant { return NewStamped() },
		func() check.Invariant { return NewReturning(5 * time.Second) },
		func() check.Invariant { return NewHanding(readSays) },
		func() check.Invariant { return NewHeirs(time.Second, readSays) },
	} {
		one, other := fresh(), fresh()
		feed(one, story(0)...)
		feed(other, story(40)...)
		before := string(one.Snapshot(nil))
		if string(other.Snapshot(nil)) != before {
			t.Errorf("%T: the same memory 40 s later has other bytes", one)
		}
		if empty := string(fresh().Snapshot(nil)); empty == before {
			t.Errorf("%T: its memory shows in no byte", one)
		}
		c := one.(interface{ Copy() check.Invariant }).Copy()
		feed(c, crash(4, 2), end(5))
		if string(one.Snapshot(nil)) != before {
			t.Errorf("%T shares its memory with its copy", one)
		}
	}
}
