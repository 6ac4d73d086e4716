package loaders

// numbers is a derived table with a column i: 1, 2, 3 … for TOP to cut. One spt_values gives about 2,500 rows and
// two 6,300,000, too few for the 6,666,666 of heap at the published size: the reason why the published heap fell short.
const numbers = `(SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS i
      FROM master..spt_values AS a CROSS JOIN master..spt_values AS b CROSS JOIN master..spt_values AS c)`

// stride sets @stride for steps f * @stride modulo @p that visit each of 0 .. @p-1 once, neighbours far apart: the next
// number from @p times the golden ratio on that has no factor in common with @p.
const stride = `DECLARE @stride int = @p * 0.618, @a int = 0, @b int, @rest int;
WHILE @a <> 1
BEGIN
    SET @stride += 1;
    SET @a = @p;
    SET @b = @stride;
    WHILE @b <> 0
    BEGIN
        SET @rest = @a % @b;
        SET @a = @b;
        SET @b = @rest;
    END;
END;`
