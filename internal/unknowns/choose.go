package unknowns

import "bellwether/internal/draw"

func (s *Study) nearest() draw.Table { return draw.Table{Title: "nearest", Header: []string{"x"}} }
func (s *Study) steps() []draw.Table { return []draw.Table{{Title: "steps", Header: []string{"x"}}} }
