package figure

import (
	"hash/fnv"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A stroke distinguishes a series by colour, and in grey by its dashes and its mark.
type stroke struct {
	line draw.LineStyle
	mark draw.GlyphStyle
}

// builtInRows are the labels that have a fixed stroke in every figure: the rows of the
// built-in scenarios. Those compared most often are first, since the first seven have a
// colour each.
var builtInRows = []string{
	"vasudevan", "bully", "chang-roberts", "flood-max", "raft", "omega", "global-view",
	"vasudevan-udp", "le-lann", "franklin", "link-reversal", "simple-sync", "omega-crash-recovery", "topology-aware",
	"vasudevan-optimised", "ring-list", "chang-roberts-replacing", "a-elect-leader-c", "s-elect-leader-c",
}

// The parts of a stroke. The colours are Okabe and Ito's without yellow, which is too
// bright for a line.
var (
	strokeColors = []color.Color{blue, vermillion, green, purple, orange, sky, ink}
	strokeDashes = [][]vg.Length{nil, {4, 1.5}, {1.2, 1.2}, {5, 1.5, 1.2, 1.5}, {8, 2}, {2.5, 2.5}}
	strokeMarks  = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamond{}, draw.CrossGlyph{}, draw.PlusGlyph{}}
)

// otherStrokes is how many different strokes there are for rows that are not built in.
const otherStrokes = 36

// firstStrokes is how many of these are used first: each colour darker and lighter.
const firstStrokes = 14

// ownFrom is the first number of the strokes for rows that are not built in. None has the
// colour of the seven rows that are compared most; where one has the colour of another
// built-in row, its dashes and its mark differ.
const ownFrom = 100

// strokeOf returns the i-th stroke. 36 strokes differ in dashes or mark, also in grey.
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

// dashesOf returns the index of the dashes of the i-th stroke. A row that is not built in
// has other dashes than the built-in row of its colour.
func dashesOf(i int) int {
	if i >= ownFrom {
		own := i - ownFrom
		i = len(strokeColors) + own%firstStrokes + len(strokeDashes)/2 + own/firstStrokes
	}
	return i % len(strokeDashes)
}

// strokeColor returns the colour of the i-th stroke: the seven colours, then the same
// darker, then the same lighter, which colour-blind readers can distinguish too.
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

// strokesOf returns the strokes of the series of a figure by the labels of their rows. A
// row has the same colour and mark in every figure, whatever other rows are in it. Built-in
// rows have them by their place in a list, others by a hash of their label. If two hashes
// collide, the later label in the alphabet gets the next free stroke: only this depends on
// the other rows of the figure. Several series of one row differ by their dashes.
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

// slotsOf returns the number of each label's stroke.
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
