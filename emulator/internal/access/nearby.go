package access

// A nearby finds the few things that are near a place: frames on the air, or the nodes that
// watch the medium. It is a grid that wraps around, so that it is small in a large world.
type nearby struct {
	cells [][]thing
	side  int     // cells of a row, a power of two
	perM  float64 // cells of a row for each metre; 0: there is one cell, because distance does not decide
	count int
}

// A thing is a number at a place, in metres.
type thing struct {
	xM, yM float64
	what   int32
}

// nodesPerCell sets the size of the grid: with frames and watchers at one node in ten, a cell
// has some three of them.
const nodesPerCell = 32

// newNearby makes one for a world of so many nodes.
func newNearby(cellM float64, nodes int) nearby {
	side := 4
	for side*side*nodesPerCell < nodes {
		side *= 2
	}
	return nearby{cells: make([][]thing, side*side), side: side, perM: 1 / cellM}
}

// anywhere is a nearby without distances.
func anywhere() nearby { return nearby{cells: make([][]thing, 1), side: 1} }

// origin makes the coordinates of cells positive, so that they are truncated downwards.
const origin = 1 << 30

func (n *nearby) line(atM float64) int { return int(atM*n.perM + origin) }

func (n *nearby) cell(column, row int) *[]thing {
	return &n.cells[row&(n.side-1)*n.side+column&(n.side-1)]
}

func (n *nearby) add(t thing) {
	c := n.cell(n.line(t.xM), n.line(t.yM))
	*c = append(*c, t)
	n.count++
}

// remove removes a thing that was added so.
func (n *nearby) remove(t thing) {
	c := n.cell(n.line(t.xM), n.line(t.yM))
	for k := range *c {
		if (*c)[k].what == t.what {
			(*c)[k] = (*c)[len(*c)-1]
			*c = (*c)[:len(*c)-1]
			n.count--
			return
		}
	}
}

// takeAll empties it, and appends all things.
func (n *nearby) takeAll(out []thing) []thing {
	for k, c := range n.cells {
		out = append(out, c...)
		n.cells[k] = c[:0]
	}
	n.count = 0
	return out
}

// within appends the things that are within a reach of a place, in no order.
func (n *nearby) within(xM, yM, reachM float64, out []thing) []thing {
	if n.count == 0 {
		return out
	}
	if n.perM == 0 {
		return append(out, n.cells[0]...)
	}
	left, low := n.line(xM-reachM), n.line(yM-reachM)
	right, high := min(n.line(xM+reachM), left+n.side-1), min(n.line(yM+reachM), low+n.side-1)
	square := reachM * reachM
	for row := low; row <= high; row++ {
		for column := left; column <= right; column++ {
			for _, t := range *n.cell(column, row) {
				if dx, dy := t.xM-xM, t.yM-yM; float64(dx*dx)+float64(dy*dy) <= square {
					out = append(out, t)
				}
			}
		}
	}
	return out
}
