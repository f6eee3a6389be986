package fd

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

const second = time.Second

// at is an instant in seconds.
func at(s float64) protocol.Time { return protocol.Time(s * 1e9) }

// The default budget: a peer that dies just after an answer is suspected Interval × Misses
// + Interval later, and not a round earlier.
func TestDeadPeerIsSuspectedWithinTheBudget(t *testing.T) {
	p := NewPull(Options{Interval: 2 * second, Misses: 3})
	p.Watch(7)
	p.OnReply(7, p.Ask(at(2))[0].Seq) // the last sign of life, at 2 s
	for _, s := range []float64{4, 6, 8} {
		if late := p.Overdue(at(s)); len(late) != 0 {
			t.Fatalf("suspected %v at %v s already", late, s)
		}
		p.Ask(at(s))
	}
	if late := p.Overdue(at(10)); !slices.Equal(late, []protocol.ID{7}) {
		t.Fatalf("suspected %v at 10 s, want 7: 2 s + 3 × 2 s + 2 s have passed", late)
	}
	if !p.Suspected(7) {
		t.Error("not suspected after it was overdue")
	}
	if late := p.Overdue(at(12)); len(late) != 0 {
		t.Errorf("suspected again: %v", late)
	}
}

func TestPeerThatNeverAnsweredIsSuspected(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 2})
	p.Watch(3)
	p.Ask(at(1))
	p.Ask(at(2))
	if late := p.Overdue(at(2.9)); len(late) != 0 {
		t.Errorf("suspected %v before its time", late)
	}
	if late := p.Overdue(at(3)); !slices.Equal(late, []protocol.ID{3}) {
		t.Errorf("suspected %v, want 3", late)
	}
}

// A defect of the source: Π includes i.
func TestOwnerIsNeverWatched(t *testing.T) {
	p := NewPull(Options{Self: 5})
	p.Watch(5)
	p.Watch(protocol.Nobody)
	if asked := p.Ask(0); len(asked) != 0 {
		t.Errorf("asks %v", asked)
	}
}

// A defect of the source: without sequence numbers a reply from the previous round counts
// for this one.
func TestAnswerToAClosedQuestionShowsNothing(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 2, First: 100})
	p.Watch(1)
	first := p.Ask(at(0))[0].Seq
	second := p.Ask(at(1))[0].Seq
	p.OnReply(1, second)
	p.Ask(at(2))
	for _, stale := range []uint32{first, second, second + 2, 100, 0} {
		p.OnReply(1, stale)
	}
	if late := p.Overdue(at(4)); len(late) != 1 {
		t.Errorf("stale answers kept the peer trusted")
	}
	if p.OnReply(1, first) {
		t.Errorf("a stale answer ended a suspicion")
	}
	if p.OnReply(2, second+1) {
		t.Errorf("an answer of a node that is not watched ended a suspicion")
	}
}

// An answer to an older open question shows that the peer lived then, not now: the question
// after it is the oldest one left.
func TestLateAnswerMovesTheDeadlineToTheNextQuestion(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 3})
	p.Watch(1)
	first := p.Ask(at(0))[0].Seq
	p.Ask(at(1))
	p.Ask(at(2))
	p.OnReply(1, first)
	if late := p.Overdue(at(3)); len(late) != 0 {
		t.Errorf("suspected though question 0 was answered")
	}
	if late := p.Overdue(at(4)); len(late) != 1 {
		t.Errorf("question 1 has been open for 3 s, and the peer is not suspected")
	}
}

func TestEachMistakeLengthensOnlyThatPeersTimeoutUpToTheCap(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 2, Growth: second, Cap: 4 * second})
	p.Watch(1)
	p.Watch(2)
	now := 0.0
	mistake := func() {
		asked := p.Ask(at(now))
		seq := asked[0].Seq
		p.OnReply(2, seq)
		now += 10
		if !slices.Equal(p.Overdue(at(now)), []protocol.ID{1}) {
			t.Fatal("peer 1 alone should be suspected")
		}
		if !p.OnReply(1, seq) {
			t.Fatal("the answer should end the suspicion")
		}
		if p.Suspected(1) {
			t.Fatal("still suspected")
		}
	}
	for i, want := range []time.Duration{3 * second, 4 * second, 4 * second} {
		mistake()
		if got := p.timeoutOf(1); got != want {
			t.Errorf("time-out %v after mistake %d, want %v", got, i+1, want)
		}
	}
	if got := p.timeoutOf(2); got != 2*second {
		t.Errorf("the other peer's time-out is %v", got)
	}
}

