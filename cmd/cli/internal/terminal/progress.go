package terminal

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"bellwether/internal/base/wording"
	"bellwether/internal/study/campaign"
)

const (
	barSteps     = 1000
	BetweenLines = 2 * time.Second // between lines of progress if there is no terminal
)

// Progress shows how far a job is: a bar on a terminal, else a line from time to time and
// one at the end.
type Progress struct {
	to       io.Writer
	quiet    bool
	terminal bool
	bar      *progressbar.ProgressBar
	scenario string
	last     time.Time
	shown    string // the last line, which is not printed twice
}

func NewProgress(to io.Writer, quiet bool) *Progress {
	file, ok := to.(*os.File)
	return &Progress{to: to, quiet: quiet, terminal: ok && term.IsTerminal(int(file.Fd())), last: time.Now()}
}

// Line prints a warning.
func (p *Progress) Line(text string) {
	if p.quiet {
		return
	}
	fmt.Fprintln(p.to, text)
}

// Step takes a campaign's progress.
func (p *Progress) Step(s campaign.Progress) {
	done := fmt.Sprintf("%d of %d runs", s.Done, s.Total)
	if s.Phase != "" {
		done += ", " + s.Phase
	}
	if s.By != "" {
		done += " by " + s.By
	}
	switch {
	case p.quiet:
	case p.terminal:
		p.draw(s.Scenario, s.Scenario+": "+done+left(s), s.Fraction)
	case s.Done == s.Total || time.Since(p.last) >= BetweenLines:
		p.last = time.Now()
		if line := fmt.Sprintf("%s: %.0f %%, %s%s", s.Scenario, 100*s.Fraction, done, left(s)); line != p.shown {
			p.shown = line
			fmt.Fprintln(p.to, line)
		}
	}
}

// Fraction takes the progress of a task from 0 to 1. A task that ends before the first
// line is due is not shown.
func (p *Progress) Fraction(what string, fraction float64) {
	switch {
	case p.quiet:
	case p.terminal:
		p.draw(what, what, fraction)
	case time.Since(p.last) >= BetweenLines:
		p.last = time.Now()
		fmt.Fprintf(p.to, "%s: %.0f %%\n", what, 100*fraction)
	}
}

// Clear removes the bar, if there is one.
func (p *Progress) Clear() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}

// draw shows a bar, a new one for each job.
func (p *Progress) draw(job, describe string, fraction float64) {
	if p.bar == nil || p.scenario != job {
		p.scenario = job
		p.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(p.to), progressbar.OptionSetPredictTime(false),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish())
	}
	p.bar.Describe(describe)
	p.bar.Set(min(int(fraction*barSteps), barSteps))
}

// left returns how long the rest takes, if that is known.
func left(s campaign.Progress) string {
	most := max(s.Left, s.Most)
	if most <= 0 || s.Done == s.Total {
		return ""
	}
	return ", " + wording.RoughRange(s.Left.Seconds(), most.Seconds()) + " left"
}
