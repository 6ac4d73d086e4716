package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// stretch is a range of a file in bytes.
type stretch struct{ offset, length int64 }

// fioReport is the part of fio's JSON that counts. Runtime is in milliseconds.
type fioReport struct {
	Jobs []struct {
		Error int `json:"error"`
		Read  struct {
			Bytes   int64 `json:"io_bytes"`
			Runtime int64 `json:"runtime"`
			Count   int64 `json:"total_ios"`
		} `json:"read"`
	} `json:"jobs"`
}

// fioSequential reads the stretch in reads of 512 KB, direct, 8 at a time.
func (b *bench) fioSequential(ctx context.Context, path string, s stretch) (reading, error) {
	return b.fio(ctx, filepath.Dir(path),
		"--name=sequential", "--filename="+filepath.Base(path), "--rw=read", "--bs=512k", "--iodepth=8",
		"--offset="+strconv.FormatInt(s.offset, 10), "--size="+strconv.FormatInt(s.length, 10))
}

// replayDepth is how many reads fio keeps in flight when it replays a trace.
const replayDepth = 32

// fioReplay issues the reads of an iolog as fast as they return, direct, depth at
// a time. At the end of a log fio drops what is in flight from its sums, so that the
// bytes lack the last reads but one of the depth; a rate is compared, not a time.
func (b *bench) fioReplay(ctx context.Context, log string, t traced, depth int) (reading, error) {
	r, err := b.fio(ctx, filepath.Dir(log), "--name=replay", "--read_iolog="+filepath.Base(log), "--replay_no_stall=1", "--iodepth="+strconv.Itoa(depth))
	most := int64(depth-1) * pagefile.MaxRun * page.Size
	if err == nil && (r.bytes > t.Bytes || r.bytes < t.Bytes-most || r.reads != t.Reads) {
		err = fmt.Errorf("fio replayed %d reads, %d bytes of a trace of %d reads, %d bytes", r.reads, r.bytes, t.Reads, t.Bytes)
	}
	return r, err
}

// fio runs one job in dir, so that file names need no escapes: in fio's own syntax
// a colon separates them. The time is fio's own, without its start.
func (b *bench) fio(ctx context.Context, dir string, args ...string) (reading, error) {
	report := filepath.Join(b.dir, "fio.json")
	defer os.Remove(report)
	// The report has a file of its own: on standard output fio mixes it with messages.
	args = append(args, "--ioengine=libaio", "--direct=1", "--readonly", "--allow_file_create=0", "--thread", "--output-format=json", "--output="+report)
	cmd := command(ctx, b.tools.fio, args...)
	cmd.Dir = dir
	start := time.Now()
	if _, err := output(ctx, cmd); err != nil {
		return reading{}, err
	}
	whole := time.Since(start)
	raw, err := os.ReadFile(report)
	if err != nil {
		return reading{}, fmt.Errorf("read fio's report: %w", err)
	}
	r, err := parseFio(raw)
	if err != nil {
		return reading{}, err
	}
	if r.seconds > whole.Seconds() {
		return reading{}, fmt.Errorf("fio says it read for %.3f s, but ran for %.3f s", r.seconds, whole.Seconds())
	}
	return r, nil
}

func parseFio(raw []byte) (reading, error) {
	var rep fioReport
	if err := json.Unmarshal(raw, &rep); err != nil {
		return reading{}, fmt.Errorf("read fio's report: %w", err)
	}
	if len(rep.Jobs) != 1 {
		return reading{}, fmt.Errorf("read fio's report: %d jobs, not 1", len(rep.Jobs))
	}
	j := rep.Jobs[0]
	switch {
	case j.Error != 0:
		return reading{}, fmt.Errorf("fio failed with error %d", j.Error)
	case j.Read.Bytes == 0:
		return reading{}, errors.New("fio read nothing")
	case j.Read.Runtime == 0:
		return reading{}, errors.New("fio took less than its clock's millisecond: more --rows are needed")
	}
	return reading{seconds: float64(j.Read.Runtime) / 1e3, bytes: j.Read.Bytes, reads: j.Read.Count}, nil
}
