package story_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/emulator/story"
)

const pair = "nodes flood-max leader=B\nA 1\nB 2\nA-B\n"

func read(t *testing.T, text string) *story.Script {
	t.Helper()
	s, err := story.Read("tale", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPlayWritesAScriptThatReplays: Play's output, played again, does not change,
// whatever spaces, comments and missing records the first script has.
func TestPlayWritesAScriptThatReplays(t *testing.T) {
	bare := "# Begin.\n\n" + pair + "\n\n# Go.\r\ncrash   B\n\n\nsettle quiet\n----\nnonsense\n\ncheck A\n# The end.\n"
	bare = strings.Replace(bare, "check A\n#", "check A\n\n#", 1)
	var first, second strings.Builder
	differences, err := read(t, bare).Play(story.Only(baseline.Named("flood-max")), &first)
	if err != nil {
		t.Fatal(err)
	}
	if len(differences) != 1 || differences[0].Line != 13 || differences[0].Want != "nonsense\n" {
		t.Errorf("differences: %+v", differences)
	}
	differences, err = read(t, first.String()).Play(story.Only(baseline.Named("flood-max")), &second)
	if err != nil || len(differences) > 0 {
		t.Errorf("the recorded story differs: %v, %v", differences, err)
	}
	if first.String() != second.String() {
		t.Errorf("told as\n%s\nthen as\n%s", first.String(), second.String())
	}
	for _, want := range []string{"# Begin.\n", "# Go.\ncrash B\n----\n", "\n# The end.\n", "{A}: A leads\n"} {
		if !strings.Contains(first.String(), want) {
			t.Errorf("%q is missing in\n%s", want, first.String())
		}
	}
}

func TestScriptsThatMakeNoSenseNameTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "tale:1: the script is empty",
		"# only talk\n":                        "tale:1: the script is empty",
		"----\n":                               "tale:1: ---- without a directive",
		pair + "----\n----\n":                  "tale:6: ---- twice",
		pair + "\ncrash C\n":                   `tale:6: there is no node "C"`,
		"\n# no nodes\ncrash A\n":              "tale:3: the first directive of a story is nodes",
		pair + strings.Repeat("# talk\n", 7e5): "tale: a story has at most",
	} {
		s, err := story.Read("tale", strings.NewReader(text))
		if err == nil {
			_, err = s.Play(story.Only(baseline.Named("flood-max")), new(strings.Builder))
			var where *story.Error
			if !errors.As(err, &where) {
				t.Errorf("%q: no place in %v", text, err)
			}
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", text, err, want)
		}
	}
}

// TestAFailedCheckCountsUnlessItIsRecorded: a story may show a failure.
func TestAFailedCheckCountsUnlessItIsRecorded(t *testing.T) {
	for text, want := range map[string]int{
		pair + "\ncheck\n":                                        0,
		pair + "\ncheck A\n":                                      1,
		pair + "\ncheck A\n----\n":                                1,
		pair + "\ncheck A\n----\n{A B}: A leads\n":                1,
		pair + "\ncheck A\n----\n{A B}: FAILED: B leads, not A\n": 0,
	} {
		differences, err := read(t, text).Play(story.Only(baseline.Named("flood-max")), new(strings.Builder))
		if err != nil || len(differences) != want {
			t.Errorf("%q: %v, %v; want %d", text, differences, err, want)
		}
	}
}

// FuzzRead checks that any text is a script or an error.
func FuzzRead(f *testing.F) {
	f.Add(pair)
	f.Add("----\n----")
	f.Add("# \n\n a\r\n----\nb")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := story.Read("tale", strings.NewReader(text)); (s == nil) == (err == nil) {
			t.Fatalf("%v, %v", s, err)
		}
	})
}

// Of three members the lowest notices that the highest is dead.
func ExampleScript_Play() {
	script, err := story.Read("three", strings.NewReader(`
nodes bully leader=3
1 1
2 2
3 3
complete

crash 3

elect 1

settle quiet

check 2
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := script.Play(story.Only(baseline.Named("bully")), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// nodes bully leader=3
	// 1 1
	// 2 2
	// 3 3
	// complete
	// ----
	//         0s  1 follows 3
	//         0s  2 follows 3
	//         0s  3 follows 3
	//
	// crash 3
	// ----
	//         0s  3 crashes
	//
	// elect 1
	// ----
	//         0s  1 enters an election ⟨1,1⟩
	//         0s  1 → 2  election (1,1)
	//         0s  1 → 3  election (1,1)
	//         0s  1 ✗ 3  election (1,1): 3 is down
	//
	// settle quiet
	// ----
	//         0s  2 enters an election ⟨1,2⟩
	//      510ms  2 follows 2 ⟨1,2⟩
	//      510ms  1 follows 2 ⟨1,1⟩
	//
	// check 2
	// ----
	// {1 2}: 2 leads
}
