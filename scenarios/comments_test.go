package scenarios

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// comments has the comments of the package's types and of their exported fields. The library that
// makes the schema does not read the comments of unexported types.
type comments struct {
	types  map[string]string // by the import path and the Go name
	fields map[string]string // by the name in the schema and the Go name of the field
}

// readComments reads the sources. In the comments it replaces the Go name of a type by its
// name in the schema.
func readComments(t *testing.T) comments {
	t.Helper()
	var names []string
	for _, dir := range []string{".", "internal/section"} {
		some, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, some...)
	}
	out := comments{map[string]string{}, map[string]string{}}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				out.add(path.Join("bellwether/scenarios", filepath.ToSlash(filepath.Dir(name))), d)
			}
		}
	}
	return out
}

// add notes the comments of the types that a package declares.
func (c comments) add(in string, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		spec := spec.(*ast.TypeSpec)
		of, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		name := spec.Name.Name
		about := strings.TrimSpace(d.Doc.Text())
		c.types[in+"."+name] = strings.Replace(about, name, documented(name), 1)
		for _, field := range of.Fields.List {
			for _, key := range field.Names {
				c.fields[documented(name)+"."+key.Name] = field.Doc.Text()
			}
		}
	}
}

// documented is the name that the schema has for a type: of momentFields Moment.
func documented(name string) string {
	if base, ok := strings.CutSuffix(name, "Fields"); ok {
		return strings.ToUpper(base[:1]) + base[1:]
	}
	return name
}
