-- A table is built in a staging schema and put in the place of the live one in one transaction.
-- check: SELECT COUNT(*), SUM(v) FROM dbo.test
-- want: 50 | 2550
-- check: SELECT COUNT(*), SUM(v) FROM archive.test
-- want: 10 | 55
-- check: SELECT SCHEMA_ID('staging'), OBJECT_SCHEMA_NAME(OBJECT_ID('dbo.pk_test_new'))
-- want: NULL | dbo
CREATE TABLE dbo.test (v int NOT NULL CONSTRAINT pk_test PRIMARY KEY);
INSERT dbo.test SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 10;
GO
CREATE SCHEMA staging AUTHORIZATION dbo
    CREATE TABLE test (v int NOT NULL CONSTRAINT pk_test_new PRIMARY KEY);
GO
CREATE SCHEMA archive;
GO
INSERT INTO staging.test (v) SELECT number * 2 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 50;
SET XACT_ABORT ON;
BEGIN TRANSACTION;
ALTER SCHEMA archive TRANSFER OBJECT::dbo.test;
ALTER SCHEMA dbo TRANSFER OBJECT::staging.test;
COMMIT TRANSACTION;
DROP SCHEMA IF EXISTS staging;
GO
-- Undone: the live table stays where it is.
BEGIN TRANSACTION;
DROP TABLE archive.test;
ALTER SCHEMA archive TRANSFER dbo.test;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
