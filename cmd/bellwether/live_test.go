package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/daemon"
)

// What a file of settings can say, a flag can, and no flag says what no file can.
func TestEverySettingHasAFlag(t *testing.T) {
	var flags []string
	for _, f := range settingFlags {
		flags = append(flags, strings.ReplaceAll(f.name, "-", "_"))
	}
	flags = append(flags, "params", "hooks") // --param, --on-event
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
