package access

import (
	"math"
	"math/bits"
)

// A nearby finds the few things that are near a place: frames on the air, or the nodes that
// watch the medium. It is a grid that wraps around, so that it is small in a large world.
type nearby struct {
	cells    [][]thing    // row by row; one cell where distance does not decide
	occupied [side]uint64 // by row, a bit for each cell that has things
	perM     float64      // cells of a row for each metre; 0: there is one cell
	count    int
	rows     int // a power of two
}

// side is the number of cells in a row, and the most rows: the bits of a word.
const side = 64

// A thing is a number at a place, in metres.
type thing struct {
	xM, yM float64
	what   int32
}

// newNearby makes one for a world of so many nodes, with a cell for every four, if they are not too many.
func newNearby(cellM float64, nodes int) nearby {
	rows := 4
	for rows < side && 4*rows*side < nodes {
		rows *= 2
	}
	return nearby{cells: make([][]thing, rows*side), perM: 1 / cellM, rows: rows}
}

// anywhere is a nearby without distances.
func anywhere() nearby { return nearby{cells: make([][]thing, 1), rows: 1} }

// origin makes the coordinates of cells positive, so that they are truncated downwards.
const origin = 1 << 30

func (n *nearby) line(atM float64) int { return int(atM*n.perM + origin) }

// cell is the row and the column of a place.
func (n *nearby) cell(t thing) (row, column int) {
	if n.perM == 0 {
		return 0, 0
	}
	return n.line(t.yM) & (n.rows - 1), n.line(t.xM) & (side - 1)
}

func (n *nearby) add(t thing) {
	row, column := n.cell(t)
	c := &n.cells[row*side+column]
	*c = append(*c, t)
	n.occupied[row] |= 1 << column
	n.count++
}

// remove removes a thing that was added so.
func (n *nearby) remove(t thing) {
	row, column := n.cell(t)
	c := &n.cells[row*side+column]
	for k := range *c {
		if (*c)[k].what == t.what {
			last := len(*c) - 1
			(*c)[k] = (*c)[last]
			*c = (*c)[:last]
			if last == 0 {
				n.occupied[row] &^= 1 << column
			}
			n.count--
			return
		}
	}
}

// all appends all things.
func (n *nearby) all(out []thing) []thing {
	for row, occupied := range n.occupied {
		for ; occupied != 0; occupied &= occupied - 1 {
			out = append(out, n.cells[row*side+bits.TrailingZeros64(occupied)]...)
		}
	}
	return out
}

// takeAll empties it, and appends all things.
func (n *nearby) takeAll(out []thing) []thing {
	out = n.all(out)
	for _, t := range out {
		row, column := n.cell(t)
		n.cells[row*side+column] = n.cells[row*side+column][:0]
	}
	n.occupied, n.count = [side]uint64{}, 0
	return out
}

// An area is cells of a nearby, those that touch a square around a place.
type area struct {
	columns   uint64 // a bit for each
	row, last int
}

func (n *nearby) area(xM, yM, reachM float64) area {
	if n.perM == 0 {
		return area{columns: 1}
	}
	left, low := n.line(xM-reachM), n.line(yM-reachM)
	a := area{columns: 1<<64 - 1, row: low, last: min(n.line(yM+reachM), low+n.rows-1)}
	if wide := n.line(xM+reachM) - left + 1; wide < side {
		a.columns = bits.RotateLeft64(1<<wide-1, left)
	}
	return a
}

// within appends the things that are within a reach of a place, in no order.
func (n *nearby) within(xM, yM, reachM float64, out []thing) []thing {
	if n.count == 0 {
		return out
	}
	square := reachM * reachM
	if n.perM == 0 {
		square = math.Inf(1)
	}
	for a := n.area(xM, yM, reachM); a.row <= a.last; a.row++ {
		row := a.row & (n.rows - 1)
		for occupied := n.occupied[row] & a.columns; occupied != 0; occupied &= occupied - 1 {
			for _, t := range n.cells[row*side+bits.TrailingZeros64(occupied)] {
				if dx, dy := t.xM-xM, t.yM-yM; float64(dx*dx)+float64(dy*dy) <= square {
					out = append(out, t)
				}
			}
		}
	}
	return out
}
