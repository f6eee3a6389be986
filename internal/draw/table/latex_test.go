package table

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// inEveryWidth returns tables that fit a column, a page, and neither; with words, and with
// all characters that are special in TeX.
func inEveryWidth(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{
		"column":  wrote(t, LaTeX, comparison(t), ReportOptions{Columns: []string{"leader_quality"}}),
		"page":    wrote(t, LaTeX, comparison(t), ReportOptions{Columns: []string{"leader_quality", "messages_per_node_s", "leaderless_fraction"}}),
		"scaled":  wrote(t, LaTeX, nineteen(t), ReportOptions{}),
		"crossed": crossed(t, LaTeX, density(t, "bully"), CrossOptions{"radio.range", "nodes", both}),
	}
	for name, table := range map[string]Table{
		"words": scenarios(),
		"signs": {Title: `50 % of $x_1$ & {a} #1 ~b^c \d "quoted" <tag>`, Header: []string{"a_b\n%", "[c]\n# & $"}, Rows: [][]string{
			{"[1, 2]", "±≥≤↑↓×†‡–—…"}, {"*", "¹²³⁴⁵⁶⁷ → ≈ − · ° µ ∞ Ω ◊ Δ δ ⟨1⟩"}, {`\relax{}`, "-3.50"}},
			Notes: []string{"100 % & more_of #it", "[low, high]: é ü ß"}},
	} {
		var b bytes.Buffer
		if err := table.Write(&b, LaTeX); err != nil {
			t.Fatal(err)
		}
		out[name] = b.String()
	}
	return out
}

// A LaTeX table has caption, label and units, and comments on packages and width.
func TestLaTeXTablesAreWhole(t *testing.T) {
	tables := inEveryWidth(t)
	for name, want := range map[string][]string{
		"column":  {"\\begin{table}[t]", "\\caption{campus-walk: ", "\\label{tab:campus-walk-", "\nalgorithm & quality \\\\\n & \\% \\\\\n"},
		"page":    {"\\begin{table*}[t]", "\\usepackage{graphicx}", "more than a column of 229 pt", "Fewer columns: --columns KEY"},
		"scaled":  {"\\resizebox{\\ifdim\\width>\\textwidth", "\\usepackage{graphicx}", "text is scaled to"},
		"words":   {"\\begin{tabularx}{\\textwidth}", "\\usepackage{tabularx}", "\\raggedright\\arraybackslash}X"},
		"signs":   {"{}[1, 2] & ", "{}* & ", "\\textbackslash{}relax\\{\\}", "\\label{tab:50-of-x-1-a-1-b-c-d-quoted-tag}"},
		"crossed": {"\\label{tab:density-instability-", "minus bully"},
	} {
		for _, piece := range want {
			if !strings.Contains(tables[name], piece) {
				t.Errorf("%s: no %q in\n%s", name, piece, tables[name])
			}
		}
	}
}

// Tables compile in papers of one and of two columns, and none is wider than its place. With
// -short only two columns are tried, which have less room.
func TestLaTeXTablesCompileAndFit(t *testing.T) {
	tex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex here: apt-get install texlive-latex-base texlive-latex-recommended")
	}
	tooWide := regexp.MustCompile(`Overfull \\hbox \(([0-9.]+)pt too wide\)`)
	classes := []string{"\\documentclass[twocolumn]{article}", "\\documentclass{article}"}
	if testing.Short() {
		classes = classes[:1]
	}
	for _, class := range classes {
		for name, table := range inEveryWidth(t) {
			dir := t.TempDir()
			text := class + "\n\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\n\\usepackage{booktabs,tabularx,graphicx}\n" +
				"\\begin{document}\nSee Table~\\ref{tab:x}.\n" + table + "\n\\end{document}\n"
			if err := os.WriteFile(filepath.Join(dir, "paper.tex"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(tex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
			cmd.Dir = dir
			log, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%s in %s does not compile: %v\n%s\n%s", name, class, err, last(string(log), 25), table)
				continue
			}
			for _, found := range tooWide.FindAllStringSubmatch(string(log), -1) {
				if points, err := strconv.ParseFloat(found[1], 64); err != nil || points > 1 {
					t.Errorf("%s in %s is %s pt too wide:\n%s", name, class, found[1], table)
				}
			}
		}
	}
}

// last returns the last lines of a text.
func last(text string, n int) string {
	lines := strings.Split(text, "\n")
	return fmt.Sprint(strings.Join(lines[max(len(lines)-n, 0):], "\n"))
}
