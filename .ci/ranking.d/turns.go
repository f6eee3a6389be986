//go:build docs

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
	"bellwether/internal/study/sweep"
)

// whyRuns is how many runs explain a turn: as many as the verdict of this study needs to tell two rows apart.
const whyRuns = 20

// world is the scenario of the study, from the root of the repository.
const world = "docs/ranking/world.yaml"

// greatest returns the greatest turns, as table --ranking chooses them.
func (s *study) greatest() ([]table.Turn, error) {
	var text bytes.Buffer
	t := sweep.Table{Dir: s.dir, Format: table.FormatJSON, Shown: sweep.Ranking, Stdout: &text, Warn: func(string) {}}
	if err := t.Do(context.Background()); err != nil {
		return nil, err
	}
	var out struct{ Turns []table.Turn }
	err := json.Unmarshal(text.Bytes(), &out)
	return out.Turns, err
}

// turns has the greatest turns, with what why worse says at both ends. program is bellwether.
func (s *study) turns(program string) (table.Table, error) {
	all, err := s.greatest()
	t := table.Table{Header: []string{"axis", "rows", "where", "badly led, points", "why"}, Right: make([]bool, 5)}
	for _, turn := range all {
		axis := slices.Index(s.cross.Verdict.Axes, turn.Axis)
		var rest, gaps, why []string
		for i, value := range turn.From {
			if i != axis {
				rest = append(rest, value)
			}
		}
		for i, at := range [][]string{turn.From, turn.To} {
			ahead := turn.Ahead
			if i == 1 {
				ahead = turn.Behind
			}
			gaps = append(gaps, fmt.Sprintf("%s: %+.2f", at[axis], 100*ahead))
			sentence, wrong := s.why(program, turn, at)
			err = errors.Join(err, wrong)
			why = append(why, at[axis]+": "+sentence)
		}
		t.Rows = append(t.Rows, []string{turn.Axis, turn.Worse + " less " + turn.Better, strings.Join(rest, ", "), strings.Join(gaps, "; "), strings.Join(why, " ")})
	}
	return t, err
}

// why returns the sentence of why worse about a turn at a point.
func (s *study) why(program string, turn table.Turn, at []string) (string, error) {
	args := []string{"why", "worse", world, "--algorithms", turn.Better + "," + turn.Worse, "--metric", badlyLed,
		"--runs", fmt.Sprint(whyRuns), "--format", "json", "--quiet"}
	points, err := s.plan.Points(context.Background())
	for _, p := range points {
		if slices.Equal(p.At, at) {
			for _, set := range p.Set {
				args = append(args, "--set", set.Path+"="+set.Value)
			}
		}
	}
	text, wrong := exec.Command(program, args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(wrong, &exit) {
		wrong = fmt.Errorf("%w: %s", wrong, exit.Stderr)
	}
	if err = errors.Join(err, wrong); err != nil {
		return "", err
	}
	var out struct{ Sentences []string }
	if err := json.Unmarshal(text, &out); err != nil || len(out.Sentences) != 1 {
		return "", fmt.Errorf("why worse says %q: %w", out.Sentences, err)
	}
	_, sentence, _ := strings.Cut(out.Sentences[0], "; ")
	return sentence, nil
}
