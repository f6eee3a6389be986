package cmdline

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bellwether/internal/draw/figure"
)

// A Print is how figures are set, as the flags of every verb that draws one.
type Print struct {
	width, font, text string
	textPt            float64
	without           []string
}

// Bind adds the flags. Unless told otherwise, figures are as wide as inherent.
func (p *Print) Bind(cmd *cobra.Command, inherent figure.Width) {
	flags := cmd.Flags()
	flags.StringVar(&p.width, "width", string(inherent), "how `wide`: single (85 mm), double (178 mm), column (88.9 mm), page (181.9 mm), screen (254 mm), or millimetres like 122mm")
	flags.Float64Var(&p.textPt, "text-size", 0, "size of the smallest text in `points` (default 7 in single and double, 14 on a screen, else 8)")
	flags.StringVar(&p.font, "font", string(figure.Sans), "the `typeface`: sans (as wide as Arial and Helvetica) or serif (as wide as Times)")
	flags.StringVar(&p.text, "letters", string(figure.Embedded), "what `letters` are in the file: text, or paths, which need no font")
	flags.StringSliceVar(&p.without, "without", nil, "leave out `title,notes` or one of them, and print it for the caption")
	Complete(cmd, "width", func() (names []string) {
		for _, w := range figure.Widths() {
			names = append(names, string(w))
		}
		return names
	})
	Complete(cmd, "font", func() []string { return []string{string(figure.Sans), string(figure.Serif)} })
	Complete(cmd, "letters", func() []string { return []string{string(figure.Embedded), string(figure.Outlined)} })
	Complete(cmd, "without", func() []string { return []string{string(figure.Title), string(figure.Notes)} })
}

// Settings returns what the flags say, or refuses them.
func (p *Print) Settings(cmd *cobra.Command) (figure.Print, error) {
	out := figure.Print{Width: figure.Width(p.width), TextPt: p.textPt, Font: figure.Font(p.font), Letters: figure.Letters(p.text)}
	if cmd.Flags().Changed("text-size") && p.textPt == 0 {
		return out, fmt.Errorf("--text-size 0: must be from 6 to 24")
	}
	for _, words := range p.without {
		out.Without = append(out.Without, figure.Words(words))
	}
	return out, out.Check()
}

// Caption prints what a figure left out, so that the caption of a paper can say it.
func Caption(to io.Writer, left *figure.LeftOut) error {
	if text := left.Caption(); text != "" {
		_, err := fmt.Fprintf(to, "For the caption: %s\n", text)
		return err
	}
	return nil
}
