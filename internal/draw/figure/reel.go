package figure

import (
	"errors"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// seenFor is how long a message is seen at least, for the watcher: one on the air for a
// millisecond would be in one picture or in none.
const seenFor = 350 * time.Millisecond

// longestFlight is how long a message is remembered after it was sent.
const longestFlight = 10 * time.Second

// A Reel is a sink that records the maps of a span of a trace, at equal distances, and the
// messages between.
type Reel struct {
	from, step protocol.Time
	frames     []Frame
	next       int // of frames
	slow       time.Duration
	moment     Moment
	sent       map[message]protocol.Time
	older      map[message]protocol.Time
	turned     protocol.Time
}

// message names a message of a sender.
type message struct {
	frame  uint64
	sender protocol.ID
}

// ReelOptions say what is recorded.
type ReelOptions struct {
	From, To protocol.Time
	Frames   int           // 2 to [MaxFrames]
	Lasts    time.Duration // all frames together, for the watcher
}

// NewReel returns a sink for a span.
func NewReel(o ReelOptions) (*Reel, error) {
	switch {
	case o.From < 0 || o.To <= o.From:
		return nil, errors.New("an animation needs a span of time: its end lies after its beginning")
	case o.Frames < 2 || o.Frames > MaxFrames:
		return nil, errors.New("an animation has 2 to 600 pictures")
	}
	span := time.Duration(o.To - o.From)
	return &Reel{
		from: o.From, step: (o.To - o.From) / protocol.Time(o.Frames-1), frames: make([]Frame, o.Frames),
		slow: time.Duration(float64(seenFor) * span.Seconds() / max(o.Lasts, time.Millisecond).Seconds()),
		sent: map[message]protocol.Time{},
	}, nil
}

// Wants returns the kinds of record that a map needs, and the kinds of messages.
func (r *Reel) Wants() trace.Set {
	return r.moment.Wants() | trace.Of(trace.Send, trace.Transmit, trace.Receive, trace.Lost)
}

// Record adds a record.
func (r *Reel) Record(rec *trace.Record) {
	for r.next < len(r.frames) && r.instant(r.next) < rec.At {
		r.take()
	}
	r.moment.At = rec.At
	switch rec.Kind {
	case trace.Send, trace.Transmit:
		r.leave(rec)
	case trace.Receive, trace.Lost:
		r.arrive(rec)
	default:
		r.moment.Record(rec)
	}
	r.moment.end = max(r.moment.end, rec.At)
}

func (r *Reel) instant(i int) protocol.Time { return r.from + protocol.Time(i)*r.step }

// take takes the map of the next instant.
func (r *Reel) take() {
	f := &r.frames[r.next]
	f.At = r.instant(r.next)
	r.moment.At = f.At
	f.Map = r.moment.Map("")
	r.next++
}

// leave remembers when a message was sent; of one that its sender did not say, as of an
// acknowledgement, when it was on the air.
func (r *Reel) leave(rec *trace.Record) {
	if rec.At-r.turned > protocol.Time(longestFlight) {
		r.older, r.sent, r.turned = r.sent, map[message]protocol.Time{}, rec.At
	}
	m := message{uint64(rec.Frame), rec.Node}
	if _, known := r.sent[m]; !known || rec.Kind == trace.Send {
		r.sent[m] = rec.At
	}
}

// arrive gives a message to the frames in which it is seen.
func (r *Reel) arrive(rec *trace.Record) {
	if rec.Peer == protocol.Nobody || rec.Peer == rec.Node {
		return
	}
	m := message{uint64(rec.Frame), rec.Peer}
	sent, known := r.sent[m]
	if !known {
		if sent, known = r.older[m]; !known {
			sent = rec.At
		}
	}
	lasts := max(rec.At-sent, protocol.Time(r.slow))
	first := max(0, int((sent-r.from+r.step-1)/r.step))
	if sent < r.from {
		first = 0
	}
	for i := first; i < len(r.frames) && r.instant(i) < sent+lasts; i++ {
		part := float64(r.instant(i)-sent) / float64(lasts)
		r.frames[i].Flights = append(r.frames[i].Flights, Flight{Link{rec.Peer, rec.Node}, rec.Class, part, rec.Kind == trace.Lost})
	}
}

// Animation returns the figure. A trace that ends before the span is an error.
func (r *Reel) Animation(title string) (*Animation, error) {
	if r.moment.end < r.from {
		return nil, errors.New("the trace ends before the first instant")
	}
	for r.next < len(r.frames) && r.instant(r.next) <= r.moment.end {
		r.take()
	}
	return &Animation{Title: title, Frames: r.frames[:r.next]}, nil
}
