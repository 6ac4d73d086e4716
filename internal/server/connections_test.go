package server

import (
	"context"
	"net"
	"strconv"
	"testing"

	"scanfrag/internal/engine"
)

// sys.dm_exec_connections tells how a client of the network is connected; its requests name the connection.
func TestConnectionsOfTheNetwork(t *testing.T) {
	inst, err := engine.Open(engine.Options{InMemory: true, PoolBytes: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inst.Close() })
	if _, err := inst.CreateDatabase(context.Background(), engine.DatabaseSpec{Name: "test"}); err != nil {
		t.Fatal(err)
	}
	keys, err := SelfSigned()
	if err != nil {
		t.Fatal(err)
	}
	srv := ForInstance(inst, Config{ServerName: "s", TLS: keys, Auth: func(string, string) error { return nil }})
	t.Cleanup(func() { srv.Close() })
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, ln) }()
	defer func() { cancel(); <-ended }()
	for encrypt, want := range map[string]string{"true": "TRUE", "disable": "FALSE"} {
		db := open(t, ln.Addr().String(), "x", map[string]string{"encrypt": encrypt, "TrustServerCertificate": "true", "packet size": "8192"})
		var transport, option, client, local string
		var port, size, version int
		var same bool
		err := db.QueryRow(`SELECT c.net_transport, c.encrypt_option, c.client_net_address, c.local_net_address, c.local_tcp_port, c.net_packet_size, c.protocol_version, CASE WHEN r.connection_id = c.connection_id THEN CAST(1 AS bit) ELSE 0 END
FROM sys.dm_exec_connections AS c JOIN sys.dm_exec_requests AS r ON r.session_id = c.session_id WHERE c.session_id = @@SPID AND CONNECTIONPROPERTY('net_transport') = 'TCP'`).
			Scan(&transport, &option, &client, &local, &port, &size, &version, &same)
		if err != nil {
			t.Fatal(err)
		}
		if _, p, _ := net.SplitHostPort(ln.Addr().String()); transport != "TCP" || option != want || client != "127.0.0.1" || local != "127.0.0.1" || strconv.Itoa(port) != p || size != 8192 || version != 0x74000004 || !same {
			t.Errorf("encrypt=%s: %s %s from %s to %s:%d, packets of %d, version %#x, one connection %v", encrypt, transport, option, client, local, port, size, version, same)
		}
		db.Close()
	}
}
