//go:build !linux

package foreign

func hostOfAHang() {}

func abandons() {}
