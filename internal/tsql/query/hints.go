package query

import (
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// hints are a table's WITH (…) hints.
type hints struct {
	noLock, tabLock, exclusive, holdLock bool
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
			case "PAGLOCK", "ROWLOCK", "READCOMMITTED", "READCOMMITTEDLOCK", "NOWAIT", "FORCESEEK", "FORCESCAN", "NOEXPAND", "KEEPIDENTITY", "KEEPDEFAULTS":
				// Granularity and access path are ours to choose; NOWAIT only shortens a wait.
			default:
				return h, Unsupported("the table hint " + n.HintKind)
			}
		case *ast.IndexTableHint:
			// Only the heap or clustered index is ever read, which INDEX(0) and INDEX(1) ask for.
			for _, v := range n.IndexValues {
				if v != nil && v.Value != "0" && v.Value != "1" && v.Identifier == nil {
					return h, sqltype.Errorf(307, "Index ID %s on table (specified in the FROM clause) does not exist.", v.Value)
				}
			}
		case *ast.ForceSeekTableHint:
		default:
			return h, Unsupported("a table hint of this kind")
		}
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
