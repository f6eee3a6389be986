package mobility

import "time"

// Later returns a path from a time ahead on, which becomes its time 0: a convoy's second
// car goes the way of the first, or the first minutes of a model are cut off.
func Later(p Path, ahead time.Duration) Path { return &laterPath{lead: p, ahead: ahead} }

// laterPath is a path from a time ahead on, which becomes its time 0.
type laterPath struct {
	lead   Path
	ahead  time.Duration
	former Leg // as it was returned
	raw    Leg // as the lead had it
}

func (p *laterPath) Next() Leg {
	raw := p.lead.Next()
	for raw.End <= p.ahead && raw.End != Forever {
		raw = p.lead.Next()
	}
	l := raw
	l.Start = max(raw.Start-p.ahead, 0)
	if raw.End != Forever {
		l.End = raw.End - p.ahead
	}
	switch {
	case raw.Start < p.ahead:
		l.From = raw.At(p.ahead)
	case raw.Start > p.ahead && !raw.Jumps(p.raw):
		l.From = p.former.At(p.former.End) // the cut leg's rounding, carried on
	}
	p.former, p.raw = l, raw
	return l
}
