package scan

import "scanfrag/loaders"

// Event is what a run reports while it goes: one of the types below.
type Event any

// Started begins one phase of one load.
type Started struct {
	Drive, Loader string
	Phase         Phase
	Maxdop, Run   int // of a scan
}

// Phase of a load's life.
type Phase string

// Phases in their order.
const (
	PhaseCreate Phase = "create"
	PhaseLoad   Phase = "load"
	PhaseRules  Phase = "rules and statistics"
	PhaseStats  Phase = "statistics" // of a table that was there before
	PhaseScan   Phase = "scan"
	PhaseDrop   Phase = "drop"
)

// Said is a message of the server during a load.
type Said struct {
	Drive, Loader string
	Message       loaders.Message
}

// Finished carries the results of one load on one drive: one per MAXDOP, or one
// without scans. Err is why it is incomplete; the scans that were finished are
// in the results all the same.
type Finished struct {
	Drive, Loader string
	Results       []Result
	Err           error
}

// Noted is something the reader of the results should know.
type Noted struct {
	Drive, Loader string
	Text          string
}
