package cmdline

import (
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/base/strictyaml"
)

// An AnswerFormat is --format of every verb whose answer is not a table.
type AnswerFormat string

const (
	AsText AnswerFormat = "text"
	AsJSON AnswerFormat = "json"
)

func answerFormats() []string { return []string{string(AsText), string(AsJSON)} }

func (f *AnswerFormat) Bind(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "format", string(AsText), "print in this `form`: text or json")
	Complete(cmd, "format", answerFormats)
}

// Check refuses unknown formats.
func (f AnswerFormat) Check() error {
	if f == AsText || f == AsJSON {
		return nil
	}
	return fmt.Errorf("--format %s: must be text or json%s", string(f), strictyaml.Hint(string(f), answerFormats()))
}
