package main

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	mssql "github.com/microsoft/go-mssqldb"
	"github.com/microsoft/go-mssqldb/msdsn"
)

// address is a server to connect to: redacted is safe to print.
type address struct {
	url      *url.URL
	config   msdsn.Config
	redacted string
	warnings []string
}

const loginTimeout = 15 * time.Second

// parseServer reads what --server takes: a sqlserver:// URL, or a server name as
// DBAs type it (host, host\instance, host,port, tcp:host,port, ".", "(local)").
// A name gets user and password from the environment. The connection is
// encrypted and the certificate checked unless the URL says otherwise.
func parseServer(text string, getenv func(string) string) (address, error) {
	var u *url.URL
	var err error
	if strings.Contains(text, "://") {
		u, err = parseServerURL(text)
	} else {
		u, err = parseServerName(text)
	}
	if err != nil {
		return address{}, err
	}
	if u.User == nil {
		// A password without a user is left alone: it may belong to another tool.
		if user := firstOf(getenv, envPrefix+"USER", "SQLCMDUSER"); user != "" {
			u.User = url.UserPassword(user, firstOf(getenv, envPrefix+"PASSWORD", "SQLCMDPASSWORD"))
		}
	} else if _, has := u.User.Password(); !has {
		if p := firstOf(getenv, envPrefix+"PASSWORD", "SQLCMDPASSWORD"); p != "" {
			u.User = url.UserPassword(u.User.Username(), p)
		}
	}
	return finishAddress(u, getenv)
}

func firstOf(getenv func(string) string, names ...string) string {
	for _, n := range names {
		if v := getenv(n); v != "" {
			return v
		}
	}
	return ""
}

func parseServerURL(text string) (*url.URL, error) {
	// A # or an @ in an unescaped password makes a piece of it a host name, and
	// the driver would ask the network for it.
	rest := text[strings.Index(text, "://")+3:]
	authority, _, _ := strings.Cut(rest, "?")
	if strings.Contains(rest, "#") || strings.Count(authority, "@") > 1 {
		return nil, errors.New("--server: the URL holds a # or a second @: escape them in the password (%23, %40)")
	}
	u, err := url.Parse(text)
	if err != nil {
		// The error of url.Parse repeats the text, password and all.
		return nil, errors.New("--server: the URL cannot be parsed: escape special characters in the password (% as %25, / as %2F, : as %3A)")
	}
	if u.Scheme != "sqlserver" {
		return nil, fmt.Errorf("--server: the scheme is %q, sqlserver:// is wanted", u.Scheme)
	}
	if u.Hostname() == "" {
		return nil, errors.New("--server: the URL names no host")
	}
	if strings.Count(strings.Trim(u.Path, "/"), "/") > 0 {
		return nil, fmt.Errorf("--server: %q is not an instance name: host/instance is the form", u.Path)
	}
	if u.User != nil && strings.Contains(u.Host, "@") {
		return nil, errors.New("--server: the URL holds a second @: escape it in the password (%40)")
	}
	return u, nil
}

func parseServerName(text string) (*url.URL, error) {
	name := text
	if strings.Contains(name, ";") || strings.Contains(name, "=") {
		return nil, errors.New("--server: a connection string of key=value pairs is not taken: write sqlserver://user@host:port?database=...")
	}
	if rest, ok := strings.CutPrefix(strings.ToLower(name), "tcp:"); ok {
		name = name[len(name)-len(rest):]
	}
	host, port, hasPort := strings.Cut(name, ",")
	host, instance, _ := strings.Cut(host, `\`)
	if host == "." || strings.EqualFold(host, "(local)") {
		host = "localhost"
	}
	if host == "" || strings.ContainsAny(host, " /@#?") {
		return nil, fmt.Errorf("--server: %q is not a server name (host, host\\instance, host,port or sqlserver://user@host:port)", text)
	}
	u := &url.URL{Scheme: "sqlserver", Host: host}
	if hasPort {
		if n, err := strconv.Atoi(strings.TrimSpace(port)); err != nil || n < 1 || n > 65535 {
			return nil, fmt.Errorf("--server: %q is not a port", port)
		}
		u.Host = host + ":" + strings.TrimSpace(port)
	}
	if instance != "" {
		u.Path = "/" + instance
	}
	return u, nil
}

// finishAddress sets the kit's own connection options.
func finishAddress(u *url.URL, getenv func(string) string) (address, error) {
	var a address
	q := u.Query()
	get := func(key string) (string, string) {
		for k, v := range q {
			if strings.EqualFold(k, key) && len(v) > 0 {
				return k, v[0]
			}
		}
		return key, ""
	}
	if k, v := get("connection timeout"); v != "" && v != "0" {
		// The driver makes it a deadline of every read; a scan is silent until its end.
		a.warnings = append(a.warnings, "the connection timeout in the URL is ignored: it would cut long scans")
		q.Del(k)
	}
	q.Set("connection timeout", "0")
	set := func(key, value string) {
		if k, v := get(key); v == "" {
			q.Del(k)
			q.Set(key, value)
		}
	}
	set("encrypt", "true")
	set("TrustServerCertificate", "false")
	set("app name", "scanfrag "+version)
	timeout := loginTimeout
	if v := getenv("SQLCMDLOGINTIMEOUT"); v != "" {
		if n, err := strconv.Atoi(v); err == nil && n > 0 {
			timeout = time.Duration(n) * time.Second
		}
	}
	set("dial timeout", strconv.Itoa(int(timeout.Seconds())))
	if _, v := get("TrustServerCertificate"); strings.EqualFold(v, "true") {
		a.warnings = append(a.warnings, "the server's certificate is not checked (TrustServerCertificate)")
	}
	if u.Port() != "" && strings.Trim(u.Path, "/") != "" {
		a.warnings = append(a.warnings, "both a port and an instance name are given: the port is used")
	}
	if k, v := get("password"); v != "" {
		if u.User == nil {
			_, user := get("user id")
			u.User = url.UserPassword(user, v)
		}
		q.Del(k)
	}
	u.RawQuery = q.Encode()
	a.url = u
	a.redacted = (&url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: u.Path}).Redacted()
	var err error
	if a.config, err = msdsn.Parse(u.String()); err != nil {
		return address{}, fmt.Errorf("--server %s: %w", a.redacted, err)
	}
	a.config.ConnTimeout = 0
	return a, nil
}

// connectAdvice adds the next step to the usual failures of connecting.
func connectAdvice(a address, err error) error {
	text := err.Error()
	advice := ""
	var e mssql.Error
	switch {
	case strings.Contains(text, "negative serial number"):
		advice = "the server's certificate has a negative serial number: give it a real certificate or update the server"
	case strings.Contains(text, "x509:") || strings.Contains(text, "certificate"):
		advice = "if the server's certificate is self-signed, install its authority or add ?TrustServerCertificate=true to the URL"
	case errors.As(err, &e) && e.Number == 18456:
		advice = "check user and password (SCANFRAG_PASSWORD or SQLCMDPASSWORD hold the password)"
	case errors.As(err, &e):
	case strings.Trim(a.url.Path, "/") != "" && a.url.Port() == "":
		advice = "a named instance is found through SQL Server Browser on UDP port 1434: try host,port instead"
	default:
		advice = "check that the server listens for TCP/IP on that host and port"
	}
	if advice == "" {
		return fmt.Errorf("connect to %s: %w", a.redacted, err)
	}
	return fmt.Errorf("connect to %s: %w\n%s", a.redacted, err, advice)
}
