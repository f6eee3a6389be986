package formats_test

// unitCases are files whose numbers have other units than seconds, metres and degrees, or seem so.
func unitCases() []silentCase {
	return []silentCase{
		{"digits of a clock without their zero", "a.csv", "node,time,x,y\na,93005,0,0\na,93009,8,0\n", "", "0s 0 0", "times like 93005 are read as seconds: if they are the time of a day, 09:30:05, --columns time=time:hms says so"},
		{"digits of a clock, and it is said", "a.csv", "node,time,x,y\na,95958,0,0\na,100002,8,0\n", "time=time:hms", "2s 4 0", "times like 09:59:58 have no date"},
		{"digits of a clock after midnight", "a.csv", "node,time,x,y\na,235958,0,0\na,2,8,0\n", "time=time:hms", "2s 4 0", "where they fall by more than half a day the next day begins"},
		{"digits of hours and minutes", "a.csv", "node,time,x,y\na,956,0,0\na,957,0,0\na,958,0,0\na,959,0,0\na,1000,0,0\na,1001,0,0\na,1002,0,0\na,1003,0,0\na,1004,0,0\na,1005,0,0\n", "", "0s 0 0", "times like 956 are read as seconds: if they are the time of a day, 09:56, --columns time=time:hm says so"},
		{"digits of hours and minutes, and it is said", "a.csv", "node,time,x,y\na,959,0,0\na,1000,60,0\n", "time=time:hm", "30s 30 0", "hours and minutes"},
		{"a clock that is said and is none", "a.csv", "node,time,x,y\na,95958,0,0\na,95999,8,0\n", "time=time:hms", "", "want the digits of a time of a day: --columns time=time:s reads seconds"},
		{"seconds in even steps", "a.csv", "node,time,x,y\na,50,0,0\na,100,50,0\na,150,100,0\na,200,150,0\na,250,200,0\na,300,250,0\na,350,300,0\na,400,350,0\na,450,400,0\na,500,450,0\na,550,500,0\n", "", "25s 25 0", ""},
		{"a day and the digits of a clock", "a.csv", "node,date,time,x,y\na,20260501,235958,0,0\na,20260502,2,8,0\n", "", "2s 4 0", "columns date and time are read as the day and the time"},
		{"a day and the seconds of it", "a.csv", "node,date,time,x,y\na,20260501,31010,0,0\na,20260501,31085,8,0\n", "", "", "--columns time=time:s reads seconds"},
		{"a unit in the name that a mapping gives", "a.csv", "node,sample_ms,x,y\na,0,0,0\na,4000,8,0\n", "time=sample_ms", "2s 4 0", ""},
		{"centimetres, as the names say", "a.csv", "node,time,x [cm],y_mm\na,0,0,0\na,4,800,1000\n", "", "2s 4 0.5", ""},
		{"kilometres by a mapping", "a.csv", "node,time,e,n\na,0,0,0\na,4,0.008,1\n", "x=e:km,y=n:ft", "2s 4 0.1524", ""},
		{"pixels", "a.csv", "node,time,x_px,y_px\na,0,0,0\na,4,8,1\n", "", "", `column "x_px" is in a unit that has no metres here: --columns x=x_px:m,y=y_px:m takes one for a metre`},
		{"pixels of one axis", "a.csv", "node,time,x_px\na,0,0\n", "", "", "no column called y"},
		{"hemispheres beside pixels", "a.csv", "node,time,x_px,y_px,lat,lon\na,0,7,7,-10,-20\na,9,7,7,-10,-20\n", "", "3s 0 0", ""},
		{"pixels that are metres", "a.csv", "node,time,x_px,y_px\na,0,0,0\na,4,8,1\n", "x=x_px:m,y=y_px:m", "2s 4 0.5", ""},
		{"hemispheres in the numbers", "a.csv", "node,time,lat,lon\na,0,10.0S,20W\na,9,10°0'0\"S,W 20°\n", "", "3s 0 0", ""},
		{"hemispheres by a unit in the name", "a.csv", "node,time,latitudeE7,longitude_e7\na,0,-100000000,-200000000\na,9,-100000000,-200000000\n", "", "3s 0 0", ""},
		{"degrees times ten million", "a.csv", "node,time,lat,lon,alt\na,0,473800000,85400000,412000\n", "", "", "--columns lon=lon:e7,alt=alt:mm,lat=lat:e7 reads them"},
		{"degrees and minutes", "a.csv", "node,time,lat,lon\na,0,4722.5000,00832.4000\n", "", "", "are these degrees and minutes, as of NMEA 0183? --columns lon=lon:ddmm,lat=lat:ddmm reads them"},
		{"hemispheres of NMEA", "a.csv", "node,time,lat,ns,lon,ew\na,0,1000.0,S,02000.0,W\na,9,1000.0,S,02000.0,W\n", "lat=lat:ddmm,lon=lon:ddmm", "3s 0 0", "hemisphere"},
		{"hemispheres by longitudes from 0 to 360", "a.csv", "node,time,lat,lon\na,0,-10,340\na,9,-10,340\n", "", "3s 0 0", "longitudes beyond 180 are read as those west of 0, less 360"},
		{"exchanged", "a.csv", "node,time,lat,lon\na,0,151.2,-33.8\n", "", "", "are latitude and longitude exchanged? --columns lon=lat,lat=lon says so"},
		{"metres of a map as degrees", "a.csv", "node,time,lat,lon\na,0,5247000,465000\n", "", "", "--columns x=lon,y=lat reads metres"},
		{"hemispheres by Mercator", "a.csv", "node,time,x,y\na,0,-2226389.8158654715,-1118889.9748579594\na,9,-2226389.8158654715,-1118889.9748579594\n", "x=x:mercator,y=y:mercator", "3s 0 0", ""},
		{"half of Mercator", "a.csv", "node,time,x,y\na,0,0,0\n", "x=x:mercator", "", "give both the unit mercator, or none"},
		{"zones of a grid", "a.csv", "node,time,easting,northing,zone\na,0,499990,5247000,32T\na,9,100020,5247000,33T\n", "", "", `zone "33T" after "32T": metres of two zones have no common plane`},
		{"a grid beside degrees", "a.csv", "node,time,easting,northing,lat,lon\na,0,465000,5247000,10,20\na,9,465000,5247000,10,20\n", "", "3s 0 0", ""},
		{"rows of bad accuracy", "a.csv", "node,time,x,y,accuracy\na,0,0,0,5\na,4,8,0,2000\n", "", "2s 4 0", "1 rows have more than 100 in column accuracy, which is not read"},
		{"rows without a fix", "a.csv", "node,time,x,y,fix_type,hdop\na,0,0,0,3,99\na,4,8,0,0,1\n", "", "2s 4 0", "1 rows have 0 in column fix_type"},
		{"outliers", "a.csv", "node,time,x,y,algorithm-marked-outlier\na,0,0,0,\na,4,8,0,true\n", "", "2s 4 0", "1 rows have true in column algorithm-marked-outlier"},
		{"heights like feet", "a.csv", "node,time,x,y,alt\na,0,0,0,35000\na,4,8,0,35000\n", "", "2s 4 0", "heights up to 35000 are read as metres: --columns alt=alt:ft or :mm says otherwise"},
	}
}