func TestCalmTakesGrowthBackStepByStep(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 2, Calm: 3})
	p.Watch(1)
	for range 2 {
		seq := p.Ask(0)[0].Seq
		p.Overdue(at(100))
		p.OnReply(1, seq)
	}
	want := []time.Duration{4 * second, 4 * second, 3 * second, 3 * second, 3 * second, 2 * second, 2 * second}
	for i, w := range want {
		p.OnReply(1, p.Ask(at(float64(i)))[0].Seq)
		if got := p.timeoutOf(1); got != w {
			t.Errorf("time-out %v after %d answers, want %v", got, i+1, w)
		}
	}
}

// An answer that comes twice counts once, and a mistake begins the count anew.
func TestCalmCountsEachAnswerOnce(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 2, Calm: 3})
	p.Watch(1)
	mistake := func() {
		seq := p.Ask(0)[0].Seq
		p.Overdue(at(100))
		p.OnReply(1, seq)
	}
	mistake()
	for range 2 {
		seq := p.Ask(0)[0].Seq
		for range 5 {
			p.OnReply(1, seq)
		}
	}
	if got := p.timeoutOf(1); got != 3*second {
		t.Fatalf("time-out %v after two answers, each five times, want 3s", got)
	}
	mistake()
	for i, w := range []time.Duration{4 * second, 4 * second, 3 * second} {
		p.OnReply(1, p.Ask(0)[0].Seq)
		if got := p.timeoutOf(1); got != w {
			t.Errorf("time-out %v after another mistake and %d answers, want %v", got, i+1, w)
		}
	}
}

// Mistakes beyond the cap do not count: the first calm takes a step back.
func TestGrowthStopsAtTheCap(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 2, Growth: second, Cap: 4 * second, Calm: 1})
	p.Watch(1)
	for range 300 {
		seq := p.Ask(0)[0].Seq
		p.Overdue(at(1000))
		p.OnReply(1, seq)
		if got := p.timeoutOf(1); got < 3*second {
			t.Fatalf("time-out %v after nothing but mistakes", got)
		}
	}
	p.OnReply(1, p.Ask(0)[0].Seq)
	if got := p.timeoutOf(1); got != 3*second {
		t.Errorf("time-out %v after 300 mistakes and a calm answer, want 3s", got)
	}
}

// A suspect that answers a question of long ago stays a suspect.
func TestAnswerToAQuestionOfLongAgoShowsNothing(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 2})
	p.Watch(1)
	first := p.Ask(0)[0].Seq
	p.Overdue(at(9))
	for i := range 20 {
		p.Ask(at(10 + float64(i)))
	}
	if p.OnReply(1, first) || !p.Suspected(1) {
		t.Error("an answer to a question of 30 s ago ended a suspicion")
	}
}

func TestUnwatchForgets(t *testing.T) {
	p := NewPull(Options{Interval: second, Misses: 1})
	p.Watch(1)
	p.Ask(0)
	p.Overdue(at(1))
	p.Unwatch(1)
	p.Unwatch(9)
	if p.watched(1) || p.Suspected(1) {
		t.Error("remembers an unwatched peer")
	}
	p.Watch(1)
	if late := p.Overdue(at(5)); len(late) != 0 {
		t.Errorf("suspected %v before it was asked anything", late)
	}
}

func TestKeepWatchesExactlyTheGiven(t *testing.T) {
	p := NewPull(Options{Self: 4, Interval: second, Misses: 1})
	p.Watch(1)
	p.Watch(2)
	p.Watch(3)
	seq := p.Ask(0)[0].Seq
	p.OnReply(2, seq)
	p.Overdue(at(1))
	if dropped := p.Keep([]protocol.ID{2, 3, 4, 5}); !slices.Equal(dropped, []protocol.ID{1}) {
		t.Errorf("dropped suspects %v, want 1", dropped)
	}
	if !p.Suspected(3) {
		t.Error("forgot what it knew of a peer it kept")
	}
	var asked []protocol.ID
	for _, r := range p.Ask(at(1)) {
		asked = append(asked, r.Peer)
	}
	if !slices.Equal(asked, []protocol.ID{2, 3, 5}) {
		t.Errorf("asks %v, want 2, 3 and 5", asked)
	}
}

