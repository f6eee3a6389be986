package access

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// ideal is the medium without contention: a frame is sent as soon as its sender's radio
// is free, and frames that overlap are all received. A unicast frame and its
// acknowledgement are one event.
type ideal struct {
	*Layer
	arrive kernel.Event
}

func newIdeal(l *Layer) (scheme, error) {
	d := &ideal{Layer: l}
	d.arrive = l.On(func(a uint32) { d.onArrive(int32(a)) })
	return d, nil
}

// launch puts frame k on the air as soon as its jitter is over, and occupies the radio
// until the frame, and its acknowledgement if there is one, have ended.
func (d *ideal) launch(k int32) {
	f := d.pool.at(k)
	f.Start = max(f.Start, d.Now())
	if d.Duty.Capped() && !d.fits(k) {
		return
	}
	air := int64(d.Airtime(f.Bytes))
	q := &d.queues[d.Slot(f.From)]
	ends := f.Start + air + d.delay
	q.freeAt = f.Start + air
	if !f.broadcast() && !d.wired {
		q.freeAt = ends + d.ackSpan()
	}
	d.At(ends, d.arrive, uint32(k))
}

// fits delays frame k until the duty cycle allows it, or gives it up.
func (d *ideal) fits(k int32) bool {
	f := d.pool.at(k)
	when, ok := d.admit(k, f.Start, exchange{frame: d.Airtime(f.Bytes)})
	if !ok {
		d.pool.give(k)
		return false
	}
	f.Start = when
	d.Duty.Log(d.Slot(f.From), when, d.Airtime(f.Bytes))
	return true
}

// halt does nothing: a frame on the air ends by itself.
func (d *ideal) halt(kernel.Slot) {}

// onArrive ends frame k: the nodes that hear it at this instant get it.
func (d *ideal) onArrive(k int32) {
	f := d.pool.at(k)
	i := d.Slot(f.From)
	if d.silent(f) {
		d.lose(f, i, trace.WhyDown)
		d.pool.give(k)
		return
	}
	sent := d.sending(f)
	whole := d.transmitted(sent)
	switch {
	case !whole:
		d.lose(f, i, trace.WhyDown)
		d.pool.give(k)
	case f.hopeless:
		d.lose(f, i, trace.WhyNoRoute)
		d.pool.give(k)
	case f.broadcast():
		d.arriveEverywhere(k, sent)
	default:
		d.arriveAtOne(k, sent)
	}
}

// arriveEverywhere delivers a broadcast to all who hear it, in the order of their IDs.
func (d *ideal) arriveEverywhere(k int32, sent onAir) {
	f := *d.pool.at(k) // handlers grow the pool
	d.pool.give(k)
	heard, spoilt := d.Reach.Hearers(sent.from, f.Start, sent.bytes)
	d.charge(sent, heard...)
	if d.named(&f) {
		d.intervene(&f, heard, spoilt)
		return
	}
	received, lost := d.Reach.Received(sent.from, f.Start, heard, spoilt)
	for _, j := range lost {
		d.lose(&f, j, trace.WhyLoss)
	}
	d.Touch(received, &f.Packet)
	d.deliverAll(received, &f)
}

// intervene delivers a broadcast as the interventions want it.
func (d *ideal) intervene(f *Frame, heard []kernel.Slot, spoilt []bool) {
	var received []kernel.Slot
	for n, j := range heard {
		why := trace.NoReason
		if spoilt != nil && spoilt[n] || d.Reach.Strikes(d.Slot(f.From), j, f.Start) {
			why = trace.WhyLoss
		}
		why, late := d.altered(j, f, why)
		switch {
		case why != trace.NoReason:
			d.lose(f, j, why)
		case late > 0:
			d.GiveLater(j, f, late)
		default:
			received = append(received, j)
		}
	}
	d.deliverAll(received, f)
}

// arriveAtOne ends one attempt of a unicast frame: data, acknowledgement, and what follows if
// one of them is lost.
func (d *ideal) arriveAtOne(k int32, sent onAir) {
	f := d.pool.at(k)
	why := d.Reach.Outcome(d.Reach.Hop(sent.from, sent.to, f.Start), sent.bytes)
	if why == trace.NoReason || why == trace.WhyLoss {
		d.chargeOne(sent, sent.to)
	}
	late := time.Duration(0)
	if d.named(f) {
		why, late = d.altered(sent.to, f, why)
	}
	if why != trace.NoReason {
		d.lose(f, sent.to, why)
		d.again(k)
		return
	}
	first := !f.delivered
	f.delivered = true
	if !first {
		d.lose(f, sent.to, trace.WhyDuplicate)
	}
	copied := *f
	if d.acknowledge(sent) {
		d.pool.give(k)
	} else {
		d.again(k)
	}
	switch {
	case first && late > 0:
		d.GiveLater(sent.to, &copied, late)
	case first:
		d.arrived(&copied)
	}
}

// acknowledge sends the acknowledgement of a frame back and says whether it arrived.
func (d *ideal) acknowledge(of onAir) bool {
	ack := of
	ack.from, ack.to, ack.bytes, ack.why = of.to, of.from, d.Link.AckBytes, trace.WhyAck
	d.Duty.Log(ack.from, d.Now(), d.lasts(ack.bytes))
	whole := d.transmitted(ack)
	d.chargeOne(ack, ack.to)
	if !whole || d.Reach.Jammed(ack.to) {
		return false
	}
	return d.Reach.Gets(d.Reach.ControlHop(ack.from, ack.to, d.Now()), ack.bytes)
}

// again retries unicast frame k after the time its acknowledgement would have
// taken and the link's delay, or gives it up.
func (d *ideal) again(k int32) {
	f := d.pool.at(k)
	i := d.Slot(f.From)
	if int(f.attempt) > d.Link.Retries {
		if !f.delivered {
			d.lose(f, i, trace.WhyRetries)
		}
		d.pool.give(k)
		return
	}
	f.attempt++
	f.Start = d.Now() + d.ackSpan() + int64(d.Link.RetryDelay)
	if d.Duty.Capped() && !d.fits(k) {
		return
	}
	q := &d.queues[i]
	ends := f.Start + int64(d.Airtime(f.Bytes)) + d.delay
	q.freeAt = max(q.freeAt, ends)
	if !d.wired {
		q.freeAt = max(q.freeAt, ends+d.ackSpan())
	}
	d.At(ends, d.arrive, uint32(k))
}
