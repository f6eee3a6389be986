package extend

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manPage writes the help of a verb in the macros of man(7).
func manPage(b *bytes.Buffer, cmd *cobra.Command) {
	name := manName(cmd)
	fmt.Fprintf(b, ".TH \"%s\" \"1\" \"\" \"%s\" \"%s\"\n", strings.ToUpper(name), cmd.Root().Name(), "User Commands")
	fmt.Fprintf(b, ".SH NAME\n%s \\- %s\n", roff(name), roff(cmd.Short))
	use := strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())
	fmt.Fprintf(b, ".SH SYNOPSIS\n.B %s\n%s\n", roff(cmd.CommandPath()), roff(strings.TrimSpace(use)))
	if cmd.Long != "" {
		b.WriteString(".SH DESCRIPTION\n")
		manText(b, cmd.Long)
	}
	manFlags(b, "OPTIONS", cmd.NonInheritedFlags())
	manFlags(b, "OPTIONS OF ALL VERBS", cmd.InheritedFlags())
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		manText(b, cmd.Example)
	}
	var others []string
	if cmd.HasParent() {
		others = append(others, manName(cmd.Parent()))
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			others = append(others, manName(sub))
		}
	}
	if len(others) > 0 {
		b.WriteString(".SH SEE ALSO\n")
		for i, other := range others {
			end := ","
			if i == len(others)-1 {
				end = ""
			}
			fmt.Fprintf(b, ".BR %s (1)%s\n", roff(other), end)
		}
	}
}

// manText writes paragraphs. Indented ones, such as commands and tables, keep their
// lines.
func manText(b *bytes.Buffer, text string) {
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		kept := false // lines are kept from here on
		for line := range strings.SplitSeq(paragraph, "\n") {
			if !kept && strings.HasPrefix(line, "  ") {
				kept = true
				b.WriteString(".nf\n")
			}
			b.WriteString(roff(line) + "\n")
		}
		if kept {
			b.WriteString(".fi\n")
		}
	}
}

func manFlags(b *bytes.Buffer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		takes, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(b, "\\fB%s\\fR, ", roff("-"+f.Shorthand))
		}
		fmt.Fprintf(b, "\\fB%s\\fR", roff("--"+f.Name))
		if takes != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(takes))
		}
		fmt.Fprintf(b, "\n%s%s\n", roff(usage), roff(DefaultOf(f)))
	})
}

// DefaultOf is the default of a flag in --help; "" if it has no default.
func DefaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "", "0", "0s", "false", "[]":
		return ""
	}
	return " (default " + f.DefValue + ")"
}

// escaped escapes what roff would read otherwise (groff_char(7), "roff(7)").
var escaped = strings.NewReplacer(`\`, `\e`, `-`, `\-`)

// roff escapes a text so that it is printed unchanged.
func roff(text string) string {
	text = escaped.Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
