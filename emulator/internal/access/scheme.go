package access

import "bellwether/emulator/internal/kernel"

// A scheme decides when the frames of a layer go on the air and which nodes receive them.
type scheme interface {
	// launch takes frame k, the next one of a queue, and occupies the radio of its
	// sender: it sets until when, and lets the queue go on then (see queue.freeAt and
	// queue.armed). It gives the frame back to the pool at its end.
	launch(k int32)
	// halt cleans up the state of node i, which stops.
	halt(i kernel.Slot)
}

// A maker makes a scheme from the options of a layer; nil if they are for another scheme.
type maker func(*Layer) (scheme, error)

// schemes are tried in this order; the last takes all options.
func schemes() []maker { return []maker{newCSMA, newIdeal} }

func newScheme(l *Layer, of []maker) (scheme, error) {
	for _, fit := range of {
		if s, err := fit(l); s != nil || err != nil {
			return s, err
		}
	}
	panic("access: no scheme takes these options")
}
