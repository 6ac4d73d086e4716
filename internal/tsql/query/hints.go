package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/syntax"
)

// hints are a table's WITH (…) hints.
type hints struct {
	noLock, tabLock, exclusive, holdLock bool
	committed                            bool // READ COMMITTED whatever the session's level
	forceSeek, forceScan                 bool

	indexes []*ast.IdentifierOrValueExpression // INDEX (…)
	index   int                                // its place in Table.Indexes; -1 for none
}

// resolve finds the index that INDEX names in t.
func (h *hints) resolve(t *engine.Table) error {
	h.index = -1
	for _, n := range h.indexes {
		h.index = slices.IndexFunc(t.Indexes, func(ix *engine.Index) bool {
			if n.Identifier != nil {
				return ix.ID > 0 && strings.EqualFold(ix.Name, n.Identifier.Value)
			}
			return n.Value == strconv.Itoa(ix.ID)
		})
		switch {
		case h.index >= 0 && t.Readable(h.index):
		case h.index >= 0:
			return sqltype.Errorf(315, "Index \"%s\" on table \"%s.%s\" (specified in the FROM clause) is disabled or resides in a filegroup which is not online.", t.Indexes[h.index].Name, t.Schema, t.Name)
		case n.Identifier != nil:
			return sqltype.Errorf(308, "Index '%s' on table '%s.%s' (specified in the FROM clause) does not exist.", n.Identifier.Value, t.Schema, t.Name)
		case n.Value == "0": // a clustered table's scan
			h.index, h.forceScan = 0, true
		default:
			return sqltype.Errorf(307, "Index ID %s on table '%s.%s' (specified in the FROM clause) does not exist.", n.Value, t.Schema, t.Name)
		}
	}
	return nil
}

// name adds an index. The parser leaves the delimiters of this name as they were written.
func (h *hints) name(n *ast.IdentifierOrValueExpression) {
	if n == nil {
		return
	}
	if id := n.Identifier; id != nil {
		n = &ast.IdentifierOrValueExpression{Identifier: &ast.Identifier{Value: syntax.Name(id.Value)}}
	}
	h.indexes = append(h.indexes, n)
}

func parseHints(hs []ast.TableHintType) (h hints, err error) {
	for _, n := range hs {
		switch n := n.(type) {
		case *ast.TableHint:
			switch strings.ToUpper(n.HintKind) {
			case "NOLOCK", "READUNCOMMITTED":
				h.noLock = true
			case "TABLOCK":
				h.tabLock = true
			case "TABLOCKX":
				h.tabLock, h.exclusive, h.holdLock = true, true, true
			case "XLOCK", "UPDLOCK":
				h.exclusive, h.holdLock = true, true
			case "HOLDLOCK", "SERIALIZABLE", "REPEATABLEREAD":
				h.holdLock = true
			case "READCOMMITTED", "READCOMMITTEDLOCK":
				h.committed = true
			case "FORCESEEK":
				h.forceSeek = true
			case "FORCESCAN":
				h.forceScan = true
			case "PAGLOCK", "ROWLOCK", "NOWAIT", "NOEXPAND", "KEEPIDENTITY", "KEEPDEFAULTS":
				// Granularity is ours to choose; NOWAIT only shortens a wait.
			default:
				return h, Unsupported("the table hint " + n.HintKind)
			}
		case *ast.IndexTableHint:
			for _, v := range n.IndexValues {
				h.name(v)
			}
		case *ast.ForceSeekTableHint:
			if len(n.ColumnValues) > 0 {
				return h, Unsupported("FORCESEEK with columns")
			}
			h.forceSeek = true
			h.name(n.IndexValue)
		default:
			return h, Unsupported("a table hint of this kind")
		}
	}
	switch {
	case len(h.indexes) > 1:
		return h, Unsupported("a hint of more than one index")
	case h.forceSeek && h.forceScan:
		return h, sqltype.Errorf(1047, "Conflicting locking hints specified.")
	}
	return h, nil
}

// Options reads a statement's OPTION clause into c.
func (c *Compiler) Options(hs []ast.OptimizerHintBase) error {
	for _, n := range hs {
		switch n := n.(type) {
		case *ast.OptimizerHint:
			// Plan shape hints: the result is the same without them.
		case *ast.LiteralOptimizerHint:
			if strings.EqualFold(n.HintKind, "MaxRecursion") {
				if err := c.maxRecursion(n.Value); err != nil {
					return err
				}
				continue
			}
			if !strings.EqualFold(n.HintKind, "MaxDop") {
				continue
			}
			lit, ok := n.Value.(*ast.IntegerLiteral)
			if !ok {
				return Unsupported("this MAXDOP value")
			}
			d, err := strconv.Atoi(lit.Value)
			if err != nil || d < 0 || d > 32767 {
				return sqltype.Errorf(304, "'%s' is out of range for index option 'maxdop'. See sp_configure option 'max degree of parallelism' for valid values.", lit.Value)
			}
			c.MaxDOP = d
			if d == 0 {
				c.MaxDOP = -1
			}
		case *ast.UseHintList, *ast.OptimizeForOptimizerHint, *ast.TableHintsOptimizerHint:
		default:
			return Unsupported("a query hint of this kind")
		}
	}
	return nil
}

// TabLock reads the hints of an INSERT's target: TABLOCK lets a query's rows take the bulk path into a heap.
func TabLock(hs []ast.TableHintType) (bool, error) {
	h, err := parseHints(hs)
	return h.tabLock, err
}

func (c *Compiler) maxRecursion(n ast.ScalarExpression) error {
	lit, ok := n.(*ast.IntegerLiteral)
	if !ok {
		return Unsupported("this MAXRECURSION value")
	}
	v, err := strconv.Atoi(lit.Value)
	if err != nil || v < 0 || v > 32767 {
		return sqltype.Errorf(310, "The value %s specified for the MAXRECURSION option exceeds the allowed maximum of 32767.", lit.Value)
	}
	c.MaxRecursion = &v
	return nil
}
