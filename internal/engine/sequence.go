package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"scanfrag/internal/sqltype"
)

// Sequence is a sequence object of a database. Its definition is never changed: an ALTER makes another. Its
// values are given outside transactions: no ROLLBACK takes one back.
type Sequence struct {
	ID                uint32
	Schema, Name      string
	Type              sqltype.Type
	Start, Increment  int64
	Min, Max          int64
	Cycle             bool
	Cache             *int64 // CACHE n; 0: NO CACHE; nil: the default. Values are not lost here, so that it changes nothing.
	Created, Modified time.Time

	State *SequenceState
}

// SequenceState is the value a sequence gave last; nothing was given while Used is false. A sequence that is moved takes it
// along: nothing is given twice, whichever of the two a statement still knows.
type SequenceState struct {
	Current int64
	Used    bool

	mu sync.Mutex
}

// Next gives one value. Error 11728 past the end of a sequence that does not cycle.
func (s *Sequence) Next() (int64, error) {
	v, _, _, err := s.Range(1)
	return v, err
}

// Range gives n values, n > 0: the first, the last, and how often the sequence began again between them. Past the end of one that
// does not cycle it gives none: error 11728 when it has ended, 11732 when fewer are left.
func (s *Sequence) Range(n int64) (first, last int64, cycles uint64, err error) {
	st := s.State
	st.mu.Lock()
	defer st.mu.Unlock()
	first, again := s.Start, uint64(0)
	if st.Used {
		if first, again = s.after(st.Current, 1); again > 0 && !s.Cycle {
			return 0, 0, 0, &Error{Number: 11728, Class: 16, State: 1, Text: "The sequence object '" + s.Name + "' has reached its minimum or maximum value. Restart the sequence object to allow new values to be generated."}
		}
	}
	last, cycles = s.after(first, uint64(n-1))
	if cycles > 0 && !s.Cycle {
		return 0, 0, 0, &Error{Number: 11732, Class: 16, State: 1, Text: "The requested range for sequence object '" + s.Name + "' exceeds the maximum or minimum limit. Retry with a smaller range."}
	}
	st.Current, st.Used = last, true
	return first, last, cycles + again, nil
}

// after is the value n steps after v in a sequence that cycles, and how often it began again.
func (s *Sequence) after(v int64, n uint64) (at int64, again uint64) {
	from, size := s.Min, uint64(s.Increment)
	left := uint64(s.Max) - uint64(v) // distance to the end
	if s.Increment < 0 {
		from, size = s.Max, -size
		left = uint64(v) - uint64(s.Min)
	}
	steps := left / size
	if n <= steps {
		return v + int64(n)*s.Increment, 0
	}
	n -= steps + 1                                // v is from again
	all := (uint64(s.Max) - uint64(s.Min)) / size // steps of a whole cycle
	if n <= all {
		return from + int64(n)*s.Increment, 1
	}
	return from + int64(n%(all+1))*s.Increment, 1 + n/(all+1)
}

// Last is the value given last, the start value before any was.
func (s *Sequence) Last() (v int64, exhausted bool) {
	s.State.mu.Lock()
	defer s.State.mu.Unlock()
	if !s.State.Used {
		return s.Start, false
	}
	_, again := s.after(s.State.Current, 1)
	return s.State.Current, again > 0 && !s.Cycle
}

// Given is the value given last; ok is false when none was.
func (s *Sequence) Given() (v int64, ok bool) {
	s.State.mu.Lock()
	defer s.State.mu.Unlock()
	return s.State.Current, s.State.Used
}

// Sequence finds a sequence by schema and name, case-insensitively; nil when there is none.
func (d *Database) Sequence(schema, name string) *Sequence {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.sequences[tableKey(schema, name)]
}

// Sequences lists the sequences by object id.
func (d *Database) Sequences() []*Sequence {
	d.mu.RLock()
	defer d.mu.RUnlock()
	out := make([]*Sequence, 0, len(d.sequences))
	for _, s := range d.sequences {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *Sequence) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}

// CreateSequence adds a sequence; its ID, dates and state are set. Name in use: *Error 2714, no such schema: 2760.
func (tx *Txn) CreateSequence(ctx context.Context, d *Database, s *Sequence) error {
	if err := tx.change(d); err != nil {
		return err
	}
	if err := tx.reserve(ctx, d, s.Schema, s.Name); err != nil {
		return err
	}
	d.mu.Lock()
	s.ID = d.nextObjectID()
	d.mu.Unlock()
	s.Created = time.Now()
	s.Modified, s.State = s.Created, &SequenceState{}
	return tx.replaceSequence(d, nil, s)
}

// AlterSequence puts another definition, with its state, in the place of was.
func (tx *Txn) AlterSequence(ctx context.Context, d *Database, was, now *Sequence) error {
	if err := tx.lockModule(ctx, d, was.Schema, was.Name); err != nil {
		return err
	}
	if d.Sequence(was.Schema, was.Name) != was {
		return ErrTableChanged
	}
	now.ID, now.Schema, now.Name, now.Created, now.Modified = was.ID, was.Schema, was.Name, was.Created, time.Now()
	return tx.replaceSequence(d, was, now)
}

// DropSequence removes a sequence.
func (tx *Txn) DropSequence(ctx context.Context, d *Database, was *Sequence) error {
	if err := tx.lockModule(ctx, d, was.Schema, was.Name); err != nil {
		return err
	}
	if d.Sequence(was.Schema, was.Name) != was {
		return ErrTableChanged
	}
	return tx.replaceSequence(d, was, nil)
}

// replaceSequence installs now for was (either may be nil), with the step that undoes it.
func (tx *Txn) replaceSequence(d *Database, was, now *Sequence) error {
	err := tx.logStep(step{undo: func() error {
		d.installSequence(now, was)
		return nil
	}})
	if err == nil {
		d.installSequence(was, now)
	}
	return err
}

func (d *Database) installSequence(was, now *Sequence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if was != nil {
		delete(d.sequences, tableKey(was.Schema, was.Name))
	}
	if now != nil {
		d.sequences[tableKey(now.Schema, now.Name)] = now
	}
}
