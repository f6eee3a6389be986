// Package measure turns a trace into numbers.
package measure
