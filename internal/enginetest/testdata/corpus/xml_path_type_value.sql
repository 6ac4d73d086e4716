-- The same with TYPE and .value(): the safe form of it.
-- check: SELECT COUNT(*), MIN(names), MAX(names) FROM dbo.test
-- want: 2 | A<1; A&2 | B1
CREATE TABLE dbo.src (grp int NOT NULL, name varchar(10) NOT NULL);
INSERT dbo.src VALUES (1, 'A<1'), (1, 'A&2'), (2, 'B1');
CREATE TABLE dbo.test (grp int NOT NULL PRIMARY KEY, names nvarchar(100) NOT NULL);
INSERT dbo.test
SELECT g.grp, STUFF((SELECT N'; ' + s.name FROM dbo.src s WHERE s.grp = g.grp ORDER BY s.name DESC FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 2, N'')
FROM dbo.src g GROUP BY g.grp;
GO
