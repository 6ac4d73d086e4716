-- Moden's Tally table: SELECT TOP INTO with IDENTITY from syscolumns, then a primary key.
-- check: SELECT COUNT(*), MIN(N), MAX(N) FROM dbo.test
-- want: 11000 | 1 | 11000
-- check: SELECT is_primary_key, fill_factor FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.test')
-- want: 1 | 100
--===== Conditionally drop the table
IF EXISTS (SELECT * FROM dbo.sysobjects WHERE id = OBJECT_ID(N'[dbo].[test]') AND OBJECTPROPERTY(id, N'IsUserTable') = 1)
   DROP TABLE [dbo].[test]
--===== Create and populate the Tally table on the fly
 SELECT TOP 11000 --equates to more than 30 years of dates
        IDENTITY(INT,1,1) AS N
   INTO dbo.test
   FROM Master.dbo.SysColumns sc1,
        Master.dbo.SysColumns sc2
--===== Add a Primary Key to maximize performance
  ALTER TABLE dbo.test
    ADD CONSTRAINT PK_Tally_N
        PRIMARY KEY CLUSTERED (N) WITH FILLFACTOR = 100
--===== Allow the general public to use it
  GRANT SELECT ON dbo.test TO PUBLIC
GO
