package mobility

import (
	"math"

	"github.com/paulmach/orb"
)

// mostCells bounds the columns and the rows of cells.
const mostCells = 256

// roundingM is more than a coordinate may be rounded by, in metres.
const roundingM = 1e-3

// cells is a grid over the world, each cell with the walls that nodes in it may be too near to.
type cells struct {
	origin        orb.Point
	side          float64 // metres
	columns, rows int
	walls         [][]wall // at column·rows + row
}

// put makes the grid, of about as many cells as there are walls.
func (o *Obstacles) put(walls []wall) {
	w := o.world
	side := math.Sqrt(float64(w.Width*w.Height) / float64(len(walls)+1))
	c := &o.cells
	c.side = max(side, w.Width/mostCells, w.Height/mostCells)
	c.origin = w.Origin
	c.columns, c.rows = int(w.Width/c.side)+1, int(w.Height/c.side)+1
	c.walls = make([][]wall, c.columns*c.rows)
	for _, w := range walls {
		left, right := c.column(w.low[0]-roundingM), c.column(w.high[0]+roundingM)
		low, high := c.row(w.low[1]-roundingM), c.row(w.high[1]+roundingM)
		for i := left; i <= right; i++ {
			for k := low; k <= high; k++ {
				c.walls[i*c.rows+k] = append(c.walls[i*c.rows+k], w)
			}
		}
	}
}

// column returns the column of a coordinate, the nearest for one outside.
func (c *cells) column(x float64) int {
	return int(min(max((x-c.origin[0])/c.side, 0), float64(c.columns-1)))
}

// row returns the row of a coordinate, the nearest for one outside.
func (c *cells) row(y float64) int {
	return int(min(max((y-c.origin[1])/c.side, 0), float64(c.rows-1)))
}

// at returns the walls that a place may be too near to.
func (c *cells) at(p orb.Point) []wall { return c.walls[c.column(p[0])*c.rows+c.row(p[1])] }

// straight reports whether no wall is in the way from p to q. It goes from cell to cell, from p
// on, up to the first wall that is.
func (c *cells) straight(p, q orb.Point) bool {
	first, last := c.column(p[0]), c.column(q[0])
	step := 1
	if last < first {
		step = -1
	}
	for i := first; ; i += step {
		from, to := c.row(c.heightAt(p, q, i-min(step, 0))), c.row(c.heightAt(p, q, i+max(step, 0)))
		if i == first {
			from = c.row(p[1])
		}
		if i == last {
			to = c.row(q[1])
		}
		turn := 1
		if to < from {
			turn = -1
		}
		for k := from; ; k += turn {
			for j := range c.walls[i*c.rows+k] {
				if c.walls[i*c.rows+k][j].blocks(p, q) {
					return false
				}
			}
			if k == to {
				break
			}
		}
		if i == last {
			return true
		}
	}
}

// heightAt returns the other coordinate of the line from p to q where a column begins.
func (c *cells) heightAt(p, q orb.Point, column int) float64 {
	if p[0] == q[0] {
		return p[1]
	}
	part := (c.origin[0] + float64(float64(column)*c.side) - p[0]) / (q[0] - p[0])
	return p[1] + float64((q[1]-p[1])*min(max(part, 0), 1))
}
