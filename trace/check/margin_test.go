package check

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

func offers(at float64, node protocol.ID, value int64) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Capability, Node: node, Value: value}
}

func TestWithinMargin(t *testing.T) {
	// Two nodes name 1, which offers 100: 2 may offer up to 120 = (100 + 0)·1.2,
	// and more for three seconds.
	options := MarginOptions{Margin: protocol.Margin{Share: 200}}
	begin := []any{boot(0, 1, 100), boot(0, 2, 100), elected(0, 1, 1), elected(0, 2, 1), sample(1, ids{1, 2})}
	then := func(more ...any) []any { return append(append([]any{}, begin...), more...) }
	both := ids{1, 2}
	const property = "within margin"
	for name, c := range map[string]struct {
		story []any
		want  []string
	}{
		"at the margin": {then(offers(1, 2, 120), sample(2, both), sample(9, both)), nil},
		"beyond it, within the grace": {
			then(offers(1, 2, 121), sample(2, both), sample(5, both)), nil},
		"beyond it for too long": {
			then(offers(1, 2, 121), sample(2, both), sample(5, both), sample(6, both)),
			[]string{"6s: within margin: 2 offers 121 and has named 1, which offers 100, since 2s"}},
		"the leader sinks": {
			then(offers(1, 1, 80), sample(2, both), sample(6, both)), []string{"2 offers 100"}},
		"back within it in between": {
			then(offers(1, 2, 121), sample(2, both), offers(3, 2, 110), sample(4, both),
				offers(5, 2, 121), sample(6, both), sample(9, both)), nil},
		"replaced in time": {
			then(offers(1, 2, 121), sample(2, both), elected(4, 2, 2), elected(4, 1, 2), sample(6, both), sample(9, both)), nil},
		"a leader out of reach is not judged": {
			then(offers(1, 2, 121), sample(2, ids{1}, ids{2}), sample(9, ids{1}, ids{2})), nil},
	} {
		t.Run(name, func(t *testing.T) {
			expect(t, feed(NewWithinMargin(options, 3*time.Second), c.story...), property, c.want...)
		})
	}
}

// Before From nothing counts, not even towards the grace.
func TestWithinMarginBegins(t *testing.T) {
	story := []any{boot(0, 1, 1), boot(0, 2, 9), elected(0, 1, 1), elected(0, 2, 1),
		sample(1, ids{1, 2}), sample(8, ids{1, 2}), sample(10, ids{1, 2})}
	o := MarginOptions{From: sec(7)}
	expect(t, feed(NewWithinMargin(o, 5*time.Second), story...), "within margin")
}
