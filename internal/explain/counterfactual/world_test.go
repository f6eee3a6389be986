package counterfactual

import "testing"

// A command can be pasted into a shell, for any file name.
func TestCommandIsForAShell(t *testing.T) {
	w := &World{trace: "my run's.ndjson", kept: []string{"{drop: 4@1s}"}}
	const want = `bellwether run 'my run'\''s.ndjson' --set 'interventions=[{drop: 4@1s}, {leave_out_strike: 2}]'`
	if got := w.command([]string{"{leave_out_strike: 2}"}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
