// Package text is what the readers and writers of movement traces have in
// common: lines, words, columns, numbers and markup, each with its limits.
//
// It assumes a stream that anybody may have written. It unpacks gzip where a
// stream begins with it, holds at most one line or one tag at a time, and says
// of every fault in which line of which file it stands. A mark of byte order is
// skipped; UTF-16 and other archives are refused by name. It never reads more
// than it was promised, and never expands what a file defines.
//
// Numbers are finite decimal ones: NaN, infinities and hexadecimal are refused.
// Times are seconds with decimals, rounded to nanoseconds; lengths are metres.
//
// Deviations from XML: a document type is refused, entities other than the five
// of the standard too, and so is any encoding but UTF-8.
package text
