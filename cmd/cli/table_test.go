package cli

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// tableOf returns what a command prints to standard output, without the time that it took.
func tableOf(t *testing.T, words ...string) string {
	t.Helper()
	var out, said bytes.Buffer
	app := &App{Stdout: &out, Stderr: &said, name: "bellwether"}
	if code := app.Main(t.Context(), words); code != 0 {
		t.Fatalf("%q exits with %d: %s", words, code, said.String())
	}
	return regexp.MustCompile(`"wall_s":[0-9.e+-]+`).ReplaceAllString(out.String(), "")
}

// sameAgain finds the line that tells how to make a table again, and the command in it.
var sameAgain = regexp.MustCompile(`(?m)^.*The same again, with .*?: bellwether (.*?)(</p>)?$\n?`)

// The table of a directory that run wrote is the one that run prints with the same flags: its
// metrics, arrows, notes and numbers, in every format.
func TestTableOfARunIsWhatRunPrints(t *testing.T) {
	t.Chdir(t.TempDir())
	world := strings.Fields("run ten-nodes --algorithms vasudevan,bully,flood-max --runs 8 --quiet")
	tableOf(t, append(world, "--out", "kept")...)
	for _, flags := range []string{"", "--versus bully", "--columns leader_quality,election_time_s.p90 --versus flood-max", "--columns messages"} {
		for _, format := range []string{"text", "markdown", "html", "latex", "csv", "json"} {
			more := append(strings.Fields(flags), "--format", format)
			if flags == "--columns messages" && format != "text" {
				continue // a title instead of a key is replaced before the verb sees it
			}
			want := sameAgain.ReplaceAllString(tableOf(t, append(world, more...)...), "")
			if got := sameAgain.ReplaceAllString(tableOf(t, append([]string{"table", "kept", "--quiet"}, more...)...), ""); got != want {
				t.Errorf("%s, %s: table prints\n%s\nrun prints\n%s", flags, format, got, want)
			}
		}
	}
	if got := tableOf(t, "table", "kept", "--format", "csv"); !strings.Contains(got, ",election_time_s.p99,") || !strings.Contains(got, ",bytes_per_node_s,") {
		t.Errorf("CSV lacks metrics:\n%s", got)
	}
}

// Of the table of a directory that run wrote --where shows some rows, with the columns, arrows and verdict of
// all, and no command, since run has no such flag.
func TestWhereShowsRowsOfARun(t *testing.T) {
	t.Chdir(t.TempDir())
	tableOf(t, strings.Fields("run ten-nodes --algorithms vasudevan,bully,flood-max --runs 9 --quiet --out kept")...)
	lines := func(words ...string) map[string]bool {
		found := map[string]bool{}
		for line := range strings.Lines(tableOf(t, append([]string{"table", "kept", "--quiet"}, words...)...)) {
			words := strings.Fields(line)
			if words = append(words, ""); words[0] == "bully" { // its intervals have the form of all rows that are shown
				words = []string{"bully", words[1], fmt.Sprint(strings.Count(line, "↑"), strings.Count(line, "↓"))}
			}
			found[strings.Join(words, " ")] = true
		}
		return found
	}
	whole, row := lines(), lines("--where", "algorithm=bully")
	for line := range whole {
		hidden := strings.HasPrefix(line, "vasudevan ") || strings.HasPrefix(line, "flood-max ") || strings.HasPrefix(line, "The same again") || strings.HasPrefix(line, "# The same again")
		if (strings.HasPrefix(line, "bully ") || strings.HasPrefix(line, "# Verdict")) && !row[line] || hidden && row[line] {
			t.Errorf("with --where, of the table's line %q: shown %v", line, row[line])
		}
	}
	if both := lines("--where", "algorithm=bully", "--where", "algorithm=vasudevan"); len(both) <= len(row) {
		t.Error("two conditions show no more than one")
	}
}

// The line "The same again" has every flag of run that the table depends on, and its command
// prints the same table.
func TestTheSameAgainHasEveryFlagThatMatters(t *testing.T) {
	t.Chdir(t.TempDir())
	tableOf(t, "run", "ten-nodes", "--algorithms", "bully", "--runs", "1", "--trace", "ten.ndjson", "--quiet")
	matter := map[string]string{
		"algorithms": "vasudevan,bully", "runs": "7", "seed": "3", "duration": "25s", "nodes": "10", "until": "20s",
		"set": "detection.misses=4", "versus": "bully", "columns": "leaderless_fraction,bytes_per_node_s",
		"spare-frame": "1", "stress": "",
	}
	// What these change is how a table is printed, where results go, or how fast.
	// Script languages runs what --algorithm and --allow-commands say again.
	others := strings.Fields("algorithm allow-commands format out no-copy trace view no-open hash jobs memory quiet width color help")
	check := func(name string) {
		value, does := matter[name]
		if !does {
			if !strings.Contains(" "+strings.Join(others, " ")+" ", " "+name+" ") {
				t.Errorf("--%s: say whether the table depends on it", name)
			}
			return
		}
		words := []string{"run", "bully-seven", "--algorithms", "vasudevan,bully", "--quiet", "--" + name, value}
		switch name {
		case "spare-frame":
			words = []string{"run", "ten.ndjson", "--quiet", "--" + name, value}
		case "stress":
			words = strings.Fields("run campus-sparse --algorithms vasudevan,flood-max --runs 1 --nodes 4 --duration 70s --quiet --stress")
		case "nodes":
			words = []string{"run", "campus-sparse", "--algorithms", "vasudevan,bully", "--runs", "1", "--duration", "70s", "--quiet", "--" + name, value}
		}
		first := tableOf(t, words...)
		found := sameAgain.FindStringSubmatch(first)
		if found == nil {
			t.Fatalf("--%s: no line tells how to make the table again:\n%s", name, first)
		}
		command := strings.ReplaceAll(found[1], "'", "")
		if name == "spare-frame" {
			if !strings.Contains(command, "--set ") {
				t.Errorf("--%s is not in %s", name, command)
			}
			return // its interventions have spaces
		}
		if !strings.Contains(command+" ", "--"+name+" ") {
			t.Errorf("--%s is not in %s", name, command)
		}
		if again := tableOf(t, append(strings.Fields(command), "--quiet")...); again != first {
			t.Errorf("%s prints\n%s\nnot\n%s", command, again, first)
		}
	}
	verb, _, err := rootCommand(io.Discard, nil).Find([]string{"run"})
	if err != nil {
		t.Fatal(err)
	}
	verb.Flags().VisitAll(func(f *pflag.Flag) { check(f.Name) })
}
