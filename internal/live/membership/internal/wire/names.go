package wire

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"unicode"
)

// CheckName refuses names that memberlist would misread ("name/address" is its form of a
// seed, and it looks up a member's name that is an IP address as an address), and names that
// a shell, a list with commas, JSON or a terminal could misread: hooks get the names of
// others, and an agent's directory has its name.
func CheckName(name string) error {
	bad := func(why string) error { return fmt.Errorf("%q %s", name, why) }
	if name == "" {
		return errors.New("must not be empty")
	}
	if len(name) > NameLimit {
		return bad(fmt.Sprintf("has %d bytes, at most %d are allowed", len(name), NameLimit))
	}
	if err := checkSigns(name, nameSigns); err != nil {
		return err
	}
	if name[0] == '.' {
		return bad("begins with a dot, like a directory or a hidden file")
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return bad("is an IP address: choose a name")
	}
	return nil
}

// The signs in names, and in values of tags, beside letters and digits. A shell has a meaning
// for none of them.
const (
	nameSigns  = "._-"
	valueSigns = nameSigns + ":/@+"
)

// checkSigns refuses text with other signs than letters, digits and the given ones.
func checkSigns(text, signs string) error {
	if strings.ContainsFunc(text, func(r rune) bool {
		return !(unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit) || strings.ContainsRune(signs, r))
	}) {
		if signs != nameSigns {
			return fmt.Errorf("%q has a character that is no letter, digit or one of %s", text, signs)
		}
		return fmt.Errorf("%q has a character that is no letter, digit, dot, underscore or hyphen", text)
	}
	if text[0] == '-' {
		return fmt.Errorf("%q begins with a hyphen, like a flag", text)
	}
	return nil
}

// NameFault is CheckName with the option's name.
func NameFault(name string) error {
	if err := CheckName(name); err != nil {
		return fmt.Errorf("name %w", err)
	}
	return nil
}

// CheckAddr accepts an "ip:port" to which a packet can be sent.
func CheckAddr(addr string) error {
	a, err := netip.ParseAddrPort(addr)
	if err != nil {
		return fmt.Errorf("address %q: %w", addr, err)
	}
	if a.Port() == 0 || a.Addr().IsUnspecified() || a.Addr().IsMulticast() {
		return fmt.Errorf("address %q: nobody can be reached there", addr)
	}
	return nil
}
