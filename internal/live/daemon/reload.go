package daemon

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/secure"
	"bellwether/internal/live/sensors"
	"bellwether/protocol"
)

// reloadable are the settings that a reload changes.
var reloadable = []string{"hooks", "hook_timeout", "capability", "log_level", "key_file", "operators", "admission", "wire", "tags", "eligible"}

// reload applies the new settings that a running agent can take over.
func (d *daemon) reload(s *Settings) {
	for _, name := range differences(d.s, s) {
		if !slices.Contains(reloadable, name) {
			d.Logger.Warn("this setting needs a restart", "setting", name)
		}
	}
	d.hooks.Set(s.hooks, s.HookTimeout.Std())
	if source, err := sensors.Parse(s.Capability); err != nil {
		d.Logger.Error("the capability stays as it was", "error", err)
	} else {
		d.sensor.Replace(source)
	}
	if s.rules == nil || d.s.algorithm.Goal == protocol.GoalBest {
		d.sensor.Rule(s.rules, s.Tags)
	}
	if err := d.Level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		d.Logger.Error("the log level stays as it was", "error", err)
	}
	if d.s.KeyFile != "" && s.KeyFile != "" {
		d.reread(s.KeyFile)
		d.reoperate(s)
		d.respeak(s.Wire)
	}
	if !maps.Equal(d.s.Tags, s.Tags) { // tags of "live tags" stay otherwise
		tags, err := membership.MakeTags(s.Tags)
		if err == nil {
			err = d.gossip.SetTags(tags)
		}
		if err != nil {
			d.Logger.Error("the tags stay as they were", "error", err)
		}
	}
	d.s.Tags = s.Tags
	d.s.Hooks, d.s.HookTimeout, d.s.Capability, d.s.LogLevel, d.s.Eligible, d.s.rules = s.Hooks, s.HookTimeout, s.Capability, s.LogLevel, s.Eligible, s.rules
	d.Logger.Info("settings read again")
}

// reoperate takes the lists of operators and an operator's word, unless they would void the admission of this
// agent, or take the majority away: the members would become guests one by one, and the last ones stop the cluster.
func (d *daemon) reoperate(s *Settings) {
	by, err := s.operatedBy()
	if err == nil {
		err = d.voids(s, by)
	}
	if err != nil {
		d.Logger.Error("the operators and the admission stay as they were", "error", err)
		return
	}
	d.gossip.Operated(by)
	d.s.Operators = s.Operators
	d.readmit(s)
}

// voids returns an error if operators void the admission of this agent or of so many that no majority is left.
func (d *daemon) voids(s *Settings, by keyring.Operators) error {
	if d.s.Admission == "" || s.Admission == "" {
		return nil
	}
	a, err := s.admission()
	if err != nil {
		return err
	}
	now, next := d.gossip.Electors(nil, nil), d.gossip.Electors(&by, &a)
	return voided(d.s.Name, now, next)
}

// voided compares those that count by other operators with those that count now.
func voided(self string, now, next []string) error {
	var lost []string
	for _, name := range now {
		if !slices.Contains(next, name) {
			lost = append(lost, name)
		}
	}
	if len(lost) == 0 || !slices.Contains(lost, self) && 2*len(lost) < len(now) {
		return nil
	}
	return fmt.Errorf("these operators have not admitted %s, which count now, so that the cluster would stop: keep the old operator's line beside the new one, "+
		"admit each member by the new one (bellwether live keys admit), send each SIGHUP, and remove the old line then", strings.Join(lost, ", "))
}

// readmit reads an operator's word again. That only members count which are admitted begins at a start.
func (d *daemon) readmit(s *Settings) {
	if (s.Admission == "") != (d.s.Admission == "") {
		d.Logger.Warn("this setting needs a restart", "setting", "admission")
		return
	}
	a, err := s.admission()
	if err != nil {
		d.Logger.Error("the admission stays as it was", "error", err)
		return
	}
	d.gossip.Admit(a)
	d.s.Admission = s.Admission
}

// reread takes the keys of a key file, unless orders about keys were obeyed.
func (d *daemon) reread(file string) {
	keys, err := ReadKeyFile(file)
	if err == nil {
		err = d.keys.Reread(keys)
	}
	switch {
	case errors.Is(err, keyring.ErrRetired): // so it is after each rotation
		d.Logger.Debug("the key file is older than a rotation", "file", file)
	case err != nil:
		d.Logger.Warn("the keys stay as they were", "file", file, "error", err)
	}
}

// respeak takes another wire, unless a member would not understand it.
func (d *daemon) respeak(to string) {
	wire, err := secure.ParseWire(to)
	if err == nil {
		err = d.gossip.Speak(wire)
	}
	if err != nil {
		d.Logger.Error("the wire stays as it was", "error", err)
		return
	}
	d.s.Wire = to
}

// differences returns the keys of the settings in which a and b differ, as in files.
func differences(a, b *Settings) []string {
	var out []string
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		name := x.Type().Field(i).Tag.Get("yaml")
		if name != "" && !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			out = append(out, name)
		}
	}
	return out
}
