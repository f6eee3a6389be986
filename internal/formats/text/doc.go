// Package text is shared by the readers and writers of movement traces: lines, words,
// columns, numbers and markup, each with its limits.
//
// It assumes that anybody may have written the stream. It unpacks gzip, holds at most one
// line or one tag at a time, and names file and line of every fault. A byte order mark is
// skipped; UTF-16 and other archives are refused by name. It never reads more than its
// limits, and never expands entities that a file defines.
//
// Numbers are finite decimals: NaN, infinities and hexadecimal are refused. Times are
// seconds with decimals, rounded to nanoseconds; lengths are metres.
//
// Deviations from XML: a document type, entities other than the five of the standard, and
// encodings other than UTF-8 are refused.
package text
