package live

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/live/daemon"
)

// Every setting of a file has a flag, and every flag has a setting.
func TestEverySettingHasAFlag(t *testing.T) {
	var flags []string
	for _, f := range settingFlags {
		flags = append(flags, strings.ReplaceAll(f.name, "-", "_"))
	}
	flags = append(flags, "params", "hooks", "on_event", "tags") // --param, --on-event by two names, --tag
	var settings []string
	for i := range reflect.TypeFor[daemon.Settings]().NumField() {
		if name := reflect.TypeFor[daemon.Settings]().Field(i).Tag.Get("yaml"); name != "" {
			settings = append(settings, name)
		}
	}
	slices.Sort(flags)
	slices.Sort(settings)
	if !slices.Equal(flags, settings) {
		t.Errorf("flags    %v\nsettings %v", flags, settings)
	}
}
