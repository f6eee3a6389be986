// Package wording writes text for people: counts (1 run, 2 runs), lines that fit a terminal,
// and commands to paste into a POSIX shell.
//
// It assumes English words that take an s. Widths are in columns of a Latin terminal, whatever
// the locale says: a wide letter takes two. It never runs a command.
package wording
