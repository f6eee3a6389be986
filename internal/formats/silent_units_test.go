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
	}
}
