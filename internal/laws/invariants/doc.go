// Package invariants says whether elections by a spanning tree keep what VKT04 says of
// their trees, messages and computation numbers at every moment, and whether elections by
// succession keep what package tanist says of leaders and heirs: one property per file,
// each a [bellwether/trace/check.Invariant].
//
// It assumes that records come in the order in which they happened, that machines show
// their place in the tree under the names of package election, or their leader, its stamp
// and its heir under the names of package tanist, and that a reading says what a message
// means. It never looks past the trace. What must hold only once a world is
// calm is in trace/check.
//
// Cost: memory grows with the nodes and what they said in their computation.
//
// Source: Vasudevan, Kurose and Towsley (ICNP 2004), §IV and its proofs.
package invariants
