package loaders

import (
	"fmt"
	"regexp"
	"strings"

	"scanfrag/internal/script"
)

// header is what the comment lines at the head of a script tell of it; "" is untold.
type header struct{ name, author, about string }

// AboutPlaceholder is what a new script's header has until its author says what it makes.
const AboutPlaceholder = "say here, in one sentence, what layout this makes and why a scan of it is slow"

// Authored loaders say who submitted them; "" is unknown.
type Authored interface{ Author() string }

// AuthorOf is the author of l, "" when unknown.
func AuthorOf(l Loader) string {
	if a, ok := l.(Authored); ok {
		return a.Author()
	}
	return ""
}

var plainName = regexp.MustCompile(`^[\pL\d_.-]{1,60}$`)

// readHeader reads the -- lines before the first line of T-SQL. The first of each key counts.
func readHeader(text string) (h header, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		comment, ok := strings.CutPrefix(line, "--")
		if line != "" && !ok {
			break
		}
		key, value, _ := strings.Cut(strings.TrimLeft(comment, "- \t"), ":")
		value = strings.TrimSpace(value)
		field := map[string]*string{"name": &h.name, "author": &h.author, "about": &h.about}[strings.ToLower(strings.TrimSpace(key))]
		if field == nil || *field != "" || value == "" {
			continue
		}
		if field == &h.name && !plainName.MatchString(value) {
			return h, &script.Error{Line: n, Msg: fmt.Sprintf("%q is not a name for a loader: at most 60 letters, digits, '_', '-' and '.' are wanted", value)}
		}
		*field = value
	}
	return h, nil
}
