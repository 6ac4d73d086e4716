package pagefile

import "sync"

// releases are files being closed that have no name any more. It is then that the system gives their space back, which
// takes it about a quarter of a second a GB where it discards blocks: nobody has to wait for that but who needs the space.
var releases = struct {
	sync.Mutex
	none *sync.Cond
	n    int
}{}

func init() { releases.none = sync.NewCond(&releases) }

// Release runs close, of a file that was removed while it was open, in the background.
func Release(close func()) {
	releases.Lock()
	releases.n++
	releases.Unlock()
	go func() {
		close()
		releases.Lock()
		if releases.n--; releases.n == 0 {
			releases.none.Broadcast()
		}
		releases.Unlock()
	}()
}

// AwaitReleases waits until the space of removed files has been given back; false when there was nothing to wait for.
func AwaitReleases() bool {
	releases.Lock()
	defer releases.Unlock()
	if releases.n == 0 {
		return false
	}
	for releases.n > 0 {
		releases.none.Wait()
	}
	return true
}
