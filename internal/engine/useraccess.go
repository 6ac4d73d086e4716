package engine

// UserAccess is the setting that says who may use a database, one of the values below; the server keeps it.
const UserAccess = "USER_ACCESS"

// Values of UserAccess, those of sys.databases.
const (
	MultiUser = iota
	SingleUser
	RestrictedUser
)

// UserAccesses are their names.
var UserAccesses = [...]string{"MULTI_USER", "SINGLE_USER", "RESTRICTED_USER"}
