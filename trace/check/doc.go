// Package check says whether what a trace tells was right: one property per
// file, each a sink that gathers verdicts.
//
// A checker assumes that records come in the order in which they happened, and
// that what it is told to be calm is calm: it judges algorithms, not scenarios.
// It never looks past the trace: components are those of the truth samples
// (sampled), leaders those of Electing and Elected (exact). It is meant for
// worlds of tests, up to some thousand nodes: memory grows with the nodes, time
// with the nodes for each instant at which somebody's leader changed.
//
// All properties here hold once the world is calm, of every algorithm. What holds at every
// moment of elections by a spanning tree is in internal/invariants.
//
// Units: protocol.Time for instants.
//
// Source: the properties of Vasudevan, Kurose and Towsley (ICNP 2004), made
// executable: the world is calm from an instant on, and something must hold a
// bounded time later.
package check
