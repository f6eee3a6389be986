package draw

import (
	"hash/fnv"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A stroke tells a series apart by colour, and without colour by its dashes and
// its marks.
type stroke struct {
	line draw.LineStyle
	mark draw.GlyphStyle
}

// builtInRows are the labels that have a stroke of their own in every figure of the program:
// the rows of the built-in scenarios, those compared most first, as the first seven
// have a colour each.
var builtInRows = []string{
	"vasudevan", "bully", "chang-roberts", "flood-max", "raft", "omega", "global-view",
	"vasudevan-udp", "le-lann", "franklin", "link-reversal", "simple-sync", "omega-crash-recovery", "topology-aware",
	"vasudevan-optimised", "ring-list", "chang-roberts-replacing", "a-elect-leader-c", "s-elect-leader-c",
}

// The parts of a stroke. The colours are those of Okabe and Ito that a line can have:
// yellow is too bright.
var (
	strokeColors = []color.Color{blue, vermillion, green, purple, orange, sky, ink}
	strokeDashes = [][]vg.Length{nil, {4, 1.5}, {1.2, 1.2}, {5, 1.5, 1.2, 1.5}, {8, 2}, {2.5, 2.5}}
	strokeMarks  = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamond{}, draw.CrossGlyph{}, draw.PlusGlyph{}}
)

// otherStrokes is how many strokes there are for rows that are not built in: more would
// be the same again.
const otherStrokes = 36

// firstStrokes are those that they get first: one of each colour, darker and lighter.
const firstStrokes = 14

// ownFrom is the first number of the strokes for rows that are not built in. None has the
// colour of the seven rows that are compared most; where one has the colour of another
// built-in row, its dashes and its mark differ.
const ownFrom = 100

// strokeOf gives the i-th stroke. Dashes and marks alone differ for 36.
func strokeOf(i int) stroke {
	if i >= ownFrom {
		own := i - ownFrom
		builtIn := len(strokeColors) + own%firstStrokes
		s, dashes := strokeOf(builtIn), len(strokeDashes)
		s.line.Dashes = strokeDashes[dashesOf(i)]
		s.mark.Shape = strokeMarks[(builtIn+builtIn/dashes+dashes/2+own/firstStrokes)%len(strokeMarks)]
		return s
	}
	c, dashes := strokeColor(i), len(strokeDashes)
	return stroke{
		line: draw.LineStyle{Color: c, Width: 1, Dashes: strokeDashes[i%dashes]},
		mark: draw.GlyphStyle{Color: c, Radius: 1.9, Shape: strokeMarks[(i+i/dashes)%len(strokeMarks)]},
	}
}

// dashesOf numbers the dashes of the i-th stroke: of one's own they are other than those
// of the built-in row of that colour.
func dashesOf(i int) int {
	if i >= ownFrom {
		own := i - ownFrom
		i = len(strokeColors) + own%firstStrokes + len(strokeDashes)/2 + own/firstStrokes
	}
	return i % len(strokeDashes)
}

// strokeColor gives the colour of the i-th stroke: after the seven, the same darker, then
// the same lighter, which the colour-blind tell apart as well.
func strokeColor(i int) color.Color {
	base := strokeColors[i%len(strokeColors)]
	r, g, b, _ := base.RGBA()
	toward := func(part uint32, end, by float64) uint8 { return uint8((float64(part>>8)*(1-by) + end*by) + 0.5) }
	const darker, lighter = 0.5, 0.35
	if base == strokeColors[len(strokeColors)-1] { // nothing is darker than ink
		return color.Gray{[...]uint8{20, 100, 150}[i/len(strokeColors)%3]}
	}
	switch tier := i / len(strokeColors) % 3; tier {
	case 1:
		return color.RGBA{toward(r, 0, darker), toward(g, 0, darker), toward(b, 0, darker), 255}
	case 2:
		return color.RGBA{toward(r, 255, lighter), toward(g, 255, lighter), toward(b, 255, lighter), 255}
	}
	return base
}

// strokesOf gives the strokes of the series of a figure by the labels of their rows. A
// row has the same colour and mark in every figure, whichever others are in it: built-in
// rows by their place in a list, others by a hash of their label (two of which may share
// a stroke, and then the later of them in the alphabet gets the next: that alone depends
// on who else is there). Several series of one row differ by their dashes.
func strokesOf(labels []string) []stroke {
	slots := slotsOf(labels)
	out, seen := make([]stroke, len(labels)), map[string]int{}
	for i, label := range labels {
		out[i] = strokeOf(slots[label])
		again := seen[label]
		seen[label]++
		if again > 0 {
			out[i].line.Dashes = strokeDashes[(dashesOf(slots[label])+again)%len(strokeDashes)]
		}
	}
	return out
}

// slotsOf gives each label the number of its stroke.
func slotsOf(labels []string) map[string]int {
	slots, taken := map[string]int{}, map[int]bool{}
	for _, label := range slices.Compact(slices.Sorted(slices.Values(labels))) {
		slot := slices.Index(builtInRows, label)
		if slot < 0 {
			h := fnv.New32a()
			h.Write([]byte(label))
			slot = int(h.Sum32() % firstStrokes)
			for tries := 0; taken[slot] && tries < otherStrokes; tries++ {
				slot = (slot + 1) % otherStrokes
			}
			taken[slot] = true
			slot += ownFrom
		}
		slots[label] = slot
	}
	return slots
}
