package omega_test

import (
	"slices"
	"testing"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// printed is Algorithm 5.1 literally, at one process, in units of its IntervaloMonit: one
// call of tick is one round of "repita periodicamente no IntervaloMonit". No code reads
// timeout: that is its fault.
type printed struct {
	all       []protocol.ID // Π, with the process itself
	correct   map[protocol.ID]bool
	suspects  map[protocol.ID]bool
	timeout   int // Timeout, which grows
	suspected int // notifications "p suspeito!" of a process that is alive
}

func newPrinted(all ...protocol.ID) *printed {
	p := &printed{all: all, correct: map[protocol.ID]bool{}, suspects: map[protocol.ID]bool{}}
	for _, id := range all { // Corretos ← Π
		p.correct[id] = true
	}
	return p
}

func (p *printed) tick() {
	for _, id := range p.all {
		if p.correct[id] && p.suspects[id] { // Corretos ∩ Suspeitos ≠ ø
			p.timeout++ // Timeout ← Timeout + ∆
			break
		}
	}
	for _, id := range p.all {
		switch {
		case !p.correct[id] && !p.suspects[id]:
			p.suspects[id] = true
			p.suspected++
		case p.correct[id] && p.suspects[id]:
			delete(p.suspects, id)
		}
	}
	clear(p.correct)
}

// roundTrip is how long the answer to question k takes, in tenths of an
// interval: short and long in turn, never longer than 19.
func roundTrip(k int) int {
	if k%2 == 0 {
		return 1
	}
	return 19
}

// "Timeout ← Timeout + ∆", but "Repita periodicamente no IntervaloMonit": with
// bounded round trips, which the text says suffice ("é garantido que em algum
// momento vai ser grande o suficiente"), a correct process is suspected every
// other round for ever, however much Timeout grows.
func TestPrintedDetectorNeverUsesWhatGrows(t *testing.T) {
	const rounds = 2000
	p := newPrinted(2)
	half := 0
	for k := range rounds {
		p.tick() // at 10k tenths; asks question k
		for asked := max(k-1, 0); asked <= k; asked++ {
			if answer := 10*asked + roundTrip(asked); answer > 10*k && answer <= 10*(k+1) {
				p.correct[2] = true
			}
		}
		if k == rounds/2 {
			half = p.suspected
		}
	}
	if second := p.suspected - half; half < rounds/4-2 || second < rounds/4-2 {
		t.Errorf("%d mistakes in the first half, %d in the second; the printed algorithm should not improve", half, second)
	}
	if p.timeout < rounds/2-2 {
		t.Errorf("Timeout grew to %d only", p.timeout)
	}
}

// The same round trips with what is run here: a few mistakes, then none.
func TestCorrectedDetectorLearns(t *testing.T) {
	const tenth = 100 * time.Millisecond
	p := fd.NewPull(fd.Options{Self: 1, Interval: 10 * tenth, Misses: 1, Calm: 1 << 15})
	p.Watch(2)
	var asked []uint32
	last, mistakes := 0, 0
	for k := range 2000 {
		now := protocol.Time(10 * k * int(tenth))
		if len(p.Overdue(now)) > 0 {
			last, mistakes = k, mistakes+1
		}
		asked = append(asked, p.Ask(now)[0].Seq)
		for tenths := 10*k + 1; tenths <= 10*(k+1); tenths++ {
			for q := max(k-1, 0); q <= k; q++ {
				if 10*q+roundTrip(q) == tenths {
					p.OnReply(2, asked[q])
				}
			}
		}
	}
	if mistakes == 0 || mistakes > 2 || last > 10 {
		t.Errorf("%d mistakes, the last in round %d", mistakes, last)
	}
}

// "Para todo p ∈ Π": the process is in Π and has no channel to itself, so it
// suspects itself from the second round on, and CritérioLíder(Π − Suspeitos) at
// the smallest is another.
func TestPrintedDetectorSuspectsItself(t *testing.T) {
	p := newPrinted(1, 2)
	for range 3 {
		p.tick()
		p.correct[2] = true // 2 answers; 1 hears nothing of itself
	}
	if !p.suspects[1] || p.suspects[2] {
		t.Errorf("process 1 suspects %v", p.suspects)
	}
	own := fd.NewPull(fd.Options{Self: 1})
	own.Keep([]protocol.ID{1, 2})
	if asked := own.Ask(0); len(asked) != 1 || asked[0].Peer != 2 {
		t.Errorf("asks %v", asked)
	}
}

// "no sequence numbers: a reply from the previous round counts for this one":
// here 2 dies right after question 1, and the answer to question 0, still on its
// way, hides it for a round.
func TestPrintedDetectorTakesOldAnswersForNewOnes(t *testing.T) {
	p := newPrinted(2)
	p.tick() // question 0; the answer takes 1.9 rounds
	p.tick() // question 1: never answered
	p.correct[2] = true
	var found []bool
	for range 2 {
		p.tick()
		found = append(found, p.suspects[2])
	}
	if !slices.Equal(found, []bool{false, true}) {
		t.Errorf("suspected after questions 1 and 2: %v", found)
	}
}
