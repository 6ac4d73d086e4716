package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"--pairs 0", "--pairs 0: at least 1 is needed"},
		{"--rows 9999", "--rows 9999: 10000 to 2147483647 is wanted"},
		{"--rows 900000000 --grow", "--rows 900000000: 10000 to 536870911 is wanted"},
		{"--rows 900000000 --only grow", "10000 to 536870911"},
		{"--memory 1GX", "--memory 1GX: a size such as"},
		{"--memory 1KiB", "--memory is too small"},
		{"--only nosuch", "--only nosuch: no such work; there are while, alternating"},
		{"--json - --markdown -", "only one of --json and --markdown can be -"},
		{"--json /no/such/dir/x.json", "the directory of /no/such/dir/x.json does not exist"},
		{"extra", `the argument "extra" is not known`},
		{"--nosuch", "unknown flag"},
	} {
		_, _, err := parse(strings.Fields(tt.args))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.args, err, tt.want)
		}
		var out, said bytes.Buffer
		if code := run(t.Context(), strings.Fields(tt.args), &out, &said); code != exitUsage || out.Len() > 0 {
			t.Errorf("%s: exit %d, standard output %q", tt.args, code, out.String())
		}
	}
}

func TestParseDefaults(t *testing.T) {
	opt, _, err := parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	if opt.rows != 4_000_000 || opt.pairs != 5 || opt.memory != 2<<30 || opt.grow {
		t.Errorf("%+v", opt)
	}
	if opt.wants(growWork) || !opt.wants(mainWork) {
		t.Error("the growth table is measured on demand only, all else by default")
	}
	opt, _, err = parse([]string{"--only", "while,rules", "--grow"})
	if err != nil || !opt.wants(rulesWork) || !opt.wants(growWork) || opt.wants(mainWork) {
		t.Errorf("%+v, %v", opt, err)
	}
}

func TestHelpAndList(t *testing.T) {
	var out, said bytes.Buffer
	if code := run(t.Context(), []string{"--help"}, &out, &said); code != exitOK || !strings.Contains(out.String(), "--pairs") || said.Len() > 0 {
		t.Errorf("--help: exit %d\n%s%s", code, out.String(), said.String())
	}
	out.Reset()
	if code := run(t.Context(), []string{"--list"}, &out, &said); code != exitOK {
		t.Errorf("--list: exit %d", code)
	}
	for _, n := range workNames() {
		if !strings.Contains(out.String(), n+" ") {
			t.Errorf("--list does not name %s", n)
		}
	}
}

func TestWorkNamesAreUnique(t *testing.T) {
	seen := map[string]bool{memoryWork: true}
	for _, n := range workNames() {
		if seen[n] {
			t.Errorf("%s is there twice", n)
		}
		seen[n] = true
	}
}
