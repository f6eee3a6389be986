// Package trace says what happened in a run: the record types, the sinks that
// take them, their codec and their hash.
//
// The trace is the only witness. Whatever a table, a figure or a checker says
// was read from it, from emulation and live alike. It assumes that records
// arrive in the order in which they happened; it never judges them (see
// trace/check and trace/measure) and never looks at a clock.
//
// Units: protocol.Time for instants, bytes, metres, metres a second, joules.
//
// Cost: with no sink a record is never built. A sink names the kinds it wants,
// so a measure does not pay for receptions it never counts.
package trace
