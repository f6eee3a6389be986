//go:build docs

package main

import (
	"regexp"
	"strconv"
	"strings"
)

// A lack is a cell whose numbers no command prints.
type lack struct {
	line int // of the table, from 0
	text string
}

var numeral = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)

// notPrinted returns the cells of a table laid out by hand that have a number which no command
// prints in a line with the name of the row. A number counts as printed if one with as many or
// more decimals rounds to it. So a number in the wrong column is not seen.
func (p *checker) notPrinted(table []string, commands []string) ([]lack, error) {
	var printed []string
	for _, command := range commands {
		out, err := p.run(command)
		if err != nil {
			return nil, err
		}
		printed = append(printed, strings.Split(out, "\n")...)
	}
	var lacks []lack
	for i, line := range table {
		row := cells(line)
		var of []string // what is printed of the row
		for _, text := range printed {
			if named(text, row) {
				of = append(of, numeral.FindAllString(text, -1)...)
			}
		}
		var measured []string // cells that begin with a number
		for _, cell := range row {
			if strings.ContainsAny(cell[:min(1, len(cell))], "-0123456789") {
				measured = append(measured, cell)
			}
		}
		if i > 1 && of == nil && measured != nil { // above is the head of the table
			lacks = append(lacks, lack{i, "no command prints a row named " + strings.Join(row[:min(2, len(row))], " or ")})
			continue
		}
		for _, cell := range measured {
			for _, number := range numeral.FindAllString(cell, -1) {
				if !rounds(of, number) {
					lacks = append(lacks, lack{i, "no command prints " + number + ", of " + cell + ", for " + strings.Join(row[:min(2, len(row))], " ")})
				}
			}
		}
	}
	return lacks, nil
}

// named reports whether a printed line begins with a cell that is also one of a row.
func named(text string, row []string) bool {
	if !strings.HasPrefix(text, "|") {
		return false
	}
	name := strings.TrimRight(cells(text)[0], "¹²³⁴⁵⁶⁷⁸⁹")
	for _, cell := range row {
		if cell != "" && cell == name {
			return true
		}
	}
	return false
}

// rounds reports whether a printed number rounds to one of a page.
func rounds(printed []string, shown string) bool {
	_, digits, _ := strings.Cut(shown, ".")
	for _, text := range printed {
		_, more, _ := strings.Cut(text, ".")
		if x, err := strconv.ParseFloat(text, 64); err == nil && len(more) >= len(digits) && strconv.FormatFloat(x, 'f', len(digits), 64) == shown {
			return true
		}
	}
	return false
}
