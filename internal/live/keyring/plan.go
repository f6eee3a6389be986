package keyring

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/live/secure"
)

// A Holding is the ring of one member.
type Holding struct {
	Member  string `json:"member"`
	Answers bool   `json:"answers"`        // whether Keys are known
	Left    bool   `json:"left,omitempty"` // it said goodbye, and may come back with the keys that it had
	// Guest: no operator has admitted it, where members are admitted. What it has and does holds up nobody.
	Guest bool `json:"guest,omitempty"`
	// Operated is of the agent that is asked: it obeys only operators, so that each key which it has came by one.
	Operated bool  `json:"operated,omitempty"`
	Keys     []Key `json:"keys"` // the one in use first
	// Wire is which versions of the handshake it speaks, if it answers, or has Said so in its metadata, by a third member.
	Wire secure.Wire `json:"wire"`
	Said bool        `json:"wire_said,omitempty"`
}

func (h Holding) find(key []byte) int {
	return slices.IndexFunc(h.Keys, func(k Key) bool { return bytes.Equal(k.Key, key) })
}

// Guests names the guests.
func Guests(all []Holding) (names []string) {
	for _, h := range all {
		if h.Guest {
			names = append(names, h.Member)
		}
	}
	return names
}

// counting are the holdings without those of guests.
func counting(all []Holding) []Holding {
	return slices.DeleteFunc(slices.Clone(all), func(h Holding) bool { return h.Guest })
}

// Silent names the members that do not answer.
func Silent(all []Holding) (names []string) {
	for _, h := range all {
		if !h.Answers && !h.Guest {
			names = append(names, h.Member)
		}
	}
	return names
}

// Begun reports whether the change of a key was begun and not ended: members have different
// keys, or besides the key in use one that an order installed. The first is the agent that is
// asked.
func Begun(all []Holding) bool {
	all = answering(all)
	for _, h := range all {
		if len(h.Keys) > 1 && h.newest().Order > 0 {
			return true
		}
		if len(h.Keys) != len(all[0].Keys) || h.find(all[0].Keys[0].Key) != 0 ||
			slices.ContainsFunc(h.Keys, func(k Key) bool { return all[0].find(k.Key) < 0 }) {
			return true
		}
	}
	return false
}

// Change are the steps that replace all keys by a new one.
func Change(all []Holding, fresh []byte) ([]Step, error) {
	if err := unknown(all); err != nil {
		return nil, err
	}
	if Begun(all) {
		return nil, errors.New("a change of the key was begun and not ended (\"live keys status\" shows it): end it with \"live keys resume\", or take it back with \"live keys undo\"")
	}
	return towards(all, fresh), nil
}

// Resume are the steps that end a change that was begun: they lead to the newest key. If no
// order installed any key, that is the key which the first agent uses.
func Resume(all []Holding) ([]Step, error) {
	if err := resumes(all); err != nil {
		return nil, err
	}
	return towards(all, newest(all).Key), nil
}

// resumes reports why no change can be ended.
func resumes(all []Holding) error {
	if err := unknown(all); err != nil {
		return err
	}
	if !Begun(all) {
		return errors.New("no change of the key was begun: all members that answer, without those that were left out and guests, have the same keys")
	}
	return nil
}

// unknown reports that other members have keys of which the agent that is asked knows no order of an operator, and
// has not begun a change itself: a member may have made up what it says, and an operator must not sign its key. The
// agent at which a change was begun has each key of that change until all others have ended it.
func unknown(all []Holding) error {
	asked := all[0]
	if !asked.Operated || len(asked.Keys) > 1 && asked.newest().Order > 0 {
		return nil
	}
	var names, prints []string
	for _, h := range answering(all) {
		for _, k := range h.Keys {
			if asked.find(k.Key) < 0 {
				names, prints = append(names, h.Member), append(prints, Print(k.Key))
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	names, prints = slices.Compact(names), slices.Compact(prints)
	return fmt.Errorf("%s: a key (%s) that no operator's order brought to this agent, so nothing was changed: if you began a change there, end it there (\"live keys resume\"); "+
		"if not, that member is not to be trusted: go on with \"live keys rotate --without %s\"", strings.Join(names, ", "), strings.Join(prints, ", "), strings.Join(names, ","))
}

// Undo are the steps that take back a change that was begun: they lead to the newest of the
// other keys.
func Undo(all []Holding) ([]Step, error) {
	if err := resumes(all); err != nil {
		return nil, err
	}
	last := newest(all)
	if last.Order == 0 {
		return nil, errors.New("no order installed a key: the members have different key files")
	}
	var back *Key
	for _, k := range vouched(all) {
		if !bytes.Equal(k.Key, last.Key) && (back == nil || k.Order > back.Order) {
			back = &k
		}
	}
	var without []string
	for _, h := range answering(all) {
		if back != nil && h.find(back.Key) < 0 {
			without = append(without, h.Member)
		}
	}
	switch {
	case back == nil:
		return nil, errors.New("nobody has the former key any more: \"live keys resume\" ends the change")
	case len(without) > 0:
		return nil, fmt.Errorf("%s removed the former key: \"live keys resume\" ends the change", strings.Join(without, ", "))
	}
	return towards(all, back.Key), nil
}

// towards are the steps that make a key the only one of all.
func towards(all []Holding, key []byte) []Step {
	steps := []Step{{Install, key}, {Use, key}}
	for _, k := range held(all) {
		if !bytes.Equal(k.Key, key) {
			steps = append(steps, Step{Remove, k.Key})
		}
	}
	return steps
}

// held are the keys of all members, each once with the greatest number of an order, in the
// order in which they are met.
func held(all []Holding) (keys []Key) {
	for _, h := range answering(all) {
		for _, k := range h.Keys {
			i := Holding{Keys: keys}.find(k.Key)
			if i < 0 {
				keys = append(keys, k)
			} else {
				keys[i].Order = max(keys[i].Order, k.Order)
			}
		}
	}
	return keys
}

// vouched are the keys to which a change may lead: all, or those of the agent that is asked, if only operators
// bring it keys.
func vouched(all []Holding) []Key {
	if all[0].Operated {
		return all[0].Keys
	}
	return held(all)
}

// newest is the key that was installed last; of several the first.
func newest(all []Holding) Key { return Holding{Keys: vouched(all)}.newest() }

func (h Holding) newest() (last Key) {
	for _, k := range h.Keys {
		if last.Key == nil || k.Order > last.Order {
			last = k
		}
	}
	return last
}

func answering(all []Holding) []Holding {
	return slices.DeleteFunc(counting(all), func(h Holding) bool { return !h.Answers || len(h.Keys) == 0 })
}
