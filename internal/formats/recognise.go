package formats

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/text"
)

// A choice is the format in which to read a file of movement or contacts.
type choice struct {
	Format string
	Remark string // why, if the extension does not say it; else ""
}

// Choose returns in which format to read a file with this beginning (head). The extension
// decides, as long as the content can be of that format and has no word that only another
// format has: a table with a bad number is still that table. Otherwise the content
// decides, with a remark, if it can be of one format only. A content of several possible
// formats is an error that names them: nothing is guessed.
func Choose(file string, head []byte) (choice, error) {
	named, unknown := "", error(nil)
	if f, met := contacts.FormatByFile(file); met {
		named = f.Name
	} else if f, err := ByFile(file); err == nil {
		named = f.Name
	} else {
		unknown = fmt.Errorf("%w; of contacts %s", err, strings.Join(contacts.FormatNames(), " or "))
	}
	can := Recognise(head)
	if named == coreFormat && slices.Contains(can, "ns2") {
		can = append(can, coreFormat) // the same commands, and only the name says how CORE takes them
	}
	ending := "no format has its file extension"
	if named != "" {
		ending = "its file extension says " + named
	}
	switch {
	case named != "" && (slices.Contains(can, named) || !slices.ContainsFunc(can, func(name string) bool { return says(name, head) })):
		return choice{Format: named}, nil
	case len(can) == 0 && Foreign(head) != "":
		return choice{}, errs.Mobility.Errorf("%s: %s", file, Foreign(head))
	case len(can) == 0:
		return choice{}, unknown
	case len(can) == 1:
		return choice{can[0], fmt.Sprintf("%s: read as %s by its content, since %s: --from %s (format: %s in a scenario) makes it sure", file, can[0], ending, can[0], can[0])}, nil
	}
	return choice{}, errs.Mobility.Errorf("%s: its content can be %s, and %s: say which, --from %s (format: %s in a scenario)", file, strings.Join(can, " or "), ending, can[0], can[0])
}

// says reports whether a head has words that only this format has: XML, JSON and commands
// have such words, a table has them in its header.
func says(name string, head []byte) bool {
	switch name {
	case "bonnmotion", "one", "one-paths":
		return false
	case "csv", "contacts":
		for line := range strings.Lines(string(text.Plain(head))) {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			return !slices.ContainsFunc(strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(",;\t ", c) }), func(word string) bool {
				_, err := text.Number(word)
				return err == nil
			})
		}
		return false
	}
	return true
}

// Recognise returns the names of all formats, of movement and of contacts, in which a file
// with this beginning can be. A format of lines is possible if its reader takes the head
// without an error. The outermost element decides for XML, the type for JSON.
func Recognise(head []byte) []string {
	head = text.Plain(head)
	start := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(start) == 0 || bytes.IndexByte(head, 0) >= 0:
		return nil
	case start[0] == '<':
		return ofElement(start)
	case start[0] == '{':
		if bytes.Contains(head, []byte(`"FeatureCollection"`)) {
			return []string{"geojson"}
		}
		return nil
	}
	var can []string
	for _, name := range []string{"bonnmotion", "csv", "eel", "mob", "ns2", "one", "one-paths", "otns", "plt"} {
		f, err := ByName(name)
		if err == nil && takesHead(head, func(b []byte) error {
			_, err := f.read(Input{Name: "head"}, bytes.NewReader(b))
			return err
		}) {
			can = append(can, name)
		}
	}
	for _, f := range contacts.Formats() {
		if takesHead(head, func(b []byte) error {
			_, err := f.Read(bytes.NewReader(b), "head", contacts.Rules{})
			return err
		}) {
			can = append(can, f.Name)
		}
	}
	if slices.Contains(can, eventsFormat) {
		return []string{eventsFormat} // a table may have any words, but not CONN in each row
	}
	return can
}

// coreFormat is the format of CORE's scripts.
const coreFormat = "core"

// eventsFormat is the format of The ONE's CONN events.
const eventsFormat = "one-contacts"

// element is the first tag after XML's own declarations and comments; SUMO's files have tags
// in the comment before it.
var (
	element = regexp.MustCompile(`<([A-Za-z][\w.:-]*)`)
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
)

func ofElement(head []byte) []string {
	found := element.FindSubmatch(comment.ReplaceAll(head, nil))
	if found == nil {
		return nil
	}
	name := string(found[1][bytes.LastIndexByte(found[1], ':')+1:])
	switch name {
	case "fcd-export":
		return []string{"fcd"}
	case "gpx":
		return []string{"gpx"}
	case "scenario":
		return []string{"core-xml"}
	case "movements", "movement":
		return []string{"turtle"}
	}
	return nil
}

// A cut head ends within a line, and that line is left out. If a single line is longer
// than the head, it is cut at a blank. After some more words it then has a whole number of
// places, because twelve is a multiple of the numbers that a place has.
const mostWords = 12

// takesHead reports whether a reader takes a head, cut or not.
func takesHead(head []byte, read func([]byte) error) bool {
	if len(head) < text.HeadBytes {
		return read(head) == nil
	}
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 && read(head[:end+1]) == nil {
		return true
	}
	for range mostWords {
		end := bytes.LastIndexAny(head, " \t\n")
		if end <= 0 {
			return false
		}
		if head = head[:end]; read(head) == nil {
			return true
		}
	}
	return false
}
