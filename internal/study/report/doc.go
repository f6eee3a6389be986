// Package report writes the results of a sweep or a run as one page of HTML. The page opens with
// the question, the verdict and a figure, and with what each axis of a sweep does, in sentences and
// a figure. Tables, other figures, parameters, versions, how to repeat it and how to read it are
// folded below. The page of a reproduction has the tables and pictures that package reproduce makes.
//
// It assumes what sweep, campaign and reproduce write, finished or not, and says what is
// missing. The page loads nothing from elsewhere, runs no script, and tells browsers so. It is
// well-formed XML. It depends only on the directory and the program, and contains no date. It
// follows the reader's choice of light or dark, shows folded parts when printed, and describes
// its figures for screen readers. A note stands once. Names and texts of users are always escaped.
//
// The package never runs anything and never computes a number: trace/measure, study/figures and
// reproduce do. A sentence about an axis says no more than the tests of package figures.
// If there is too much for a page, it shows the first tables and figures, and says how to get
// the others.
//
// Cost: what the tables and figures cost; 2 ms for each point of a plan, whose scenario
// is loaded to compare it with what was run.
package report
