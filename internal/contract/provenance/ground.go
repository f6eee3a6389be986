package provenance

import "strconv"

// maxCorners bounds the corners of all obstacles and roads of a ground, so that a header's line
// stays well below the limit of readers: a corner has up to 25 bytes.
const maxCorners = 20_000

// A Ground is what stands and lies in a world, for those who draw it. It changes nothing of a run.
type Ground struct {
	// Obstacles are the outlines of obstacles to the radios, and Roads the ways by which
	// nodes move, corner by corner, in metres east and north.
	Obstacles, Roads [][][2]float64
	// Spans are the bottom and the top of each obstacle, in metres above the ground; 0 and 0 for
	// one without an end upwards; nil if no obstacle has one.
	Spans [][2]float64
	// ObstaclesLeftOut and RoadsLeftOut count the obstacles and roads that did not fit.
	ObstaclesLeftOut, RoadsLeftOut int
}

// Bound leaves out what a header has no room for: roads first.
func (g Ground) Bound() Ground {
	room := maxCorners
	g.Obstacles, g.ObstaclesLeftOut = bounded(g.Obstacles, &room)
	g.Spans = g.Spans[:min(len(g.Spans), len(g.Obstacles))]
	g.Roads, g.RoadsLeftOut = bounded(g.Roads, &room)
	return g
}

// bounded returns the lines for which there is room, and the number of the others.
func bounded(lines [][][2]float64, room *int) (kept [][][2]float64, leftOut int) {
	for i, o := range lines {
		if *room -= len(o); *room < 0 {
			return lines[:i], len(lines) - i
		}
	}
	return lines, 0
}

// AppendJSON appends the keys of a header that has more of them before and after.
func (g *Ground) AppendJSON(b []byte) []byte {
	for _, part := range []struct {
		key     string
		lines   [][][2]float64
		leftOut int
	}{{"obstacles", g.Obstacles, g.ObstaclesLeftOut}, {"roads", g.Roads, g.RoadsLeftOut}} {
		if len(part.lines) > 0 {
			b = appendLines(append(b, `,"`+part.key+`":`...), part.lines)
		}
		if part.leftOut != 0 {
			b = strconv.AppendInt(append(b, `,"`+part.key+`_left_out":`...), int64(part.leftOut), 10)
		}
	}
	if len(g.Spans) > 0 {
		b = appendCorners(append(b, `,"obstacle_spans":`...), g.Spans)
	}
	return b
}

// appendLines appends lists of corners.
func appendLines(b []byte, lines [][][2]float64) []byte {
	between := func(i int) {
		if i > 0 {
			b = append(b, ',')
		}
	}
	b = append(b, '[')
	for i, line := range lines {
		between(i)
		b = appendCorners(b, line)
	}
	return append(b, ']')
}

// appendCorners appends a list of pairs of numbers.
func appendCorners(b []byte, line [][2]float64) []byte {
	b = append(b, '[')
	for j, corner := range line {
		if j > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(append(b, '['), corner[0], 'f', -1, 64)
		b = strconv.AppendFloat(append(b, ','), corner[1], 'f', -1, 64)
		b = append(b, ']')
	}
	return append(b, ']')
}
