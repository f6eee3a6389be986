// Package report writes the results of a directory, of a sweep or of a run, as one
// page of HTML: what was asked, what was run, tables, figures, parameters, versions,
// how to repeat it, how to read it. The page of a reproduction has the tables and
// pictures that package reproduce makes.
//
// It assumes what sweep, campaign and reproduce write, finished or not, and says what is missing.
// The page needs nothing beside itself, neither network nor script, and says so to
// browsers; it is as well-formed as XML; it depends on the directory and the program
// alone, and holds no date. It follows the reader's choice of light or dark, unfolds
// for a printer, and its figures are described for those who do not see them. Names
// and texts of users are escaped, whatever they are.
//
// The package never runs anything and never computes a number: trace/measure and reproduce do.
// Where there is too much for a page, it has the first tables and figures, and says how
// to get the others.
//
// Cost: what the tables and figures cost; 2 ms for each point of a plan, whose scenario
// is loaded to compare it with what was run.
package report
