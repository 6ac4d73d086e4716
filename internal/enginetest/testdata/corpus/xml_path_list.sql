-- Concatenating rows into a list by FOR XML PATH('') and STUFF.
-- check: SELECT COUNT(*), MIN(names) FROM dbo.test
-- want: 3 | A1,A2,A3
CREATE TABLE dbo.src (grp int NOT NULL, name varchar(10) NOT NULL);
INSERT dbo.src VALUES (1, 'A1'), (1, 'A2'), (1, 'A3'), (2, 'B1'), (2, 'B2'), (3, 'C1');
CREATE TABLE dbo.test (grp int NOT NULL PRIMARY KEY, names varchar(100) NOT NULL);
INSERT INTO dbo.test (grp, names)
SELECT g.grp,
       STUFF((SELECT ',' + s.name FROM dbo.src AS s WHERE s.grp = g.grp ORDER BY s.name FOR XML PATH('')), 1, 1, '')
FROM (SELECT DISTINCT grp FROM dbo.src) AS g;
GO
