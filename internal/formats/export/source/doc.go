// Package source is a trace as the other formats of package export need it: who takes part,
// under which names, and what each message says in plain fields.
//
// It assumes a trace as package trace reads it, whole or cut off; a trace is read twice, first
// for a [Survey], and once more to be written. It never writes anything, and never shows a
// name as it stands: control characters and white space are taken out, a long name is cut, and
// no two nodes have one name.
//
// Units: protocol.Time for instants.
//
// Cost: memory for the nodes and for a bounded number of frames, however long the trace is.
package source
