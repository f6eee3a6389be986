package causality

import (
	"cmp"
	"slices"
	"strings"

	"bellwether/protocol"
)

// Took answers why an election took as long as it did.
func (h *History) Took(c protocol.Computation) (Answer, error) {
	p, err := h.Election(c)
	if err != nil {
		return Answer{}, err
	}
	total := p.End - p.Start
	var a Answer
	a.say("Election %s took %s: from %s, when %v entered it, to %s, when %s.", index(c), span(total), instant(p.Start), h.Events[h.began(c)].Node, instant(p.End), h.Describe(p.Spans[len(p.Spans)-1].To))
	for _, of := range []struct {
		kind SpanKind
		say  string
	}{{Waiting, "waiting for a time-out"}, {Sending, "a message on its way"}, {Handling, "at the nodes themselves"}} {
		sum, n := p.sum(of.kind), p.count(of.kind)
		switch {
		case n == 0 || of.kind == Handling && sum == 0:
			continue
		case n > 1 && of.kind != Handling:
			a.say("%s of it (%.0f %%): %s, %d times one after another.", span(sum), 100*share(sum, total), of.say, n)
		default:
			a.say("%s of it (%.0f %%): %s.", span(sum), 100*share(sum, total), of.say)
		}
	}
	a.passages(h, &p)
	shares := len(a.Sentences)
	if next := h.next(c); next < len(h.Events) {
		a.say("%v begins to count again as it boots: another %s begins at %s.", c.Source, index(c), instant(h.Events[next].At))
	}
	longest := slices.Clone(p.Spans)
	slices.SortStableFunc(longest, func(x, y Span) int { return cmp.Compare(y.Lasts, x.Lasts) })
	for _, s := range longest[:min(3, len(longest))] {
		if s.Lasts == 0 {
			continue
		}
		rest, whole := "", h.Events[s.To].At-h.Events[s.From].At
		if whole > s.Lasts {
			rest = ", the rest of " + span(whole)
		}
		a.say("%s%s: from %s at %s to %s%s.", span(s.Lasts), rest, h.Describe(s.From), instant(h.Events[s.From].At), h.Describe(s.To), h.then(s))
	}
	a.least(h, &p)
	chain := []int{p.Spans[0].From}
	for _, s := range p.Spans {
		chain = append(chain, s.To)
		e := &h.Events[s.To]
		a.Events = append(a.Events, shownEvent{e.At, e.Node, h.Describe(s.To), s.Lasts})
	}
	a.Picture = h.picture(chain, p.Start)
	a.Picture.Says = slices.Clone(a.Sentences[1:shares])
	return a, nil
}

// passages describes where the time of messages went, if they were not on the air all the
// time.
func (a *Answer) passages(h *History, p *Path) {
	var sum passage
	for _, s := range p.Spans {
		if part, known := h.passage(s); s.Kind == Sending && known {
			sum.Queue += part.Queue
			sum.Relays += part.Relays
			sum.Retries += part.Retries
			sum.Air += part.Air
		}
	}
	var words []string
	for _, part := range []struct {
		lasts protocol.Time
		where string
	}{{sum.Queue, "before the first frame, in the queue and for the medium"}, {sum.Relays, "at relays"}, {sum.Retries, "for frames that were sent again"}, {sum.Air, "on the air"}} {
		if part.lasts > 0 {
			words = append(words, span(part.lasts)+" "+part.where)
		}
	}
	if len(words) > 1 {
		a.say("The messages: %s.", strings.Join(words, ", "))
	}
}

// least describes by how much a shorter longest wait could shorten the election, and how long
// the same messages take without any wait.
func (a *Answer) least(h *History, p *Path) {
	longest, air := nobody, protocol.Time(0)
	for k, s := range p.Spans {
		if s.Kind == Waiting && (longest == nobody || s.Lasts > p.Spans[longest].Lasts) {
			longest = k
		}
		if part, known := h.passage(s); s.Kind == Sending && known {
			air += part.Air
		}
	}
	if longest == nobody {
		return
	}
	e := &h.Events[p.Spans[longest].To]
	slack, other := h.Slack(p, longest)
	switch {
	case slack == p.Spans[longest].Lasts:
		a.say("Each millisecond less of %v's wait until %s would make it one shorter, down to none, if all else goes as it did.", e.Node, instant(e.At))
	case slack > 0:
		a.say("%v's wait until %s could make it %s shorter and no more, if all else goes as it did: then %s decides.", e.Node, instant(e.At), span(slack), h.Describe(other))
	}
	if air > 0 {
		a.say("Its messages alone, without waits, queues and frames sent again, take %s.", span(air))
	}
}

// then describes what a node does when a wait is over, so that the reader knows which wait it
// was.
func (h *History) then(s Span) string {
	if s.Kind != Waiting {
		return ""
	}
	var effects []string
	for i := s.To + 1; i < len(h.Events) && h.Events[i].At == h.Events[s.To].At && len(effects) < 2; i++ {
		if c, caused := h.Cause(i); caused && c == s.To {
			effects = append(effects, h.Describe(i))
		}
	}
	if len(effects) == 0 {
		return ""
	}
	return ", at which " + strings.Join(effects, " and ")
}

// count returns how many spans a path spent on something.
func (p *Path) count(of SpanKind) (n int) {
	for _, s := range p.Spans {
		if s.Kind == of {
			n++
		}
	}
	return n
}

func share(part, whole protocol.Time) float64 { return float64(part) / float64(max(1, whole)) }
