package table

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
)

// inTeX replaces characters that are special in TeX, or that its fonts lack, so that they
// are printed.
var inTeX = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `"`, `''`,
	"–", "--", "±", `$\pm$`, "∞", `$\infty$`, "≥", `$\geq$`, "≤", `$\leq$`, "↑", `$\uparrow$`, "↓", `$\downarrow$`, "×", `$\times$`, "†", `$\dagger$`,
	"¹", `\textsuperscript{1}`, "²", `\textsuperscript{2}`, "³", `\textsuperscript{3}`, "⁴", `\textsuperscript{4}`,
	"⁵", `\textsuperscript{5}`, "⁶", `\textsuperscript{6}`, "⁷", `\textsuperscript{7}`,
	"…", `\dots{}`, "‡", `$\ddagger$`, "→", `$\rightarrow$`, "≈", `$\approx$`, "−", `$-$`, "·", `$\cdot$`, "°", `$^\circ$`,
	"µ", `$\mu$`, "μ", `$\mu$`, "∞", `$\infty$`, "Ω", `$\Omega$`, "◊", `$\diamond$`, "Δ", `$\Delta$`, "δ", `$\delta$`,
	"ⓘ", `i`, "⟨", `$\langle$`, "⟩", `$\rangle$`, "⇔", `$\Leftrightarrow$`, "’", `'`, "“", "``", "”", `''`, "\u00a0", "~",
	"—", "---", "₀", `$_0$`, "₁", `$_1$`, "₂", `$_2$`,
)

// minus matches the sign of a negative number.
var minus = regexp.MustCompile(`(^| )-([0-9])`)

// latexText returns the TeX of a cell, on one line. A minus sign is as long as a plus.
func latexText(cell string) string {
	return minus.ReplaceAllString(inTeX.Replace(joinLines(cell)), `${1}$$-$$${2}`)
}

// Widths of a column and of a page of the class article with two columns, in points of TeX,
// for letter and A4. Those of IEEEtran are wider (252 and 516).
const (
	texColumn = 229.0
	texPage   = 469.0
)

// The width of a letter of 8 points in Computer Modern, in points (its digits have 4.25), and
// the space between two columns.
const (
	texLetter  = 4.3
	texBetween = 8.0
)

// texProse is the least number of letters of a cell of words that is broken over lines.
const texProse = 40

// latex writes a floating table with rules of the package booktabs, as wide as a column of
// a paper or as both. If it is wider, words are broken over lines by tabularx, or the table
// is scaled down, and a comment says so. The second lines of headers, the units, have a row
// of their own.
func (t *Table) latex(b *bytes.Buffer) {
	need, prose := t.texWidth()
	float, inside := "table", "tabular"
	if need > texColumn {
		float = "table*" // over both columns; the same as table where there is one
	}
	scaled := false
	switch {
	case need <= texColumn:
		prose = nil
	case prose != nil:
		inside = "tabularx"
	default:
		scaled = true
	}
	t.texAdvice(b, need, inside)
	fmt.Fprintf(b, "\\begin{%s}[t]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{%gpt}\n", float, texBetween/2)
	if t.Title != "" {
		fmt.Fprintf(b, "\\caption{%s}\n\\label{tab:%s}\n", latexText(t.Title), slug(t.Title))
	}
	if scaled {
		b.WriteString("\\resizebox{\\ifdim\\width>\\textwidth\\textwidth\\else\\width\\fi}{!}{%\n")
	}
	width := ""
	if inside == "tabularx" {
		width = "{\\textwidth}"
	}
	fmt.Fprintf(b, "\\begin{%s}%s{%s}\n\\toprule\n", inside, width, t.texColumns(prose))
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
	fmt.Fprintf(b, "\\bottomrule\n\\end{%s}", inside)
	if scaled {
		b.WriteString("}")
	}
	b.WriteString("\n")
	for _, note := range slices.Concat(t.Notes, t.Verdict) {
		fmt.Fprintf(b, "\n{\\raggedright\\footnotesize %s\\par}\n", latexText(note))
	}
	fmt.Fprintf(b, "\\end{%s}\n", float)
}

// texAdvice writes comments: the packages that a table needs, and how it was made to fit.
func (t *Table) texAdvice(b *bytes.Buffer, need float64, inside string) {
	packages := "\\usepackage{booktabs}"
	switch {
	case inside == "tabularx":
		packages += " \\usepackage{tabularx}"
	case need > texColumn:
		packages += " \\usepackage{graphicx}"
	}
	fmt.Fprintf(b, "%% needs %s\n", packages)
	if need <= texColumn {
		return
	}
	fmt.Fprintf(b, "%% some %.0f pt wide: more than a column of %.0f pt, so it goes over both", need, texColumn)
	switch {
	case inside == "tabularx":
		b.WriteString(", with words over several lines")
	case need > texPage:
		fmt.Fprintf(b, ", and its text is scaled to %.1f pt", 8*texPage/need)
	}
	if t.Choose != "" {
		fmt.Fprintf(b, ". Fewer columns: %s", t.Choose)
	}
	b.WriteString(".\n")
}

// texWidth returns about how wide the table would be in footnotesize, and which columns are
// of words that can be broken over lines, nil if there are none.
func (t *Table) texWidth() (points float64, prose []bool) {
	for i, head := range t.Header {
		letters := widest(head)
		for _, row := range t.Rows {
			if i < len(row) {
				letters = max(letters, wording.Width(joinLines(row[i])))
			}
		}
		points += texLetter*float64(letters) + texBetween
		if !t.right(i) && letters >= texProse {
			if prose == nil {
				prose = make([]bool, len(t.Header))
			}
			prose[i] = true
		}
	}
	return points, prose
}

func (t *Table) texColumns(prose []bool) string {
	var out strings.Builder
	for i := range t.Header {
		switch {
		case prose != nil && prose[i]:
			out.WriteString(`>{\raggedright\arraybackslash}X`)
		case t.right(i):
			out.WriteString("r")
		default:
			out.WriteString("l")
		}
	}
	return out.String()
}

// slug returns a label for a title: its words of letters and digits, joined by hyphens.
func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	})
	return strings.Join(words, "-")
}

// latexRow writes a row. TeX would take a bracket or a star at the beginning of a cell for
// an option of the row before, so that such a cell begins with {}.
func latexRow(b *bytes.Buffer, cells []string) {
	for i, cell := range cells {
		if i > 0 {
			b.WriteString(" & ")
		}
		text := latexText(cell)
		if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
			text = "{}" + text
		}
		b.WriteString(text)
	}
	b.WriteString(" \\\\\n")
}
