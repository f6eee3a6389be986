package text

import (
	"fmt"
	"slices"
	"strings"
)

// What a row of a table is, if it is something.
type rowKind string

// The kinds of rows.
const (
	Fix     rowKind = "fix"
	Contact rowKind = "contact"
	Link    rowKind = "link"
)

// Flags leave out the rows that a mapping says are none, and tell which columns that are not read
// may say so of others, by the rules of [column.bad].
type Flags struct {
	in      File
	kind    rowKind
	header  []string
	refused []refusedRows
	columns []*column
	rows    int // that are read
	left    int // that are left out
}

// refusedRows are the rows that one value of the mapping leaves out.
type refusedRows struct {
	refusal
	at   int
	rows int
}

// A column is one that is not read.
type column struct {
	at       int
	says     saying
	values   []value // the first few; with more of them those that perhaps say no
	many     bool    // there are more
	negative bool    // a number below 0 is among them
	telling  bool    // it is told even if all rows have one value
	affirms  bool    // yes is good, and an empty cell beside it says no
	codes    bool    // what is rare and not known is told
	fixes    bool    // of a table of movement
	ends     bool    // a word of an end says no
}

// A value is what some cells of a column have.
type value struct {
	word string
	rows int
}

// Bounds of the values that are kept of a column: of one with more than a few kinds those that
// perhaps say no.
const (
	fewKinds = 8
	mostKept = 16
)

// Flags are those of a table with this header, in which a column without a name is empty.
func (f File) Flags(kind rowKind, header []string, reads func(at int) bool) (*Flags, error) {
	out := &Flags{in: f, kind: kind, header: slices.Clone(header)}
	for _, r := range f.Columns.refused {
		at := indexOf(header, r.column)
		if at < 0 {
			return nil, fmt.Errorf("there is no column %s, as no=%s:%s of --columns (columns: in a scenario) says", Quote(r.column), r.column, r.value)
		}
		out.refused = append(out.refused, refusedRows{refusal: r, at: at})
	}
	ships := slices.ContainsFunc(header, func(field string) bool { return PlainName(field) == "mmsi" })
	for at, name := range header {
		if !reads(at) && !(ships && PlainName(name) == "status") { // of ships it is under way or at anchor
			out.watch(at)
		}
	}
	return out, nil
}

// watch looks at the cells of a column, if its name does not say that they are texts.
func (f *Flags) watch(at int) {
	name := f.header[at]
	says := sayingOf(name, f.kind)
	if says == prose {
		return
	}
	plain := PlainName(name)
	has := func(list []string) bool {
		return slices.ContainsFunc(words(name), func(word string) bool { return slices.Contains(list, word) })
	}
	f.columns = append(f.columns, &column{at: at, says: says, affirms: has(affirming), codes: says == state && has(coding), fixes: f.kind == Fix, ends: f.kind != Fix && has(happening),
		telling: slices.ContainsFunc(telling, func(part string) bool { return strings.Contains(plain, part) })})
}

// Properties are the flags of features, whose names come with them: see [Flags.Column].
func (f File) Properties() *Flags {
	out := &Flags{in: f, kind: Fix}
	for _, r := range f.Columns.refused {
		out.refused = append(out.refused, refusedRows{refusal: r, at: -1})
	}
	return out
}

// Column is where a property stands in the rows that No and Row take. A new one is looked at, unless
// it is read.
func (f *Flags) Column(name string, reads func(name string) bool) int {
	if at := slices.Index(f.header, name); at >= 0 {
		return at
	}
	at := len(f.header)
	f.header = append(f.header, name)
	for i := range f.refused {
		if r := &f.refused[i]; r.at < 0 && sameColumn(name, r.column) {
			r.at = at
		}
	}
	if !reads(name) {
		f.watch(at)
	}
	return at
}

// No reports whether the mapping says that a row is none. A row may be none for several reasons.
func (f *Flags) No(fields []string) bool {
	none := false
	for i := range f.refused {
		if r := &f.refused[i]; r.is(Field(fields, r.at)) {
			r.rows++
			none = true
		}
	}
	if none {
		f.left++
	}
	return none
}

// Row counts a row that is read.
func (f *Flags) Row(fields []string) {
	f.rows++
	for _, c := range f.columns {
		c.take(Field(fields, c.at))
	}
}

// take counts a cell.
func (c *column) take(word string) {
	for i := range c.values {
		if c.values[i].word == word {
			c.values[i].rows++
			return
		}
	}
	c.negative = c.negative || strings.HasPrefix(word, "-") && isNumber(word)
	if !c.many && len(c.values) == fewKinds {
		c.many = true
		c.values = slices.DeleteFunc(c.values, func(v value) bool { return !c.perhaps(v.word) })
	}
	if len(c.values) < mostKept && (!c.many || c.perhaps(word)) {
		c.values = append(c.values, value{strings.Clone(word), 1})
	}
}

// perhaps reports whether a cell of a column of many values may say no.
func (c *column) perhaps(word string) bool {
	if word == "" {
		return false
	}
	switch first := word[0]; {
	case first == '-':
		return c.says == grade || c.says == strength && isNoStrength(word)
	case isDigit(first):
		return c.says == strength || (c.says == grade || c.says == counted) && first == '0' && isZero(word)
	}
	return len(word) <= longestNo && !strings.ContainsAny(word, "0123456789") && (c.says.saysNo(word) || c.says == grade && slices.Contains(poor, strings.ToLower(word)))
}

// longestNo bounds a word that says no, in bytes.
const longestNo = 48

func isZero(word string) bool {
	n, err := Number(word)
	return err == nil && n == 0
}

// shownFlags is how many values are told.
const shownFlags = 6

// Tell remarks on columns that may say that a row is none, and on a mapping that leaves no row out.
func (f *Flags) Tell() {
	if f == nil { // no row was read
		return
	}
	for _, r := range f.refused {
		if r.rows == 0 {
			f.in.Remark("no row has %s in column %s, as --columns no=%s:%s says", r.value, r.column, r.column, r.value)
		}
	}
	advice, told, more := f.in.Columns, "", ""
	shown := 0
	for _, c := range f.columns {
		for _, v := range c.bad() {
			if shown++; shown > shownFlags {
				more = ", and more of this kind"
				continue
			}
			if told != "" {
				told += ", "
			}
			word := v.word
			if word == "" {
				word = emptyWord
			}
			told += fmt.Sprintf("%s is %s in %d", f.nameOf(c.at), Shorten(word), v.rows)
			if shown == 1 {
				told += fmt.Sprintf(" of %d rows", f.rows)
			}
			advice = advice.Refusing(ColumnWord(f.header, c.at), v.word)
		}
	}
	if told == "" {
		return
	}
	way := map[rowKind]string{Fix: "leaves them out", Contact: "leaves them out", Link: "reads that nothing is heard"}[f.kind]
	words := advice.String()
	if len(advice.refused) == len(f.in.Columns.refused) {
		words = f.in.Columns.Refusing("NAME", "VALUE").String()
	}
	f.in.Remark("columns that are not read may say that a row is no %s: %s%s: --columns %s %s", f.kind, told, more, words, way)
}

// nameOf is a column in words.
func (f *Flags) nameOf(at int) string {
	if f.header[at] == "" {
		return fmt.Sprintf("column %d", at+1)
	}
	return f.header[at]
}

// None is the error of a table of which the mapping leaves no row; nil if it leaves some out.
func (f *Flags) None() error {
	if f == nil || f.left == 0 || f.rows > 0 {
		return nil
	}
	return fmt.Errorf("--columns (columns: in a scenario) leaves none of %d rows: see what stands after no=", f.left)
}
