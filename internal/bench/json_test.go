package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := example().writeJSON(&out, environment{StartedAt: time.Unix(0, 0).UTC()}); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Schema string
		Works  []struct {
			Name    string
			Peer    *string
			Pairs   []Pair
			Ours    *float64 `json:"ours_median"`
			Ratio   *summary
			Verdict string
		}
	}
	dec := json.NewDecoder(&out)
	if err := dec.Decode(&doc); err != nil || dec.More() {
		t.Fatalf("not one document: %v", err)
	}
	if doc.Schema != schema || len(doc.Works) != 4 {
		t.Fatalf("%+v", doc)
	}
	if w := doc.Works[0]; w.Ratio == nil || w.Ratio.Median != 1.5 || len(w.Pairs) != 3 || w.Verdict != floorMet {
		t.Errorf("%+v", w)
	}
	if w := doc.Works[1]; w.Ratio != nil || w.Peer != nil || *w.Ours != 1.5e6 {
		t.Errorf("%+v", w)
	}
	if w := doc.Works[2]; w.Ours != nil || w.Pairs == nil {
		t.Errorf("what was not measured must be null, the pairs empty: %+v", w)
	}
}
