package main

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
)

// account is a user that PostgreSQL runs as when we are root.
type account struct {
	name     string
	uid, gid int
}

// pgAccount is the account for PostgreSQL's processes, nil for our own; why is set
// when there is none, or when it cannot reach dir.
func pgAccount(dir string) (u *account, why string) {
	if os.Geteuid() != 0 {
		return nil, ""
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(found.Uid)
		gid, err2 := strconv.Atoi(found.Gid)
		if err1 != nil || err2 != nil || uid == 0 {
			continue
		}
		if closed := closedTo(dir); closed != "" {
			return nil, fmt.Sprintf("it refuses to run as root, and the user %s cannot enter %s: choose another --dir", name, closed)
		}
		return &account{name, uid, gid}, ""
	}
	return nil, "it refuses to run as root, and there is no user postgres or nobody"
}

// closedTo is the first directory above dir, or dir itself, that others may not
// enter; "" when there is none.
func closedTo(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if st, err := os.Stat(d); err != nil || st.Mode().Perm()&0o001 == 0 {
			return d
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}
