//go:build docs

package main

import (
	"fmt"
	"path/filepath"

	"bellwether/internal/draw/table"
)

// recordings are the sweeps of the second half, by their files.
var recordings = []string{"town-watch", "city-cars", "conference-contacts"}

// A claim says that a row is badly led for longer than another, each at some points.
type claim struct {
	more, less     string
	moreAt, lessAt where
	text           string
}

// claims are the differences that the first half names.
var claims = []claim{
	{more: "vasudevan", less: "tanist", text: "VKT04 longer than `tanist`"},
	{more: "flood-max", less: "tanist", text: "flood-max longer than `tanist`"},
	{more: "global-view", less: "tanist", text: "`global-view` longer than `tanist`"},
	{more: "bully", less: "vasudevan", text: "bully longer than VKT04"},
	{more: "bully", less: "vasudevan", moreAt: where{"routing": "oracle"}, lessAt: where{"routing": "oracle"}, text: "the same, routes for nothing"},
	{more: "chang-roberts", less: "bully", moreAt: where{"routing": "oracle"}, lessAt: where{"routing": "oracle"}, text: "Chang-Roberts longer than bully, routes for nothing"},
	{more: "bully", less: "bully", moreAt: where{"routing": "aodv", "medium": "shared"}, lessAt: where{"routing": "oracle", "medium": "ideal"}, text: "bully with AODV on a shared medium longer than with free routes on an ideal one"},
	{more: "bully", less: "bully", moreAt: where{"routing": "olsr"}, lessAt: where{"routing": "oracle"}, text: "bully with OLSR longer than with free routes"},
}

// recorded says what of the first half's differences holds in the worlds of the second, whose results are in dir.
func recorded(first *study, dir string) (table.Table, error) {
	var second []*study
	for _, name := range recordings {
		s, err := newStudy(filepath.Join(dir, name))
		if err != nil {
			return table.Table{}, err
		}
		second = append(second, s)
	}
	t := table.Table{Header: []string{"badly led", "made worlds"}, Right: []bool{false, true}}
	for _, name := range recordings {
		t.Header, t.Right = append(t.Header, name), append(t.Right, true)
	}
	for _, c := range claims {
		row := []string{c.text}
		for _, s := range append([]*study{first}, second...) {
			row = append(row, s.difference(c))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Rows = append(t.Rows, []string{"least mean, at how many points", "", "", "", ""})
	last := t.Rows[len(t.Rows)-1]
	for i, s := range append([]*study{first}, second...) {
		last[1+i] = s.winner(where{})
	}
	return t, nil
}

// difference is by how much a claim is so, in points; "–" where the study has no such points.
func (s *study) difference(c claim) string {
	if len(s.points(c.moreAt)) == 0 || len(s.points(c.lessAt)) == 0 {
		return "–"
	}
	more, less := s.bySeed(badlyLed, c.more, c.moreAt), s.bySeed(badlyLed, c.less, c.lessAt)
	for i := range more {
		more[i] -= less[i]
	}
	e := meanOf(more)
	text := fmt.Sprintf("%+.2f [%+.2f, %+.2f]", 100*e.value, 100*e.low, 100*e.high)
	if e.value <= 0 {
		text = "**" + text + "**"
	}
	return text
}
