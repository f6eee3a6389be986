package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/contract/foreign"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// languages is where the elections in Python are.
const languages = "../../cmd/internal/scaffold/languages/python"

// inPython is an election in Python, with some of its text replaced.
func inPython(t *testing.T, name string, change ...string) protocol.Algorithm {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for _, file := range []string{name + ".py", "bellwether.py"} {
		text, err := os.ReadFile(filepath.Join(languages, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(strings.NewReplacer(change...).Replace(string(text))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, _, err := foreign.Open(foreign.Command{Name: name, Words: []string{"python3", name + ".py"}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestProgramsKeepTheDuties that are of elections: all in campaigns; otherwise those of one machine.
func TestProgramsKeepTheDuties(t *testing.T) {
	for _, name := range []string{"lowest-id", "vasudevan"} {
		var f conformance.Facts
		if !sample.Whole() && name == "vasudevan" {
			break
		}
		if !sample.Whole() {
			for _, duty := range strings.Fields("Smallest Converge Trouble Margin Quiet NoSelf Restart Interrupt Merge Loss Resign Eligible Elect Contacts Contended Deterministic Fair Reports Settled Costs") {
				f.Leave = append(f.Leave, duty+": it takes long")
			}
		}
		t.Run(name, func(t *testing.T) { conformance.Run(t, inPython(t, name), f) })
	}
}

// asTest is what laws need of a test, outside of one: what they report is not this test's.
type asTest struct{ *testing.T }

func (asTest) Logf(string, ...any) {}

// TestJudgeNamesWhatAProgramBreaksAndLacks, and where its description is broken, nothing else.
func TestJudgeNamesWhatAProgramBreaksAndLacks(t *testing.T) {
	judged := func(a protocol.Algorithm) map[string]conformance.Verdict {
		out := map[string]conformance.Verdict{}
		conformance.Judge(asTest{t}, a, func(v conformance.Verdict) { out[v.Duty] = v })
		return out
	}
	nobody := inPython(t, "lowest-id", `if timer == "silence":`, "self.send(0, 'claim', leader=1, number=1)\n        if timer == 'silence':")
	if got := judged(nobody); len(got) != 1 || !strings.Contains(got["Describe"].Seen, "sends a message (claim) to nobody") {
		t.Errorf("a program that breaks its contract by itself: %+v", got)
	}
	if !sample.Whole() {
		return
	}
	got := judged(inPython(t, "lowest-id", "        self.newest = {}", "        self.newest = getattr(self, 'newest', {})"))
	for duty, want := range map[string]conformance.Verdict{
		"Restart":  {Seen: "its storage lost"},
		"Shift":    {Left: "not moved"},
		"Explore":  {Left: "bellwether explore"},
		"Quiet":    {Left: "no message is of class election"},
		"Settled":  {Left: "hear settle"},
		"Converge": {},
	} {
		if v := got[duty]; !strings.Contains(v.Left, want.Left) || !strings.Contains(v.Seen, want.Seen) || want.Seen == "" && v.Seen != "" || want.Left == "" && v.Left != "" {
			t.Errorf("%s: %+v, want %+v", duty, v, want)
		}
	}
}
