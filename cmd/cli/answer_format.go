package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/base/strictyaml"
)

// answerFormat is --format of every verb whose answer is no table.
type answerFormat string

const (
	asText answerFormat = "text"
	asJSON answerFormat = "json"
)

func answerFormats() []string { return []string{string(asText), string(asJSON)} }

func (f *answerFormat) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "format", string(asText), "print in this `form`: text or json")
	complete(cmd, "format", answerFormats)
}

// check refuses unknown formats.
func (f answerFormat) check() error {
	if f == asText || f == asJSON {
		return nil
	}
	return fmt.Errorf("--format %s: must be text or json%s", string(f), strictyaml.Hint(string(f), answerFormats()))
}
