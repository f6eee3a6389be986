package memory

import (
	"math"
	"runtime/debug"
	"testing"
)

func TestTheLimitOfTheRuntimeApplies(t *testing.T) {
	if got := goLimit(math.MaxInt64); got != nil {
		t.Errorf("without a limit: %v", got)
	}
	const limit = 1 << 40
	got := goLimit(limit)
	if len(got) != 1 || got[0].Bytes >= limit || got[0].Bytes < limit-1<<30 {
		t.Errorf("with a limit of %d: %v", int64(limit), got)
	}
	if low, _ := least(goLimit(1)); low.Bytes != 0 {
		t.Errorf("beyond the limit: %v", low)
	}
}

func TestSizesForPeople(t *testing.T) {
	for bytes, want := range map[int64]string{1: "1 kB", 999_000: "999 kB", 2_500_000: "2.5 MB", 12_300_000: "12 MB", 3_140_000_000: "3.1 GB"} {
		if got := Size(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}

func TestSizesThatUsersGive(t *testing.T) {
	for text, want := range map[string]int64{"8GB": 8e9, "2GiB": 2 << 30, "1.5 MB": 1.5e6, "64KiB": 64 << 10} {
		free, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, known := free(); !known || got.Bytes != want {
			t.Errorf("%s: %d, %v", text, got.Bytes, known)
		}
	}
	for _, text := range []string{"8", "GB", "-1GB", "NaNGB", "0MB", "1e30TB", "much", "OFF"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s was accepted", text)
		}
	}
	free, err := Parse(Off)
	if err != nil {
		t.Fatal(err)
	}
	if _, known := free(); known {
		t.Error("off is a bound")
	}
}

func TestKeepLeavesGOMEMLIMITAlone(t *testing.T) {
	former := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(former)
	debug.SetMemoryLimit(5e9)
	Keep(Amount{Bytes: 1e9})
	if now := debug.SetMemoryLimit(-1); now != 5e9 {
		t.Errorf("the limit is %d now", now)
	}
	debug.SetMemoryLimit(math.MaxInt64)
	Keep(Amount{Bytes: 1e9})
	if now := debug.SetMemoryLimit(-1); now < 950e6 || now > 1.5e9 {
		t.Errorf("the limit is %d, with 1 GB free", now)
	}
}
