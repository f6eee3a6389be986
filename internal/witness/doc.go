// Package witness recomputes every metric of a run from its trace file alone, and
// holds package trace/measure against the result.
//
// It assumes the file that "run --trace" writes and what docs/traces.md says of it.
// Its formulas are those of the definitions, over whole lists of what happened, where
// trace/measure counts as it goes; it has its own reading of the file, its own
// Kaplan-Meier estimate, and shares no code with what it checks. All of it is test
// code, and nothing imports it.
//
// Sources: the definitions of trace/measure's package comment and its list of keys;
// Kaplan and Meier (JASA 53, 1958); Chen, Toueg, Aguilera (2002).
package witness
