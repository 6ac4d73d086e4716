package ddl

import (
	"context"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
)

func createSequence(n *ast.CreateSequenceStatement) (*Statement, error) {
	d, err := sequenceOptions(n.SequenceOptions)
	if err != nil {
		return nil, err
	}
	parts := query.Parts(n.Name)
	if temporary(parts) {
		return nil, query.Unsupported("a temporary sequence")
	}
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		db, schema, name, err := h.Place(parts)
		if err != nil {
			return err
		}
		s := &engine.Sequence{Schema: schema, Name: name, Type: sqltype.Of(sqltype.BigInt), Increment: 1}
		if d.typ != nil {
			s.Type = *d.typ
		}
		s.Min, s.Max = limits(s.Type.Kind)
		start := d.start
		if start == nil { // the end that it moves away from
			switch {
			case d.increment != nil && *d.increment < 0 && d.max != nil:
				start = d.max
			case d.increment != nil && *d.increment < 0:
				start = &s.Max
			case d.min != nil:
				start = d.min
			default:
				start = &s.Min
			}
		}
		s.Start = *start
		if err := d.apply(s); err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		return tx.CreateSequence(ctx, db, s)
	}}, nil
}

func temporary(parts []string) bool { return strings.HasPrefix(parts[len(parts)-1], "#") }

// sequence finds the sequence that ALTER or DROP names; nil when there is none.
func sequence(h Host, parts []string) (*engine.Database, *engine.Sequence) {
	db, schema, name := system.Locate(h.Instance(), h.Database(), parts)
	if db == nil || temporary(parts) {
		return nil, nil
	}
	return db, db.Sequence(schema, name)
}

func alterSequence(n *ast.AlterSequenceStatement) (*Statement, error) {
	d, err := sequenceOptions(n.SequenceOptions)
	if err != nil {
		return nil, err
	}
	switch {
	case d.start != nil:
		return nil, sqltype.Errorf(11710, "Argument 'START WITH' cannot be used in an ALTER SEQUENCE statement.")
	case d.typ != nil:
		return nil, sqltype.Errorf(11711, "Argument 'AS' cannot be used in an ALTER SEQUENCE statement.")
	}
	parts := query.Parts(n.Name)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		db, was := sequence(h, parts)
		if was == nil {
			return sqltype.Errorf(208, "Invalid object name '%s'.", strings.Join(parts, "."))
		}
		now := &engine.Sequence{Name: was.Name, Type: was.Type, Start: was.Start, Increment: was.Increment, Min: was.Min, Max: was.Max,
			Cycle: was.Cycle, Cache: was.Cache, State: &engine.SequenceState{}}
		now.State.Current, now.State.Used = was.Given()
		if d.restart != nil {
			now.Start = *d.restart
		}
		if d.restart != nil || d.again {
			now.State.Used = false
		}
		if err := d.apply(now); err != nil {
			return err
		}
		if now.State.Used && (now.State.Current < now.Min || now.State.Current > now.Max) {
			return sqltype.Errorf(11704, "The current value '%d' for sequence object '%s' must be between the minimum and maximum value of the sequence object.", now.State.Current, was.Name)
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		return tx.AlterSequence(ctx, db, was, now)
	}}, nil
}

func dropSequence(n *ast.DropSequenceStatement) (*Statement, error) {
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		for _, o := range n.Objects {
			parts := query.Parts(o)
			db, s := sequence(h, parts)
			if s == nil {
				if err := OtherKind(h, "SEQUENCE", parts); err != nil {
					return err
				}
				if n.IsIfExists {
					continue
				}
				e := sqltype.Errorf(3701, "Cannot drop the sequence object '%s', because it does not exist or you do not have permission.", strings.Join(parts, "."))
				e.Class, e.State = 11, 5
				return e
			}
			tx, changed, err := txn(h)
			if err != nil {
				return err
			}
			err = tx.DropSequence(ctx, db, s)
			changed()
			if err != nil {
				return err
			}
		}
		return nil
	}}, nil
}
