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
		always[db](tTiny, num(compatibilityLevel), "compatibility_level"),
		always[db](tName, str(collation), "collation_name"),
		always[db](tTiny, num(0), "user_access"),
		always[db](tDesc, str("MULTI_USER"), "user_access_desc"),
		zeros[db]("is_read_only", "is_auto_close_on", "is_auto_shrink_on"),
		col("state", tTiny, state),
		col("state_desc", tDesc, stateDesc),
		zeros[db]("is_in_standby", "is_cleanly_shutdown", "is_supplemental_logging_enabled"),
		always[db](tTiny, num(0), "snapshot_isolation_state"),
		always[db](tDesc, str("OFF"), "snapshot_isolation_state_desc"),
		zeros[db]("is_read_committed_snapshot_on"),
		always[db](tTiny, num(3), "recovery_model"),
		always[db](tDesc, str("SIMPLE"), "recovery_model_desc"),
		always[db](tTiny, num(2), "page_verify_option"),
		always[db](tDesc, str("CHECKSUM"), "page_verify_option_desc"),
		zeros[db]("is_auto_create_stats_on", "is_auto_create_stats_incremental_on", "is_auto_update_stats_on", "is_auto_update_stats_async_on",
			"is_ansi_null_default_on", "is_ansi_nulls_on", "is_ansi_padding_on", "is_ansi_warnings_on", "is_arithabort_on",
			"is_concat_null_yields_null_on", "is_numeric_roundabort_on", "is_quoted_identifier_on", "is_recursive_triggers_on",
			"is_cursor_close_on_commit_on", "is_local_cursor_default", "is_fulltext_enabled", "is_trustworthy_on", "is_db_chaining_on",
			"is_parameterization_forced", "is_master_key_encrypted_by_server", "is_query_store_on", "is_published", "is_subscribed",
			"is_merge_published", "is_distributor", "is_sync_with_backup"),
		nulls[db](tGUID, "service_broker_guid"),
		zeros[db]("is_broker_enabled"),
		always[db](tTiny, num(0), "log_reuse_wait"),
		always[db](tDesc, str("NOTHING"), "log_reuse_wait_desc"),
		zeros[db]("is_date_correlation_on", "is_cdc_enabled", "is_encrypted", "is_honor_broker_priority_on"),
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
		always[db](tInt, num(0), "target_recovery_time_in_seconds", "delayed_durability"),
		always[db](tDesc, str("DISABLED"), "delayed_durability_desc"),
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
