package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Bounds of a document, so that no hostile or mistaken file costs more than a second or
// some megabytes.
const (
	MaxBytes   = 1 << 20 // larger worlds are made by a model or read from a trace
	maxDepth   = 24      // the deepest scenario nests 5 levels
	maxAliased = 10_000  // nodes that aliases may add: nested aliases can double at each level
)

// A Document is a parsed file, the values set over it, and its faults.
type Document struct {
	// Names are the keys by which a path may select an entry of a list; the first that
	// fits counts: with name, rows[tall] is the entry whose name is tall. A plain entry
	// stands for a mapping from the last of Names to it.
	Names []string

	name    string
	lines   []string
	root    *Node
	faults  []fault
	aliased int
	top     reflect.Type // of what the document decodes to
}

// Root is the whole document as it was read.
func (d *Document) Root() *Node { return d.root }

// Parse reads a document. It returns an error only if nothing can be decoded; other faults
// are kept for [Document.Err].
func Parse(name string, data []byte) (*Document, error) {
	d := &Document{name: name, root: &Node{Kind: Map, Place: Place{File: name}}}
	if len(data) > MaxBytes {
		return nil, d.fatal(Place{File: name}, fmt.Sprintf("larger than %d bytes", MaxBytes))
	}
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return nil, d.fatal(Place{File: name}, "the file is packed by gzip: unpack it with gunzip")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	d.lines = strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	for i, line := range d.lines {
		if !utf8.ValidString(line) {
			return nil, d.fatal(Place{name, i + 1, 0}, "not UTF-8 text")
		}
		if i := strings.IndexFunc(line, isControl); i >= 0 {
			return nil, d.fatal(Place{name, i + 1, 0}, "not text: it has control characters")
		}
	}
	body, err := d.yaml(data)
	if err != nil {
		return nil, err
	}
	if body == nil {
		return nil, d.fatal(Place{File: name, Line: 1}, "the file is empty")
	}
	d.root = d.node(body, "", map[string]ast.Node{})
	if d.aliased > maxAliased {
		return nil, d.fatal(Place{File: name}, fmt.Sprintf("aliases add more than %d values", maxAliased))
	}
	if d.root.Kind != Map {
		return nil, d.fatal(d.root.Place, "must be a mapping of keys to values, got "+d.root.Describe())
	}
	return d, nil
}

func isControl(r rune) bool { return r < ' ' && r != '\t' && r != '\r' || r == 0x7f }

func (d *Document) fatal(at Place, message string) error {
	return &Error{[]fault{{Place: at, Message: message, excerpt: excerpt(d.lines, at)}}}
}

// yaml returns the body of the only YAML document, nil if the text is empty.
func (d *Document) yaml(data []byte) (body ast.Node, err error) {
	tokens := lexer.Tokenize(string(data))
	if at, deep := tooDeep(tokens); deep {
		return nil, d.fatal(d.place(at), fmt.Sprintf("nested deeper than %d levels", maxDepth))
	}
	defer func() {
		if recover() != nil { // the parser may panic on input from anybody
			err = d.fatal(Place{File: d.name}, "not YAML")
		}
	}()
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		var syntax yaml.Error
		if errors.As(err, &syntax) && syntax.GetToken() != nil {
			return nil, d.fatal(d.place(syntax.GetToken()), "not YAML: "+syntax.GetMessage())
		}
		return nil, d.fatal(Place{File: d.name}, "not YAML")
	}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			return nil, d.fatal(d.place(first(doc.Body)), "a second document: one a file")
		}
		body = doc.Body
	}
	return body, nil
}

func (d *Document) place(t *token.Token) Place {
	if t == nil || t.Position == nil {
		return Place{File: d.name}
	}
	return Place{d.name, t.Position.Line, t.Position.Column}
}

// tooDeep finds, without parsing, nesting that would cost the recursive parser too much
// time or its stack.
func tooDeep(tokens token.Tokens) (*token.Token, bool) {
	flow, run := 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
			run++
		case token.SequenceEndType, token.MappingEndType:
			flow--
			run = 0
		case token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType, token.MappingValueType:
			run++
		default:
			run = 0
		}
		indent := t.Position.IndentNum
		if flow > maxDepth || run > 2*maxDepth || indent > 16*maxDepth {
			return t, true
		}
	}
	return nil, false
}
