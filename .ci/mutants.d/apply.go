package mutants

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// An Overlay holds changed files of the module, by their names from its root.
type Overlay map[string][]byte

// Apply returns the files that the mutant changes in the module at a root. Each edit must fit
// exactly one place in its function, and the package must have exactly one such function.
func (m *Mutant) Apply(root string) (Overlay, error) {
	files := Overlay{}
	for _, e := range m.Edits {
		if err := e.apply(root, files); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", m.Where, m.Name, err)
		}
	}
	return files, nil
}

func (e *Edit) apply(root string, files Overlay) error {
	name, text, from, to, err := e.find(root, files)
	if err != nil {
		return err
	}
	places := pattern(e.Was).FindAllIndex(text[from:to], -1)
	if len(places) != 1 {
		return fmt.Errorf("%q stands %d times in %s of %s (%s), want once", e.Was, len(places), e.Function, e.Package, name)
	}
	at, end := from+places[0][0], from+places[0][1]
	files[name] = slices.Concat(text[:at], []byte(e.Now), text[end:])
	return nil
}

// pattern matches a text with any white space between its words.
func pattern(was string) *regexp.Regexp {
	words := strings.Fields(was)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return regexp.MustCompile(strings.Join(words, `\s+`))
}

// find returns the file that has the function, with the edits so far, and the function's offsets.
func (e *Edit) find(root string, files Overlay) (name string, text []byte, from, to int, err error) {
	all, err := filepath.Glob(filepath.Join(root, e.Package, "*.go"))
	if err != nil {
		return "", nil, 0, 0, err
	}
	found := 0
	for _, file := range all {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		relative := filepath.ToSlash(filepath.Join(e.Package, filepath.Base(file)))
		source, edited := files[relative]
		if !edited {
			if source, err = os.ReadFile(file); err != nil {
				return "", nil, 0, 0, err
			}
		}
		spans, err := functions(relative, source, e.Function)
		if err != nil {
			return "", nil, 0, 0, err
		}
		for _, span := range spans {
			name, text, from, to = relative, source, span[0], span[1]
			found++
		}
	}
	if found != 1 {
		return "", nil, 0, 0, fmt.Errorf("%s stands %d times in %s, want once", e.Function, found, e.Package)
	}
	return name, text, from, to, nil
}

// functions returns the offsets of the functions with a given name in a source, without the
// comments before them.
func functions(name string, source []byte, want string) (spans [][2]int, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		if f, is := d.(*ast.FuncDecl); is && same(nameOf(f), want) {
			spans = append(spans, [2]int{set.Position(f.Pos()).Offset, set.Position(f.End()).Offset})
		}
	}
	return spans, nil
}

// same reports whether two names are of one function. It ignores the case of a method's type:
// whether a type is exported changes more often than its name.
func same(a, b string) bool {
	of, _, method := strings.Cut(a, ".")
	with, _, _ := strings.Cut(b, ".")
	return a == b || method && strings.EqualFold(of, with) && a[len(of):] == b[len(with):]
}

// nameOf returns a function's name; that of a method is Type.name.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.Ident:
			return t.Name + "." + f.Name.Name
		default:
			return f.Name.Name
		}
	}
}
