package access

import "bellwether/emulator/internal/kernel"

// A scheme says when the frames of a layer go on the air and who receives them.
type scheme interface {
	// launch takes frame k, the next one of a queue, and the radio of its sender: it
	// sets until when that is taken, and has the queue go on then (see queue.freeAt and
	// queue.armed). It gives the frame back to the pool when it is done with it.
	launch(k int32)
	// halt puts in order what node i, which stops, has left behind.
	halt(i kernel.Slot)
}

// A maker makes a scheme from the options of a layer; nil if they are not for it.
type maker func(*Layer) (scheme, error)

// schemes are asked in turn; the last takes all options.
func schemes() []maker { return []maker{newCSMA, newIdeal} }

func newScheme(l *Layer, of []maker) (scheme, error) {
	for _, fit := range of {
		if s, err := fit(l); s != nil || err != nil {
			return s, err
		}
	}
	panic("access: no scheme takes these options")
}
