-- A cross-tab of sales by region and year is loaded into the table.
-- check: SELECT COUNT(*), SUM(y2020), SUM(y2023), SUM(y2020 + y2021 + y2022 + y2023) FROM dbo.test
-- want: 5 | 124500 | 125250 | 499500
-- check: SELECT y2020 FROM dbo.test WHERE region = 0
-- want: 24500
CREATE TABLE dbo.test (region int NOT NULL PRIMARY KEY, y2020 int NOT NULL, y2021 int NOT NULL, y2022 int NOT NULL, y2023 int NOT NULL);
SELECT number % 5 AS region, 2020 + number % 4 AS yr, number AS amount INTO #sales FROM master..spt_values WHERE type = 'P' AND number < 1000;
GO
INSERT dbo.test (region, y2020, y2021, y2022, y2023)
SELECT region, [2020], [2021], [2022], [2023]
FROM (SELECT region, yr, amount FROM #sales) AS s
PIVOT (SUM(amount) FOR yr IN ([2020], [2021], [2022], [2023])) AS p;
GO
