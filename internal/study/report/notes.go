package report

import (
	"fmt"
	"slices"

	"bellwether/internal/draw/table"
)

// A numberedTable is a table with its number.
type numberedTable struct {
	table.Table
	Number int
}

// number numbers tables, as many as a page may have. A note stays below its table only if no
// other table has it. The others are returned, each once, with the numbers of their tables unless
// all have it.
func number(list []table.Table, first int) (out []numberedTable, notes []string) {
	list = onPaper(list)
	return numbered(list[:min(len(list), maxTables)], first)
}

// numbered numbers tables as they are.
func numbered(list []table.Table, first int) (out []numberedTable, notes []string) {
	of := map[string][]int{} // the numbers of the tables that have a note
	var order []string
	for i := range list {
		for _, note := range list[i].Notes {
			if of[note] == nil {
				order = append(order, note)
			}
			of[note] = append(of[note], first+i)
		}
	}
	for _, note := range order {
		switch at := of[note]; {
		case len(at) == len(list) && len(at) > 1:
			notes = append(notes, note)
		case len(at) > 1:
			notes = append(notes, "Tables "+ranges(at)+": "+note)
		}
	}
	for i, t := range list {
		t.Notes = slices.DeleteFunc(slices.Clone(t.Notes), func(note string) bool { return len(of[note]) > 1 })
		out = append(out, numberedTable{t, first + i})
	}
	return out, notes
}

// ranges writes rising numbers: "1 to 3, 5 and 8".
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		switch j - i {
		case 0:
			parts = append(parts, fmt.Sprint(numbers[i]))
		case 1:
			parts = append(parts, fmt.Sprint(numbers[i]), fmt.Sprint(numbers[j]))
		default:
			parts = append(parts, fmt.Sprintf("%d to %d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return and(parts)
}
