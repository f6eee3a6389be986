package queue

import (
	"context"
	"errors"
	"testing"
	"time"

	"bellwether/internal/testkit/bubble"
)

// A question that a cluster drops is asked again; an answer, also a refusal, ends it, and so does the
// end of the time that there is for all.
func TestADroppedQuestionIsAskedAgain(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		refusal := errors.New("no such stream")
		for _, c := range []struct {
			dropped int // of the first questions
			answer  error
			want    error
			asked   int
			after   time.Duration
		}{
			{0, nil, nil, 1, 0}, {2, nil, nil, 3, 2 * answerWithin}, {1, refusal, refusal, 2, answerWithin},
			{9, nil, context.DeadlineExceeded, 3, 5 * time.Second},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			began, asked := time.Now(), 0
			err := answered(ctx, func(ctx context.Context) error {
				if asked++; asked > c.dropped {
					return c.answer
				}
				<-ctx.Done()
				return ctx.Err()
			})
			cancel()
			if !errors.Is(err, c.want) || asked != c.asked || time.Since(began) != c.after {
				t.Errorf("%d dropped: %v, asked %d times in %v", c.dropped, err, asked, time.Since(began))
			}
		}
	})
}
