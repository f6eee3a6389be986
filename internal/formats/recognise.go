package formats

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/text"
	"bellwether/internal/refuse"
)

// A Choice is the format in which a file is to be read, of movement or of contacts.
type Choice struct {
	Format string
	Remark string // why, if the end of the file's name does not say it; else ""
}

// Choose says in which format a file is to be read, of whose beginning the head is. The
// end of its name decides as long as the content can be of that format, and as long as
// the content has no word that only another format has: a table of numbers with a fault
// is no other table. Otherwise the content does, if it can be of one format only, with a
// remark; what could be of several is an error that names them, and nothing is guessed.
func Choose(file string, head []byte) (Choice, error) {
	named, unknown := "", error(nil)
	if f, met := contacts.FormatByFile(file); met {
		named = f.Name
	} else if f, err := ByFile(file); err == nil {
		named = f.Name
	} else {
		unknown = fmt.Errorf("%w; of contacts %s", err, strings.Join(contacts.FormatNames(), " or "))
	}
	can := Recognise(head)
	ending := "the end of its name says no format"
	if named != "" {
		ending = "the end of its name says " + named
	}
	switch {
	case named != "" && (slices.Contains(can, named) || !slices.ContainsFunc(can, func(name string) bool { return says(name, head) })):
		return Choice{Format: named}, nil
	case len(can) == 0:
		return Choice{}, unknown
	case len(can) == 1:
		return Choice{can[0], fmt.Sprintf("%s: read as %s by its content, since %s: --from %s (format: %s in a scenario) makes it sure", file, can[0], ending, can[0], can[0])}, nil
	}
	return Choice{}, refuse.Mobility.Errorf("%s: its content can be %s, and %s: say which, --from %s (format: %s in a scenario)", file, strings.Join(can, " or "), ending, can[0], can[0])
}

// says reports whether a head that can be of a format has words that no other has: XML,
// JSON and commands do, a table does by its header.
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

// Recognise gives the names of all formats, of movement and of contacts, that the
// beginning of a file can be of. Files of lines are those that a reader takes without a
// fault; of XML the outermost element decides, of JSON the type.
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
	for _, name := range []string{"bonnmotion", "csv", "ns2", "one", "one-paths"} {
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
		return []string{eventsFormat} // a table may have any words, but not all of them CONN
	}
	return can
}

// eventsFormat is that of The ONE's CONN events.
const eventsFormat = "one-contacts"

// element is the first tag of XML that is none of its own; SUMO's files have tags in the
// comment before it.
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
	}
	return nil
}

// A cut head ends within a line, which is left out. One line that is longer than the head
// is cut at a blank: after some more words it is a whole number of places, since twelve
// is a multiple of those that a place has.
const mostWords = 12

// takesHead tries whether a reader takes a head, cut or not.
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
