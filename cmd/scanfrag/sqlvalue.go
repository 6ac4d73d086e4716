package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	mssql "github.com/microsoft/go-mssqldb"
)

// sqlValue turns what the driver gives for a column of type typ (upper case)
// into its text, and says how JSON writes it: a bare number (bare) or a string.
// null has neither.
func sqlValue(v any, typ string) (text string, bare bool) {
	switch x := v.(type) {
	case int64:
		return strconv.FormatInt(x, 10), true
	case bool:
		if x {
			return "1", true
		}
		return "0", true
	case float64:
		bits := 64
		if typ == "REAL" {
			bits = 32
		}
		return strconv.FormatFloat(x, 'g', -1, bits), !math.IsInf(x, 0) && !math.IsNaN(x)
	case string:
		return x, false
	case time.Time:
		return sqlTime(x, typ), false
	case []byte:
		switch typ {
		case "DECIMAL", "MONEY", "SMALLMONEY":
			return string(x), false
		case "UNIQUEIDENTIFIER":
			var u mssql.UniqueIdentifier
			if u.Scan(x) == nil {
				return u.String(), false
			}
		}
		return "0x" + strings.ToUpper(hex.EncodeToString(x)), false
	}
	return fmt.Sprint(v), false
}

// sqlTime is the ISO form of a date or time, without trailing zeros beyond the
// type's own.
func sqlTime(t time.Time, typ string) string {
	switch typ {
	case "DATE":
		return t.Format("2006-01-02")
	case "TIME":
		return t.Format("15:04:05.9999999")
	case "SMALLDATETIME":
		return t.Format("2006-01-02T15:04:05")
	case "DATETIME":
		return t.Format("2006-01-02T15:04:05.000")
	case "DATETIMEOFFSET":
		return t.Format("2006-01-02T15:04:05.9999999Z07:00")
	}
	return t.Format("2006-01-02T15:04:05.9999999")
}

// sqlJSONValue is the value as JSON.
func sqlJSONValue(v any, typ string) json.RawMessage {
	if v == nil {
		return json.RawMessage("null")
	}
	text, bare := sqlValue(v, typ)
	if bare {
		return json.RawMessage(text)
	}
	raw, err := json.Marshal(text)
	if err != nil { // a string always marshals
		panic(err)
	}
	return raw
}
