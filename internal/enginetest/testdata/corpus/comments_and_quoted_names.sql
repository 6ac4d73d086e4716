-- Nested comments, GO in comments and strings, quoted names.
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 6
/* Nested /* comments */ -- and GO within
GO
*/
CREATE TABLE dbo.test (id int /* inline */ NOT NULL, -- the key
    "quoted col" varchar(20) NOT NULL, [bracket]]col] varchar(40) NULL);
GO -- comment after GO
INSERT dbo.test /* a */ VALUES /* b */ (1, 'a--b /* c */', 'it''s'); -- GO
go
INSERT dbo.test ("quoted col", id) VALUES ('GO', 2);
Go 5
