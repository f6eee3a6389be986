package scenarios

import (
	"embed"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed *.yaml traces/*.ns_movements traces/*.geojson traces/*.contacts traces/*.gpx
var builtin embed.FS

//go:embed schema.json
var schema []byte

// Builtin lists the scenarios that come with bellwether, the ones for a first
// look first.
func Builtin() []string {
	entries, err := builtin.ReadDir(".")
	if err != nil {
		panic("scenarios: " + err.Error()) // embedded: cannot fail
	}
	order := []string{"ten-nodes", "campus-walk", "campus-sparse", "bully-seven", "two-islands", "city-cars", "detectors", "drone-swarm", "drone-survey", "convoy", "disaster-teams", "sensor-field", "old-town", "town-watch", "conference-contacts"}
	rank := func(name string) int {
		if i := slices.Index(order, name); i >= 0 {
			return i
		}
		return len(order)
	}
	var out []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok {
			out = append(out, name)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return rank(a) - rank(b) })
	return out
}

// Source returns the file of a built-in scenario.
func Source(name string) ([]byte, bool) {
	data, err := builtin.ReadFile(name + ".yaml")
	return data, err == nil
}

// Schema returns the JSON Schema of a scenario file.
func Schema() []byte { return slices.Clone(schema) }

// openBuiltin opens a trace that comes with bellwether, under its path in the
// scenario file or under its bare name.
func openBuiltin(file string) (io.ReadCloser, error) {
	f, err := builtin.Open(path.Clean(file))
	if err != nil {
		f, err = builtin.Open(path.Join("traces", path.Base(file)))
	}
	if ext := path.Ext(file); err == nil && !slices.Contains([]string{".ns_movements", ".geojson", ".contacts", ".gpx"}, ext) {
		f.Close()
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}
