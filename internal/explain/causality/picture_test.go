package causality

import (
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// contiguous checks that the steps of a picture follow each other, and returns their time after its start.
func contiguous(t *testing.T, name string, p *Picture) (sum protocol.Time) {
	t.Helper()
	for i, s := range p.Steps {
		if s.ToNs < s.FromNs || i > 0 && (p.Steps[i-1].ToNs != s.FromNs || p.Steps[i-1].To != s.From) {
			t.Errorf("%s: step %d does not follow the one before: %+v", name, i, p.Steps)
		}
		if s.Kind == Waiting && (s.From != s.To || s.Count < 1) || s.Kind == Sending && s.What == "" {
			t.Errorf("%s: %+v", name, s)
		}
		sum += max(s.ToNs-max(s.FromNs, p.StartNs), 0)
	}
	return sum
}

// A picture of an election covers its whole time. A picture of a node that follows a leader
// covers the time since its election began.
func TestPicturesHaveTheWholeTime(t *testing.T) {
	drawn, kept, lost := 0, 0, 0
	for _, c := range []struct{ scenario, algorithm, until string }{
		{"ten-nodes", "vasudevan", "30s"}, {"two-islands", "vasudevan", "200s"}, {"two-islands", "flood-max", "60s"}, {"two-islands", "bully", "200s"},
	} {
		h := recorded(t, c.scenario, c.algorithm, c.until)
		for i, e := range h.Events {
			if e.Kind != trace.Elected || e.Peer == protocol.Nobody {
				continue
			}
			if p, err := h.Election(e.Computation); err == nil {
				a, err := h.Took(e.Computation)
				if err != nil {
					t.Fatal(err)
				}
				if sum := contiguous(t, c.scenario, a.Picture); sum != p.End-p.Start || a.Picture.StartNs != p.Start || a.Picture.EndNs != p.End {
					t.Errorf("%s: the picture of %s has %d ns of %d", c.scenario, index(e.Computation), sum, p.End-p.Start)
				}
			}
			var a Answer
			begin := h.began(e.Computation)
			since := protocol.Time(0)
			if begin != nobody {
				since = h.Events[begin].At
			}
			a.draw(h, h.Back(i, since), begin, 0)
			if len(a.Picture.Steps) == 0 {
				continue
			}
			if sum := contiguous(t, c.scenario, a.Picture); sum != e.At-a.Picture.StartNs || len(a.Picture.Steps) > mostSteps {
				t.Errorf("%s: the picture of event %d has %d ns of %d", c.scenario, i, sum, e.At-a.Picture.StartNs)
			}
			drawn++
			kept += len(a.Picture.Kept)
			for _, s := range a.Picture.Steps {
				lost += s.Lost
			}
		}
	}
	if drawn < 100 || kept == 0 || lost == 0 {
		t.Errorf("%d pictures, with %d marks and %d tries that were lost", drawn, kept, lost)
	}
}
