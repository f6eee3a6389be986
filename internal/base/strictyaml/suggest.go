package strictyaml

import (
	"fmt"
	"reflect"
	"strings"
)

// hintOfKey suggests a key of the struct that has the unknown one: one that other programs call
// so, by its tag also, else one that is near. Then it suggests a key of that name, or nearly, that
// stands elsewhere in the document; else it lists the keys that stand here.
func (d *Document) hintOfKey(key string, in reflect.Type) string {
	if name := synonym(key, in); name != "" {
		return "; did you mean " + name + "?"
	}
	if near := DidYouMean(key, keys(in)); near != "" || d.top == nil {
		return near
	}
	best, least := "", elsewhere(key)+1
	for _, path := range paths(d.top, "") {
		last := path[strings.LastIndexByte(path, '.')+1:]
		if edits := distance(key, last); edits < least {
			best, least = path, edits
		}
	}
	switch {
	case best == key: // written correctly, but in the wrong place
		return "; " + key + " stands at the top of the file; here there are " + strings.Join(keys(in), ", ")
	case best != "":
		return "; did you mean " + best + "?"
	}
	if name := synonym(key, d.top); name != "" {
		return "; did you mean " + name + ", which stands at the top of the file?"
	}
	return Hint(key, keys(in))
}

// elsewhere is how many edits a key may be from one that stands elsewhere: there are a hundred, so
// a short word is near one of them by chance.
func elsewhere(key string) int {
	if len(key) < 5 {
		return 0
	}
	return 1
}

// synonym returns the key of a struct whose tag also has the word, "" if none has. Case, hyphens
// and underscores do not matter.
func synonym(word string, in reflect.Type) string {
	for i := range in.NumField() {
		f := in.Field(i)
		for other := range strings.SplitSeq(f.Tag.Get("also"), ",") {
			if other != "" && bare(other) == bare(word) {
				return f.Tag.Get("yaml")
			}
		}
	}
	return ""
}

// bare writes a word without what writers of keys vary.
func bare(word string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(word))
}

// paths lists the keys of a struct and of the structs in it.
func paths(in reflect.Type, prefix string) []string {
	var out []string
	for i := range in.NumField() {
		f := in.Field(i)
		name := f.Tag.Get("yaml")
		if name == "" {
			continue
		}
		out = append(out, childPath(prefix, name))
		if f.Type.Kind() == reflect.Struct && !reflect.PointerTo(f.Type).Implements(decoderType) {
			out = append(out, paths(f.Type, childPath(prefix, name))...)
		}
	}
	return out
}

// Hint returns "; did you mean x?" if one of the known names is near, else a list
// of them.
func Hint(name string, known []string) string {
	if near := DidYouMean(name, known); near != "" {
		return near
	}
	if len(known) == 0 {
		return ""
	}
	return "; there are " + strings.Join(known, ", ")
}

// DidYouMean returns "; did you mean x?" if a known name is near, else "".
func DidYouMean(name string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	return ""
}

// Nearest returns the known name that takes the fewest edits from name, "" if
// none is within a third of its length.
func Nearest(name string, known []string) string {
	best, least := "", max(len(name)/3, 1)+1
	if len(name) > 64 {
		return "" // too long to be a misspelling
	}
	for _, k := range known {
		if edits := distance(strings.ToLower(name), strings.ToLower(k)); edits < least {
			best, least = k, edits
		}
	}
	return best
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			replace := rows[i-1][j-1]
			if x[i-1] != y[j-1] {
				replace++
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, replace)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
