package viewer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bellwether/internal/viewer/web"
)

// first is the module that imports the others.
const first = "app.js"

var (
	imports = regexp.MustCompile(`(?m)^import \{[^}]*\} from '\./([a-z]+\.js)';\n`)
	exports = regexp.MustCompile(`(?m)^export `)
)

// asset returns a file below web/.
func asset(name string) string {
	b, err := web.Files.ReadFile(name)
	if err != nil {
		panic("view: " + err.Error())
	}
	return string(b)
}

// modules returns the names of all modules, each after those that it imports.
func modules() []string {
	var order, open []string
	var visit func(name string)
	visit = func(name string) {
		if slices.Contains(order, name) {
			return
		}
		if slices.Contains(open, name) {
			panic(fmt.Sprintf("view: modules import each other in a ring: %v", append(open, name)))
		}
		open = append(open, name)
		for _, m := range imports.FindAllStringSubmatch(asset(name), -1) {
			visit(m[1])
		}
		order, open = append(order, name), open[:len(open)-1]
	}
	visit(first)
	return order
}

// script joins all modules to one, without imports and exports.
func script() string {
	var b strings.Builder
	for _, name := range modules() {
		text := exports.ReplaceAllString(imports.ReplaceAllString(asset(name), ""), "")
		fmt.Fprintf(&b, "// %s\n%s", name, text)
	}
	return b.String()
}
