-- A view of stacked numbers is the source of the load.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 300 | 44850
CREATE VIEW dbo.vw_numbers AS
SELECT a.number * 100 + b.number AS n
FROM master..spt_values AS a CROSS JOIN master..spt_values AS b
WHERE a.type = 'P' AND b.type = 'P' AND a.number < 3 AND b.number < 100;
GO
SELECT n INTO dbo.test FROM dbo.vw_numbers;
GO
