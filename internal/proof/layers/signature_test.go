package layers

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayLeak are public signatures with an internal type that no other module can name, and
// how another module can do without the name. The comment of each explains it.
var mayLeak = map[string]string{
	"emulator.Energy.Profile":      "its fields can be set",
	"emulator.Energy.Battery":      "nil is linear; a scenario gives the others",
	"emulator.Energy.Harvester":    "an interface of methods with plain types",
	"emulator/story.Setup.Scale":   "for the explorer",
	"emulator/story.Setup.System":  "for the explorer",
	"cmd/cli.App.Queue":            "cmd/nats/bellwether sets it: NATS is in a program of its own",
	"scenarios.Entry.DecodeStrict": "called by the reader of scenario files",
	"scenarios.Scenario.Contacts":  "for the command line",
	"scenarios.Scenario.Ground":    "passed on to a trace.WriterOptions",
	"scenarios.Scenario.Origin":    "passed on to a trace.WriterOptions",
	"scenarios.Warning.Place":      "its fields can be read, and its text",
	"trace.Header.Ground":          "its fields can be read",
	"trace.Header.Origin":          "its fields can be read",
	"trace.WriterOptions.Ground":   "Scenario.Ground gives it",
	"trace.WriterOptions.Origin":   "Scenario.Origin gives it",
}

// TestPublicSignaturesCanBeNamed: public signatures have only types that another module
// can name: types of a public package, or internal types with a public alias. Unexported
// types of the package itself are not checked: the sections of a scenario are read by
// their fields.
func TestPublicSignaturesCanBeNamed(t *testing.T) {
	const root = "../../.."
	rooms := surfaces(t)
	aliased := map[string]bool{}
	for name := range rooms {
		for _, file := range parsed(t, filepath.Join(root, name)) {
			imports := importsOf(file)
			for _, alias := range aliases(file) {
				if from, ok := alias.Type.(*ast.SelectorExpr); ok {
					aliased[imports[from.X.(*ast.Ident).Name]+"."+from.Sel.Name] = true
				}
			}
		}
	}
	var met []string
	for name := range rooms {
		for _, file := range parsed(t, filepath.Join(root, name)) {
			imports := importsOf(file)
			for where, e := range signatures(file) {
				for _, used := range typesIn(e) {
					path := imports[used.X.(*ast.Ident).Name]
					leak := path + "." + used.Sel.Name
					if !strings.Contains(path, "/internal/") || aliased[leak] {
						continue
					}
					at := name + "." + where
					if mayLeak[at] == "" {
						t.Errorf("%s has the type %s, which no other module can name", at, leak)
					}
					met = append(met, at)
				}
			}
		}
	}
	for at := range mayLeak {
		if !slices.Contains(met, at) {
			t.Errorf("%s is in mayLeak and has no such type", at)
		}
	}
}

func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, i := range file.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		name := path[strings.LastIndex(path, "/")+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		imports[name] = path
	}
	return imports
}

// signatures returns the types of a file's exported identifiers, by name: parameters and
// results of functions and methods, fields, methods of interfaces, variables and
// constants.
func signatures(file *ast.File) map[string]ast.Expr {
	out := map[string]ast.Expr{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if !d.Name.IsExported() {
				continue
			}
			name := d.Name.Name
			if d.Recv != nil {
				of := receiver(d.Recv.List[0].Type)
				if !ast.IsExported(of) {
					continue
				}
				name = of + "." + name
			}
			out[name] = d.Type
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						if n.IsExported() && spec.Type != nil && d.Tok != token.IMPORT {
							out[n.Name] = spec.Type
						}
					}
				case *ast.TypeSpec:
					if spec.Name.IsExported() && !spec.Assign.IsValid() {
						members(out, spec)
					}
				}
			}
		}
	}
	return out
}

// members adds the fields and methods of a type, or its definition.
func members(out map[string]ast.Expr, spec *ast.TypeSpec) {
	var list *ast.FieldList
	switch of := spec.Type.(type) {
	case *ast.StructType:
		list = of.Fields
	case *ast.InterfaceType:
		list = of.Methods
	default:
		out[spec.Name.Name] = spec.Type
		return
	}
	for _, f := range list.List {
		for _, n := range f.Names {
			if n.IsExported() {
				out[spec.Name.Name+"."+n.Name] = f.Type
			}
		}
	}
}

// typesIn returns the types of other packages in an expression of types.
func typesIn(e ast.Expr) (found []*ast.SelectorExpr) {
	ast.Inspect(e, func(n ast.Node) bool {
		if of, is := n.(*ast.SelectorExpr); is {
			found = append(found, of)
			return false
		}
		return true
	})
	return found
}
