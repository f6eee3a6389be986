package plots

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// inTeX writes what TeX reads otherwise, or has no letter for, so that it is
// printed as it stands. Spaces need not align in a file.
var inTeX = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `"`, `''`,
	"–", "--", "±", `$\pm$`, "≥", `$\geq$`, "≤", `$\leq$`, "↑", `$\uparrow$`, "↓", `$\downarrow$`, "×", `$\times$`, "†", `$\dagger$`,
	"¹", `\textsuperscript{1}`, "²", `\textsuperscript{2}`, "³", `\textsuperscript{3}`, "⁴", `\textsuperscript{4}`,
	"…", `\dots{}`,
)

// minus is the sign of a number.
var minus = regexp.MustCompile(`(^| )-([0-9])`)

// latexText is one cell on one line. A minus sign is as long as a plus.
func latexText(cell string) string {
	return minus.ReplaceAllString(inTeX.Replace(joinLines(cell)), `${1}$$-$$${2}`)
}

// latex draws a floating table with rules of the package booktabs; what a header
// has on its second line stands in a row of its own.
func (t *Table) latex(b *bytes.Buffer) {
	columns := ""
	for i := range t.Header {
		if i < len(t.Right) && t.Right[i] {
			columns += "r"
		} else {
			columns += "l"
		}
	}
	b.WriteString("% needs \\usepackage{booktabs}\n\\begin{table}\n\\centering\n")
	if t.Title != "" {
		fmt.Fprintf(b, "\\caption{%s}\n", latexText(t.Title))
	}
	fmt.Fprintf(b, "\\begin{tabular}{%s}\n\\toprule\n", columns)
	heads, units := make([]string, len(t.Header)), make([]string, len(t.Header))
	for i, cell := range t.Header {
		heads[i], units[i], _ = strings.Cut(cell, "\n")
	}
	latexRow(b, heads)
	if strings.Join(units, "") != "" {
		latexRow(b, units)
	}
	b.WriteString("\\midrule\n")
	for _, row := range t.Rows {
		latexRow(b, t.cells(row, asIs))
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	for _, note := range t.Notes {
		fmt.Fprintf(b, "\n{\\footnotesize %s}\n", latexText(note))
	}
	b.WriteString("\\end{table}\n")
}

func latexRow(b *bytes.Buffer, cells []string) {
	for i, cell := range cells {
		if i > 0 {
			b.WriteString(" & ")
		}
		b.WriteString(latexText(cell))
	}
	b.WriteString(" \\\\\n")
}
