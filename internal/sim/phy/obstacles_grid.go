package phy

import "slices"

// wallsPerCell is how many walls a cell would hold if walls were spread evenly. With fewer
// cells, each lists more walls; with more cells, a line crosses more of them.
const wallsPerCell = 2

// index sorts the walls into cells.
func (o *Obstacles) index() {
	if len(o.walls) == 0 {
		return
	}
	low, high := o.walls[0].a, o.walls[0].a
	for i := range o.walls {
		for _, p := range [2]spotCM{o.walls[i].a, o.walls[i].b} {
			low = spotCM{min(low.x, p.x), min(low.y, p.y)}
			high = spotCM{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	o.min = low
	most := int64(len(o.walls)/wallsPerCell + 1)
	for o.sideCM = 100; ; o.sideCM *= 2 {
		o.columns, o.rows = (high.x-low.x)/o.sideCM+1, (high.y-low.y)/o.sideCM+1
		if o.columns <= most && o.rows <= most && o.columns*o.rows <= most {
			break
		}
	}
	o.cellList = o.listed(o.each)
}

// listed makes the lists of all cells. each calls its function for all entries, in the same
// order whenever it is called.
func (o *Obstacles) listed(each func(call func(cell int64, ref int32))) (l cellList) {
	l.first = make([]int32, o.columns*o.rows+1)
	each(func(cell int64, _ int32) { l.first[cell+1]++ })
	for c := 1; c < len(l.first); c++ {
		l.first[c] += l.first[c-1]
	}
	l.refs = make([]int32, l.first[len(l.first)-1])
	next := append([]int32(nil), l.first...)
	each(func(cell int64, ref int32) {
		l.refs[next[cell]] = ref
		next[cell]++
	})
	return l
}

// visited calls more once for each entry of a list in the cells that a segment may touch,
// until more returns false.
func (o *Obstacles) visited(a, b spotCM, l *cellList, more func(ref int32) bool) {
	var room [16]int32
	met := room[:0]
	o.cells(a, b, func(cell int64) bool {
		for _, ref := range l.refs[l.first[cell]:l.first[cell+1]] {
			if slices.Contains(met, ref) {
				continue
			}
			if met = append(met, ref); !more(ref) {
				return false
			}
		}
		return true
	})
}

// each calls its function for every wall and each of the wall's cells.
func (o *Obstacles) each(call func(cell int64, ref int32)) {
	for i := range o.walls {
		o.cells(o.walls[i].a, o.walls[i].b, func(cell int64) bool { call(cell, int32(i)); return true })
	}
}

// cells calls more for the cells that a segment may touch, row by row: all that it
// touches, and in each row up to one more at either end. If two segments have a point in
// common, both have that point's cell. It ends when more returns false.
func (o *Obstacles) cells(a, b spotCM, more func(cell int64) bool) {
	if a.y > b.y {
		a, b = b, a
	}
	limit := spotCM{o.min.x + o.columns*o.sideCM, o.min.y + o.rows*o.sideCM}
	if b.y < o.min.y || a.y >= limit.y || max(a.x, b.x) < o.min.x || min(a.x, b.x) >= limit.x {
		return
	}
	firstRow, lastRow := o.clampRow(a.y), o.clampRow(b.y)
	dx, dy := float64(b.x-a.x), float64(b.y-a.y)
	for row := firstRow; row <= lastRow; row++ {
		// The part of the segment between the row's lower and upper edge.
		from, to := a.x, b.x
		if low := o.min.y + row*o.sideCM; low > a.y {
			from = a.x + int64(dx*(float64(low-a.y)/dy))
		}
		if high := o.min.y + (row+1)*o.sideCM; high < b.y {
			to = a.x + int64(dx*(float64(high-a.y)/dy))
		}
		const margin = 2 // centimetres: more than rounding can misplace an end
		left, right := min(from, to)-margin, max(from, to)+margin
		if right < o.min.x || left >= limit.x {
			continue
		}
		for column := o.clampColumn(left); column <= o.clampColumn(right); column++ {
			if !more(row*o.columns + column) {
				return
			}
		}
	}
}

func (o *Obstacles) clampRow(y int64) int64 {
	return max(0, min(floorDiv(y-o.min.y, o.sideCM), o.rows-1))
}

func (o *Obstacles) clampColumn(x int64) int64 {
	return max(0, min(floorDiv(x-o.min.x, o.sideCM), o.columns-1))
}

func floorDiv(a, b int64) int64 {
	if a < 0 {
		return -1 // off the grid; callers need no more
	}
	return a / b
}
