package main

import "strings"

// redactArg hides the password of a --server argument in a recorded command.
func redactArg(arg string) string {
	i := strings.Index(arg, "://")
	if i < 0 {
		return arg
	}
	start := i + 3
	at := strings.LastIndex(arg, "@")
	if at < start {
		return hidePasswordParam(arg)
	}
	user, _, has := strings.Cut(arg[start:at], ":")
	if !has {
		return hidePasswordParam(arg)
	}
	return hidePasswordParam(arg[:start] + user + ":xxxxx" + arg[at:])
}

func hidePasswordParam(arg string) string {
	i := strings.Index(strings.ToLower(arg), "password=")
	if i < 0 {
		return arg
	}
	i += len("password=")
	end := strings.IndexByte(arg[i:], '&')
	if end < 0 {
		return arg[:i] + "xxxxx"
	}
	return arg[:i] + "xxxxx" + arg[i+end:]
}
