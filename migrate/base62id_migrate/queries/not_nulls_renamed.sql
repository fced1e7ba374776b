-- NOT NULL constraints that have another name than their parent's: from 18 on, they take it.
-- tables, columns, types: arrays, an element for each column that moves
WITH RECURSIVE moving(r, name, type) AS (
    SELECT to_regclass(t)::oid, n, to_regtype(y)::oid
    FROM unnest(:tables, :columns, :types) AS c(t, n, y)
    UNION SELECT inhrelid, name, type FROM moving JOIN pg_inherits ON inhparent = r
), at AS (
    SELECT r, attnum, name, type FROM moving JOIN pg_attribute AS a
        ON a.attrelid = r AND a.attname = name
)
SELECT k.conname, k.conrelid::regclass AS t, p.conname AS n
FROM at AS a JOIN pg_constraint AS k ON k.conrelid = r AND k.conkey[1] = attnum
JOIN pg_inherits ON inhrelid = r
JOIN at AS b ON b.r = inhparent AND b.name = a.name
JOIN pg_constraint AS p ON p.conrelid = b.r AND p.conkey[1] = b.attnum
WHERE p.contype = 'n' AND k.contype = 'n' AND k.conname <> p.conname ORDER BY 1
