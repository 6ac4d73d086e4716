package sysviews

import (
	"slices"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

func eachDatabase(c *system.Call, _ []value, yield func(*engine.Database) bool) error {
	for _, d := range c.Session.Instance().Databases() {
		if !yield(d) {
			return nil
		}
	}
	return nil
}

func init() {
	view("sys", "databases", databaseFields(), func(c *system.Call, a []value, yield func(*engine.Database) bool) error {
		for _, d := range slices.Concat(c.Session.Instance().Databases(), c.Session.Instance().Suspects()) {
			if !yield(d) {
				break
			}
		}
		return nil
	})
}

func state(d *engine.Database) value {
	if d.Refusal() != nil {
		return num(4)
	}
	return num(0)
}

// stateDesc is SUSPECT for every database that could not be opened, whatever the reason: the error of USE has it.
func stateDesc(d *engine.Database) value {
	if d.Refusal() != nil {
		return str("SUSPECT")
	}
	return str("ONLINE")
}

// setting is a column with what ALTER DATABASE … SET gave an option; 0 before.
func setting(name string, t sqltype.Type, option string) field[*engine.Database] {
	return col(name, t, func(d *engine.Database) value {
		v, _ := d.Config(option)
		return num(v)
	})
}

func compatibility(d *engine.Database) value {
	if v, ok := d.Config("COMPATIBILITY_LEVEL"); ok {
		return num(v)
	}
	return num(compatibilityLevel)
}

func userAccess(d *engine.Database) string {
	v, _ := d.Config(engine.UserAccess)
	return engine.UserAccesses[v]
}

var recoveryModels = map[int64]string{1: "FULL", 2: "BULK_LOGGED", 3: "SIMPLE"}

// recoveryModel is what was asked for: without a log every model behaves as SIMPLE, the default.
func recoveryModel(d *engine.Database) int64 {
	if v, _ := d.Config("RECOVERY"); v > 0 {
		return v
	}
	return 3
}

// databaseFields are those of SQL Server 2019. What a setting describes that the engine does
// not have is off.
func databaseFields() []field[*engine.Database] {
	type db = *engine.Database
	return fields[db](
		col("name", tName, func(d db) value { return str(d.Name()) }),
		col("database_id", tInt, func(d db) value { return num(d.ID()) }),
		nulls[db](tInt, "source_database_id"),
		always[db](sqltype.VarBinaryOf(85), bin(1), "owner_sid"),
		nulls[db](tDateTime, "create_date"),
		col("compatibility_level", tTiny, compatibility),
		always[db](tName, str(collation), "collation_name"),
		setting("user_access", tTiny, engine.UserAccess),
		col("user_access_desc", tDesc, func(d db) value { return str(userAccess(d)) }),
		zeros[db]("is_read_only", "is_auto_close_on", "is_auto_shrink_on"),
		col("state", tTiny, state),
		col("state_desc", tDesc, stateDesc),
		zeros[db]("is_in_standby", "is_cleanly_shutdown", "is_supplemental_logging_enabled"),
		always[db](tTiny, num(0), "snapshot_isolation_state"),
		always[db](tDesc, str("OFF"), "snapshot_isolation_state_desc"),
		zeros[db]("is_read_committed_snapshot_on"),
		col("recovery_model", tTiny, func(d db) value { return num(recoveryModel(d)) }),
		col("recovery_model_desc", tDesc, func(d db) value { return str(recoveryModels[recoveryModel(d)]) }),
		always[db](tTiny, num(2), "page_verify_option"),
		always[db](tDesc, str("CHECKSUM"), "page_verify_option_desc"),
		setting("is_auto_create_stats_on", tBit, "AUTO_CREATE_STATISTICS"),
		zeros[db]("is_auto_create_stats_incremental_on"),
		setting("is_auto_update_stats_on", tBit, "AUTO_UPDATE_STATISTICS"),
		setting("is_auto_update_stats_async_on", tBit, "AUTO_UPDATE_STATISTICS_ASYNC"),
		setting("is_ansi_null_default_on", tBit, "ANSI_NULL_DEFAULT"),
		setting("is_ansi_nulls_on", tBit, "ANSI_NULLS"),
		setting("is_ansi_padding_on", tBit, "ANSI_PADDING"),
		setting("is_ansi_warnings_on", tBit, "ANSI_WARNINGS"),
		setting("is_arithabort_on", tBit, "ARITHABORT"),
		setting("is_concat_null_yields_null_on", tBit, "CONCAT_NULL_YIELDS_NULL"),
		setting("is_numeric_roundabort_on", tBit, "NUMERIC_ROUNDABORT"),
		setting("is_quoted_identifier_on", tBit, "QUOTED_IDENTIFIER"),
		setting("is_recursive_triggers_on", tBit, "RECURSIVE_TRIGGERS"),
		zeros[db]("is_cursor_close_on_commit_on", "is_local_cursor_default", "is_fulltext_enabled"),
		setting("is_trustworthy_on", tBit, "TRUSTWORTHY"),
		setting("is_db_chaining_on", tBit, "DB_CHAINING"),
		setting("is_parameterization_forced", tBit, "PARAMETERIZATION"),
		zeros[db]("is_master_key_encrypted_by_server", "is_query_store_on", "is_published", "is_subscribed",
			"is_merge_published", "is_distributor", "is_sync_with_backup"),
		nulls[db](tGUID, "service_broker_guid"),
		zeros[db]("is_broker_enabled"),
		always[db](tTiny, num(0), "log_reuse_wait"),
		always[db](tDesc, str("NOTHING"), "log_reuse_wait_desc"),
		setting("is_date_correlation_on", tBit, "DATE_CORRELATION_OPTIMIZATION"),
		zeros[db]("is_cdc_enabled", "is_encrypted"),
		setting("is_honor_broker_priority_on", tBit, "HONOR_BROKER_PRIORITY"),
		nulls[db](tGUID, "replica_id", "group_database_id"),
		nulls[db](tInt, "resource_pool_id"),
		nulls[db](tSmall, "default_language_lcid"),
		nulls[db](tName, "default_language_name"),
		nulls[db](tInt, "default_fulltext_language_lcid"),
		nulls[db](tName, "default_fulltext_language_name"),
		nulls[db](tBit, "is_nested_triggers_on", "is_transform_noise_words_on"),
		nulls[db](tSmall, "two_digit_year_cutoff"),
		always[db](tTiny, num(0), "containment"),
		always[db](tDesc, str("NONE"), "containment_desc"),
		setting("target_recovery_time_in_seconds", tInt, "TARGET_RECOVERY_TIME"),
		setting("delayed_durability", tInt, "DELAYED_DURABILITY"),
		col("delayed_durability_desc", tDesc, func(d db) value {
			v, _ := d.Config("DELAYED_DURABILITY")
			return str([]string{"DISABLED", "ALLOWED", "FORCED"}[v])
		}),
		zeros[db]("is_memory_optimized_elevate_to_snapshot_on", "is_federation_member", "is_remote_data_archive_enabled"),
		col("is_mixed_page_allocation_on", tBit, func(d db) value { return bit(d.MixedPages()) }),
		zeros[db]("is_temporal_history_retention_enabled"),
		always[db](tInt, num(0), "catalog_collation_type"),
		always[db](tDesc, str("DATABASE_DEFAULT"), "catalog_collation_type_desc"),
		col("physical_database_name", tName, func(d db) value { return str(d.Name()) }),
		zeros[db]("is_result_set_caching_on", "is_accelerated_database_recovery_on", "is_tempdb_spill_to_remote_store",
			"is_stale_page_detection_on", "is_memory_optimized_enabled"),
	)
}
