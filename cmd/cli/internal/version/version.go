// Package version says what the program is: its name, its release or commit, and the bellwether in
// it if it is another program.
package version

import (
	"fmt"
	"runtime"

	"bellwether/internal/base/build"

	"bellwether/internal/study/registry"
)

// Line is what both forms print.
func Line(reg *registry.Registry) string {
	return fmt.Sprintf("%s, %s, %s/%s\n", Of(reg), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Of is the program's name and the build's version, a release or a commit; of another
// program than bellwether also that of the bellwether in it.
func Of(reg *registry.Registry) string {
	own := string(reg.Program()) + " " + build.Version()
	if reg.Program() == registry.Bellwether {
		return own
	}
	return own + " on bellwether " + build.Library()
}
