// Package cli is the command line of bellwether: its verbs, flags and exit codes. Each
// verb has a file of its own here; what it does stands in the packages.
//
// The program bellwether is a call of Main. A program with more of one's own calls it, or
// App.Main, in the same way, and has every verb, with its own beside what is built in.
//
// It assumes that it is the program: verbs take the process's signals, "live demo" starts
// the file os.Args[0] again, and what is told to end and does not within a second exits. It
// never changes the standard output or error of the process. Calls do not run at a time.
package cli
