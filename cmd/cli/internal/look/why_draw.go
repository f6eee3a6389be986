package look

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/draw/figure"
	"bellwether/internal/explain/causality"
	"bellwether/internal/explain/question"
	"bellwether/protocol"
)

// drawable refuses a file in which no figure can be drawn, and a question whose answer has no figure.
// It does so before a trace is read.
func (f *whyFlags) drawable(q *question.Question) error {
	switch {
	case f.out == "":
		return nil
	case q.Node == protocol.Nobody && q.Leader == protocol.Nobody && q.Election == nil:
		return errors.New("--out draws the chain of a node or of an election: ask by --node, --leader or --election")
	}
	_, err := figure.ImageOf(f.out)
	return err
}

// draw draws the picture of an answer into the file that the flags name. What it leaves out is in
// the answer, which is printed.
func (f *whyFlags) draw(a *question.Answer) error {
	if a.Picture == nil || len(a.Picture.Steps) == 0 {
		return fmt.Errorf("nothing to draw into %s: the answer is one event", f.out)
	}
	_, err := f.as.Save(f.out, spaceTime(a))
	return err
}

// spaceTime is the figure of an answer. Its title is the first sentence of the answer. The sentences
// about the chain are drawn; the others stand below it: what began the chain, and its causes.
func spaceTime(a *question.Answer) *figure.SpaceTime {
	p := a.Picture
	s := &figure.SpaceTime{Title: a.Sentences[0], Says: p.Says, Start: p.StartNs}
	if a.Causes != nil {
		s.Says = append(slices.Clip(s.Says), a.Causes.Sentences...)
	}
	for _, step := range p.Steps {
		s.Steps = append(s.Steps, figure.SpaceStep{Since: step.FromNs, Until: step.ToNs, From: step.From, To: step.To,
			Kind: spaceKinds[step.Kind], Text: stepText(p, &step), Lost: step.Lost})
	}
	s.Marks = spaceMarks(p.Kept)
	return s
}

var spaceKinds = map[causality.SpanKind]figure.SpaceKind{causality.Sending: figure.Message, causality.Waiting: figure.Wait, causality.Handling: figure.Work, causality.Omitted: figure.Omission}

// stepText names a step. The election of most messages stands in the title.
func stepText(p *causality.Picture, step *causality.Step) string {
	switch {
	case step.Kind == causality.Omitted:
		return fmt.Sprintf("… %d steps", step.Count)
	case step.Kind == causality.Handling:
		return "handles"
	case step.Kind == causality.Waiting && step.Count > 1:
		return fmt.Sprintf("waits (%d time-outs)", step.Count)
	case step.Kind == causality.Waiting:
		return "waits"
	}
	return strings.TrimSpace(strings.TrimSuffix(step.What, p.Election))
}

// spaceMarks are the marks of what kept messages away: links that break at one instant have one name, and
// so have all messages of one node that were lost.
func spaceMarks(all []causality.Kept) (marks []figure.SpaceMark) {
	lost, named := map[[2]protocol.ID]int{}, map[[2]protocol.ID]bool{}
	for _, k := range all {
		if k.Kind == causality.KeptLost {
			lost[[2]protocol.ID{k.Node, k.Peer}]++
		}
	}
	for i := 0; i < len(all); i++ {
		k := &all[i]
		m := figure.SpaceMark{At: k.AtNs, Node: k.Node, Lost: k.Kind == causality.KeptLost, Text: k.What}
		pair := [2]protocol.ID{k.Node, k.Peer}
		switch {
		case m.Lost && named[pair]:
			m.Text = ""
		case m.Lost && lost[pair] > 1:
			m.Text = fmt.Sprintf("%d messages of %v lost", lost[pair], k.Peer)
		case m.Lost:
			m.Text = fmt.Sprintf("message of %v lost", k.Peer)
		case k.Kind == causality.KeptApart:
			m.Text = fmt.Sprintf("out of reach: %v", k.Peer)
			for i+1 < len(all) && all[i+1].Kind == k.Kind && all[i+1].AtNs == k.AtNs && all[i+1].Node == k.Node {
				i++
				m.Text += fmt.Sprintf(", %v", all[i].Peer)
			}
		}
		named[pair] = named[pair] || m.Lost
		marks = append(marks, m)
	}
	return marks
}
