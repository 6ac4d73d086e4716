package loaders

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