func TestRequestsAreSorted(t *testing.T) {
	p := NewPull(Options{})
	for _, id := range []protocol.ID{5, 1, 9, 1, 3} {
		p.Watch(id)
	}
	var got []protocol.ID
	for _, r := range p.Ask(0) {
		got = append(got, r.Peer)
	}
	if !slices.Equal(got, []protocol.ID{1, 3, 5, 9}) {
		t.Errorf("asks %v", got)
	}
}

func TestWorstIsTheCapAndAnInterval(t *testing.T) {
	if got := Worst(protocol.Detection{Interval: 2 * second, Misses: 3}); got != 14*second {
		t.Errorf("worst %v, want 2 × 6 s + 2 s", got)
	}
}

// TestCompletenessAndAccuracy draws a budget and a history of rounds, in which each peer
// dies at some time and each answer takes some time, and checks both promises of ◊P.
func TestCompletenessAndAccuracy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{
			Interval: time.Duration(rapid.IntRange(1, 5).Draw(t, "interval")) * second,
			Misses:   rapid.IntRange(1, 4).Draw(t, "misses"),
			First:    rapid.Uint32().Draw(t, "first"),
		}
		timeout := o.Interval * time.Duration(o.Misses)
		p := NewPull(o)
		p.Watch(1)
		dies := rapid.IntRange(0, 12).Draw(t, "dies after round")
		// Round trips below the time-out: nobody alive may be suspected.
		trip := time.Duration(rapid.Int64Range(0, int64(timeout)-1).Draw(t, "trip"))
		type reply struct {
			at  protocol.Time
			seq uint32
		}
		var coming []reply
		lastSign := protocol.Time(0)
		for round := 1; round <= 40; round++ {
			now := protocol.Time(o.Interval) * protocol.Time(round)
			for len(coming) > 0 && coming[0].at <= now {
				p.OnReply(1, coming[0].seq)
				coming = coming[1:]
			}
			late := p.Overdue(now)
			if len(late) > 0 && round <= dies {
				t.Fatalf("suspected at round %d while alive", round)
			}
			seq := p.Ask(now)[0].Seq
			if round <= dies {
				coming = append(coming, reply{now.Add(trip), seq})
				lastSign = now
			}
			if bound := lastSign.Add(timeout + o.Interval); round > dies && now >= bound && !p.Suspected(1) {
				t.Fatalf("not suspected at %v, last answered question asked at %v", now, lastSign)
			}
		}
	})
}

// Whatever happens, time-outs stay between the base and the cap, and a snapshot
// tells states apart that differ in what they will do.
func TestTimeoutStaysInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{Interval: second, Misses: 2, Growth: 700 * time.Millisecond, Cap: 5 * second, Calm: 2}
		p := NewPull(o)
		now := protocol.Time(0)
		var seqs []uint32
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			id := protocol.ID(rapid.IntRange(1, 3).Draw(t, "id"))
			before := p.Snapshot(nil)
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				was := p.watched(id)
				p.Watch(id)
				if !was && bytes.Equal(before, p.Snapshot(nil)) {
					t.Fatal("watching left no trace in the snapshot")
				}
			case 1:
				p.Unwatch(id)
			case 2:
				for _, r := range p.Ask(now) {
					seqs = append(seqs, r.Seq)
				}
			case 3:
				if len(seqs) > 0 {
					was := p.Suspected(id)
					if p.OnReply(id, rapid.SampledFrom(seqs).Draw(t, "seq")) != (was && !p.Suspected(id)) {
						t.Fatal("OnReply does not report the end of the suspicion")
					}
				}
			case 4:
				now = now.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t, "ms")) * time.Millisecond)
				for _, id := range p.Overdue(now) {
					if !p.Suspected(id) {
						t.Fatalf("%v overdue and not suspected", id)
					}
				}
			}
			for id := protocol.ID(1); id <= 3; id++ {
				if d := p.timeoutOf(id); d < 2*second || d > 5*second {
					t.Fatalf("time-out %v out of bounds", d)
				}
			}
		}
	})
}
