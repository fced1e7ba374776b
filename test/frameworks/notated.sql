-- An id type in each notation but TypeID's own, and a table with such ids: in_ulid_id in in_ulid,
-- and so on.
\getenv notations UUID_TYPES
SELECT
    format('SELECT typeid_create_type(%L, %L, %L)',
        'in_' || n || '_id',
        'in_' || regexp_replace(n, '\d', '', 'g'),
        n),
    format('CREATE TABLE in_%s (id in_%1$s_id PRIMARY KEY DEFAULT in_%1$s_id_new(), name text)', n)
FROM unnest(string_to_array(:'notations', ' ')) AS n \gexec
