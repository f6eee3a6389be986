package kernel

// A Pool keeps values by number; events carry the numbers. It reuses numbers that are
// given back, the last one first. Values move when it grows: never keep a pointer from
// At.
type Pool[T any] struct {
	values []T
	free   []int32
}

// Take returns a free number. Its value is the one it had when it was given back.
func (p *Pool[T]) Take() int32 {
	if last := len(p.free) - 1; last >= 0 {
		k := p.free[last]
		p.free = p.free[:last]
		return k
	}
	var zero T
	p.values = append(p.values, zero)
	return int32(len(p.values) - 1)
}

// At is the value of a number.
func (p *Pool[T]) At(k int32) *T { return &p.values[k] }

// Give gives a number back.
func (p *Pool[T]) Give(k int32) { p.free = append(p.free, k) }

// Free returns the numbers that are not in use.
func (p *Pool[T]) Free() []int32 { return p.free }

// Len is how many numbers there are, in use or not.
func (p *Pool[T]) Len() int { return len(p.values) }
