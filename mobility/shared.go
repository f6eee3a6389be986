package mobility

import (
	"encoding/binary"
	"math/rand/v2"
)

// collective is a model whose nodes share something that is drawn, such
// as the way of a group. It cannot be drawn from the stream of one node. A driver
// calls ForRun before it calls Path; otherwise it is the same in all runs.
type collective interface {
	Model

	// ForRun returns the model with what nodes share drawn from a seed. The model
	// itself stays as it is, so that several runs may use it.
	ForRun(seed uint64) Model
}

// ForRun returns the model to use in the run with a seed. If the model has a method
//
//	ForRun(seed uint64) Model
//
// that is the method's result, else the model itself. A model has this method if its nodes
// share something that is drawn, for example the way of a group.
func ForRun(m Model, seed uint64) Model {
	if c, ok := m.(collective); ok {
		return c.ForRun(seed)
	}
	return m
}

// shared returns a stream for what the nodes of one group share.
func shared(seed uint64, group uint32, why use) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint32(key[8:], group)
	binary.LittleEndian.PutUint32(key[12:], uint32(why))
	mixed := rand.NewChaCha8(key) // mixes the key into a seed for the smaller generator
	return rand.New(rand.NewPCG(mixed.Uint64(), mixed.Uint64()))
}

// A use distinguishes the streams of a group.
type use uint32

const (
	forPlacement use = iota
	forMovement
	forRun
)

// within returns the seed of part i of a model that is made of others, so that
// each part has streams of its own.
func within(seed uint64, i int) uint64 { return shared(seed, uint32(i), forRun).Uint64() }

// commonPath returns the path of group 1, 2, …, the same at every call.
func commonPath(m Model, seed uint64, group int) Path {
	return m.Path(group, shared(seed, uint32(group), forPlacement), shared(seed, uint32(group), forMovement))
}
