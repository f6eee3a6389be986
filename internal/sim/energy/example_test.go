package energy_test

import (
	"fmt"
	"time"

	"bellwether/internal/sim/energy"
)

// What one frame costs its sender: 400 µs on the air are 100 bytes at 2 Mbit/s.
func ExampleProfile_TransmitJ() {
	wifi, _ := energy.ProfileByName("wifi-ns3")
	fmt.Printf("%.1f µJ above idle\n", wifi.TransmitJ(400*time.Microsecond)*1e6)
	// Output: 128.4 µJ above idle
}
