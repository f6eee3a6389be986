package perfetto

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// fault writes faults, and strikes for as long as they last.
func (p *writer) fault(r *trace.Record) {
	own := firstStrike + r.Frame
	_, known := p.strikes[r.Frame]
	switch {
	case r.Kind == trace.Fault:
		p.event(r.At, event{track: faultTrack, kind: typeInstant, name: p.faultName(r)}.fields())
	case r.Kind == trace.Over && known:
		p.event(r.At, event{track: own, kind: typeSliceEnd}.fields())
	}
	if p.strike(r) {
		p.beginStrike(*r)
	}
}

// strike remembers which strikes are in force. It reports whether a record begins one.
func (p *writer) strike(r *trace.Record) (begins bool) {
	if r.Kind == trace.Over {
		delete(p.strikes, r.Frame)
	}
	begins = r.Kind == trace.Strike && r.Value >= 0
	if begins {
		p.strikes[r.Frame] = *r
	}
	return begins
}

// beginStrike begins the span of a strike, on a track of its own: strikes overlap.
func (p *writer) beginStrike(r trace.Record) {
	name, own := p.faultName(&r), firstStrike+r.Frame
	p.describe(track{uuid: own, parent: faultTrack, name: name, rank: int(r.Frame)})
	p.event(p.now, event{track: own, kind: typeSliceBegin, name: name}.fields())
}

func (p *writer) faultName(r *trace.Record) string {
	where := "the world"
	if r.Node != protocol.Nobody {
		where = p.survey.Host(r.Node)
	}
	return plain(r.Name + " at " + where)
}
