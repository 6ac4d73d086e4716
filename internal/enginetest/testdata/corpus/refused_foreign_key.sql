-- Foreign keys are not supported and refused by name.
-- error: FOREIGN KEY constraint
-- check: SELECT OBJECT_ID('dbo.test')
-- want: NULL
CREATE TABLE dbo.orders (order_id int NOT NULL CONSTRAINT PK_orders PRIMARY KEY, dt date NOT NULL);
CREATE TABLE dbo.test (line_id int IDENTITY(1,1) NOT NULL CONSTRAINT PK_test PRIMARY KEY, order_id int NOT NULL CONSTRAINT FK_test_orders FOREIGN KEY REFERENCES dbo.orders (order_id), qty int NOT NULL);
CREATE TABLE dbo.log_table (caught int);
INSERT dbo.orders SELECT number, DATEADD(day, number, '20240101') FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100;
INSERT dbo.test (order_id, qty) SELECT o.order_id, v.q FROM dbo.orders o CROSS JOIN (VALUES (4), (5), (6)) v (q);
BEGIN TRY
    INSERT dbo.test (order_id, qty) VALUES (101, 1);
END TRY
BEGIN CATCH
    INSERT dbo.log_table VALUES (ERROR_NUMBER());
END CATCH
GO
