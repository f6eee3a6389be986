package air

import (
	"bellwether/internal/base/errs"
	"bellwether/internal/sim/userparts"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// Loss is the loss model of a seed; nil if the channel loses nothing.
func (r *Radio) Loss(seed uint64) (radio.Loss, error) {
	l, err := r.lossForEver(seed)
	if err != nil {
		return nil, err
	}
	if l, err = r.redraws(l); err != nil {
		return nil, err
	}
	return endsAt(l, r.Keys.Loss.Until), nil
}

// lossForEver is the loss of a run as if it never ended.
func (r *Radio) lossForEver(seed uint64) (radio.Loss, error) {
	l := r.Keys.Loss
	switch l.Model {
	case section.LossBernoulli:
		if l.Probability == 0 {
			return nil, nil
		}
		return radio.NewBernoulli(seed, l.Probability, radio.DefaultSlot)
	case section.LossBursts:
		return radio.NewBursts(r.bursts(), seed)
	case section.WordOwn:
		return r.ownLoss(seed)
	case section.LossDistance:
		return radio.NewDistanceLoss(radio.DistanceLoss{Near: l.Near, Far: l.Far, RangeM: r.RangeM(), Exponent: l.Exponent, Slot: radio.DefaultSlot}, seed)
	}
	return nil, nil
}

func (r *Radio) bursts() radio.GilbertElliott {
	l := r.Keys.Loss
	return radio.GilbertElliott{Good: l.Good.Std(), Bad: l.Bad.Std(), LossGood: l.LossGood, LossBad: l.LossBad, Slot: radio.DefaultSlot}
}

// ownLoss makes the program's loss.
func (r *Radio) ownLoss(seed uint64) (radio.Loss, error) {
	name := r.Keys.Loss.Name
	loss, err := userparts.Loss(name, r.Losses[name])(seed)
	if err != nil {
		return nil, err
	}
	if _, ranged := loss.(radio.RangedLoss); ranged && r.Keys.Placeless() {
		return nil, errs.Radio.Errorf("the program's own loss %s goes by distance, and radio model %s has none", name, r.Keys.Model)
	}
	return loss, nil
}

// redraws is a loss that is drawn again, if the scenario wants it.
func (r *Radio) redraws(before radio.Loss) (radio.Loss, error) {
	again := r.Keys.Loss.Redraw
	if before == nil || again.Seed == 0 {
		return before, nil
	}
	after, err := r.lossForEver(uint64(again.Seed))
	if err != nil {
		return nil, err
	}
	both := redrawn{before, after, protocol.Time(again.From)}
	earlier, ranged := before.(radio.RangedLoss)
	if later, too := after.(radio.RangedLoss); ranged && too {
		return redrawnByRange{both, earlier, later}, nil
	}
	return both, nil
}
