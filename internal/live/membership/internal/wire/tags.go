package wire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// TagsLimit bounds the tags of a member, in bytes of Tags: they are in every announcement, and
// memberlist allows 512 bytes for all metadata.
const TagsLimit = 200

// Tags are a member's tags in a fixed order, "role=gateway,zone=north", so that they can be
// compared. Names and values have neither commas nor equals signs.
type Tags string

// MakeTags checks tags. The names of tags follow the rules for names; values may also be empty
// or have colons, slashes, at signs and plus signs, as in addresses.
func MakeTags(all map[string]string) (Tags, error) {
	var pairs []string
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := checkTag(name, all[name]); err != nil {
			faults = append(faults, err)
		}
		pairs = append(pairs, name+"="+all[name])
	}
	t := Tags(strings.Join(pairs, ","))
	if len(t) > TagsLimit {
		faults = append(faults, fmt.Errorf("the tags have %d bytes, at most %d are allowed", len(t), TagsLimit))
	}
	return t, errors.Join(faults...)
}

func checkTag(name, value string) error {
	if err := CheckName(name); err != nil {
		return fmt.Errorf("the name of the tag %w", err)
	}
	if value != "" {
		if err := checkSigns(value, valueSigns); err != nil {
			return fmt.Errorf("the value of the tag %s %w", name, err)
		}
	}
	return nil
}

// Map returns the tags by name; nil without tags.
func (t Tags) Map() map[string]string {
	if t == "" {
		return nil
	}
	all := map[string]string{}
	for pair := range strings.SplitSeq(string(t), ",") {
		name, value, _ := strings.Cut(pair, "=")
		all[name] = value
	}
	return all
}

// Check refuses what MakeTags does not make.
func (t Tags) Check() error {
	same, err := MakeTags(t.Map())
	if err == nil && same != t {
		err = fmt.Errorf("tags %q out of order", string(t))
	}
	return err
}
