package cli

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/agent"
	"bellwether/internal/daemon"
)

// Every setting of a file has a flag, and every flag has a setting.
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

// TestStatusTellsHowWellANodeHears: status shows the share of hellos that a node hears,
// if it has neighbours.
func TestStatusTellsHowWellANodeHears(t *testing.T) {
	for want, s := range map[string]agent.Status{
		"hellos       97 % of the neighbours' last ones heard\n": {Quality: 0.966, Neighbours: []agent.Node{{Name: "b", ID: 2}}},
		"0 neighbours\nleaderless ":                              {},
	} {
		var b strings.Builder
		showStatus(&b, s)
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
