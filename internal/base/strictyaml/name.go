package strictyaml

import (
	"path/filepath"
	"strings"
)

// NameOf makes a name from a file's name, for a document without a name.
func NameOf(file string) string {
	base := strings.ToLower(filepath.Base(file))
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := []rune(base)
	for i, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || i > 0 && strings.ContainsRune("._-", c)) {
			name[i] = '-'
		}
	}
	out := strings.TrimLeft(string(name), "-._")
	if out == "" {
		return "scenario"
	}
	return out[:min(len(out), 64)]
}
