package kernel

// A Pool keeps values under numbers, which events carry, and uses those given back again,
// the last one first. Values move as it grows: nobody keeps a pointer from At.
type Pool[T any] struct {
	values []T
	free   []int32
}

// Take gives a number. Its value is what it was as it was given back.
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

// Free are the numbers that are not in use.
func (p *Pool[T]) Free() []int32 { return p.free }

// Len is how many numbers there are, in use or not.
func (p *Pool[T]) Len() int { return len(p.values) }
