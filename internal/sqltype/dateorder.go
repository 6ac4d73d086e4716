package sqltype

import "strings"

// DateOrder says how three numbers make a date: SET DATEFORMAT.
type DateOrder uint8

// The orders; the zero value is us_english's.
const (
	OrderMDY DateOrder = iota
	OrderDMY
	OrderYMD
	OrderYDM
	OrderMYD
	OrderDYM
)

// dateOrders are the names in SET DATEFORMAT, by DateOrder.
var dateOrders = [...]string{"mdy", "dmy", "ymd", "ydm", "myd", "dym"}

// ParseDateOrder reads a SET DATEFORMAT name; an unknown one is OrderMDY.
func ParseDateOrder(name string) DateOrder {
	for i, n := range dateOrders {
		if strings.EqualFold(n, name) {
			return DateOrder(i)
		}
	}
	return OrderMDY
}

// styleOrder is the order a CONVERT style implies; session's without one.
func styleOrder(style int, session DateOrder) DateOrder {
	switch style % 100 {
	case 0:
		if style == 0 {
			return session
		}
	case 3, 4, 5, 6, 13:
		return OrderDMY
	case 2, 11, 12, 20, 21, 23, 25, 26, 27:
		return OrderYMD
	}
	return OrderMDY
}
