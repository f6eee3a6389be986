package intervene

import (
	"slices"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// timeout names the timers that a node sets to an instant, by true time.
type timeout struct {
	node kernel.Slot
	at   int64 // ns
}

// retime returns when a timer of node i fires that is set to an instant. An intervention may name the instant
// to which another before it in the list moved the timer. A machine that finds nothing to do when its timer fires
// early sets it again to the instant it had: such a timer is hastened once, else it would fire for ever.
func (v *Interventions) retime(i kernel.Slot, deadline int64) int64 {
	last := -1
	for {
		meant := v.timeouts[timeout{i, deadline}]
		next := slices.IndexFunc(meant, func(n int) bool { return n > last })
		if next < 0 {
			return deadline
		}
		last = meant[next]
		one := &v.List[last]
		if now := int64(v.k.Clock()); one.Kind == Hasten {
			earlier := deadline - int64(one.By)
			if earlier <= now && v.did[last] {
				continue
			}
			deadline = max(earlier, now)
		} else {
			deadline = v.k.After(time.Duration(deadline) - time.Duration(v.k.Clock()) + one.By)
		}
		v.tell(last, trace.Record{Node: v.k.ID(i)})
	}
}
