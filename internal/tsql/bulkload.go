package tsql

import (
	"context"
	"slices"

	"scanfrag/internal/tsql/expr"
)

// SkipChecks begins a bulk load into a table, named as in a statement, that does not hold its rows against CHECK
// constraints: those in force are not trusted any more (documented of BULK INSERT). Resume ends it.
func (s *Session) SkipChecks(ctx context.Context, table string) (resume func(), err error) {
	s.unchecked = true
	resume = func() { s.unchecked = false }
	parts, ok := expr.SplitName(table)
	if !ok {
		return resume, nil // the load's INSERT refuses it
	}
	t := s.FindTable(parts...)
	if t == nil {
		return resume, nil
	}
	list, changed := slices.Clone(t.Checks), false
	for i, ck := range list {
		if !ck.Disabled && !ck.Untrusted {
			now := *ck
			now.Untrusted, changed = true, true
			list[i] = &now
		}
	}
	if !changed {
		return resume, nil
	}
	tx, err := s.Txn()
	if err == nil {
		_, err = tx.SetChecks(ctx, t, list, nil)
		s.SchemaChanged()
	}
	return resume, err
}

// Unchecked reports a bulk load that SkipChecks began.
func (s *Session) Unchecked() bool { return s.unchecked }
