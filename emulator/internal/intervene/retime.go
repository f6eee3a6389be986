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
// to which another before it in the list moved the timer.
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
		if one.Kind == Hasten {
			deadline = max(deadline-int64(one.By), int64(v.k.Clock()))
		} else {
			deadline = v.k.After(time.Duration(deadline) - time.Duration(v.k.Clock()) + one.By)
		}
		v.tell(last, trace.Record{Node: v.k.ID(i)})
	}
}
