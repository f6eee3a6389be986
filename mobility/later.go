package mobility

import "time"

// Later returns a path without its first part: the instant ahead becomes time 0. So one
// node follows another on the same way, or the first minutes of a model are cut off.
func Later(p Path, ahead time.Duration) Path { return &laterPath{lead: p, ahead: ahead} }

// laterPath is a path without its first part.
type laterPath struct {
	lead   Path
	ahead  time.Duration
	former Leg // the last leg, as returned
	raw    Leg // the last leg, as the lead returned it
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
		l.From, l.AltitudeM = raw.At(p.ahead), raw.AltitudeAt(p.ahead)
	case raw.Start > p.ahead && !raw.Jumps(p.raw):
		// Raw's own differ from these by the rounding of the cut leg.
		l.From, l.AltitudeM = p.former.At(p.former.End), p.former.AltitudeAt(p.former.End)
	}
	p.former, p.raw = l, raw
	return l
}
