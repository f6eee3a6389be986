// Package check says whether what a trace tells was right.
package check
