package text

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	// tagLimit, in bytes, of one tag, comment or text between tags.
	tagLimit = 1 << 16

	// depthLimit, of elements within elements: GPX has five levels, ten with extensions.
	depthLimit = 64
)

// Markup gives the tags of an XML file, one by one.
type Markup struct {
	file    File
	r       *tagReader
	d       *xml.Decoder
	open    []string // the elements around the latest tag
	started bool
	err     error
}

// A Tag is a start tag, an end tag, or text or a comment between tags.
type Tag struct {
	Kind       tagKind
	Name       string // of the element, without its name space
	Attributes []xml.Attr
	Text       []byte // valid until the next tag
}

// Attribute returns the value of an attribute, "" without it.
func (t Tag) Attribute(name string) string {
	for i := range t.Attributes {
		if t.Attributes[i].Name.Local == name {
			return t.Attributes[i].Value
		}
	}
	return ""
}

// tagKind is the kind of a tag.
type tagKind uint8

// Kinds of tags.
const (
	StartTag tagKind = iota
	EndTag
	TextTag
	CommentTag
)

// NewMarkup begins to read a file of at most so many bytes.
func NewMarkup(r io.Reader, file File, most int64) *Markup {
	m := &Markup{file: file, r: &tagReader{}}
	m.r.Reader, m.err = unpack(r, most)
	if m.err == nil {
		m.d = xml.NewDecoder(m.r)
		m.d.CharsetReader = m.charset
	}
	return m
}

// charset accepts other names of UTF-8.
func (m *Markup) charset(name string, r io.Reader) (io.Reader, error) {
	if strings.EqualFold(name, "us-ascii") || strings.EqualFold(name, "ascii") {
		return r, nil
	}
	m.r.err = fmt.Errorf("the file says that it is in %s: save it as UTF-8", Quote(name))
	return nil, m.r.err
}

// Next reads the next tag. It is false at the end of the file, and after an error; Err
// tells them apart.
func (m *Markup) Next() (Tag, bool) {
	for m.err == nil {
		m.r.left = tagLimit
		token, err := m.d.RawToken()
		if err != nil {
			m.err = m.ending(err)
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(m.open) == depthLimit {
				m.err = fmt.Errorf("%s: more than %d elements within each other", Quote(t.Name.Local), depthLimit)
				break
			}
			m.open, m.started = append(m.open, t.Name.Local), true
			return Tag{Kind: StartTag, Name: t.Name.Local, Attributes: t.Attr}, true
		case xml.EndElement:
			if last := len(m.open) - 1; last < 0 || m.open[last] != t.Name.Local {
				m.err = fmt.Errorf("</%s> ends nothing", t.Name.Local)
				break
			}
			m.open = m.open[:len(m.open)-1]
			return Tag{Kind: EndTag, Name: t.Name.Local}, true
		case xml.CharData:
			return Tag{Kind: TextTag, Text: t}, true
		case xml.Comment:
			return Tag{Kind: CommentTag, Text: t}, true
		case xml.Directive:
			m.err = errors.New("a document type is not accepted")
		}
	}
	return Tag{}, false
}

// ending returns why there are no more tags.
func (m *Markup) ending(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.Is(err, errTag):
		return errTag
	case errors.Is(err, io.EOF) && len(m.open) > 0:
		return fmt.Errorf("the file ends within <%s>", m.open[len(m.open)-1])
	case errors.Is(err, io.EOF) && !m.started:
		return errors.New("the file ends and has no element")
	case errors.Is(err, io.EOF):
		return io.EOF
	case m.r.err != nil:
		return m.r.err
	case errors.As(err, &syntax):
		return errors.New(syntax.Msg)
	}
	return err
}

// Err is why there are no more tags; nil at the end of the file.
func (m *Markup) Err() error {
	if m.err == nil || errors.Is(m.err, io.EOF) {
		return nil
	}
	return m.Fault(m.err)
}

// Depth is how many elements are open.
func (m *Markup) Depth() int { return len(m.open) }

// Within reports whether the open elements have these names, from the root to the
// innermost. An element of the same name elsewhere in the file is a different element.
func (m *Markup) Within(names ...string) bool { return slices.Equal(m.open, names) }

// Fault names file and line of an error: the line where the latest tag ends.
func (m *Markup) Fault(err error) error { return FaultAt(m.file.Name, m.line(), err) }

// Bad does the same for an error of the latest element alone; nil if the element may be
// skipped.
func (m *Markup) Bad(err error) error { return m.file.Bad(m.line(), err) }

// Part counts an element.
func (m *Markup) Part() { m.file.Part() }

func (m *Markup) line() int {
	if m.d == nil {
		return 1
	}
	line, _ := m.d.InputPos()
	return line
}

var errTag = fmt.Errorf("a tag, comment or text of more than %d bytes", tagLimit)

// tagReader bounds the bytes of one tag.
type tagReader struct {
	*bufio.Reader
	left int
	err  error // why reading stopped, other than the end
}

func (t *tagReader) ReadByte() (byte, error) {
	if t.left--; t.left < 0 {
		t.err = errTag
		return 0, errTag
	}
	b, err := t.Reader.ReadByte()
	if err != nil && !errors.Is(err, io.EOF) {
		t.err = err
	}
	return b, err
}
