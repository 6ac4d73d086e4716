package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// Table-valued parameters. A routine has a table variable of its own for each, into which the rows of the one passed are
// copied: that is what READONLY means, and the routine's plans stay good for any caller.

// checkRows is error 206 when a table is passed to a parameter of another type, or something else to one of a table type. k
// is the argument for parameter i, negative: none, an empty table.
func (r *routine) checkRows(i int, params []Param, k int) error {
	want := r.def.Params[i]
	if k < 0 || want.Rows == nil && params[k].rows == nil {
		return nil
	}
	given := params[k].Type.String()
	switch {
	case params[k].typ != nil:
		given = params[k].typ.Name
	case params[k].rows != nil:
		given = "table"
	}
	if want.Rows == nil {
		return errorf(206, 16, "Operand type clash: %s is incompatible with %s", given, want.Type.String())
	}
	if typ := r.typed[strings.ToLower(want.Name)]; params[k].typ != typ {
		return errorf(206, 16, "Operand type clash: %s is incompatible with %s", given, typ.Name)
	}
	return nil
}

// unmarkedTable is the name of a parameter of a table type in a module's definition that lacks READONLY; "": none.
func (s *Session) unmarkedTable(n ast.Statement) (name string) {
	syntax.Walk(n, func(n any) bool {
		q, ok := n.(*ast.ProcedureParameter)
		if ok && !strings.EqualFold(q.Modifier, "ReadOnly") {
			if m := s.findType(syntax.TypeName(q.DataType)); m != nil && m.Kind == engine.TableType {
				name = q.VariableName.Value
			}
		}
		return name == ""
	})
	return name
}

// passRows copies the tables passed to r; source has each parameter's argument.
func (f *frame) passRows(r *routine, params []Param, source []int) error {
	for i, k := range source {
		if k < 0 || params[k].rows == nil {
			continue
		}
		if err := f.copyRows(r.tables[strings.ToLower(r.def.Params[i].Name)], params[k].rows); err != nil {
			return err
		}
	}
	return nil
}

// copyRows copies all rows of a table variable into another of the same type.
func (f *frame) copyRows(to, from *engine.Table) error {
	_, err := f.atomically(func() (int64, error) {
		tx, err := f.s.TxnOf(to)
		if err != nil {
			return 0, err
		}
		var io bufpool.IO
		w, err := tx.Writer(f.ctx, to, &io)
		if err != nil {
			return 0, err
		}
		rows, err := tx.Scan(f.ctx, engine.ScanSpec{Table: from, IO: &io})
		if err != nil {
			return 0, err
		}
		defer rows.Close()
		var rec []byte
		for rows.Next() {
			rec = append(rec[:0], rows.Record()...)
			if err := w.Insert(rec, false); err != nil {
				return 0, err
			}
		}
		return 0, rows.Err()
	})
	return err
}

// checkTarget is error 10700 for a statement that changes a table-valued parameter.
func (p *program) checkTarget(n ast.Statement) error {
	if p.routine == nil {
		return nil
	}
	var target ast.TableReference
	switch n := n.(type) {
	case *ast.InsertStatement:
		target = n.InsertSpecification.Target
	case *ast.UpdateStatement:
		target = n.UpdateSpecification.Target
	case *ast.DeleteStatement:
		target = n.DeleteSpecification.Target
	case *ast.MergeStatement:
		target = n.MergeSpecification.Target
	}
	t, ok := target.(*ast.NamedTableReference)
	if !ok {
		return nil
	}
	parts := query.Parts(t.SchemaObject)
	for _, q := range p.routine.Params {
		if q.Rows != nil && len(parts) == 1 && strings.EqualFold(q.Name, parts[0]) {
			return errorf(10700, 16, "The table-valued parameter \"%s\" is READONLY and cannot be modified.", q.Name)
		}
	}
	return nil
}
