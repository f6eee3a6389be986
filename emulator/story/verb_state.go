package story

import (
	"fmt"
	"strings"
	"time"

	"bellwether/protocol"
)

// doState shows nodes: their leaders, the integers that their machines show, and when
// their timers fire. Without a name it shows all nodes, and the messages on their way.
//
//	state
//	state A
func (w *board) doState(d Directive) error {
	ids := w.Members()
	if len(d.Words) > 0 {
		var err error
		if ids, err = w.ids(d); err != nil {
			return err
		}
	}
	for _, id := range ids {
		w.plain("%s (%d): %s", w.name(id), w.value(id), w.stateOf(id))
	}
	if len(d.Words) > 0 {
		return nil
	}
	for _, f := range w.Air.Frames() {
		w.plain("%s … %s  %s", w.name(f.From), w.name(f.To), w.words(f.Message))
	}
	return nil
}

func (w *board) stateOf(id protocol.ID) string {
	if !w.Up(id) {
		return "down"
	}
	words := []string{w.stance(id)}
	w.Inspect(id, func(name string, value int64) {
		words = append(words, fmt.Sprintf("%s=%d", name, value))
	})
	for t := range w.Alarms.Timers(id) {
		if d, set := w.Alarms.Deadline(id, protocol.Timer(t)); set {
			words = append(words, fmt.Sprintf("timer %d at %v", t, w.Records.Elapsed(d.At).Round(time.Microsecond)))
		}
	}
	return strings.Join(words, " ")
}

// stance returns in words whether a live node is electing, follows a leader or knows none.
func (w *board) stance(id protocol.ID) string {
	switch {
	case w.Standings.Electing(id):
		return "is electing"
	case w.Leader(id) == protocol.Nobody:
		return "knows no leader"
	}
	return "follows " + w.name(w.Leader(id))
}
