package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// Errors in a command line use the words of the help.
func TestMistakesOfTheCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("noise", []byte("A 1\xff\x00\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		"algorithms a b":                                 "wants the name of an algorithm or nothing, and got 2 arguments: bellwether algorithms [NAME]",
		"mobility info":                                  "wants one argument, the file of a trace, and got 0: bellwether mobility info ",
		"mobility convert a":                             "wants two arguments, the file to read and the file to write, and got 1: bellwether mobility convert ",
		"view campus-walk":                               "campus-walk is a scenario, not a trace; run it first: bellwether run campus-walk --runs 1 --algorithms vasudevan --trace campus-walk.ndjson;",
		"new algorithm":                                  "wants one argument, the name of the algorithm, and got 0: bellwether new algorithm NAME",
		"run ten-nodes --jobs x":                         "--jobs x: want a whole number; see bellwether run --help",
		"run ten-nodes --spare-frame x":                  "--spare-frame x: want whole numbers from 0 with commas between; see bellwether run --help",
		"why worse ten-nodes --spare-frame 7":            "unknown flag: --spare-frame",
		"run ten-nodes --until 0s":                       "--until 0s: must be longer than 0s",
		"run ten-nodes --until x":                        "--until x: must be a duration like 10s",
		"run ten-nodes campus-walk --stress":             "--stress turns the assumptions of one scenario round: name one",
		"run ten-nodes --stress --trace a":               "--trace does not go with --stress: it makes many runs of each row",
		"run ten-nodes --stress --view":                  "--view does not go with --stress: it makes many runs of each row",
		"run ten-nodes --stress --columns quality":       "--columns does not go with --stress: keep the runs by --out DIR",
		"run ten-nodes --stress --versus bully":          "--versus does not go with --stress: keep the runs by --out DIR",
		"run ten-nodes --stress --until 5s":              "--until does not go with --stress: shorten the runs by --duration",
		"run ten-nodes --stress --spare-frame 3":         "--spare-frame does not go with --stress: it repeats no run",
		"run ten-nodes --stress --no-copy":               "--no-copy goes with --out",
		"run ten-nodes --stress --format x":              "--format x: unknown format",
		"run ten-nodes --stress --runs 0":                "--runs 0: must be at least 1, got 0",
		"run ten-nodes --stress --jobs 0":                "--jobs must be at least 1",
		"run ten-nodes --stress --algorithms bully":      "fewer than two elect the best node",
		"show --node x a":                                "--node x: want a whole number from 0; see bellwether show --help",
		"show --from x a":                                "--from x: want a duration like 10s, 1m30s or 250ms; see bellwether show --help",
		"show .":                                         ". is a directory; wanted is the file of the trace",
		"story .":                                        ". is a directory; wanted is the file of the story",
		"story noise":                                    "noise: not UTF-8 text",
		"report noise":                                   "noise is a file; wanted is the directory of results",
		"verify noise":                                   "noise is a file; wanted is the directory of results",
		"export noise":                                   "noise is a file: --format says what is made of a trace: pcapng, perfetto, shiviz;",
		"export noise --format csv":                      "--format csv is a table of a directory of results, and noise is a file; of a trace there are pcapng,",
		"export noise --format pcapng":                   "noise:1: ",
		"export noise --format shivis":                   "--format shivis: unknown format; did you mean shiviz?",
		"export noise --format shiviz --table runs":      "--table is for a directory of results, not for a trace",
		"export noise --format shiviz --dissector x":     "--dissector goes with --format pcapng, not with shiviz",
		"export noise --format shiviz --from 2s --to 1s": "--to 1s is not after --from 2s",
		"export noise --format shiviz --from -2s":        "--from and --to must not be negative",
		"export noise --format pcapng --out noise":       "--out noise is the file that is read",
		"export nothere --format pcapng":                 "nothere: there is no such file or directory",
		"export . --format perfetto":                     "--format perfetto is made of a trace, a file, and . is a directory",
		"export . --from 1s":                             "--from is for a trace, and . is a directory",
		"export . --dissector x":                         "--dissector is for a trace, and . is a directory",
		"export":                                         "wants one argument, a directory of results or a trace, and got 0",
		"table noise":                                    "noise is a file; wanted is the directory of results",
		"live --capability moon":                         "or exec=COMMAND",
		"live --join http://127.0.0.1":                   `--join http://127.0.0.1: "http://127.0.0.1": want HOST or HOST:PORT, like 127.0.0.1, and no URL`,
		"live --join a,[::1":                             `--join a,[::1: "[::1": want HOST or HOST:PORT; an IPv6 address with a port stands in brackets`,
		"live --join 999.1.1.1":                          "999.1.1.1 is no IP address",
		"live --bind lo":                                 "--bind lo: the host must be an IP address of this machine",
		"live --http on":                                 "--http on: want HOST:PORT, like 127.0.0.1:7980; or off",
		"live --key-file nothere":                        "--key-file nothere: ",
		"live --token-file nothere":                      "--token-file nothere: ",
		"live --state noise":                             "--state noise: noise is a file; wanted is a directory",
		"live --trace noise":                             "--trace noise: noise is a file; wanted is a directory",
		"live status --http on":                          "--http on: want HOST:PORT, like 127.0.0.1:7980",
		"live demo --nodes 1":                            "1 node: from 3 to ",
		"live demo --trials -1":                          "-1 trials: want 0 or more",
		"live demo --algorithm buly":                     `--algorithm buly: unknown algorithm "buly"; did you mean bully?`,
		"live demo --timing x":                           "must be one of local, lan-fast, lan, wifi, wan",
		"plot noise":                                     "--kind is missing: which figure: timeline, map,",
		"plot noise --kind map":                          "--out is missing: which file is drawn: its name ends in .svg",
		"plot n --kind map --out n --at -1s":             "--at must not be negative, got -1s",
		"plot n --kind map --out n --from -5s":           "--from must not be negative, got -5s",
		"plot n --kind map --out n --to -5s":             "--to must not be negative, got -5s",
		"plot n --kind map --out n --lasts -5s":          "--lasts must not be negative, got -5s",
		"plot n --kind map --out n --from 5s --to 2s":    "--to 2s is not after --from 5s",
		"why noise --node 1 --out why.gif":               `"why.gif" ends in no format of figures; there are .svg, .png, .pdf and .eps`,
		"run ten-nodes --quiet --trace .":                "cannot write: . is a directory, a device or a pipe, not a file",
		"run ten-nodes --quiet --trace no/t":             "cannot write: no/t: there is no directory no",
		"show --from 5s --to 1s noise":                   "--to 1s is not after --from 5s",
		"export . --table x":                             "--table x: there is no such table; there are runs, elections, detections, mistakes\n",
		"run ten-nodes --columns=":                       "--columns is empty: give names with commas between",
		"lessons --view":                                 "--scenario, --answers, --view and --out are of one lesson: name it",
		"lessons two-leader --out x":                     "there is no lesson \"two-leader\"; did you mean two-leaders?",
		"help nope":                                      `there is no verb "nope": bellwether --help lists them`,
		"help new nope":                                  `there is no verb "new nope": `,
		"sweep nothere":                                  "there is no plan and no directory nothere",
		"sweep nothere --out x":                          "there is no plan and no directory nothere",
		"sweep .":                                        ". is no directory of a sweep: it has no plan.yaml; to begin one: PLAN --out .",
		"mobility foo":                                   `unknown command "foo" for "bellwether mobility"`,
		"live keys foo":                                  `unknown command "foo" for "bellwether live keys"`,
		"completion foo":                                 `unknown command "foo" for "bellwether completion"`,
		"version x":                                      "bellwether version",
	} {
		var out, said bytes.Buffer
		code := run(strings.Fields(command), &out, &said)
		if text := said.String(); code != exitUsage || !strings.Contains(text, want) || strings.Contains(text, "strconv") || strings.Contains(text, "arg(s)") {
			t.Errorf("%s: exit code %d, want %q in %s", command, code, want, text)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 1 {
		t.Errorf("something was written: %v %v", left, err)
	}
}

// An empty argument, which an unset variable of the shell leaves, is not accepted as a
// name.
func TestEmptyArgumentsAreRefused(t *testing.T) {
	for want, args := range map[string][]string{
		"argument 1 of bellwether run is empty: is a variable of the shell not set?\n":                        {"run", ""},
		"argument 2 of bellwether run is empty: is a variable of the shell not set?\n":                        {"run", "ten-nodes", " "},
		"argument 1 of bellwether table is empty: is a variable of the shell not set?\n":                      {"table", ""},
		"--algorithms is empty: give names with commas between, or leave it out; see bellwether run --help\n": {"run", "ten-nodes", "--algorithms", ""},
	} {
		var out, said bytes.Buffer
		if code := run(args, &out, &said); code != exitUsage || said.String() != "bellwether: "+want {
			t.Errorf("%q: exit code %d, %s", args, code, said.String())
		}
	}
	var out, said bytes.Buffer
	if code := run([]string{"__complete", "run", ""}, &out, &said); code != exitDone || !strings.Contains(out.String(), "ten-nodes") {
		t.Errorf("completions: %d, %s %s", code, out.String(), said.String())
	}
}
