// Package results keeps runs in a directory: each at once, whatever ends the work,
// with all that is needed to go on, to move elsewhere and to make them again.
//
// A directory has one process at a time that writes, and any number that read:
//
//	index.json      what is here: form, kind, files, programs and machines
//	plan.yaml       of a sweep: the plan as run
//	*.yaml          the scenario: of a run scenario.yaml, as run, every default filled
//	                in; of a sweep as it was written
//	files           that the scenario names: movement, contacts, maps, walls
//	runs.ndjson     of a run, results.ndjson of a sweep: a line for each finished run
//	lock            who is at work: a process number
//
// and what is made of the lines at the end of a run, and can be made again: table.md,
// results.json, positions.geojson.
//
// It assumes that a line whose end was written is a run that was finished, and that
// runs are deterministic. It never loses a finished run: each line is appended as its
// run ends, and synced within [syncEvery], so that a process that is killed loses the
// runs under way, and a machine that loses power those of the last second as well. A
// last line that was cut off is dropped with a warning. It never overwrites a file
// that it did not write, and never mixes results of two programs that may differ:
// see Who may add lines. The index is written last, so that a directory has it or was
// never begun.
//
// # A line
//
// A line is a JSON object, its keys in this order:
//
//	schema              2, the version of this form
//	id                  of the run, see below
//	plan, axes          of a sweep: its name; path and value of each axis
//	label, name, goal   of the row and its algorithm; quorum: true where it needs one
//	seed
//	scenario            its name
//	scenario_sha256     of all that a run depends on beside row, seed and program: the
//	                    scenario as run without name, about, rows and number of runs,
//	                    and the bytes of its files
//	row                 label, algorithm and given parameters, as text
//	build               name of the program (package build)
//	trace_sha256        hash of the run's records; left out with --hash=false
//	simulated_s, events, transmissions, deliveries
//	metrics             every key; null where it does not apply
//	course              by which the warm-up is judged; left out where it is not (see
//	                    measure.Course)
//	sha256              of the line up to this key, so that an edited line is noticed; left out
//	                    by earlier versions: a line without it counts as changed if it is of
//	                    this program, or of one that wrote it in another line
//
// A line has no clock, no machine and no path: a run writes the same bytes wherever and
// however often it is made. So many machines may make runs, also the same ones twice; the
// lines, sorted and without repetitions, are those of one machine.
//
// # The id of a run
//
// It is the SHA-256, in hex, of five lines of text, each with its end:
//
//	bellwether run 2
//	scenario SCENARIO_SHA256
//	row ROW
//	seed SEED
//	build BUILD
//
// None of them can hold the end of a line. Equal ids are the same run, so the same results.
// At two points of a sweep that differ in what only one row takes, another row's runs
// have equal ids: they are made once, and have a line at each point.
//
// # Who may add lines
//
// The program that made the first line, on a machine with the same processor, or with
// another if the scenario does not depend on it ([Content].Bound); and any other one
// that has made a sample again with the same results ([Record]), which the index
// records. Such a program may call the scenario by another hash, since it knows other
// keys or defaults: the index keeps both ([Readings]), and an id has the hash that the
// maker of its line knows. It may know more metrics: of lines without them they are not
// known, and not compared. What a program is called stands in package build.
//
// # Older forms
//
// Lines without schema are of form 1, of bellwether before there was an index. They
// are read, with a warning; nothing is added to them.
//
// Cost: a line has 4 to 5 kB and takes 50 µs to read; a sync takes some milliseconds,
// once a second. Files are copied once, up to [MaxCopied] bytes in all.
package results
