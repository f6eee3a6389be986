package async

import (
	"slices"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// Air is the frames on their way, in the order of sending, and how many were sent so far. It
// decides nothing: the system says which frames begin, arrive and are lost.
type Air struct {
	frames []Frame
	sent   uint64
}

// Frames returns the frames on their way, in the order of sending. It is valid until the
// next step.
func (a *Air) Frames() []Frame { return a.frames }

// number counts a message, and returns its number.
func (a *Air) number() uint64 {
	a.sent++
	return a.sent
}

func (a *Air) add(frame Frame) { a.frames = append(a.frames, frame) }

// take removes the frame at an index, and returns it.
func (a *Air) take(place int) Frame {
	out := a.frames[place]
	a.frames = slices.Delete(a.frames, place, place+1)
	return out
}

// drop removes the frames of which gone is true. It asks once for each, in their order.
func (a *Air) drop(gone func(Frame) bool) { a.frames = slices.DeleteFunc(a.frames, gone) }

// Duplicate inserts a second copy of the frame at an index in Frames, directly behind it.
func (a *Air) Duplicate(place int) {
	a.frames = slices.Insert(a.frames, place+1, a.frames[place])
}

// rewrite replaces the message of each frame.
func (a *Air) rewrite(to func(Frame) protocol.Message) {
	for i := range a.frames {
		a.frames[i].Message = to(a.frames[i])
	}
}

// renumber moves the numbers in the messages.
func (a *Air) renumber(to optional.Renumbering) {
	a.rewrite(func(f Frame) protocol.Message { return optional.Renumbered(f.Message, to) })
}

// Oldest returns the index in Frames of the oldest frame from one node to another, -1 if
// no frame is on its way between them.
func (a *Air) Oldest(e Pair) int {
	for i := range a.frames {
		if a.frames[i].From == e.A && a.frames[i].To == e.B {
			return i
		}
	}
	return -1
}

// Deliveries appends the steps that deliver a frame: the oldest frame of each sender and
// receiver.
func (a *Air) Deliveries(to []Choice) []Choice {
	for _, e := range a.ways() {
		to = append(to, Choice{Do: Deliver, Node: e.A, Other: e.B})
	}
	return to
}

// ways returns the pairs of sender and receiver with frames on their way, sorted.
func (a *Air) ways() []Pair {
	var out []Pair
	for i := range a.frames {
		if e := (Pair{a.frames[i].From, a.frames[i].To}); !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, Pair.compare)
	return out
}

func (a *Air) clone() Air { return Air{slices.Clone(a.frames), a.sent} }
