package live

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
)

// A filter selects members. An empty field selects all.
type filter struct {
	tags   []string // KEY=REGEXP
	states []string
	member string // REGEXP
}

func (f *filter) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.tags, "tag", nil, "only members with this tag, `KEY=REGEXP` for all of the value; repeatable")
	cmd.Flags().StringSliceVar(&f.states, "status", nil, "only members that are in one of these states, `alive,failed,left`")
	cmd.Flags().StringVar(&f.member, "member", "", "only members whose whole name matches `REGEXP` (--name selects the agent to ask)")
	cmdline.Complete(cmd, "status", func() []string { return []string{"alive", "failed", "left"} })
}

// keep returns the function that selects members.
func (f *filter) keep() (func(agent.MemberStatus) bool, error) {
	whole := func(flag, text string) (*regexp.Regexp, error) {
		_, err := regexp.Compile(text) // its error shows what the user wrote
		var re *regexp.Regexp
		if err == nil {
			re, err = regexp.Compile("^(?:" + text + ")$")
		}
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", flag, err)
		}
		return re, nil
	}
	for _, s := range f.states {
		if !slices.Contains([]string{membership.Alive.String(), membership.Failed.String(), membership.Left.String()}, s) {
			return nil, fmt.Errorf("--status %s: must be alive, failed or left", s)
		}
	}
	given, err := pairs(f.tags)
	if err != nil {
		return nil, fmt.Errorf("--tag %w", err)
	}
	tags := map[string]*regexp.Regexp{}
	var faults []error
	for _, key := range slices.Sorted(maps.Keys(given)) {
		tags[key], err = whole("tag "+key, given[key])
		faults = append(faults, err)
	}
	name, err := whole("member", cmp.Or(f.member, ".*"))
	faults = append(faults, err)
	return func(m agent.MemberStatus) bool {
		for key, re := range tags {
			if value, has := m.Tags[key]; !has || !re.MatchString(value) {
				return false
			}
		}
		return name.MatchString(m.Name) && (len(f.states) == 0 || slices.Contains(f.states, m.State))
	}, errors.Join(faults...)
}
