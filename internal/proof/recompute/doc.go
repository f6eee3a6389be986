// Package recompute recomputes every metric of a run from its trace file alone, and compares
// the results with package trace/measure.
//
// It assumes the file that "run --trace" writes, as docs/traces.md describes it. Its
// formulas are the definitions, over whole lists of events; trace/measure counts while it
// reads. It has its own reader and its own Kaplan-Meier estimate, and shares no code with
// trace/measure. It consists of test code, and nothing imports it.
//
// Sources: the definitions of trace/measure's package comment and its list of keys;
// Kaplan and Meier (JASA 53, 1958); Chen, Toueg, Aguilera (2002).
package recompute
