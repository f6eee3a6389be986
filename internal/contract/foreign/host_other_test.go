//go:build !linux

package foreign

func hostOfAHang() {}
