-- The well-known million-row test table, smaller: every column from NEWID().
-- check: SELECT COUNT(*), MIN(SomeID), MAX(SomeID) FROM dbo.test
-- want: 10000 | 1 | 10000
-- check: SELECT COUNT(*) FROM dbo.test WHERE SomeInt NOT BETWEEN 1 AND 50000 OR SomeLetters2 LIKE '%[^A-Z]%' OR LEN(SomeHex12) <> 12 OR SomeMoney < 0 OR SomeMoney > 100 OR SomeDate < '20000101' OR SomeDate >= '20100101'
-- want: 0
 SELECT TOP 10000
        SomeID       = IDENTITY(INT,1,1),
        SomeInt      = ABS(CHECKSUM(NEWID()))%50000+1,
        SomeLetters2 = CHAR(ABS(CHECKSUM(NEWID()))%26+65)
                     + CHAR(ABS(CHECKSUM(NEWID()))%26+65),
        SomeCSV      = CAST('Part1,Part2,Part3,Part4,Part5,Part6,Part7,Part8,Part9,Part10' AS VARCHAR(80)),
        SomeMoney    = CAST(RAND(CHECKSUM(NEWID()))*100 AS MONEY),
        SomeDate     = CAST(RAND(CHECKSUM(NEWID()))*3653.0+36524.0 AS DATETIME),
        SomeHex12    = RIGHT(NEWID(),12)
   INTO dbo.test
   FROM Master.dbo.SysColumns t1
  CROSS JOIN
        Master.dbo.SysColumns t2;
  ALTER TABLE dbo.test ADD PRIMARY KEY CLUSTERED (SomeID);
GO
