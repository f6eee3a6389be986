// Package check checks properties of a run from its trace: one property per
// file, each a sink that gathers verdicts.
//
// A checker assumes that records come in the order in which they happened, and
// that the world is calm from the instant that its options give: it judges algorithms,
// not scenarios. It uses only the trace: leaders by Electing and Elected, components by
// Component records. Where components are followed (trace.TruthExact, trace.TruthExamined) a
// checker judges each state that lasts, and no state between two records of one instant; in
// other traces it judges each whole sample. It is meant for worlds of tests, up to some
// thousand nodes: memory grows with the nodes, and time with the nodes for each instant at
// which a leader, an offer or a component changed.
//
// Every algorithm must have these properties once the world is calm. The properties that
// elections by a spanning tree have at every moment are in internal/laws/invariants.
//
// Units: protocol.Time for instants.
//
// Source: the properties of Vasudevan, Kurose and Towsley (ICNP 2004), made
// executable: the world is calm from an instant on, and something must hold a
// bounded time later.
package check
