// Package plots turns measures into tables and figures.
package plots
