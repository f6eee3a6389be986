package mobility

import (
	"encoding/binary"
	"math/rand/v2"
)

// collective is a model whose nodes have something in common that is drawn, such
// as the way of a group: it cannot come from the stream of one of them. A driver
// asks for the model of its run before it asks for paths; without that, all runs
// have it alike.
type collective interface {
	Model

	// ForRun returns the model with what is common drawn from a seed. The model
	// itself stays as it is, so that several runs may share it.
	ForRun(seed uint64) Model
}

// ForRun returns the model to use in the run with a seed: what the method
//
//	ForRun(seed uint64) Model
//
// of the model gives, if it has one, else the model itself. Such a model's nodes have
// something in common that is drawn: the way of a group, for example.
func ForRun(m Model, seed uint64) Model {
	if c, ok := m.(collective); ok {
		return c.ForRun(seed)
	}
	return m
}

// shared returns a stream of what the nodes of one group have in common.
func shared(seed uint64, group uint32, why use) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint32(key[8:], group)
	binary.LittleEndian.PutUint32(key[12:], uint32(why))
	mixed := rand.NewChaCha8(key) // its output is seed enough for the smaller generator
	return rand.New(rand.NewPCG(mixed.Uint64(), mixed.Uint64()))
}

// A use tells the streams of a group apart.
type use uint32

const (
	forPlacement use = iota
	forMovement
	forRun
)

// within returns the seed of model i of those that a model is made of, so that
// each has streams of its own.
func within(seed uint64, i int) uint64 { return shared(seed, uint32(i), forRun).Uint64() }

// commonPath returns the way of group 1, 2, …, the same for every caller.
func commonPath(m Model, seed uint64, group int) Path {
	return m.Path(group, shared(seed, uint32(group), forPlacement), shared(seed, uint32(group), forMovement))
}
