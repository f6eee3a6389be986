// Package errs makes errors that name their package, takes them apart again, and writes them
// for users of the command line.
//
// A package of the library begins its messages with its name: a program that embeds it
// reads "radio: loss probability must be between 0 and 1". Code that shows the same fault
// beside a line of a file needs the message without that name, and each fault separately.
// Both come from the error's type, and not from its text. [ForPeople] leaves out the names of
// packages and system calls, adds the fault of a file, and says what was expected in JSON.
//
// It assumes that a package adds its name once, at its border, and that an error's message
// contains the messages of the errors that it wraps, as fmt.Errorf and errors.Join write them;
// other text is kept. It reads from the file system where a path ends, and never changes
// anything.
package errs
