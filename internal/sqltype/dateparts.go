package sqltype

// year applies the two-digit cutoff of 2049.
func year(s string) int {
	y := atoi(s)
	switch {
	case len(s) > 2:
		return y
	case y < 50:
		return 2000 + y
	}
	return 1900 + y
}

// date turns the numbers and the month name into year, month, day.
func (p *dateParser) date() bool {
	for _, s := range p.nums {
		if len(s) > 8 {
			return false
		}
	}
	switch {
	case p.month > 0:
		return p.namedDate()
	case len(p.nums) == 1:
		return p.plainDate(p.nums[0])
	case len(p.nums) == 3:
		return p.orderedDate()
	}
	return false
}

// namedDate is a date with the month's name. Apr 1996 and 1996 April are the first of the month; Apr 15 has no year.
func (p *dateParser) namedDate() bool {
	n := p.nums
	p.m, p.d = p.month, 1
	switch len(n) {
	case 1:
		p.y = year(n[0])
		return len(n[0]) == 4
	case 2:
		if len(n[0]) == 4 {
			n[0], n[1] = n[1], n[0]
		}
		p.d, p.y = atoi(n[0]), year(n[1])
		return len(n[0]) <= 2 && len(n[1]) <= 4
	}
	return false
}

// plainDate is a date without separators: yyyymmdd, yymmdd or yyyy.
func (p *dateParser) plainDate(s string) bool {
	switch len(s) {
	case 8:
		p.y, p.m, p.d = atoi(s[:4]), atoi(s[4:6]), atoi(s[6:])
	case 6:
		p.y, p.m, p.d = year(s[:2]), atoi(s[2:4]), atoi(s[4:])
	case 4:
		p.y, p.m, p.d = atoi(s), 1, 1
	default:
		return false
	}
	return true
}

// orderedDate is three numbers in the order that the session's setting says, unless one of four digits tells the year.
func (p *dateParser) orderedDate() bool {
	n, order := p.nums, p.order
	switch {
	case len(n[0]) == 4:
		dayFirst := order == OrderDMY || order == OrderYDM
		order = OrderYMD
		if p.old && dayFirst && !p.isoT {
			order = OrderYDM
		}
	case len(n[1]) == 4 && order != OrderMYD && order != OrderDYM:
		return false
	case len(n[2]) == 4 && (order == OrderYMD || order == OrderYDM):
		order = OrderMDY
	}
	var ys, ms, ds string
	switch order {
	case OrderMDY:
		ms, ds, ys = n[0], n[1], n[2]
	case OrderDMY:
		ds, ms, ys = n[0], n[1], n[2]
	case OrderYMD:
		ys, ms, ds = n[0], n[1], n[2]
	case OrderYDM:
		ys, ds, ms = n[0], n[1], n[2]
	case OrderMYD:
		ms, ys, ds = n[0], n[1], n[2]
	case OrderDYM:
		ds, ys, ms = n[0], n[1], n[2]
	}
	if len(ms) > 2 || len(ds) > 2 || len(ys) > 4 || len(ys) == 3 {
		return false
	}
	p.y, p.m, p.d = year(ys), atoi(ms), atoi(ds)
	return true
}

// atoi reads digits; what exceeds any field of a date stays large.
func atoi(s string) int {
	n := 0
	for i := 0; i < len(s) && n < 1e9; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}
