package formats_test

import "strings"

// shapeCases are files whose axes have other names, that hold several nodes in a row, or that end in
// the middle of a number.
func shapeCases() []silentCase {
	const games = "id,time,x,y,z\n"
	steady := "id,time,x,y\n" + strings.Repeat("a,0,0.00,0.00\n", 8)
	return []silentCase{
		{"heights called y", "a.csv", games + "a,0,0,2,0\na,4,8,2,8\n", "", "2s 4 2", "z varies by 8 m, and y by 0 m: if that is the height, as in games, --columns x=x,y=z,alt=y says so"},
		{"heights called y, and it is said", "a.csv", games + "a,0,0,2,0\na,4,8,2,8\n", "x=x,y=z,alt=y", "2s 4 4", ""},
		{"heights called posY", "a.csv", "id,time,posX,posY,posZ\na,0,0,2,0\na,4,8,2,8\n", "x=posX,y=posY", "2s 4 2", "posZ varies by 8 m, and posY by 0 m"},
		{"heights in feet called y", "a.csv", "id,time,x [ft],y [ft],z [ft]\na,0,0,0,0\na,4,100,0,100\n", "", "0s 0 0", "z [ft] varies by 30.5 m, and y [ft] by 0 m: if that is the height, as in games, --columns x=3,y=5,alt=4 says so"},
		{"a climb", "a.csv", games + "a,0,0,0,0\na,4,80,0,8\n", "", "2s 40 0", ""},
		{"a lift", "a.csv", games + "a,0,0,0,0\na,4,0,0,80\n", "", "2s 0 0", ""},
		{"a hill", "a.csv", games + "a,0,0,0,0\na,4,8,8,8\n", "", "2s 4 4", ""},
		{"nodes side by side", "a.csv", "time,x,y,x.1,y.1\n0,0,0,5,5\n4,8,0,5,5\n", "", "2s 4 0", "columns x.1 and y.1 are perhaps places of another node, and are not read: write a row for each node and instant"},
		{"nodes side by side in degrees", "a.csv", "time,lat,lon,lat2,lon2\n0,-10,-20,5,5\n4,-10,-20,5,5\n", "", "2s 0 0", "columns lon2 and lat2 are perhaps places of another node"},
		{"two places of a named node", "a.csv", "id,time,lat,lon,lat2,lon2\na,0,-10,-20,5,5\na,4,-10,-20,5,5\n", "", "2s 0 0", ""},
		{"a number that is cut", "a.csv", steady + "a,9,0.00,0.0", "", "2s 0 0", `line 10, the last, has no end, and fewer decimals than any other, "0.0": if it was cut off, delete it`},
		{"a last line without an end", "a.csv", steady + "a,9,0.00,0.00", "", "2s 0 0", ""},
		{"a short number in a whole line", "a.csv", steady + "a,9,0.00,0.0\n", "", "2s 0 0", ""},
	}
}
