package async

import (
	"slices"

	"bellwether/protocol"
)

// flight is the frames on their way, in the order of sending, and how many were sent so far. It
// decides nothing: the system says which frames begin, arrive and are lost.
type flight struct {
	frames []Frame
	sent   uint64
}

// number counts a message, and returns its number.
func (f *flight) number() uint64 {
	f.sent++
	return f.sent
}

func (f *flight) add(frame Frame) { f.frames = append(f.frames, frame) }

// take removes the frame at an index, and returns it.
func (f *flight) take(place int) Frame {
	out := f.frames[place]
	f.frames = slices.Delete(f.frames, place, place+1)
	return out
}

// drop removes the frames of which gone is true. It asks once for each, in their order.
func (f *flight) drop(gone func(Frame) bool) { f.frames = slices.DeleteFunc(f.frames, gone) }

// duplicate inserts a second copy of the frame at an index, directly behind it.
func (f *flight) duplicate(place int) {
	f.frames = slices.Insert(f.frames, place+1, f.frames[place])
}

// rewrite replaces the message of each frame.
func (f *flight) rewrite(to func(Frame) protocol.Message) {
	for i := range f.frames {
		f.frames[i].Message = to(f.frames[i])
	}
}

// oldest returns the index of the oldest frame from one node to another, -1 without a frame between them.
func (f *flight) oldest(e Pair) int {
	for i := range f.frames {
		if f.frames[i].From == e.A && f.frames[i].To == e.B {
			return i
		}
	}
	return -1
}

// ways returns the pairs of sender and receiver with frames on their way, sorted.
func (f *flight) ways() []Pair {
	var out []Pair
	for i := range f.frames {
		if e := (Pair{f.frames[i].From, f.frames[i].To}); !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, Pair.compare)
	return out
}

func (f *flight) clone() flight { return flight{slices.Clone(f.frames), f.sent} }
