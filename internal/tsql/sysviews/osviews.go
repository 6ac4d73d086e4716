package sysviews

import (
	"runtime"
	"time"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// osMemory is in KB; NULL where the system does not tell.
type osMemory struct {
	resident, locked, virtual value // of this process
	total, available, cache   value // of the machine
	swap, swapFree            value
}

// osRow is the server and the machine it runs on.
type osRow struct {
	osMemory
	poolKB  int64
	started time.Time
}

func osInfo(c *system.Call, _ []value, yield func(osRow) bool) error {
	yield(osRow{memory(), int64(c.Session.Instance().Pool().Frames()) * page.Size / 1024, c.Session.Server().Started})
	return nil
}

func init() {
	cpus := num(runtime.NumCPU())
	view("sys", "dm_os_sys_info", fields[osRow](
		nulls[osRow](tBig, "cpu_ticks"),
		col("ms_ticks", tBig, func(r osRow) value { return num(time.Since(r.started).Milliseconds()) }),
		always[osRow](tInt, cpus, "cpu_count"),
		nulls[osRow](tInt, "hyperthread_ratio"),
		opt("physical_memory_kb", tBig, func(r osRow) value { return r.total }),
		nulls[osRow](tBig, "virtual_memory_kb"),
		col("committed_kb", tBig, func(r osRow) value { return num(r.poolKB) }),
		col("committed_target_kb", tBig, func(r osRow) value { return num(r.poolKB) }),
		col("visible_target_kb", tBig, func(r osRow) value { return num(r.poolKB) }),
		nulls[osRow](tInt, "stack_size_in_bytes"),
		nulls[osRow](tBig, "os_quantum"),
		nulls[osRow](tInt, "os_error_mode", "os_priority_class", "max_workers_count"),
		always[osRow](tInt, cpus, "scheduler_count", "scheduler_total_count"),
		nulls[osRow](tInt, "deadlock_monitor_serial_number"),
		always[osRow](tBig, num(0), "sqlserver_start_time_ms_ticks"),
		col("sqlserver_start_time", tDateTime, func(r osRow) value { return when(r.started) }),
		always[osRow](tInt, num(2), "affinity_type"),
		always[osRow](tDesc, str("AUTO"), "affinity_type_desc"),
		nulls[osRow](tBig, "process_kernel_time_ms", "process_user_time_ms"),
		nulls[osRow](tInt, "time_source"),
		nulls[osRow](tDesc, "time_source_desc"),
		nulls[osRow](tInt, "virtual_machine_type"),
		nulls[osRow](tDesc, "virtual_machine_type_desc"),
		always[osRow](tInt, num(0), "softnuma_configuration"),
		always[osRow](tDesc, str("OFF"), "softnuma_configuration_desc"),
		nulls[osRow](sqltype.NVarCharOf(3072), "process_physical_affinity"),
		always[osRow](tInt, num(1), "sql_memory_model"),
		always[osRow](tDesc, str("CONVENTIONAL"), "sql_memory_model_desc"),
		nulls[osRow](tInt, "socket_count", "cores_per_socket", "numa_node_count", "container_type"),
		nulls[osRow](tDesc, "container_type_desc"),
	), osInfo)

	view("sys", "dm_os_process_memory", fields[osRow](
		opt("physical_memory_in_use_kb", tBig, func(r osRow) value { return r.resident }),
		nulls[osRow](tBig, "large_page_allocations_kb"),
		opt("locked_page_allocations_kb", tBig, func(r osRow) value { return r.locked }),
		nulls[osRow](tBig, "total_virtual_address_space_kb"),
		opt("virtual_address_space_reserved_kb", tBig, func(r osRow) value { return r.virtual }),
		nulls[osRow](tBig, "virtual_address_space_committed_kb", "virtual_address_space_available_kb", "page_fault_count"),
		nulls[osRow](tInt, "memory_utilization_percentage"),
		nulls[osRow](tBig, "available_commit_limit_kb"),
		nulls[osRow](tBit, "process_physical_memory_low", "process_virtual_memory_low"),
	), osInfo)

	view("sys", "dm_os_sys_memory", fields[osRow](
		opt("total_physical_memory_kb", tBig, func(r osRow) value { return r.total }),
		opt("available_physical_memory_kb", tBig, func(r osRow) value { return r.available }),
		opt("total_page_file_kb", tBig, func(r osRow) value { return r.swap }),
		opt("available_page_file_kb", tBig, func(r osRow) value { return r.swapFree }),
		opt("system_cache_kb", tBig, func(r osRow) value { return r.cache }),
		nulls[osRow](tBig, "kernel_paged_pool_kb", "kernel_nonpaged_pool_kb"),
		nulls[osRow](tBit, "system_high_memory_signal_state", "system_low_memory_signal_state"),
		nulls[osRow](sqltype.NVarCharOf(256), "system_memory_state_desc"),
	), osInfo)

	// One scheduler for each CPU: what MAXDOP 0 stands for.
	type sched struct{ n int }
	view("sys", "dm_os_schedulers", fields[sched](
		nulls[sched](sqltype.VarBinaryOf(8), "scheduler_address"),
		always[sched](tInt, num(0), "parent_node_id"),
		col("scheduler_id", tInt, func(s sched) value { return num(s.n) }),
		col("cpu_id", tSmall, func(s sched) value { return num(s.n) }),
		always[sched](tDesc, str("VISIBLE ONLINE"), "status"),
		always[sched](tBit, num(1), "is_online"),
		nulls[sched](tBit, "is_idle"),
		nulls[sched](tInt, "preemptive_switches_count", "context_switches_count", "idle_switches_count", "current_tasks_count",
			"runnable_tasks_count", "current_workers_count", "active_workers_count"),
		nulls[sched](tBig, "work_queue_count"),
		nulls[sched](tInt, "pending_disk_io_count", "load_factor", "yield_count"),
		nulls[sched](tBig, "last_timer_activity"),
		always[sched](tBit, num(0), "failed_to_create_worker"),
		nulls[sched](sqltype.VarBinaryOf(8), "active_worker_address", "memory_object_address", "task_memory_object_address"),
		nulls[sched](tInt, "quantum_length_us"),
		nulls[sched](tBig, "total_cpu_usage_ms", "total_cpu_idle_capped_ms", "total_scheduler_delay_ms"),
		nulls[sched](tInt, "ideal_workers_limit"),
	), func(_ *system.Call, _ []value, yield func(sched) bool) error {
		for i := range runtime.NumCPU() {
			if !yield(sched{i}) {
				break
			}
		}
		return nil
	})
}
