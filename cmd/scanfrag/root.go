package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"
)

// env is everything a command may touch of its surroundings.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	args           []string // as given, for the record of a run
}

// say prints a line for people on standard error.
func (e env) say(format string, args ...any) { fmt.Fprintf(e.stderr, format+"\n", args...) }

// action is a command whose flags are parsed.
type action func(ctx context.Context, e env, args []string) error

// command is one entry of the table. flags registers the flags and returns what
// to do; maxArgs is the number of arguments it takes, -1 for any.
type command struct {
	name, usage, about string
	maxArgs            int
	flags              func(fs *pflag.FlagSet) action
}

func commands() []command {
	return []command{
		{"run", "run [flags]", "load, check, measure and scan; then rank the loads, slowest first", 0, runCommand},
		{"loaders", "loaders [list | show NAME | new NAME] [flags]", "list the loads, print the T-SQL of one, start a new one", 2, loadersCommand},
		{"validate", "validate [flags]", "load and judge by the nine rules, without scanning", 0, validateCommand},
		{"stats", "stats [flags]", "physical statistics of a table", 0, statsCommand},
		{"scan", "scan [flags]", "cold timed scans of a table that exists", 0, scanCommand},
		{"sql", "sql [flags]", "run T-SQL from a file, an argument or standard input", 0, sqlCommand},
		{"rank", "rank FILE... [flags]", "rank saved results", -1, rankCommand},
		{"compare", "compare OLD NEW [flags]", "compare two saved results", 2, compareCommand},
		{"verify", "verify [ID...] [flags]", "published physical figures of SQL Server against ours", -1, verifyCommand},
		{"serve", "serve [flags]", "the embedded engine on a TCP port, for any SQL Server client", 0, serveCommand},
		{"cleanup", "cleanup [flags]", "remove what killed runs left behind, with --kept also what run --keep kept", 0, cleanupCommand},
	}
}

// run is main without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	e := env{stdin: stdin, stdout: stdout, stderr: stderr, getenv: os.Getenv, args: args}
	err := dispatch(ctx, e, args)
	code := exitCode(err)
	if err != nil && !errors.Is(err, errReported) {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintf(stderr, "scanfrag: %s\n", strings.TrimRight(line, "\n"))
		}
	}
	return code
}

func dispatch(ctx context.Context, e env, args []string) error {
	top := pflag.NewFlagSet("scanfrag", pflag.ContinueOnError)
	top.SetInterspersed(false)
	top.SetOutput(io.Discard)
	top.Usage = func() {}
	version := top.Bool("version", false, "print the version")
	switch err := top.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return overview(e.stdout)
	case err != nil:
		return usageError(fmt.Errorf("%w\nsee scanfrag --help", err))
	}
	if *version {
		return printVersion(e.stdout)
	}
	rest := top.Args()
	if len(rest) == 0 {
		if err := overview(e.stderr); err != nil {
			return err
		}
		return usageError(errors.New("a command is missing"))
	}
	if rest[0] == "help" {
		if len(rest) == 1 {
			return overview(e.stdout)
		}
		rest = []string{rest[1], "--help"}
	}
	names := []string{"help"}
	for _, c := range commands() {
		if c.name == rest[0] {
			return c.run(ctx, e, rest[1:])
		}
		names = append(names, c.name)
	}
	return usageError(fmt.Errorf("unknown command %q%s\nsee scanfrag --help", rest[0], suggestion(rest[0], names)))
}

func (c command) run(ctx context.Context, e env, args []string) error {
	fs := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	do := c.flags(fs)
	switch err := fs.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return c.help(e.stdout, fs)
	case err != nil:
		return usageError(fmt.Errorf("%s\nsee scanfrag %s --help", flagHint(fs, err), c.name))
	}
	if c.maxArgs >= 0 && fs.NArg() > c.maxArgs {
		return usageError(fmt.Errorf("%s does not take the argument %q\nsee scanfrag %s --help", c.name, fs.Arg(c.maxArgs), c.name))
	}
	if err := fromEnvironment(fs, e.getenv); err != nil {
		return usageError(err)
	}
	return do(ctx, e, fs.Args())
}

func overview(w io.Writer) error {
	var b strings.Builder
	b.WriteString(`Which physical layout of the same rows makes a full scan slowest, on this drive, and why?

examples:
  scanfrag run                                  the five loads at 4,000,000 rows on the default drive
  scanfrag run --rows 200000                    the same, small
  scanfrag run --drive disk=/mnt/d --drive ssd=/mnt/s --json results.json
  scanfrag run --loader baseline --loader mine.sql
  scanfrag sql -Q "SELECT @@VERSION"

commands:
`)
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-9s %s\n", c.name, c.about)
	}
	b.WriteString(`
scanfrag COMMAND --help tells the flags of one. Each flag can also be set by an
environment variable: SCANFRAG_ROWS for --rows.

exit codes: 0 ok, 1 failure, 2 usage, 3 a load broke a rule, 4 partial (a drive or
load was skipped or failed), 5 threshold crossed (compare), 130 interrupted.
`)
	_, err := io.WriteString(w, b.String())
	return err
}

func (c command) help(w io.Writer, fs *pflag.FlagSet) error {
	about := strings.ToUpper(c.about[:1]) + c.about[1:]
	_, err := fmt.Fprintf(w, "%s.\n\nusage: scanfrag %s\n\n%s", about, c.usage, fs.FlagUsagesWrapped(100))
	return err
}

// version is set by -ldflags "-X main.version=..." in a release.
var version = "dev"

const driverPath = "github.com/microsoft/go-mssqldb"

// buildFacts reads commit and driver version from the binary.
func buildFacts() (commit, driver string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			commit = s.Value
		}
	}
	for _, d := range info.Deps {
		if d.Path == driverPath {
			driver = "go-mssqldb " + d.Version
		}
	}
	return commit, driver
}

func printVersion(w io.Writer) error {
	commit, driver := buildFacts()
	if commit == "" {
		commit = "unknown"
	}
	_, err := fmt.Fprintf(w, "scanfrag %s, commit %s, %s %s/%s, %s\n", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH, driver)
	return err
}
