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
	Keys    []Key  `json:"keys"`           // the one in use first
	// Wire is which versions of the handshake it speaks, if it answers, or has Said so in its metadata, by a third member.
	Wire secure.Wire `json:"wire"`
	Said bool        `json:"wire_said,omitempty"`
}

func (h Holding) find(key []byte) int {
	return slices.IndexFunc(h.Keys, func(k Key) bool { return bytes.Equal(k.Key, key) })
}

// Silent names the members that do not answer.
func Silent(all []Holding) (names []string) {
	for _, h := range all {
		if !h.Answers {
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
	if Begun(all) {
		return nil, errors.New("a change of the key was begun and not ended (\"live keys status\" shows it): end it with \"live keys resume\", or take it back with \"live keys undo\"")
	}
	return towards(all, fresh), nil
}

// Resume are the steps that end a change that was begun: they lead to the newest key. If no
// order installed any key, that is the key which the first agent uses.
func Resume(all []Holding) ([]Step, error) {
	if !Begun(all) {
		return nil, errors.New("no change of the key was begun: all members that answer have the same keys")
	}
	return towards(all, newest(all).Key), nil
}

// Undo are the steps that take back a change that was begun: they lead to the newest of the
// other keys.
func Undo(all []Holding) ([]Step, error) {
	if !Begun(all) {
		return nil, errors.New("no change of the key was begun: all members that answer have the same keys")
	}
	last := newest(all)
	if last.Order == 0 {
		return nil, errors.New("no order installed a key: the members have different key files")
	}
	var back *Key
	for _, k := range held(all) {
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

// newest is the key that was installed last; of several the first.
func newest(all []Holding) Key { return Holding{Keys: held(all)}.newest() }

func (h Holding) newest() (last Key) {
	for _, k := range h.Keys {
		if last.Key == nil || k.Order > last.Order {
			last = k
		}
	}
	return last
}

func answering(all []Holding) []Holding {
	return slices.DeleteFunc(slices.Clone(all), func(h Holding) bool { return !h.Answers || len(h.Keys) == 0 })
}
