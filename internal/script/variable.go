package script

import (
	"fmt"
	"strings"
)

func (s *splitter) value(name string, line int) (string, error) {
	key := strings.ToLower(name)
	v, ok := s.vars[key]
	if !ok {
		return "", &Error{line, fmt.Sprintf("$(%s) is not defined: set it with :setvar %s \"value\"", name, name)}
	}
	s.out.Used[key] = true
	return v, nil
}

// variable matches "$(name)" at the start of t and returns its length, or 0.
func variable(t string) (string, int) {
	if !strings.HasPrefix(t, "$(") {
		return "", 0
	}
	j := 2
	for j < len(t) && (t[j] == '_' || t[j] == '-' || t[j] >= '0' && t[j] <= '9' || t[j]|0x20 >= 'a' && t[j]|0x20 <= 'z') {
		j++
	}
	if j == 2 || j >= len(t) || t[j] != ')' {
		return "", 0
	}
	return t[2:j], j + 1
}
