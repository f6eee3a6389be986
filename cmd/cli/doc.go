// Package cli is the command line of bellwether: the program, its tree of verbs and its exit
// codes. Verbs lie below internal, a package for each family and a file for each verb; the
// work is done in other packages.
//
// The program bellwether is a call of Main. Another program that calls Main or App.Main
// has every verb, under its own name, with its own algorithms, metrics, faults, models of
// movement and losses besides the built-in ones.
//
// It assumes that it is the program: verbs handle the process's signals, "live demo"
// starts the file os.Args[0] again, and the process exits if a verb does not end within a
// second after a signal. It never changes the standard output or error of the process.
// Only one call may run at a time.
package cli
