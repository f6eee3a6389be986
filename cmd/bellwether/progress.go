package main

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"bellwether/internal/campaign"
)

// linesPerScenario bounds the lines of progress where there is no terminal.
const linesPerScenario = 10

// progress tells how far a job is: a bar on a terminal, else a line now and then.
type progress struct {
	to       io.Writer
	quiet    bool
	terminal bool
	bar      *progressbar.ProgressBar
	scenario string
}

func newProgress(to io.Writer, quiet bool) *progress {
	file, ok := to.(*os.File)
	return &progress{to: to, quiet: quiet, terminal: ok && term.IsTerminal(int(file.Fd()))}
}

// line prints a warning.
func (p *progress) line(text string) {
	if p.quiet {
		return
	}
	fmt.Fprintln(p.to, text)
}

// step takes the end of a run.
func (p *progress) step(s campaign.Progress) {
	switch {
	case p.quiet:
	case p.terminal:
		p.draw(s)
	case s.Done == s.Total || s.Done%max(1, s.Total/linesPerScenario) == 0:
		fmt.Fprintf(p.to, "%s: %d of %d runs\n", s.Scenario, s.Done, s.Total)
	}
}

func (p *progress) draw(s campaign.Progress) {
	if p.bar == nil || p.scenario != s.Scenario {
		p.scenario = s.Scenario
		p.bar = progressbar.NewOptions(s.Total,
			progressbar.OptionSetWriter(p.to), progressbar.OptionSetDescription(s.Scenario),
			progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish())
	}
	p.bar.Set(s.Done)
}
