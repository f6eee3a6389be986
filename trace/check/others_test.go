package check

import "testing"

func TestAtMostOneLeader(t *testing.T) {
	story := []any{three(), elected(1, 1, 1), elected(1, 2, 2), elected(1, 3, 2), sample(2, ids{1, 2, 3}), sample(5, ids{1, 2, 3})}
	const property = "at most one leader"
	expect(t, feed(NewAtMostOneLeader(sec(3)), story...), property, "5s: at most one leader: 1 and 2 both lead the component of 1")
	expect(t, feed(NewAtMostOneLeader(sec(0)), story...), property, "2s: ", "5s: ")
	expect(t, feed(NewAtMostOneLeader(sec(6)), story...), property)
	apart := []any{three(), elected(1, 1, 1), elected(1, 2, 2), sample(2, ids{1}, ids{2, 3})}
	expect(t, feed(NewAtMostOneLeader(0), apart...), property)
}

// A node in an election leads no component, nor does a dead one.
func TestOnlyTheLivingLead(t *testing.T) {
	story := []any{three(), all(1, 1), elected(1, 2, 2), elected(1, 3, 3), electing(2, 2, 1, 2), crash(2, 3), sample(3, ids{1, 2})}
	expect(t, feed(NewAtMostOneLeader(0), story...), "at most one leader")
}
