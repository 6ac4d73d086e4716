-- A table as a tool scripts it: bracketed names, computed columns, constraints added and switched on one by one; then a load.
-- check: SELECT COUNT(*), SUM(OrderQty), SUM(LineTotal) FROM dbo.test
-- want: 144 | 936 | 1544.4000
-- check: SELECT MIN(OrderNo), MAX(OrderNo) FROM dbo.test WHERE ID IN (7, 144)
-- want: SO144 | SO7
-- check: SELECT COUNT(*) FROM sys.check_constraints WHERE parent_object_id = OBJECT_ID(N'[dbo].[test]') AND is_disabled = 0 AND is_not_trusted = 0
-- want: 4
SET ANSI_NULLS ON
GO
SET QUOTED_IDENTIFIER ON
GO
CREATE TABLE [dbo].[test](
	[ID] [int] IDENTITY(1,1) NOT NULL,
	[OrderNo]  AS (isnull(N'SO'+CONVERT([nvarchar](23),[ID]),N'*** ERROR ***')),
	[OrderQty] [smallint] NOT NULL,
	[UnitPrice] [money] NOT NULL,
	[LineTotal]  AS ([UnitPrice]*[OrderQty]) PERSISTED,
	[Flag] [nchar](1) NOT NULL CONSTRAINT [DF_test_Flag]  DEFAULT (N'm'),
	[Due] [datetime] NOT NULL,
	[Ship] [datetime] NULL,
 CONSTRAINT [PK_test] PRIMARY KEY CLUSTERED
(
	[ID] ASC
)WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF, IGNORE_DUP_KEY = OFF, ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = ON) ON [PRIMARY]
) ON [PRIMARY]
GO
ALTER TABLE [dbo].[test]  WITH CHECK ADD  CONSTRAINT [CK_test_OrderQty] CHECK  (([OrderQty]>(0)))
GO
ALTER TABLE [dbo].[test] CHECK CONSTRAINT [CK_test_OrderQty]
GO
ALTER TABLE [dbo].[test]  WITH CHECK ADD  CONSTRAINT [CK_test_UnitPrice] CHECK  (([UnitPrice]>=(0.00)))
GO
ALTER TABLE [dbo].[test] CHECK CONSTRAINT [CK_test_UnitPrice]
GO
ALTER TABLE [dbo].[test]  WITH CHECK ADD  CONSTRAINT [CK_test_Flag] CHECK  ((upper([Flag])='F' OR upper([Flag])='M'))
GO
ALTER TABLE [dbo].[test] CHECK CONSTRAINT [CK_test_Flag]
GO
ALTER TABLE [dbo].[test]  WITH CHECK ADD  CONSTRAINT [CK_test_Ship] CHECK  (([Ship]>=[Due] OR [Ship] IS NULL))
GO
ALTER TABLE [dbo].[test] CHECK CONSTRAINT [CK_test_Ship]
GO
CREATE NONCLUSTERED INDEX [IX_test_OrderNo] ON [dbo].[test]([OrderNo] ASC)
GO
INSERT INTO [dbo].[test] ([OrderQty], [UnitPrice], [Due], [Ship])
SELECT a.n, 1.65, N'20240115', CASE WHEN b.n % 2 = 0 THEN N'20240116' END
FROM (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12)) AS a (n)
CROSS JOIN (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12)) AS b (n);
GO
