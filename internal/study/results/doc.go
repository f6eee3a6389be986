// Package results keeps runs in a directory, each as soon as it ends, with all that is
// needed to continue after an interruption, to move the directory, and to make the runs
// again.
//
// A directory has one process at a time that writes, and any number that read:
//
//	index.json      what the directory holds: form, kind, files, programs and machines
//	plan.yaml       of a sweep: the plan as run
//	*.yaml          the scenario: of a run scenario.yaml, as run, with every default; of
//	                a sweep as it was written
//	files           that the scenario names: movement, contacts, maps, walls
//	runs.ndjson     of a run, results.ndjson of a sweep: a line for each finished run
//	lock            the number of the process that writes
//
// Further files are made from the lines at the end of a run, and can be made again:
// table.md, results.json, positions.geojson.
//
// The package assumes that a line with its end is a run that was finished, and that runs are
// deterministic. Each line is appended as its run ends, and synced within [syncEvery]: a
// process that is killed loses only the runs under way, and a machine that loses power also
// the runs of the last second. A last line that was cut off is dropped with a warning. The
// package never overwrites a file that it did not write, and never mixes results of two
// programs that may differ: see "Who may add lines". The index of a new directory is written
// last, so that a directory without one was never begun.
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
//	scenario_sha256     of all that a run depends on besides row, seed and program: the
//	                    scenario as run without name, about, rows and number of runs,
//	                    and the bytes of its files
//	row                 label, algorithm and given parameters, as text
//	build               name of the program (package build)
//	trace_sha256        hash of the run's records; left out with --hash=false
//	simulated_s, events, transmissions, deliveries
//	metrics             every key; null where it does not apply
//	course              data by which the warm-up is judged; left out where it is not
//	                    judged (see measure.Course)
//	sha256              of the line up to this key, so that an edited line is found. Earlier
//	                    versions left it out: a line without it counts as changed if this
//	                    program made it, or a program that wrote it in another line
//
// A line has no wall time, no machine and no path: a run gives the same bytes wherever and
// however often it is made. So several machines may make runs, even the same ones; the
// lines, sorted and without repetitions, are those that one machine would write.
//
// # The id of a run
//
// It is the SHA-256, in hex, of five lines of text, each with its line end:
//
//	bellwether run 2
//	scenario SCENARIO_SHA256
//	row ROW
//	seed SEED
//	build BUILD
//
// None of the values can contain a line end. Runs with equal ids are the same run, so they
// have the same results. If two points of a sweep differ in a setting that only one row
// uses, the runs of other rows have equal ids: they are made once, and have a line at each
// point.
//
// # Who may add lines
//
// The program that made the first line may add lines on a machine with the same processor,
// or with another one if the scenario does not depend on it ([Content].Bound). Another
// program may add lines once it has made a sample again with the same results ([Record]);
// the index lists it. Such a program may compute another hash of the scenario, since it
// knows other keys or defaults: the index keeps both hashes ([Readings]), and an id has the
// hash that the program of its line computed. Such a program may know more metrics: lines
// without them are not compared by them. Package build defines the name of a program.
//
// # Older forms
//
// Lines without schema are of form 1, from versions of bellwether without an index. They
// are read, with a warning; nothing is added to them.
//
// Cost: a line has 4 to 5 kB and takes 50 µs to read; a sync takes some milliseconds,
// once a second. Files are copied once, up to maxCopied bytes in all.
package results
