package main

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

func noEnv(string) string { return "" }

// A password of every special character must arrive as it is.
const hardPassword = "p@ss#w/:?%+ é;{}&="

func TestPasswordSurvives(t *testing.T) {
	u := url.URL{Scheme: "sqlserver", User: url.UserPassword("sa", hardPassword), Host: "h:1433"}
	for name, tt := range map[string]struct {
		dsn    string
		getenv func(string) string
	}{
		"in the URL": {u.String(), noEnv},
		"from the environment": {"sqlserver://sa@h:1433", func(k string) string {
			return map[string]string{"SCANFRAG_PASSWORD": hardPassword}[k]
		}},
		"sqlcmd's variables": {"h,1433", func(k string) string {
			return map[string]string{"SQLCMDUSER": "sa", "SQLCMDPASSWORD": hardPassword}[k]
		}},
	} {
		a, err := parseServer(tt.dsn, tt.getenv)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c := a.config
		if c.User != "sa" || c.Password != hardPassword || c.Host != "h" || c.Port != 1433 {
			t.Errorf("%s: user %q password %q host %q port %d", name, c.User, c.Password, c.Host, c.Port)
		}
		if strings.Contains(a.redacted, "p@ss") || strings.Contains(a.redacted, "p%40ss") || !strings.Contains(a.redacted, "xxxxx") {
			t.Errorf("%s: redacted %q", name, a.redacted)
		}
	}
}

func TestParseServer(t *testing.T) {
	for _, tt := range []struct {
		in             string
		host, instance string
		port           uint64
	}{
		{"db1", "db1", "", 0},
		{"db1,1500", "db1", "", 1500},
		{"tcp:db1,1500", "db1", "", 1500},
		{`db1\SQL2019`, "db1", "SQL2019", 0},
		{".", "localhost", "", 0},
		{`(local)\x`, "localhost", "x", 0},
		{"sqlserver://db1:1500?database=a", "db1", "", 1500},
		{"sqlserver://db1/inst", "db1", "inst", 0},
	} {
		a, err := parseServer(tt.in, noEnv)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if a.config.Host != tt.host || a.config.Instance != tt.instance || a.config.Port != tt.port {
			t.Errorf("%s: host %q instance %q port %d", tt.in, a.config.Host, a.config.Instance, a.config.Port)
		}
		if a.config.ConnTimeout != 0 || a.config.TrustServerCertificate || a.config.Encryption == 0 || a.config.DialTimeout != 15*time.Second {
			t.Errorf("%s: timeout %v trust %v encryption %v dial %v", tt.in, a.config.ConnTimeout, a.config.TrustServerCertificate, a.config.Encryption, a.config.DialTimeout)
		}
	}
	a, err := parseServer("sqlserver://h?Connection+Timeout=30&TrustServerCertificate=true", noEnv)
	if err != nil || a.config.ConnTimeout != 0 || !a.config.TrustServerCertificate || len(a.warnings) != 2 {
		t.Errorf("timeout %v, warnings %q, %v", a.config.ConnTimeout, a.warnings, err)
	}
	// A password without a user belongs to another tool.
	a, err = parseServer("h", func(k string) string { return map[string]string{"SQLCMDPASSWORD": "secret"}[k] })
	if err != nil || a.config.Password != "" {
		t.Errorf("password %q, %v", a.config.Password, err)
	}
}

func TestParseServerRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"sqlserver://sa:p@ss#w@h:1433": "a # or a second @",
		"sqlserver://sa:p@ss@h":        "a # or a second @",
		"sqlserver://sa:p%ss@h":        "cannot be parsed",
		"postgres://h":                 `scheme is "postgres"`,
		"sqlserver://":                 "names no host",
		"sqlserver://h/a/b":            "not an instance name",
		"server=h;user id=sa":          "key=value pairs",
		"h,99999":                      "not a port",
		"":                             "not a server name",
	} {
		_, err := parseServer(in, noEnv)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "ss@h") {
			t.Errorf("%q: the error shows the password: %v", in, err)
		}
	}
}

func TestRedactArg(t *testing.T) {
	for in, want := range map[string]string{
		"--server=sqlserver://sa:secret@h:1433?database=x": "--server=sqlserver://sa:xxxxx@h:1433?database=x",
		"sqlserver://sa:se@cret@h":                         "sqlserver://sa:xxxxx@h",
		"sqlserver://h?user+id=sa&password=secret&x=1":     "sqlserver://h?user+id=sa&password=xxxxx&x=1",
		"--rows":           "--rows",
		"sqlserver://sa@h": "sqlserver://sa@h",
	} {
		if got := redactArg(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
