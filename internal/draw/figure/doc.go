// Package figure draws measures and runs, for a page, a paper or a presentation.
//
// A Figure is a struct with the data to show: Lines, Boxes, ECDF, Survival and Bars of
// measures; Timeline, Map and Energy of a run, which the sinks History, Moment and
// Drains make from its records; SpaceTime of an answer why something happened. A Print
// draws any of them as SVG, PNG, PDF or EPS, in a size, a typeface and with the texts that a
// journal asks for; the height depends on the data.
//
// A figure assumes nothing of the data: if they are empty, not finite or all censored,
// WriteFigure returns an error and writes nothing. It never drops censored values, and
// explains its marks in notes. Quartiles and distribution functions are
// computed here, since only figures need them. Numbers are written as in tables
// (table.Number).
//
// All figures have one style. The colours are the eight of Okabe and Ito, and never the only
// difference: lines differ by dashes and marks, areas by hatches, nodes of a map by
// shape, so that a grey print can be read. Lines are named at their ends. No text
// is smaller than the print asks for (seven points unless told), covers another or leaves the page; names that have
// no room are left out, and the figure states how many.
//
// gonum/plot provides canvas, fonts, glyphs and formats. Its axes, legends and labels
// are not used, since their texts may cover each other.
//
// docs/numbers.md tells readers how to read figures.
//
// Cost: a figure takes some milliseconds, a PNG a hundred (BenchmarkFigures). A History holds
// a span for each change of a node, a Moment the last state of each node and link, Drains up to
// 32 bytes for each record of energy.
package figure
