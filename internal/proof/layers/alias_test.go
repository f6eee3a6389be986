package layers

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestAliasesNameTheirFields: the comment of each public alias of an internal struct names
// its fields, since go doc shows nothing else of them.
func TestAliasesNameTheirFields(t *testing.T) {
	const root = "../../.."
	seen := 0
	for name := range surfaces(t) {
		for _, file := range parsed(t, filepath.Join(root, name)) {
			imports := map[string]string{}
			for _, i := range file.Imports {
				path := strings.Trim(i.Path.Value, `"`)
				imports[path[strings.LastIndex(path, "/")+1:]] = path
			}
			for doc, alias := range aliases(file) {
				from, ok := alias.Type.(*ast.SelectorExpr)
				if !ok {
					continue
				}
				path := imports[from.X.(*ast.Ident).Name]
				if !strings.Contains(path, "/internal/") {
					continue
				}
				for _, field := range fieldsOf(t, filepath.Join(root, strings.TrimPrefix(path, "bellwether/")), from.Sel.Name) {
					seen++
					if !strings.Contains(doc.Text(), field) {
						t.Errorf("%s.%s: its comment does not name the field %s", name, alias.Name.Name, field)
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no field was checked")
	}
}

// parsed returns the source files of a package, without tests.
func parsed(t *testing.T, dir string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := syntaxOf(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// aliases returns the exported aliases of a file, by their comments.
func aliases(file *ast.File) map[*ast.CommentGroup]*ast.TypeSpec {
	out := map[*ast.CommentGroup]*ast.TypeSpec{}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.TypeSpec)
			doc := spec.Doc
			if doc == nil && len(g.Specs) == 1 {
				doc = g.Doc
			}
			if spec.Assign.IsValid() && spec.Name.IsExported() {
				if doc == nil {
					doc = &ast.CommentGroup{List: []*ast.Comment{{Text: "// none"}}}
				}
				out[doc] = spec
			}
		}
	}
	return out
}

// fieldsOf returns the exported fields of a struct of a package, with the embedded ones;
// none for another type.
func fieldsOf(t *testing.T, dir, name string) (fields []string) {
	t.Helper()
	for _, file := range parsed(t, dir) {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || spec.Name.Name != name {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range s.Fields.List {
					for _, n := range f.Names {
						if n.IsExported() {
							fields = append(fields, n.Name)
						}
					}
					if id, ok := f.Type.(*ast.Ident); ok && f.Names == nil {
						fields = append(fields, id.Name)
					}
				}
			}
			return false
		})
	}
	return fields
}
