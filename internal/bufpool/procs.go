package bufpool

import "runtime"

// TuneProcs raises GOMAXPROCS so that blocking reads do not keep the processors of
// running goroutines: a P whose goroutine blocks in a system call is taken away only
// after a while. Call it once, early in main. It returns the setting in force before. Work that sizes
// itself by cores has to ask runtime.NumCPU.
//
// Measured on two cores (Linux, virtual disk, direct random reads of 8 KB by 32 workers, one
// goroutine computing beside them): 2 procs 35,000 reads/s, 4 procs 61,000, 16 and 64 procs 60,000
// to 66,000, raw system calls on locked threads 61,000 to 67,000; 512 KB by 8 workers: no
// difference. So io_uring has nothing left to win. No more than 16 on two cores: the
// collector starts a worker for every fourth.
func TuneProcs() (was int) {
	n := runtime.NumCPU()
	was = runtime.GOMAXPROCS(0)
	if want := min(maxInFlight, n+14); want > was {
		runtime.GOMAXPROCS(want)
	}
	return was
}
