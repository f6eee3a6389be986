package warn

import (
	"math"
	"time"

	"bellwether/internal/sim/phy"
	"bellwether/overlay"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Hellos warns about hellos, and about a radio that is too slow or too bad for them.
type Hellos struct {
	File      *keys.File
	Keys      section.Neighbours
	Radio     *section.Radio
	Detection section.Detection
	Link      radio.Link
	Cycle     *radio.DutyCycle // nil if nothing bounds the time on the air
	Acts      bool             // an algorithm acts when a neighbour is dropped
}

// flapsOften is the mean time between false drops of a link below which there is a warning.
const flapsOften = time.Minute

// Timeout warns if neighbours are dropped although they stay.
func (h Hellos) Timeout() {
	if h.Keys.Service != section.ServiceHello {
		return
	}
	interval, timeout := h.Keys.Interval.Std(), h.Keys.Timeout.Std()
	if longest := interval + interval/10; timeout < longest { // overlay's jitter is a tenth
		h.File.Warn("neighbours.timeout", "%v is below the longest pause between two hellos, %v: neighbours are dropped though nothing is lost",
			h.Keys.Timeout, section.Duration(longest))
		return
	}
	if h.Radio.Loss.Model != section.LossBernoulli || h.Radio.Loss.Probability == 0 || !h.Acts {
		return
	}
	if every := FalseDrop(h.Radio.Loss.Probability, h.Keys); every < flapsOften {
		h.File.Warn("neighbours.timeout", "at a loss of %v a link is taken for broken each %v though it is not: all hellos of %v are lost by chance",
			h.Radio.Loss.Probability, section.Duration(every.Round(time.Second/10)), h.Keys.Timeout)
	}
}

// FalseDrop is the mean time until a link loses all hellos of a time-out by chance.
// Intervals differ by at most a tenth, so a certain number of hellos is due within the
// time-out after each hello that was heard. One more may be due; it counts half. Each
// hello that is heard, 1 − p of all, begins such a time-out.
func FalseDrop(p float64, n section.Neighbours) time.Duration {
	intervals := n.Timeout.Std().Seconds() / n.Interval.Std().Seconds()
	certain := math.Floor(intervals / 1.1)
	silent := math.Pow(p, certain)
	if (certain+1)*0.9 < intervals {
		silent *= (1 + p) / 2
	}
	rate := (1 - p) * silent // per interval
	if rate <= 0 {
		return math.MaxInt64
	}
	return time.Duration(min(n.Interval.Std().Seconds()/rate, 1e9) * float64(time.Second))
}

// Bursts warns about bursts that every detector must take for a death.
func (h Hellos) Bursts() {
	if h.Radio.Loss.Model != section.LossBursts || h.Radio.Loss.LossBad < 1 {
		return
	}
	if budget := h.Detection.Protocol().Timeout(); h.Radio.Loss.Bad.Std() >= budget {
		h.File.Warn("radio.loss.bad", "a link is dead for %v on average, as long as the detection budget of %v: each burst looks like a death",
			h.Radio.Loss.Bad, section.Duration(budget))
	}
}

// busyShare is the greatest share of the time between two hellos that a message may be on
// the air: ten neighbours share the air, so at that share it is full.
const busyShare = 0.1

// Airtime warns about radios that are too slow for their messages.
func (h Hellos) Airtime() {
	if h.Keys.Service != section.ServiceHello || h.Radio.Model == section.RadioGraph {
		return
	}
	link := h.Link
	takes := link.Airtime(link.HeaderBytes + overlay.HelloBytes)
	if limit := time.Duration(busyShare * float64(h.Keys.Interval)); takes > limit {
		h.File.Warn("neighbours.interval", "is too short for this radio: a hello is %v on the air, more than a tenth of %v",
			takes.Round(time.Microsecond), h.Keys.Interval)
	}
}

// Duty looks for caps under which nothing works, and budgets that hellos alone
// exceed.
func (h Hellos) Duty() {
	link := h.Link
	hello := link.Airtime(link.HeaderBytes + overlay.HelloBytes)
	hellos := h.Keys.Service == section.ServiceHello
	if d := h.Cycle; d != nil {
		message, allowed := link.Airtime(link.HeaderBytes+electionBytes), phy.Allowance(*d)
		switch each := h.Keys.Interval.Std(); {
		case message > allowed:
			h.File.Warn("radio.duty_cycle.limit", "keeps messages from ever being sent: one of %d bytes is %v on the air, in %v only %v are allowed",
				electionBytes, message.Round(time.Microsecond), h.Radio.DutyCycle.Window, allowed)
		case hellos && float64(hello) > d.Limit*float64(each):
			h.File.Warn("neighbours.interval", "is too short for the duty cycle: a hello is %v on the air, %.2g %% of %v, and the limit is %.2g %%",
				hello.Round(time.Microsecond), 100*float64(hello)/float64(each), h.Keys.Interval, 100*d.Limit)
		}
	}
	b := h.Radio.Budget
	if said := float64(b.Per) / float64(h.Keys.Interval); b.Broadcasts > 0 && hellos && said > float64(b.Broadcasts) {
		h.File.Warn("radio.budget.broadcasts", "is exceeded by hellos alone: %.0f of them in %v, the budget is %d", said, b.Per, b.Broadcasts)
	}
}

// Coarse warns if two nodes can part by more than the range between two hellos.
func (h Hellos) Coarse(fastest, reachM float64) {
	if h.Keys.Service != section.ServiceHello {
		return
	}
	if apart := 2 * fastest * h.Keys.Interval.Std().Seconds(); apart > reachM {
		h.File.Warn("neighbours.interval", "is coarse: two nodes can move %.0f m apart between hellos, the range is %v m",
			apart, metres(reachM))
	}
}
