package expr

// compareInts compares two integer operands without building Values. variable op
// constant, the loop condition, reads the slot in place.
func compareInts(op CmpOp, l, r *Expr) func(*Env) (Tri, error) {
	lf, rf := l.EvalInt, r.EvalInt
	v, isConst := r.Value()
	if isConst && !v.Null {
		n := v.I
		if slot, ok := l.Slot(); ok {
			return compareSlot(op, slot, n)
		}
		return func(env *Env) (Tri, error) {
			a, null, err := lf(env)
			if err != nil || null {
				return Unknown, err
			}
			return holdsInt(op, a, n), nil
		}
	}
	return func(env *Env) (Tri, error) {
		a, an, err := lf(env)
		if err != nil {
			return Unknown, err
		}
		b, bn, err := rf(env)
		if err != nil || an || bn {
			return Unknown, err
		}
		return holdsInt(op, a, b), nil
	}
}

func holdsInt(op CmpOp, a, b int64) Tri {
	switch op {
	case EQ:
		return tri(a == b)
	case NE:
		return tri(a != b)
	case LT:
		return tri(a < b)
	case LE:
		return tri(a <= b)
	case GT:
		return tri(a > b)
	}
	return tri(a >= b)
}

func compareSlot(op CmpOp, slot int, n int64) func(*Env) (Tri, error) {
	switch op {
	case LT:
		return func(env *Env) (Tri, error) {
			v := &env.Vars[slot]
			if v.Null {
				return Unknown, nil
			}
			return tri(v.I < n), nil
		}
	case LE:
		return func(env *Env) (Tri, error) {
			v := &env.Vars[slot]
			if v.Null {
				return Unknown, nil
			}
			return tri(v.I <= n), nil
		}
	}
	return func(env *Env) (Tri, error) {
		v := &env.Vars[slot]
		if v.Null {
			return Unknown, nil
		}
		return holdsInt(op, v.I, n), nil
	}
}
